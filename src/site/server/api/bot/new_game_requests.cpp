#include "site/server/api/bot/new_game_requests.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/limits.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/take_to.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/bot/challenge_json.hpp"
#include "site/server/http/request_text.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

using std::chrono::seconds;

constexpr int strongest = 8;  // of the large sites' levels
constexpr double most_minutes = 600;
constexpr double milliseconds_a_minute = 60'000;

// `5`, `0.5`.
base::Checked<std::optional<match::Milliseconds>> read_minutes(std::string_view text) {
  if (text.empty()) return std::optional<match::Milliseconds>();
  const auto minutes = base::parse_number<double>(text);
  if (!minutes || !(*minutes >= 0 && *minutes <= most_minutes)) return base::refuse("time: expected minutes up to 600");
  return match::Milliseconds(static_cast<std::int64_t>(*minutes * milliseconds_a_minute));
}

base::Checked<SeekBody> read_seek_form(const Request& request) {
  const auto fields = read_fields(request.body);
  if (!fields) return std::unexpected(fields.error());
  SeekBody asked;
  asked.is_rated = bot_answer(field_value(*fields, "rated")).value_or(false);
  const auto main = read_minutes(field_value(*fields, "time"));
  if (!main) return std::unexpected(main.error());
  asked.main = *main;
  if (auto read = read_form_number(*fields, "increment", asked.increment); !read) return std::unexpected(read.error());
  if (auto read = read_form_number(*fields, "days", asked.days); !read) return std::unexpected(read.error());
  asked.variant = field_value(*fields, "variant");
  asked.colour = colour_choice(field_value(*fields, "color"));
  asked.ratings = field_value(*fields, "ratingRange");
  return asked;
}

base::Checked<lobby::RatingRange> rating_range(std::string_view text) {
  lobby::RatingRange range;
  if (text.empty()) return range;
  const std::size_t dash = text.find('-');
  const auto least = base::parse_number<int>(text.substr(0, dash));
  const auto most = dash == std::string_view::npos ? std::nullopt : base::parse_number<int>(text.substr(dash + 1));
  if (!least || !most || *least < 0 || *most > limits::rating || *least > *most) {
    return base::refuse("ratingRange: expected two ratings, such as 1500-1800");
  }
  return lobby::RatingRange{*least, *most};
}

}  // namespace

base::Checked<ComputerBody> read_computer(const Request& request) {
  ComputerBody asked;
  if (is_form(request)) {
    const auto fields = read_fields(request.body);
    if (!fields) return std::unexpected(fields.error());
    if (auto read = read_form_number(*fields, "level", asked.level); !read) return std::unexpected(read.error());
    if (asked.level && (*asked.level < 1 || *asked.level > strongest)) return base::refuse("level: expected 1 to 8");
    asked.engine = field_value(*fields, "engine");
    return asked;
  }
  auto body = wire::decode_known<wire::BotComputerRequest>(json_of(request));
  if (!body) return std::unexpected(body.error());
  return ComputerBody{body->level, std::move(body->engine).value_or("")};
}

base::Checked<std::string> engine_of(const ComputerBody& asked, const std::vector<engine::EngineChoice>& choices) {
  if (!asked.engine.empty()) return asked.engine;
  if (!asked.level) {
    return base::refuse("expected a level from 1 to 8, or as engine the id of one that GET /api/engines lists");
  }
  // External ones come last, and have no place among the levels.
  const auto levels = std::ranges::count(choices, false, &engine::EngineChoice::is_external);
  if (levels == 0) return base::refuse("no level of the computer plays this game");
  const auto steps = (*asked.level - 1) * (levels - 1);
  return choices[static_cast<std::size_t>((steps + (strongest - 1) / 2) / (strongest - 1))].id;
}

base::Checked<std::vector<std::string>> read_users(const Request& request) {
  std::string text;
  if (is_form(request)) {
    const auto fields = read_fields(request.body);
    if (!fields) return std::unexpected(fields.error());
    text = field_value(*fields, "users");
  } else {
    auto body = wire::decode_known<wire::BotOpenRequest>(json_of(request));
    if (!body) return std::unexpected(body.error());
    text = std::move(body->users).value_or("");
  }
  std::vector<std::string> names;
  for (std::string_view rest = text; !rest.empty();) names.emplace_back(without_blanks(base::take_to(rest, ',')));
  return names;
}

base::Checked<SeekBody> read_seek(const Request& request) {
  if (is_form(request)) return read_seek_form(request);
  auto body = wire::decode_known<wire::BotSeekRequest>(json_of(request));
  if (!body) return std::unexpected(body.error());
  SeekBody asked;
  asked.is_rated = body->rated;
  if (body->time) asked.main = std::chrono::minutes(*body->time);
  asked.increment = body->increment;
  asked.days = body->days;
  asked.variant = std::move(body->variant).value_or("");
  asked.colour = body->color.value_or(wire::BotColourChoice::random);
  asked.ratings = std::move(body->rating_range).value_or("");
  return asked;
}

base::Checked<live::SeekRequest> seek_terms(const SeekBody& asked) {
  live::SeekRequest request;
  request.terms.game = game_of_variant(asked.variant);
  request.terms.is_rated = asked.is_rated;
  match::ClockTerms clock;
  if (asked.days) {
    clock.kind = match::ClockKind::days;
    clock.step = std::chrono::days(*asked.days);
  } else if (asked.main) {
    clock.kind = match::ClockKind::fischer;
    clock.main = *asked.main;
    clock.step = seconds(asked.increment.value_or(0));
  } else {
    return base::refuse("expected time (minutes) and increment (seconds), or days");
  }
  request.terms.clocks = {clock};
  auto ratings = rating_range(asked.ratings);
  if (!ratings) return std::unexpected(ratings.error());
  request.ratings = *ratings;
  const auto seat = seat_of_colour(request.terms.game, asked.colour);
  if (!seat) return std::unexpected(seat.error());
  request.seat = *seat;
  // Who asks for no side and no rating plays whoever comes first. Days of waiting are for a row in the list.
  request.is_quick = *seat < 0 && request.ratings == lobby::RatingRange() && !asked.days;
  return request;
}

}  // namespace crownstar::server
