// Routes that begin games with anybody, in the shape that bot authors know: with the computer, with whoever has a link,
// and with whoever waits in the lobby.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "rules/catalog/catalog.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/bot/challenge_json.hpp"
#include "site/server/api/bot/new_game_requests.hpp"
#include "site/server/api/bot/seek_stream.hpp"
#include "site/server/api/preview/preview.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"

namespace crownstar::server {
namespace {

using people::Scope;
using wire::RefusalCode;

// The match that was made, and what it is by now; what went wrong has been answered.
void with_made(Services& services, const ContextPtr& context, live::NewMatch new_match,
               std::function<void(const live::Sat& sat, const match::Match& match)> then) {
  services.live.create(
      context->person(), std::move(new_match),
      [&services, context, then = std::move(then)](const std::expected<live::Sat, match::Refused>& sat) {
        if (!sat) return context->refuse(sat.error());
        services.live.look(sat->match, [context, then, sat = *sat](const auto& match) {
          if (!match) return context->refuse(match.error());
          then(sat, **match);
        });
      });
}

// The terms of the body, with as many seats as the game has; nothing where it has been answered.
std::optional<live::NewMatch> read_new_match(const ContextPtr& context, int& seat) {
  if (!has_known_body(context)) return std::nullopt;
  const auto body = read_challenge(context->request);
  if (!body) {
    context->refuse(RefusalCode::malformed, body.error().reason);
    return std::nullopt;
  }
  auto request = challenge_terms(*body);
  const auto game = request ? game::start(request->terms.game) : std::unexpected(request.error());
  if (!game) {
    context->refuse(RefusalCode::bad_terms, game.error().reason);
    return std::nullopt;
  }
  live::NewMatch new_match;
  new_match.terms = std::move(request->terms);
  new_match.seats.resize(static_cast<std::size_t>((*game)->seats()));
  seat = request->seat;
  return new_match;
}

void play_computer(Services& services, const ContextPtr& context) {
  int seat = -1;
  auto new_match = read_new_match(context, seat);
  if (!new_match) return;
  const auto computer = read_computer(context->request);
  if (!computer) return context->refuse(RefusalCode::malformed, computer.error().reason);
  const auto engine = engine_of(*computer, services.engines.choices(new_match->terms.game));
  if (!engine) return context->refuse(RefusalCode::bad_terms, engine.error().reason);
  new_match->terms.is_rated = false;
  for (live::SeatRequest& each : new_match->seats) each = {live::SeatRequest::Kind::engine, *engine};
  new_match->seats[static_cast<std::size_t>(std::max(seat, 0))] = {live::SeatRequest::Kind::me, {}};
  new_match->draw_seats = seat < 0;
  with_made(services, context, *std::move(new_match),
            [&services, context](const live::Sat& sat, const match::Match& match) {
              wire::BotGameInfo info = bot_info(sat.match, match, sat.seat, services.now());
              info.source = "ai";
              context->answer_with(info, 201);
            });
}

// The accounts of these names are added to those found already. What went wrong has been answered.
void with_accounts(Services& services, const ContextPtr& context, std::vector<std::string> names,
                   std::vector<std::string> found, std::function<void(std::vector<std::string> accounts)> then) {
  if (found.size() == names.size()) return then(std::move(found));
  const std::string name = names[found.size()];
  services.people.find_account(name, [&services, context, names = std::move(names), found = std::move(found),
                                      then = std::move(then)](const people::Answer<people::Person>& account) mutable {
    if (!account && account.error().code != "not_found") return context->refuse(account.error());
    if (!account)
      return context->refuse(RefusalCode::bad_terms, "users: no account has the name " + names[found.size()]);
    if (std::ranges::find(found, account->id) != found.end()) {
      return context->refuse(RefusalCode::bad_terms, "users: nobody plays against themselves");
    }
    found.push_back(account->id);
    with_accounts(services, context, std::move(names), std::move(found), std::move(then));
  });
}

void make_open_challenge(Services& services, const ContextPtr& context) {
  int seat = -1;
  auto new_match = read_new_match(context, seat);
  if (!new_match) return;
  auto names = read_users(context->request);
  if (!names) return context->refuse(RefusalCode::malformed, names.error().reason);
  const std::size_t seats = new_match->seats.size();
  if (!names->empty() && names->size() != seats) {
    return context->refuse(RefusalCode::bad_terms,
                           "users: expected a name for each of " + std::to_string(seats) + " seats");
  }
  new_match->draw_seats = false;
  const auto make = [&services, context, new_match = *std::move(new_match)](std::vector<std::string> accounts) mutable {
    // The first one plays White.
    const auto game = game::start(new_match.terms.game);
    if (accounts.size() == 2 && game && white_seat_of(**game) == 1) std::swap(accounts.front(), accounts.back());
    new_match.kept_for = std::move(accounts);
    with_made(services, context, std::move(new_match), [context](const live::Sat& sat, const match::Match& match) {
      const Request& request = context->request;
      context->answer_with(bot_open_challenge(sat, match, site_of(request.header("Host"), request.is_secure)));
    });
  };
  with_accounts(services, context, *std::move(names), {}, make);
}

void seek_by_stream(Services& services, const ContextPtr& context) {
  if (!has_known_body(context)) return;
  const auto new_match = read_seek(context->request);
  if (!new_match) return context->refuse(RefusalCode::malformed, new_match.error().reason);
  const auto request = seek_terms(*new_match);
  if (!request) return context->refuse(RefusalCode::bad_terms, request.error().reason);
  const auto sought = [&services, context, is_kept = new_match->days.has_value()](
                          const std::expected<live::SeekResult, match::Refused>& made) {
    if (!made) return context->refuse(made.error());
    if (is_kept) return context->answer_with(wire::BotSeekMade{made->seek});
    context->answer(stream_answer(SeekStream::create(services, *context->visitor, *made)));
  };
  services.live.seek(context->person(), *request, sought);
}

}  // namespace

void add_new_game_routes(Services& services, const AddRoute& add) {
  const Access begins{Need::player, Scope::play, true};
  add(Method::post, "/api/challenge/ai", begins,
      [&services](const ContextPtr& context) { play_computer(services, context); });
  add(Method::post, "/api/challenge/open", begins,
      [&services](const ContextPtr& context) { make_open_challenge(services, context); });
  add(Method::post, "/api/board/seek", begins,
      [&services](const ContextPtr& context) { seek_by_stream(services, context); });
}

}  // namespace crownstar::server
