#include "programs/cli/bot/bot_game.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/text/percent_encoding.hpp"
#include "programs/cli/console/console.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::cli {
namespace {

using search::Milliseconds;

// For a game without a clock, and where more is left than anybody wants to wait for.
constexpr Milliseconds usual_move{1'000};
constexpr Milliseconds longest_move{10'000};
constexpr Milliseconds for_the_line{200};  // what a move takes on its way
constexpr std::int64_t moves_to_go = 30;
constexpr std::size_t earliest_draw = 40;  // half-moves
constexpr int most_lost_connections = 20;  // one after the other

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    if (end > start) words.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

std::string end_in_words(const wire::BotGameState& state, int seat) {
  std::string how(wire::to_text(state.status));
  if (!state.winner_seat) return how;
  return fmt::format("{} ({})", *state.winner_seat == seat ? "won" : "lost", how);
}

}  // namespace

search::SearchLimits limits_at(const contest::EngineSpec& spec, const wire::BotGameFull& game,
                               const wire::BotGameState& state, int seat, bool is_white) {
  if (spec.limits != search::SearchLimits{}) return spec.limits;
  search::SearchLimits limits;
  limits.time = usual_move;
  if (!game.clock) return limits;
  const auto place = static_cast<std::size_t>(seat);
  const std::int64_t left = place < state.times.size() ? state.times[place] : is_white ? state.wtime : state.btime;
  const std::int64_t step = is_white ? state.winc : state.binc;
  const std::int64_t share = std::min(left / moves_to_go + step * 4 / 5, left / 2) - for_the_line.count();
  limits.time = std::clamp(Milliseconds(share), Milliseconds(10), longest_move);
  return limits;
}

BotGame::BotGame(const SiteClient& site, const contest::EngineSpec& spec, UnreadLines& unread, wire::BotGameInfo info,
                 search::StopSignal stop)
    : site_(site),
      spec_(spec),
      unread_(unread),
      info_(std::move(info)),
      is_white_(info_.color ? *info_.color == wire::BotColour::white : info_.seat == 0),
      seed_(std::random_device()()),
      stop_(std::move(stop)),
      searcher_(contest::make_searcher(spec)) {}

std::string BotGame::play() {
  for (int lost = 0; lost < most_lost_connections; ++lost) {
    int status = 0;
    auto stream =
        site_.stream("/api/bot/game/stream/" + base::percent_encoded(info_.game_id) + "?notation=own", status);
    if (!stream && status >= 400 && status < 500 && status != 429) return base::to_text(stream.error());
    has_heard_ = false;
    if (stream && follow(*stream) == Going::over) return end_;
    if (has_heard_) lost = 0;
    const int times = std::max(lost, failed_moves_ - 1);
    std::this_thread::sleep_for(std::chrono::seconds(std::min(1 << std::min(times, 5), 30)));
  }
  return "the site cannot be reached";
}

BotGame::Going BotGame::follow(SiteStream& stream) {
  while (const auto text = stream.next()) {
    has_heard_ = true;
    if (text->empty()) continue;
    const auto line = wire::decode_known<wire::BotLine>(*text);  // a newer site's may have more members
    if (!line) {
      unread_.note(*text, line.error().reason);
      continue;
    }
    Going going = Going::on;
    if (const auto* full = std::get_if<wire::BotGameFull>(&*line)) {
      game_ = *full;
      answered_ = 0;  // what was sent on an earlier connection may not have come
      going = hear(full->state);
    } else if (const auto* state = std::get_if<wire::BotGameState>(&*line)) {
      going = hear(*state);
    }
    if (going != Going::on) return going;
  }
  return Going::lost;
}

BotGame::Going BotGame::hear(const wire::BotGameState& state) {
  if (state.status == wire::BotStatus::created || !game_) return Going::on;
  if (state.status != wire::BotStatus::started) {
    end_ = end_in_words(state, info_.seat);
    return Going::over;
  }
  if (game_->seats.size() > 2) return leave_table_of_many();
  if (accept_draw(state)) return Going::on;
  const std::size_t plies = words_of(state.moves).size();
  const bool is_ours = state.turn && *state.turn == info_.seat && (plies >= answered_ || answered_ == 0);
  const Going going = is_ours ? move(state) : Going::on;
  if (going == Going::on) decline_offers(state);
  return going;
}

// Whoever leaves there takes its pieces along, and the moves alone do not tell of it: the board would not be known.
BotGame::Going BotGame::leave_table_of_many() {
  return resign(fmt::format("expected a game of two, and {} sit at this one", game_->seats.size()));
}

// By who is not ahead. Before a move, which would decline it; with one try, for the clock runs.
bool BotGame::accept_draw(const wire::BotGameState& state) {
  const bool is_offered = is_white_ ? state.bdraw : state.wdraw;
  if (!is_offered || has_seen_draw_offer_) return false;
  if (last_score_ > 0 || words_of(state.moves).size() < earliest_draw) return false;
  has_seen_draw_offer_ = true;
  const auto answer = post("/draw/yes");
  return answer && answer->is_good();
}

// Once for each offer, with one try: one that stays without an answer does no harm.
void BotGame::decline_offers(const wire::BotGameState& state) {
  const bool wants_draw = is_white_ ? state.bdraw : state.wdraw;
  if (wants_draw && !has_seen_draw_offer_) complain_of("draw/no", post("/draw/no"));
  has_seen_draw_offer_ = wants_draw;
  const bool wants_back = is_white_ ? state.btakeback : state.wtakeback;
  if (wants_back && !has_seen_takeback_) complain_of("takeback/no", post("/takeback/no"));
  has_seen_takeback_ = wants_back;
}

BotGame::Going BotGame::move(const wire::BotGameState& state) {
  search::SearchRequest request;
  request.token = game_->variant.game;
  if (game_->initial_fen != "startpos") request.position = game_->initial_fen;
  for (std::string& text : words_of(state.moves)) request.turns.push_back(search::Turn::played(std::move(text)));
  request.level = spec_.level;
  request.limits = limits_at(spec_, *game_, state, info_.seat, is_white_);
  request.seed = seed_ + request.turns.size();
  const auto found = searcher_->search(request, stop_, {});
  answered_ = request.turns.size() + 1;
  if (stop_.is_stopped()) return Going::on;  // over: the stream says how
  if (!found) {
    complain(fmt::format("game {}: {}", info_.game_id, base::to_text(found.error())));
    return resign("the engine has no move");
  }
  if (!found->reached.lines.empty()) last_score_ = found->reached.lines.front().score.hundredths;
  return sent(post("/move/" + base::percent_encoded(found->move)), state.moves);
}

// A move is never sent twice on the same news: the first one may have come though its answer was lost. The stream is
// opened anew instead, and its first line tells the board as it is.
BotGame::Going BotGame::sent(const base::Checked<SiteAnswer>& answer, const std::string& moves) {
  if (answer && answer->is_good()) {
    failed_moves_ = 0;
    unsure_.reset();
    return Going::on;
  }
  const auto told = wire::decode<wire::ErrorAnswer>(answer ? answer->body : std::string());
  const std::optional<wire::RefusalCode> code = told ? std::optional(told->error.code) : std::nullopt;
  using enum wire::RefusalCode;
  if (code == not_your_turn || code == over || code == time_is_up) return Going::on;
  complain_of("move", answer);
  const bool may_have_come = !answer || answer->status >= 500;
  const bool was_unsure = std::exchange(unsure_, may_have_come ? std::optional(moves) : std::nullopt) == moves;
  if (code == illegal_move && !was_unsure) return resign("the engine's move is illegal");
  ++failed_moves_;
  return Going::lost;
}

// What the site cannot take now is sent again: to say it twice does no harm.
BotGame::Going BotGame::resign(std::string why) {
  constexpr int tries = 6;
  for (int number = 0;; ++number) {
    const auto answer = post("/resign");
    if (answer && answer->is_good()) break;
    const bool may_pass = !answer || answer->status == 429 || answer->status >= 500;
    if (!may_pass || number + 1 == tries) {
      complain_of("resign", answer);
      break;
    }
    std::this_thread::sleep_for(std::chrono::seconds(1 << number));
  }
  end_ = "resigned: " + std::move(why);
  return Going::over;
}

base::Checked<SiteAnswer> BotGame::post(const std::string& what) const {
  return site_.post("/api/bot/game/" + base::percent_encoded(info_.game_id) + what);
}

void BotGame::complain_of(std::string_view what, const base::Checked<SiteAnswer>& answer) const {
  if (answer && answer->is_good()) return;
  const auto told = wire::decode<wire::ErrorAnswer>(answer ? answer->body : std::string());
  // Too late for it, and no harm done.
  if (told && (told->error.code == wire::RefusalCode::no_offer || told->error.code == wire::RefusalCode::over)) return;
  const std::string reason = answer ? reason_of(*answer) : base::to_text(answer.error());
  complain(fmt::format("game {}: {}: {}", info_.game_id, what, reason));
}

}  // namespace crownstar::cli
