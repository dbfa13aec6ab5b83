#include "site/server/api/bot/challenge_json.hpp"

#include <array>
#include <optional>
#include <utility>

#include "base/text/parse_number.hpp"
#include "rules/catalog/catalog.hpp"
#include "site/people/ratings/ratings.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

using std::chrono::seconds;

wire::BotChallengePlayer challenge_player(const lobby::ChallengePlayer& player,
                                          const std::function<bool(std::string_view)>& is_online) {
  wire::BotChallengePlayer view;
  view.id = player.player.id;
  view.name = player.player.name;
  if (player.is_bot) view.title = wire::BotTitle::BOT;
  if (player.player.rating > 0) view.rating = player.player.rating;
  view.provisional = player.player.is_provisional;
  view.online = is_online(player.player.id);
  return view;
}

// `5+3`: minutes, and seconds a move.
std::string shown(std::int64_t limit, std::int64_t increment) {
  const std::string minutes = limit == 15   ? "¼"
                              : limit == 30 ? "½"
                              : limit == 45 ? "¾"
                              : limit == 90 ? "1.5"
                                            : std::to_string(limit / 60);
  return minutes + "+" + std::to_string(increment);
}

wire::BotTimeControl time_control(const match::ClockTerms& clock) {
  wire::BotTimeControl control;
  if (clock.kind == match::ClockKind::none) {
    control.type = wire::BotTimeControlKind::unlimited;
  } else if (clock.kind == match::ClockKind::days) {
    control.type = wire::BotTimeControlKind::correspondence;
    control.days_per_turn = static_cast<int>(std::chrono::duration_cast<std::chrono::days>(clock.step).count());
  } else {
    control.type = wire::BotTimeControlKind::clock;
    control.limit = std::chrono::duration_cast<seconds>(clock.main).count();
    control.increment = std::chrono::duration_cast<seconds>(clock.step).count();
    control.show = shown(*control.limit, *control.increment);
  }
  return control;
}

struct DeclineWords {
  wire::BotDeclineReason key;
  std::string_view words;
};

constexpr auto decline_words = std::to_array<DeclineWords>({
    {wire::BotDeclineReason::generic, "I'm not accepting challenges at the moment."},
    {wire::BotDeclineReason::later, "This is not the right time for me, please ask again later."},
    {wire::BotDeclineReason::too_fast, "This time control is too fast for me."},
    {wire::BotDeclineReason::too_slow, "This time control is too slow for me."},
    {wire::BotDeclineReason::time_control, "I'm not accepting challenges with this time control."},
    {wire::BotDeclineReason::rated, "Please send me a rated challenge instead."},
    {wire::BotDeclineReason::casual, "Please send me a casual challenge instead."},
    {wire::BotDeclineReason::standard, "I'm only playing the standard game just now."},
    {wire::BotDeclineReason::variant, "I'm not playing this variant just now."},
    {wire::BotDeclineReason::no_bot, "I'm not accepting challenges from bots."},
    {wire::BotDeclineReason::only_bot, "I'm only accepting challenges from bots."},
});

const DeclineWords& decline_words_of(std::string_view key) {
  for (const DeclineWords& each : decline_words) {
    if (wire::to_text(each.key) == key) return each;
  }
  return decline_words.front();
}

}  // namespace

int white_seat_of(const game::Game& game) { return game.seats() > 1 && game.seat_name(1) == "White" ? 1 : 0; }

base::Checked<int> seat_of_colour(std::string_view game, wire::BotColourChoice colour) {
  if (colour == wire::BotColourChoice::random) return -1;
  const auto started = game::start(game);
  if (!started) return std::unexpected(started.error());
  const int white = white_seat_of(**started);
  return colour == wire::BotColourChoice::white ? white : 1 - white;
}

bool is_form(const Request& request) {
  const std::string_view media = request.header("Content-Type");
  return is_same_name(media.substr(0, media.find(';')), "application/x-www-form-urlencoded");
}

