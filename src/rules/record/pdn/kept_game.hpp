// A game as it is written, with its own copy of the text, which the reader's next step would take from it.
#pragma once

#include <string>
#include <string_view>

#include "rules/record/pdn/reader.hpp"

namespace crownstar::game {

class KeptGame {
 public:
  explicit KeptGame(const PdnGame& game) : game_(game) {
    std::size_t size = game.result.size();
    for (const PdnTag& tag : game.tags) size += tag.name.size() + tag.value.size();
    for (const PdnItem& item : game.items) size += item.text.size();
    text_.reserve(size);  // so that it never moves
    for (PdnTag& tag : game_.tags) {
      keep(tag.name);
      keep(tag.value);
    }
    for (PdnItem& item : game_.items) keep(item.text);
    keep(game_.result);
  }
  KeptGame(const KeptGame&) = delete;
  KeptGame& operator=(const KeptGame&) = delete;

  const PdnGame& game() const { return game_; }

 private:
  void keep(std::string_view& text) {
    const std::size_t start = text_.size();
    text_ += text;
    text = std::string_view(text_).substr(start);
  }

  std::string text_;
  PdnGame game_;
};

}  // namespace crownstar::game
