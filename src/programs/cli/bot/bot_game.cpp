#include "programs/cli/bot/bot_game.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

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
constexpr int most_lost_connections = 20;

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
  const std::string how(wire::to_text(state.status));
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

BotGame::BotGame(const SiteClient& site, const contest::EngineSpec& spec, wire::BotGameInfo info)
    : site_(site),
      spec_(spec),
      info_(std::move(info)),
      is_white_(info_.color ? *info_.color == wire::BotColour::white : info_.seat == 0),
      seed_(std::random_device()()),
      searcher_(contest::make_searcher(spec)) {}

std::string BotGame::play() {
  for (int lost = 0; lost < most_lost_connections; ++lost) {
    int status = 0;
    auto stream = site_.stream("/api/bot/game/stream/" + escaped_in_path(info_.game_id), status);
    if (!stream && status >= 400 && status < 500 && status != 429) return base::to_text(stream.error());
    if (stream && follow(*stream) == Going::over) return end_;
    std::this_thread::sleep_for(std::chrono::seconds(std::min(1 << std::min(lost, 5), 30)));
  }
  return "the site cannot be reached";
}

BotGame::Going BotGame::follow(SiteStream& stream) {
  while (const auto text = stream.next()) {
    if (text->empty()) continue;
    const auto line = wire::decode<wire::BotLine>(*text);
    if (!line) continue;  // of a kind that this program does not know
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
  answer_offers(state);
  const std::size_t plies = words_of(state.moves).size();
  const bool is_ours = state.turn && *state.turn == info_.seat && (plies >= answered_ || answered_ == 0);
  if (!is_ours || move(state)) return Going::on;
  end_ = "resigned: the engine has no move";
  return Going::over;
}

// Once for each offer: taking back is declined, a draw accepted by who is not ahead.
void BotGame::answer_offers(const wire::BotGameState& state) {
  const bool wants_draw = is_white_ ? state.bdraw : state.wdraw;
  if (wants_draw && !std::exchange(has_seen_draw_offer_, wants_draw)) {
    const bool accepts = last_score_ <= 0 && words_of(state.moves).size() >= earliest_draw;
    post(std::string("/draw/") + (accepts ? "yes" : "no"));
  }
  has_seen_draw_offer_ = wants_draw;
  const bool wants_back = is_white_ ? state.btakeback : state.wtakeback;
  if (wants_back && !has_seen_takeback_) post("/takeback/no");
  has_seen_takeback_ = wants_back;
}

bool BotGame::move(const wire::BotGameState& state) {
  search::SearchRequest request;
  request.token = game_->variant.key;
  if (game_->initial_fen != "startpos") request.position = game_->initial_fen;
  for (std::string& text : words_of(state.moves)) request.turns.push_back(search::Turn::played(std::move(text)));
  request.level = spec_.level;
  request.limits = limits_at(spec_, *game_, state, info_.seat, is_white_);
  request.seed = seed_ + request.turns.size();
  const auto found = searcher_->search(request, search::StopSignal(), {});
  answered_ = request.turns.size() + 1;
  if (!found) {
    complain(fmt::format("game {}: {}", info_.game_id, base::to_text(found.error())));
    post("/resign");
    return false;
  }
  if (!found->reached.lines.empty()) last_score_ = found->reached.lines.front().score.hundredths;
  if (post("/move/" + escaped_in_path(found->move)) != wire::RefusalCode::illegal_move) return true;
  post("/resign");
  return false;
}

// What the site cannot take now is sent again: a move that does not come loses the game.
std::optional<wire::RefusalCode> BotGame::post(const std::string& what) {
  constexpr int tries = 6;
  for (int number = 0;; ++number) {
    const auto answer = site_.post("/api/bot/game/" + escaped_in_path(info_.game_id) + what);
    if (answer && answer->is_good()) return std::nullopt;
    const bool may_pass = !answer || answer->status == 429 || answer->status >= 500;
    if (may_pass && number + 1 < tries) {
      std::this_thread::sleep_for(std::chrono::seconds(1 << number));
      continue;
    }
    const std::string reason = answer ? reason_of(*answer) : base::to_text(answer.error());
    complain(fmt::format("game {}: {}: {}", info_.game_id, what.substr(1), reason));
    const auto told = wire::decode<wire::ErrorAnswer>(answer ? answer->body : std::string());
    return told ? told->error.code : wire::RefusalCode::busy;
  }
}

}  // namespace crownstar::cli
