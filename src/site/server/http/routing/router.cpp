#include "site/server/http/routing/router.hpp"

#include <algorithm>

#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

bool is_name(std::string_view segment) { return segment.starts_with('{') && segment.ends_with('}'); }

}  // namespace

void Router::add(Method method, std::string_view pattern, Handler handler, Pages pages) {
  Route route{method, std::string(pattern), {}, std::move(handler), pages};
  std::string_view rest = pattern.substr(1);
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    route.segments.emplace_back(rest.substr(0, slash));
    if (slash == std::string_view::npos) break;
    rest.remove_prefix(slash + 1);
  }
  routes_.push_back(std::move(route));
}

bool Router::fits(const Route& route, const Request& request) {
  return std::ranges::equal(route.segments, request.segments, [](std::string_view wanted, std::string_view had) {
    return is_name(wanted) ? !had.empty() : wanted == had;
  });
}

Router::Found Router::find(Request& request) const {
  const Method method = request.method == Method::head ? Method::get : request.method;
  const Route* best = nullptr;
  std::size_t fewest = 0;
  Found found;
  for (const Route& route : routes_) {
    if (route.segments.size() != request.segments.size() || !fits(route, request)) continue;
    found.is_path = true;
    const std::string name(write_method(route.method));
    if (!found.allowed.contains(name)) {
      found.allowed += (found.allowed.empty() ? "" : ", ") + name + (route.method == Method::get ? ", HEAD" : "");
    }
    const auto names = static_cast<std::size_t>(std::ranges::count_if(route.segments, is_name));
    if (route.method == method && (best == nullptr || names < fewest)) {
      best = &route;
      fewest = names;
    }
  }
  if (best == nullptr) return found;
  found.handler = &best->handler;
  found.pages = best->pages;
  request.parameters.clear();
  for (std::size_t i = 0; i < best->segments.size(); ++i) {
    if (is_name(best->segments[i])) request.parameters.push_back(request.segments[i]);
  }
  return found;
}

}  // namespace crownstar::server
