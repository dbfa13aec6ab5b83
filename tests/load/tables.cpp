#include "load/tables.hpp"

#include <cstdio>

#include "load/http_caller.hpp"

namespace crownstar::load {
namespace {

bool has_come(const Answer& answer, const char* what) {
  if (answer.status >= 200 && answer.status < 300) return true;
  std::fprintf(stderr, "%s: %d %s\n", what, answer.status, answer.body.c_str());
  return false;
}

}  // namespace

std::vector<std::string> make_guests(int port, int count) {
  std::vector<std::string> cookies(static_cast<std::size_t>(count));
  in_parallel(most_callers, count, port, [&](HttpCaller& caller, int number) {
    const Answer answer = caller.ask("POST", "/api/guest", "{}");
    if (has_come(answer, "a guest")) cookies[static_cast<std::size_t>(number)] = answer.cookie;
  });
  return cookies;
}

std::string make_match(HttpCaller& caller, const std::string& request, const std::vector<std::string>& guests) {
  const Answer made = caller.ask("POST", "/api/matches", request, guests.front());
  if (!has_come(made, "a match")) return {};
  const std::string match = member(made.body, "match");
  const std::string join = R"({"code":")" + member(made.body, "code") + "\"}";
  for (std::size_t seat = 1; seat < guests.size(); ++seat) {
    const Answer joined = caller.ask("POST", "/api/matches/" + match + "/join", join, guests[seat]);
    if (!has_come(joined, "a seat")) return {};
  }
  return match;
}

}  // namespace crownstar::load
