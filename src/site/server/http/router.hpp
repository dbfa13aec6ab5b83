// Maps a method and path to its handler, by patterns such as `/api/matches/{id}`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

using Handler = std::function<void(Request&, Reply)>;

class Router {
 public:
  // A name in braces takes one segment that is not empty; a pattern with none of them wins over one with some.
  void add(Method method, std::string_view pattern, Handler handler);

  struct Found {
    const Handler* handler = nullptr;
    std::string allowed;  // the path's methods, if the requested one is not among them: `GET, HEAD`
    bool is_path = false;
  };
  // Fills in the parameters of the request where a route is found. HEAD is answered by GET.
  Found find(Request& request) const;

 private:
  struct Route {
    Method method;
    std::string pattern;
    std::vector<std::string> segments;
    Handler handler;
  };
  static bool fits(const Route& route, const Request& request);

  std::vector<Route> routes_;
};

}  // namespace crownstar::server
