// Maps a method and path to its handler, by patterns such as `/api/matches/{id}`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "site/server/http/http_types.hpp"

namespace crownstar::server {

using Handler = std::function<void(Request&, Reply)>;

// From whose pages a route may be asked: a browser says where a request comes from.
enum class Pages : std::uint8_t {
  own,         // only the site's: it goes by the browser's cookie, or sets one
  with_token,  // others too, if they send a token, which no browser adds by itself
  any,         // it needs nothing and changes nothing of the browser's
};

class Router {
 public:
  // A name in braces takes one segment that is not empty; a pattern with none of them wins over one with some.
  void add(Method method, std::string_view pattern, Handler handler, Pages pages = Pages::own);

  struct Found {
    const Handler* handler = nullptr;
    Pages pages = Pages::own;
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
    Pages pages;
  };
  static bool fits(const Route& route, const Request& request);

  std::vector<Route> routes_;
};

}  // namespace crownstar::server
