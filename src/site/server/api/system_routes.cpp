// HTTP routes about the server itself: games, engines, health, metrics and the API description.
#include <algorithm>

#include "rules/catalog/catalog.hpp"
#include "rules/catalog/game_names.hpp"
#include "rules/game/token.hpp"
#include "site/server/api/page.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/api/socket_handler.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/catalog_wire.hpp"

namespace crownstar::server {
namespace {

wire::EngineList engine_list(Services& services, std::string_view game) {
  wire::EngineList list;
  const auto add = [&](std::string_view token, wire::Family family) {
    for (const engine::EngineChoice& choice : services.engines.choices(token)) {
      const auto known = std::ranges::find(list.levels, choice.id, &wire::EngineLevel::id);
      if (known != list.levels.end()) {
        if (std::ranges::find(known->families, family) == known->families.end()) known->families.push_back(family);
        continue;
      }
      if (list.levels.size() == static_cast<std::size_t>(limits::engine_levels)) return;
      list.levels.push_back({choice.id, choice.name, choice.description, {family}});
    }
  };
  const std::string_view id = game::id_of(game);
  for (const game::CatalogEntry& entry : game::catalog()) {
    const bool is_draughts = entry.family == game::Family::draughts;
    if (id.empty() || id == entry.id) {
      add(id.empty() ? std::string_view(entry.id) : game, is_draughts ? wire::Family::draughts : wire::Family::star);
    }
  }
  return list;
}

// A page of another site can have its own name lead to this machine, and then read what only this machine may. No name
// of its own can be `localhost` or an address in figures.
bool is_own_host(std::string_view host, const std::vector<std::string>& origins) {
  const bool is_own = std::ranges::any_of(origins, [&](const std::string& origin) {
    const auto read = read_origin(origin);
    return read && is_same_name(read->host, host);
  });
  if (is_own) return true;
  if (host.starts_with('[')) return true;
  const std::string_view name = host.substr(0, host.find(':'));
  return is_same_name(name, "localhost") || read_address(name).has_value();
}

}  // namespace

void add_system_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/health", {}, [&services](const ContextPtr& context) {
    const wire::Health health = services.health();
    const bool is_ready = health.state == wire::HealthState::ok || health.state == wire::HealthState::degraded;
    context->answer_with(health, is_ready ? 200 : 503);
  });
  add(Method::get, "/metrics", {}, [&services](const ContextPtr& context) {
    if (!holds(services.settings.metrics_readers, context->request.address)) {
      return context->refuse(wire::RefusalCode::forbidden,
                             "not for this address; the setting metrics_reader says for which");
    }
    if (!is_own_host(context->request.header("Host"), services.settings.origins)) {
      return context->refuse(wire::RefusalCode::forbidden,
                             "not under this name: ask by the address, or name it with the setting origin");
    }
    context->answer(text_answer(services.metrics(), "text/plain; version=0.0.4; charset=utf-8"));
  });
  add(Method::get, "/api/openapi.json", {}, [](const ContextPtr& context) {
    context->answer(text_answer(std::string(api_description()), "application/json"));
  });
  add(Method::get, "/api/games", {}, [](const ContextPtr& context) {
    static const std::string catalog = wire::encode(wire::catalog_view());
    context->answer_json(catalog);
  });
  add(Method::get, "/api/engines", {}, [&services](const ContextPtr& context) {
    context->answer_with(engine_list(services, game::with_known_id(context->request.query_value("game"))));
  });
}

void add_socket_route(Services& services, const AddRoute& add) {
  add(Method::get, "/socket", {Need::anyone}, [&services](const ContextPtr& context) {
    if (!context->request.is_upgrade) {
      Response response = error_answer(426, "malformed", "this address is a WebSocket");
      response.headers.push_back({"Upgrade", "websocket"});
      return context->answer(std::move(response));
    }
    Response response;
    response.status = 101;
    const bool is_throttled = !holds(services.settings.unthrottled, context->request.address);
    response.stream =
        std::make_shared<SocketHandler>(services, context->visitor, write_address(context->request.address),
                                        throttle_key(services, context->request), is_throttled);
    context->answer(std::move(response));
  });
}

}  // namespace crownstar::server
