// Processes each request before its route runs: origin checks, rate limits and authentication.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "site/people/throttle.hpp"
#include "site/server/api/services.hpp"
#include "site/server/http/routing/request_context.hpp"
#include "site/server/http/routing/router.hpp"
#include "site/server/node/reports/finished_answer.hpp"

namespace crownstar::server {

class Site final : public RequestHandler {
 public:
  explicit Site(Services& services);

  void answer(Request request, Reply reply) override;

  // Everything new is turned away, for the server is stopping.
  void stop() { is_stopping_ = true; }
  const std::map<int, std::uint64_t>& answers_by_status() const { return books_->by_status; }

 private:
  void add_routes();
  void find(Request& request, Reply reply);
  void identify(const ContextPtr& context, Access access, const RouteHandler& handler);
  void go_on(const ContextPtr& context, Access access, const RouteHandler& handler,
             people::Answer<people::Visitor> visitor);

  Services& services_;
  Router router_;
  people::AddressThrottle throttle_;
  std::shared_ptr<AnswerBooks> books_;
  bool is_stopping_ = false;
};

// Whether a browser sent this from a page that is not ours.
bool is_cross_site(const Request& request, const std::vector<std::string>& own_origins);

}  // namespace crownstar::server
