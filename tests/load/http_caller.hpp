// How to ask the server over HTTP, one request after the other on one connection, and to do so on many threads.
// It does not know what is asked.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace crownstar::load {

struct Answer {
  int status = 0;  // 0: none came
  std::string body;
  std::string cookie;  // `name=value` of the first that it sets
};

class HttpCaller {
 public:
  // `address`: where the calls come from, one of this machine's own; empty: any.
  explicit HttpCaller(int port, std::string address = {}) : port_(port), address_(std::move(address)) {}
  ~HttpCaller();
  HttpCaller(const HttpCaller&) = delete;
  HttpCaller& operator=(const HttpCaller&) = delete;

  Answer ask(std::string_view method, std::string_view path, std::string_view body, std::string_view cookie = {});

 private:
  bool open();
  bool fill(std::string& bytes) const;

  int port_;
  std::string address_;
  int descriptor_ = -1;
};

// The text of a member of this JSON text, found by its name; empty if it is not there. For flat answers of one's own
// server.
std::string member(std::string_view json, std::string_view name);

// At once: what they ask is committed together.
inline constexpr int most_callers = 32;

// `work` for each number below `count`, on so many threads, each with a caller of its own.
void in_parallel(int threads, int count, int port, const std::function<void(HttpCaller& caller, int number)>& work);

}  // namespace crownstar::load
