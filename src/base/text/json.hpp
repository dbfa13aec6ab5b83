// Writes JSON on one line. Strings come out as valid UTF-8 whatever bytes go in.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace crownstar::base {

// Appends the text as a JSON string, in quotation marks. What is not UTF-8 becomes U+FFFD, a byte at a time.
void append_json_string(std::string& out, std::string_view text);
std::string json_quoted(std::string_view text);

// The caller opens and closes in pairs and puts a key before each member; commas come by themselves.
class JsonWriter {
 public:
  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void value(std::string_view text) { add(json_quoted(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool is_true) { add(is_true ? "true" : "false"); }
  void value(std::integral auto number) { add(std::to_string(number)); }
  void value(double number);
  void null() { add("null"); }

  void member(std::string_view name, const auto& content) {
    key(name);
    value(content);
  }

  // What has been written since the last call, so that a long text need not be held.
  std::string take() { return std::exchange(text_, {}); }

 private:
  void add(std::string_view raw);
  void open(char bracket);
  void close(char bracket);

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace crownstar::base
