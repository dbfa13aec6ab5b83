// Routes of the bot API: streams of JSON lines and plain POST requests. `bot` and `board` paths are equivalent.
#include <limits>
#include <memory>
#include <optional>

#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/bot/steps/begun_captures.hpp"
#include "site/server/api/bot/steps/steps.hpp"
#include "site/server/api/bot/stream.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/generated/wire_bot.hpp"

namespace crownstar::server {
namespace {

using people::Scope;
using wire::RefusalCode;

void answer_ok(const ContextPtr& context) { context->answer_with(wire::BotOk{true}); }

template <typename T>
live::Done<T> ok_for(const ContextPtr& context) {
  return [context](const std::expected<T, match::Refused>& result) {
    if (!result) return context->refuse(result.error());
    answer_ok(context);
  };
}

// A post speaks of the board as it is when it comes: this shape has no place for what was seen last.
void command(Services& services, const ContextPtr& context, match::Command what) {
  live::MatchCommand asked;
  asked.match = context->request.parameter(0);
  what.after = std::numeric_limits<int>::max();
  asked.command = std::move(what);
  services.live.command(context->person(), std::move(asked), match::Milliseconds(0), ok_for<live::Taken>(context));
}

// `yes` offers, or accepts what the other side has offered; `no` declines.
template <typename Offer, typename Answer>
void offer_or_answer(Services& services, const ContextPtr& context) {
  const auto accepts = bot_answer(context->request.parameter(1));
  if (!accepts) return context->refuse(RefusalCode::malformed, "expected yes or no");
  match::Command what;
  if (!*accepts) {
    what.what = Answer{false};
    return command(services, context, std::move(what));
  }
  services.live.look(context->request.parameter(0), [&services, context](const auto& match) {
    if (!match) return context->refuse(match.error());
    const auto seat = (*match)->seat_of(context->person().id);
    const match::Status status = (*match)->status(services.now());
    const auto& offer = std::is_same_v<Offer, match::OfferDraw> ? status.draw : status.takeback;
    const bool is_others = offer && seat && offer->seat != *seat;
    match::Command accepted;
    if (is_others) {
      accepted.what = Answer{true};
    } else {
      accepted.what = Offer{};
    }
    command(services, context, std::move(accepted));
  });
}

// After the move; whether it may be offered just now is the match's to say, and the move stands.
void offer_draw_too(Services& services, const ContextPtr& context) {
  live::MatchCommand asked;
  asked.match = context->request.parameter(0);
  asked.command.after = std::numeric_limits<int>::max();
  asked.command.what = match::OfferDraw{};
  services.live.command(context->person(), std::move(asked), match::Milliseconds(0),
                        [context](const auto&) { answer_ok(context); });
}

bool wants_draw(const ContextPtr& context) { return context->request.query_value("offeringDraw") == "true"; }

void play(Services& services, const ContextPtr& context, std::string text) {
  live::MatchCommand asked;
  asked.match = context->request.parameter(0);
  asked.command.after = std::numeric_limits<int>::max();
  asked.command.what = match::Move{std::move(text)};
  services.live.command(context->person(), std::move(asked), match::Milliseconds(0),
                        [&services, context](const std::expected<live::Taken, match::Refused>& result) {
                          if (!result) return context->refuse(result.error());
                          wants_draw(context) ? offer_draw_too(services, context) : answer_ok(context);
                        });
}

std::string capture_key(const ContextPtr& context) {
  return std::string(context->request.parameter(0)) + "/" + context->person().id;
}

// With what has come of a capture before. The match is looked up anew: it may have gone on meanwhile.
void play_steps(Services& services, const ContextPtr& context, const std::optional<BegunCapture>& before) {
  services.live.look(context->request.parameter(0), [&services, context, before](const auto& match) {
    if (!match) return context->refuse(match.error());
    auto taken = take_steps(**match, before, context->request.parameter(1));
    if (!taken) return context->refuse(taken.error());
    if (!taken->begun) return play(services, context, std::move(taken->move));
    services.captures.put(capture_key(context), *std::move(taken->begun), [context] { answer_ok(context); });
  });
}

void move(Services& services, const ContextPtr& context) {
  services.live.look(context->request.parameter(0), [&services, context](const auto& match) {
    if (!match) return context->refuse(match.error());
    const auto seat = (*match)->seat_of(context->person().id);
    const match::Status status = (*match)->status(services.now());
    if (wants_draw(context) && seat && status.draw && status.draw->seat != *seat) {
      match::Command what;
      what.what = match::AnswerDraw{true};
      return command(services, context, std::move(what));
    }
    // Another's turn is refused as that, whatever the move.
    const std::string text(context->request.parameter(1));
    if (!seat || (*match)->seat_to_move() != *seat) return play(services, context, text);
    if (!is_jump((*match)->game(), text)) return play_steps(services, context, {});
    services.captures.take(capture_key(context), [&services, context](const std::optional<BegunCapture>& before) {
      play_steps(services, context, before);
    });
  });
}

void say(Services& services, const ContextPtr& context) {
  const std::string_view media = context->request.header("Content-Type");
  wire::BotChatRequest line;
  if (is_same_name(media.substr(0, media.find(';')), "application/x-www-form-urlencoded")) {
    const auto fields = read_fields(context->request.body);
    if (!fields) return context->refuse(RefusalCode::malformed, fields.error().reason);
    const std::string_view room = field_value(*fields, "room");
    if (room != "player" && room != "spectator")
      return context->refuse(RefusalCode::malformed, "room: expected player or spectator");
    line.room = room == "player" ? wire::BotRoom::player : wire::BotRoom::spectator;
    line.text = field_value(*fields, "text");
  } else {
    const auto body = context->body<wire::BotChatRequest>();
    if (!body) return;
    line = *body;
  }
  const auto may = services.of_address.chat.take(throttle_key(services, context->request), services.now(),
                                                 "lines of chat from this address");
  if (!may) return context->refuse(may.error());
  live::Say said{std::string(context->request.parameter(0)), line.room == wire::BotRoom::player, line.text};
  said.may_leave_the_table = true;
  services.live.say(context->person(), said, ok_for<void>(context));
}

void list_chat(Services& services, const ContextPtr& context) {
  services.live.chat_of(context->person(), context->request.parameter(0),
                        [context](const std::expected<std::vector<live::ChatLine>, match::Refused>& lines) {
                          if (!lines) return context->refuse(lines.error());
                          std::string list;
                          for (const live::ChatLine& line : *lines) {
                            list += (list.empty() ? "" : ",") + wire::encode(wire::BotChatEntry{line.name, line.text});
                          }
                          context->answer(json_answer("[" + list + "]"));
                        });
}

void open_stream(Services& services, const ContextPtr& context, std::string match) {
  const bool is_own = context->request.query_value("notation") == "own";
  context->answer(stream_answer(std::make_shared<BotStream>(services, *context->visitor, std::move(match), is_own)));
}

void add_game_routes(Services& services, const AddRoute& add, const std::string& begin) {
  const Access reads{Need::player};
  const Access plays{Need::player, Scope::play};
  add(Method::get, begin + "/game/stream/{game}", reads, [&services](const ContextPtr& context) {
    // A stream has no way to say that there is no such game, so it is asked before.
    services.live.look(context->request.parameter(0), [&services, context](const auto& match) {
      if (!match) return context->refuse(match.error());
      open_stream(services, context, std::string(context->request.parameter(0)));
    });
  });
  add(Method::post, begin + "/game/{game}/move/{move}", plays,
      [&services](const ContextPtr& context) { move(services, context); });
  add(Method::post, begin + "/game/{game}/resign", plays, [&services](const ContextPtr& context) {
    match::Command what;
    what.what = match::Resign{};
    command(services, context, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/abort", plays, [&services](const ContextPtr& context) {
    match::Command what;
    what.what = match::Abort{};
    command(services, context, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/claim-victory", plays, [&services](const ContextPtr& context) {
    match::Command what;
    what.what = match::ClaimWin{};
    command(services, context, std::move(what));
  });
  add(Method::post, begin + "/game/{game}/draw/{accept}", plays, [&services](const ContextPtr& context) {
    offer_or_answer<match::OfferDraw, match::AnswerDraw>(services, context);
  });
  add(Method::post, begin + "/game/{game}/takeback/{accept}", plays, [&services](const ContextPtr& context) {
    offer_or_answer<match::OfferTakeback, match::AnswerTakeback>(services, context);
  });
  add(Method::post, begin + "/game/{game}/chat", plays,
      [&services](const ContextPtr& context) { say(services, context); });
  add(Method::get, begin + "/game/{game}/chat", reads,
      [&services](const ContextPtr& context) { list_chat(services, context); });
}

}  // namespace

void add_bot_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/stream/event", {Need::player},
      [&services](const ContextPtr& context) { open_stream(services, context, {}); });
  add_game_routes(services, add, "/api/bot");
  add_game_routes(services, add, "/api/board");
}

}  // namespace crownstar::server
