// The server's log: one line per event with named values, as text or JSON. Writing never blocks.
#pragma once

#include <concepts>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "site/server/config/settings.hpp"

namespace crownstar::server {

class Log {
 public:
  // A text, or a number, which JSON keeps as one.
  struct Value {
    std::string text;
    bool is_number = false;

    // Not explicit: a list of fields is written as it is read.
    template <typename T>
    explicit(false) Value(const T& value) : is_number(std::integral<T>) {
      if constexpr (std::integral<T>) {
        text = std::to_string(value);
      } else {
        text = value;
      }
    }
  };
  using Fields = std::initializer_list<std::pair<std::string_view, Value>>;

  Log(LogLevel level, LogForm form);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  // `what` is a short name that stays: `listening`, `store_failed`.
  void write(LogLevel level, std::string_view what, Fields fields = {});
  // Also below the level that is set: nobody turns security events off by having less else to read.
  void write_always(LogLevel level, std::string_view what, Fields fields = {});

 private:
  LogLevel level_;
  LogForm form_;
  struct Writer;  // the library's own
  std::unique_ptr<Writer> writer_;
};

// 2026-03-01T12:00:00.000Z level=info what=listening address=127.0.0.1
std::string write_log_line(LogForm form, std::string_view at, LogLevel level, std::string_view what,
                           Log::Fields fields);

}  // namespace crownstar::server