std::string_view json_of(const Request& request) {
  return request.body.empty() ? std::string_view("{}") : std::string_view(request.body);
}

base::Checked<void> read_form_number(const std::vector<Field>& fields, std::string_view name,
                                     std::optional<int>& number) {
  const std::string_view text = field_value(fields, name);
  if (text.empty()) return {};
  const auto read = base::parse_number<int>(text);
  if (!read || *read < 0 || *read > 2'592'000) return base::refuse(std::string(name) + ": expected a number");
  number = read;
  return {};
}

wire::BotColourChoice colour_choice(std::string_view word) {
  if (word == "white") return wire::BotColourChoice::white;
  return word == "black" ? wire::BotColourChoice::black : wire::BotColourChoice::random;
}

wire::BotChallenge bot_challenge(const lobby::Challenge& challenge, std::string_view reader,
                                 const std::function<bool(std::string_view)>& is_online) {
  wire::BotChallenge view;
  view.id = challenge.id;
  view.url = "/match/" + challenge.id;
  view.challenger = challenge_player(challenge.challenger, is_online);
  view.dest_user = challenge_player(challenge.dest, is_online);
  view.variant = bot_variant(challenge.terms);
  view.rated = challenge.terms.is_rated;
  const match::ClockTerms& clock = challenge.terms.clocks.front();
  view.speed = static_cast<wire::Pace>(people::pace_of(clock));
  view.perf.name = pace_name(view.speed);
  view.time_control = time_control(clock);
  view.color = wire::BotColourChoice::random;
  const auto game = game::start(challenge.terms.game);
  if (game && challenge.seat >= 0) {
    const bool is_white = challenge.seat == white_seat_of(**game);
    view.color = is_white ? wire::BotColourChoice::white : wire::BotColourChoice::black;
    view.final_color = is_white ? wire::BotColour::white : wire::BotColour::black;
  }
  if (reader == challenge.dest.player.id) view.direction = wire::BotChallengeDirection::in;
  if (reader == challenge.challenger.player.id) view.direction = wire::BotChallengeDirection::out;
  if (game && !challenge.terms.position.empty() && (*game)->set_position(challenge.terms.position)) {
    view.initial_fen = numbered_position(**game);
  }
  return view;
}

wire::BotChallengeMade bot_challenge_made(wire::BotChallenge challenge) {
  wire::BotChallengeMade made;
  made.id = challenge.id;
  made.url = challenge.url;
  made.status = challenge.status;
  made.challenger = challenge.challenger;
  made.dest_user = challenge.dest_user;
  made.variant = challenge.variant;
  made.rated = challenge.rated;
  made.speed = challenge.speed;
  made.time_control = challenge.time_control;
  made.color = challenge.color;
  made.final_color = challenge.final_color;
  made.perf = challenge.perf;
  made.direction = challenge.direction;
  made.initial_fen = challenge.initial_fen;
  made.challenge = std::move(challenge);
  return made;
}

wire::BotEvent bot_challenge_event(const lobby::ChallengeNotice& notice, wire::BotChallenge challenge) {
  if (notice.step == lobby::ChallengeStep::made) return wire::BotEventChallenge{std::move(challenge), {true, true}};
  if (notice.step == lobby::ChallengeStep::declined) {
    const DeclineWords& why = decline_words_of(notice.reason);
    challenge.status = wire::BotChallengeStatus::declined;
    challenge.decline_reason = why.words;
    challenge.decline_reason_key = why.key;
    return wire::BotEventChallengeDeclined{std::move(challenge)};
  }
  challenge.status = wire::BotChallengeStatus::canceled;
  return wire::BotEventChallengeCanceled{std::move(challenge)};
}

