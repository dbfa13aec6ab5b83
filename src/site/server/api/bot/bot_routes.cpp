// The API that authors of bots know: streams of lines and plain posts. The addresses under `bot` and `board` are the
// same.
#include <limits>

#include "site/server/api/bot/bot_forms.hpp"
#include "site/server/api/bot/bot_stream.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {
namespace {

using people::Scope;
using protocol::RefusalCode;

void answer_ok(const Visiting& visit) { visit->answer_with(protocol::BotOk{true}); }

template <typename T>
live::Done<T> ok_for(const Visiting& visit) {
  return [visit](const std::expected<T, match::Refused>& result) {
    if (!result) return visit->refuse(result.error());
    answer_ok(visit);
  };
}

// A post speaks of the board as it is when it comes: this shape has no place for what was seen last.
void command(Services& services, const Visiting& visit, match::Command what) {
  live::MatchCommand asked;
  asked.match = visit->request.parameter(0);
  what.after = std::numeric_limits<int>::max();
  asked.command = std::move(what);
  services.live.command(visit->person(), std::move(asked), match::Milliseconds(0), ok_for<live::Taken>(visit));
}

// `yes` offers, or accepts what the other side has offered; `no` declines.
template <typename Offer, typename Answer>
void offer_or_answer(Services& services, const Visiting& visit) {
  const auto accepts = bot_answer(visit->request.parameter(1));
  if (!accepts) return visit->refuse(RefusalCode::malformed, "expected yes or no");
  match::Command what;
  if (!*accepts) {
    what.what = Answer{false};
    return command(services, visit, std::move(what));
  }
  services.live.look(visit->request.parameter(0), [&services, visit](const auto& match) {
    if (!match) return visit->refuse(match.error());
    const auto seat = (*match)->seat_of(visit->person().id);
    const match::Status status = (*match)->status(services.now());
    const auto& offer = std::is_same_v<Offer, match::OfferDraw> ? status.draw : status.takeback;
    const bool is_others = offer && seat && offer->seat != *seat;
    match::Command accepted;
    if (is_others) {
      accepted.what = Answer{true};
    } else {
      accepted.what = Offer{};
    }
    command(services, visit, std::move(accepted));
  });
}

void say(Services& services, const Visiting& visit) {
  const std::string_view media = visit->request.header("Content-Type");
  protocol::BotChatRequest line;
  if (is_same_name(media.substr(0, media.find(';')), "application/x-www-form-urlencoded")) {
    const auto fields = read_fields(visit->request.body);
    if (!fields) return visit->refuse(RefusalCode::malformed, fields.error().reason);
    const std::string_view room = field_value(*fields, "room");
    if (room != "player" && room != "spectator")
      return visit->refuse(RefusalCode::malformed, "room: expected player or spectator");
    line.room = room == "player" ? protocol::BotRoom::player : protocol::BotRoom::spectator;
    line.text = field_value(*fields, "text");
  } else {
    const auto body = visit->body<protocol::BotChatRequest>();
    if (!body) return;
    line = *body;
  }
  services.live.say(visit->person(),
                    {std::string(visit->request.parameter(0)), line.room == protocol::BotRoom::player, line.text},
                    ok_for<void>(visit));
}

void open_stream(Services& services, const Visiting& visit, std::string match) {
  Response response;
  response.media = "application/x-ndjson";
  response.talker = std::make_shared<BotStream>(services, *visit->visitor, std::move(match));
  visit->answer(std::move(response));
}

void add_game_routes(Services& services, const AddRoute& add, const std::string& begin) {
  const Access reads{Need::player};
  const Access plays{Need::player, Scope::play};
  add(Method::get, begin + "/game/stream/{game}", reads, [&services](const Visiting& visit) {
    // A stream has no way to say that there is no such game, so it is asked before.
    services.live.look(visit->request.parameter(0), [&services, visit](const auto& match) {
      if (!match) return visit->refuse(match.error());
      open_stream(services, visit, std::string(visit->request.parameter(0)));
    });
  });
  add(Method::post, begin + "/game/{game}/move/{move}", plays, [&services](const Visiting& visit) {
    match::Command what;
    what.what = match::Move{std::string(visit->request.parameter(1))};
    command(services, visit, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/resign", plays, [&services](const Visiting& visit) {
    match::Command what;
    what.what = match::Resign{};
    command(services, visit, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/abort", plays, [&services](const Visiting& visit) {
    match::Command what;
    what.what = match::Abort{};
    command(services, visit, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/draw/{accept}", plays,
      [&services](const Visiting& visit) { offer_or_answer<match::OfferDraw, match::AnswerDraw>(services, visit); });
  add(Method::post, begin + "/game/{game}/takeback/{accept}", plays, [&services](const Visiting& visit) {
    offer_or_answer<match::OfferTakeback, match::AnswerTakeback>(services, visit);
  });
  add(Method::post, begin + "/game/{game}/chat", plays, [&services](const Visiting& visit) { say(services, visit); });
}

}  // namespace

void add_bot_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/stream/event", {Need::player},
      [&services](const Visiting& visit) { open_stream(services, visit, {}); });
  add_game_routes(services, add, "/api/bot");
  add_game_routes(services, add, "/api/board");
}

}  // namespace crownstar::server
