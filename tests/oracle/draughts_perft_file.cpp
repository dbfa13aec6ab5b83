#include "oracle/draughts_perft_file.hpp"

#include <charconv>
#include <cstddef>
#include <optional>
#include <system_error>
#include <utility>

namespace crownstar::oracle {
namespace {

template <typename Number>
bool read_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

// The part before the first separator; the text keeps what follows it.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return part;
}

std::optional<PerftCount> read_count(std::string_view line) {
  PerftCount count;
  if (!read_whole(take(line, ' '), count.depth) || !read_whole(take(line, ' '), count.leaves)) {
    return std::nullopt;
  }
  count.is_verified = line.empty();
  return line.empty() || line == "unverified" ? std::optional{count} : std::nullopt;
}

class Reader {
 public:
  bool read(std::string_view line) {
    if (line.empty()) {
      return true;
    }
    if (line.starts_with('#')) {
      line.remove_prefix(line.starts_with("# ") ? 2 : 1);
      comment_ += (comment_.empty() ? "" : "\n") + std::string{line};
      return true;
    }
    const std::size_t space = line.find(' ');
    const std::string_view key = line.substr(0, space);
    const std::string_view value = space == std::string_view::npos ? std::string_view{} : line.substr(space + 1);
    if (key == "game") {
      blocks_.push_back({comment_, std::string{value}, "", "", {}});
      comment_.clear();
      return !value.empty();
    }
    return !blocks_.empty() && read_in_block(key, value, line, blocks_.back());
  }

  bool is_complete() const { return blocks_.empty() || !blocks_.back().counts.empty(); }

  std::vector<PerftBlock> blocks() { return std::move(blocks_); }

 private:
  static bool read_in_block(std::string_view key, std::string_view value, std::string_view line, PerftBlock& block) {
    if (key == "position" && block.position.empty()) {
      block.position = value;
      return !value.empty();
    }
    if (key == "count" && block.convention.empty()) {
      block.convention = value;
      return value == "moves" || value == "paths";
    }
    const std::optional<PerftCount> count = read_count(line);
    if (!count || block.position.empty() || block.convention.empty()) {
      return false;
    }
    block.counts.push_back(*count);
    return true;
  }

  std::string comment_;
  std::vector<PerftBlock> blocks_;
};

}  // namespace

std::expected<std::vector<PerftBlock>, std::string> read_perft_file(std::string_view text) {
  Reader reader;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = take(text, '\n');
    const bool starts_a_block = line.starts_with("game ");
    if ((starts_a_block && !reader.is_complete()) || !reader.read(line)) {
      return std::unexpected{"line " + std::to_string(number) + ": " + std::string{line}};
    }
  }
  if (!reader.is_complete()) {
    return std::unexpected{"the last block counts nothing"};
  }
  return reader.blocks();
}

}  // namespace crownstar::oracle