wire::BotOpenChallenge bot_open_challenge(const live::Sat& made, const match::Match& match, std::string_view site) {
  const match::Terms& terms = match.terms();
  const match::ClockTerms& clock = terms.clocks.front();
  wire::BotOpenChallenge view;
  view.id = made.match;
  view.code = made.code;
  view.url = std::string(site) + "/match/" + made.match + "?code=" + made.code;
  if (match.seats() == 2) {
    const int white = white_seat_of(match.game());
    view.url_white = view.url + "&seat=" + std::to_string(white);
    view.url_black = view.url + "&seat=" + std::to_string(1 - white);
  }
  view.variant = bot_variant(terms);
  view.rated = terms.is_rated;
  view.speed = static_cast<wire::Pace>(people::pace_of(clock));
  view.perf.name = pace_name(view.speed);
  view.time_control = time_control(clock);
  view.color = wire::BotColourChoice::random;
  if (!terms.position.empty()) view.initial_fen = numbered_position(match.game());
  return view;
}

bool has_known_body(const ContextPtr& context) {
  const Request& request = context->request;
  const std::string_view media = request.header("Content-Type");
  const bool is_json = is_same_name(media.substr(0, media.find(';')), "application/json");
  if (request.body.empty() || is_json || is_form(request)) return true;
  context->answer(error_answer(415, "malformed", "expected a body of the type application/json, or a form"));
  return false;
}

base::Checked<wire::BotChallengeRequest> read_challenge(const Request& request) {
  // Clients send members that this site has no use for, and null for what they leave out.
  if (!is_form(request)) return wire::decode_known<wire::BotChallengeRequest>(json_of(request));
  const auto fields = read_fields(request.body);
  if (!fields) return std::unexpected(fields.error());
  wire::BotChallengeRequest wanted;
  wanted.rated = bot_answer(field_value(*fields, "rated")).value_or(false);
  wanted.keep_alive_stream = bot_answer(field_value(*fields, "keepAliveStream")).value_or(false);
  if (auto read = read_form_number(*fields, "clock.limit", wanted.clock_limit); !read)
    return std::unexpected(read.error());
  if (auto read = read_form_number(*fields, "clock.increment", wanted.clock_increment); !read) {
    return std::unexpected(read.error());
  }
  if (auto read = read_form_number(*fields, "days", wanted.days); !read) return std::unexpected(read.error());
  wanted.color = colour_choice(field_value(*fields, "color"));
  const std::string_view variant = field_value(*fields, "variant");
  if (!variant.empty()) wanted.variant = variant;
  const std::string_view fen = field_value(*fields, "fen");
  if (!fen.empty()) wanted.fen = fen;
  return wanted;
}

base::Checked<lobby::ChallengeRequest> challenge_terms(const wire::BotChallengeRequest& request) {
  lobby::ChallengeRequest wanted;
  wanted.terms.game = game_of_variant(request.variant.value_or(""));
  wanted.terms.position = request.fen.value_or("");
  wanted.terms.is_rated = request.rated;
  match::ClockTerms clock;
  if (request.clock_limit || request.clock_increment) {
    clock.kind = match::ClockKind::fischer;
    clock.main = seconds(request.clock_limit.value_or(0));
    clock.step = seconds(request.clock_increment.value_or(0));
  } else if (request.days) {
    clock.kind = match::ClockKind::days;
    clock.step = std::chrono::days(*request.days);
  }
  wanted.terms.clocks = {clock};
  const auto seat = seat_of_colour(wanted.terms.game, request.color.value_or(wire::BotColourChoice::random));
  if (!seat) return std::unexpected(seat.error());
  wanted.seat = *seat;
  return wanted;
}

base::Checked<std::string> read_decline_reason(const Request& request) {
  if (is_form(request)) {
    const auto fields = read_fields(request.body);
    if (!fields) return std::unexpected(fields.error());
    return std::string(wire::to_text(decline_words_of(field_value(*fields, "reason")).key));
  }
  const auto body = wire::decode_known<wire::BotDeclineRequest>(json_of(request));
  if (!body) return std::unexpected(body.error());
  return std::string(wire::to_text(decline_words_of(body->reason.value_or("")).key));
}

}  // namespace crownstar::server
