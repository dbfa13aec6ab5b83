// Which rule ids a page of docs/rules defines. It does not know what they say.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace crownstar::support {

class RulesPage {
 public:
  explicit RulesPage(std::string_view game) {
    std::ifstream file("docs/rules/" + std::string(game) + ".md");
    is_there_ = file.is_open();
    text_.assign(std::istreambuf_iterator<char>{file}, {});
  }

  bool is_there() const { return is_there_; }
  bool defines(std::string_view rule) const { return text_.contains("**" + std::string(rule) + "**"); }
  bool mentions(std::string_view words) const { return text_.contains(words); }

 private:
  bool is_there_ = false;
  std::string text_;
};

}  // namespace crownstar::support
