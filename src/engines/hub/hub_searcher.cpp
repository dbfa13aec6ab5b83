#include "engines/hub/hub_searcher.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "engines/hub/hub_board.hpp"
#include "engines/hub/hub_process.hpp"
#include "engines/hub/hub_text.hpp"
#include "rules/game/token.hpp"

namespace crownstar::hub {

using engine::OnProgress;
using engine::Searcher;
using engine::SearchLine;
using engine::SearchProgress;
using engine::SearchRequest;
using engine::SearchResult;
using engine::StopSignal;
using engine::Turn;
using search::Score;
using std::chrono::milliseconds;

namespace {

using Clock = std::chrono::steady_clock;

constexpr milliseconds between_stop_looks{10};  // at the stop signal, where it has no descriptor
constexpr milliseconds rest_after_failures{30'000};
constexpr int failures_in_a_row = 3;
constexpr int silent_starts_in_a_row = 2;  // each takes long, and players wait
constexpr std::size_t most_expected_moves = 16;

// Scan's names of our games.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> foreign_variants{{
    {"international", "normal"},
    {"killer", "killer"},
    {"breakthrough", "bt"},
    {"frisian", "frisian"},
    {"frysk", "frisian"},  // the same rules from another first position
    {"antidraughts", "losing"},
}};

template <class Number>
Number number_in(std::string_view text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Scan and those that follow it tell a win in N half-moves as 100 - N / 100 men.
Score score_in(int hundredths) {
  constexpr int end = 10'000;
  constexpr int least_win = 9'000;
  Score score;
  score.hundredths = hundredths;
  const int plies = end - std::abs(hundredths);
  if (plies >= 0 && plies < end - least_win) score.plies_to_end = hundredths > 0 ? plies : -plies;
  return score;
}

// Of what somebody else's program says, with a sign or without; 0 where it is no number.
double fraction_in(std::string_view text) {
  const double number = std::strtod(std::string(text).c_str(), nullptr);
  return std::isnan(number) ? 0 : number;
}

int hundredths_in(std::string_view text) {
  return static_cast<int>(std::lround(std::clamp(fraction_in(text), -10'000.0, 10'000.0) * 100));
}

milliseconds seconds_in(std::string_view text) {
  constexpr double most_seconds = 86'400;  // a day is more than any search takes
  return milliseconds(std::llround(std::clamp(fraction_in(text), 0.0, most_seconds) * 1000));
}

class HubSearcher final : public Searcher {
 public:
  explicit HubSearcher(const ExternalEngine& engine) : engine_(engine) {}

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override {
    const auto game = search::game_of(request);
    if (!game) return std::unexpected(game.error());
    if ((*game)->outcome().is_over) return base::refuse("the game is over: " + (*game)->outcome().reason);
    if (auto ready = make_ready(); !ready) return std::unexpected(ready.error());
    if (auto chosen = choose_variant(request.token); !chosen) return std::unexpected(chosen.error());
    auto result = think(request, **game, stop, progress);
    if (result) {
      failures_ = 0;
    } else {
      fail();
    }
    return result;
  }

  void forget() override {
    if (process_) process_->say("new-game");
  }

 private:
  std::unexpected<base::Refusal> complaint(std::string_view what) const {
    return base::refuse(fmt::format("the engine {} {}", engine_.name, what));
  }

  void fail(int most = failures_in_a_row) {
    process_.reset();
    if (++failures_ < most) return;
    failures_ = 0;
    rest_until_ = Clock::now() + rest_after_failures;
  }

  Checked<void> make_ready() {
    if (process_ && !process_->has_ended()) return {};
    if (rest_until_ && Clock::now() < *rest_until_) return complaint("failed several times; it is tried again later");
    auto process = HubProcess::start(engine_.command, engine_.folder);
    if (!process) {
      fail();
      return std::unexpected(process.error());
    }
    process_ = std::move(*process);
    if (auto greeted = greet(); !greeted) {
      fail(process_->has_ended() ? failures_in_a_row : silent_starts_in_a_row);
      return greeted;
    }
    return {};
  }

  // hub … wait, the parameters, init … ready.
  Checked<void> greet() {
    process_->say("hub");
    variants_.clear();
    variant_.clear();
    if (!wait_for("wait", engine_.greeting_wait)) return complaint_of_start("does not speak Hub");
    for (const auto& [name, value] : engine_.parameters) {
      process_->say(write_hub_line({"set-param", {{"name", name}, {"value", value}}}));
    }
    process_->say("init");
    if (!wait_for("ready", limits::engine_start_wait)) return complaint_of_start("did not get ready");
    return {};
  }

  std::unexpected<base::Refusal> complaint_of_start(std::string_view what) {
    return complaint(process_->has_ended() ? "ended while it was starting" : what);
  }

  bool wait_for(std::string_view command, milliseconds patience) {
    const auto until = Clock::now() + patience;
    while (Clock::now() < until) {
      const auto text = process_->hear(std::chrono::ceil<milliseconds>(until - Clock::now()));
      if (!text) return false;
      const auto line = read_hub_line(*text);
      if (line && line->command == "param" && line->value("name") == "variant") variants_ = line->value("values");
      if (line && line->command == command) return true;
    }
    return false;
  }

  // An engine of several games has a parameter `variant` and names its values: ids of our games, or the names that
  // others gave to some of them. One that was configured to a variant stays with it.
  Checked<void> choose_variant(std::string_view token) {
    const std::string name = variant_named(token);
    if (name.empty() || name == variant_ || engine_.parameters.contains("variant")) return {};
    process_->say(write_hub_line({"set-param", {{"name", "variant"}, {"value", name}}}));
    process_->say("init");
    if (!wait_for("ready", limits::engine_start_wait)) {
      fail();
      return complaint("did not get ready");
    }
    variant_ = name;
    return {};
  }

  std::string variant_named(std::string_view token) const {
    const std::string_view id = game::id_of(token);
    const auto has = [&](std::string_view name) { return (" " + variants_ + " ").contains(fmt::format(" {} ", name)); };
    if (has(id)) return std::string(token);  // with its options, where the game has any
    const auto foreign = std::ranges::find(foreign_variants, id, &std::pair<std::string_view, std::string_view>::first);
    return foreign != foreign_variants.end() && has(foreign->second) ? std::string(foreign->second) : "";
  }

  // The game from its beginning, so that the engine knows what has been repeated.
  Checked<std::string> position_line(const SearchRequest& request, const HubBoard& board) const {
    SearchRequest beginning = request;
    beginning.turns.clear();
    const auto game = search::game_of(beginning);
    if (!game) return std::unexpected(game.error());
    HubLine line{"pos", {{"pos", board.position(**game)}}};
    std::string moves;
    for (const Turn& turn : request.turns) {
      const auto move = (*game)->parse(turn.move);
      if (!move) return std::unexpected(move.error());
      moves += (moves.empty() ? "" : " ") + board.move(*move);
      if (const auto played = (*game)->play(*move); !played) return std::unexpected(played.error());
    }
    if (!moves.empty()) line.arguments.emplace_back("moves", moves);
    return write_hub_line(line);
  }

  Checked<SearchResult> think(const SearchRequest& request, const game::Game& game, const StopSignal& stop,
                              const OnProgress& progress) {
    const HubBoard board(game);
    const auto position = position_line(request, board);
    if (!position) return std::unexpected(position.error());
    const milliseconds time = std::max(request.limits.time.value_or(engine_.move_time), milliseconds{1});
    process_->say(*position);
    process_->say(fmt::format("level move-time={:.3f}", std::chrono::duration<double>(time).count()));
    if (request.limits.depth) process_->say(fmt::format("level depth={}", *request.limits.depth));
    if (request.limits.nodes) process_->say(fmt::format("level nodes={}", *request.limits.nodes));
    if (!process_->say("go think")) return complaint("is gone");

    const auto begun = Clock::now();
    std::optional<Clock::time_point> told_to_stop;
    SearchProgress reached;
    while (true) {
      const bool had_ended = process_->has_ended();  // and has said its last by then
      const auto limit = told_to_stop ? *told_to_stop + engine_.stop_wait : begun + time + limits::engine_think_grace;
      const int stopping = told_to_stop ? -1 : stop.descriptor();
      auto patience = std::max(std::chrono::ceil<milliseconds>(limit - Clock::now()), milliseconds{0});
      if (!told_to_stop && stopping < 0) patience = std::min(patience, between_stop_looks);
      const auto text = process_->hear(patience, stopping);
      const auto now = Clock::now();
      if (text) {
        const auto line = read_hub_line(*text);
        if (!line) continue;
        if (line->command == "error") return complaint("complains: " + std::string(line->value("message")));
        if (line->command == "info") {
          reached = progress_in(*line, board, game);
          if (progress && tells_a_line(reached)) progress(reached);
        } else if (line->command == "done") {
          return result_in(*line, std::move(reached), board, game, told_to_stop && stop.is_stopped());
        }
      } else if (had_ended) {
        return complaint("ended while it was thinking");
      }
      if (!told_to_stop && (stop.is_stopped() || now >= limit)) {
        process_->say("stop");
        told_to_stop = now;
      } else if (told_to_stop && now >= limit) {
        return complaint("does not stop thinking");
      }
    }
  }

  static SearchProgress progress_in(const HubLine& line, const HubBoard& board, const game::Game& game) {
    SearchProgress progress;
    progress.depth = number_in<int>(line.value("depth"));
    progress.nodes = number_in<std::uint64_t>(line.value("nodes"));
    progress.time = seconds_in(line.value("time"));
    SearchLine expected;
    expected.score = score_in(hundredths_in(line.value("score")));
    if (const auto known = line.value("place"); !known.empty()) {
      expected.score.expected_place = hundredths_in(known) / 100.0;
    }
    const auto place = game.clone();
    std::string_view rest = line.value("pv");
    while (!rest.empty() && expected.moves.size() < most_expected_moves) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const auto move = board.find_move(*place, rest.substr(0, end));
      if (!move || !place->play(*move)) break;
      expected.moves.push_back(move->text);
      rest = rest.substr(std::min(end + 1, rest.size()));
    }
    if (!expected.moves.empty() || !line.value("score").empty()) progress.lines.push_back(std::move(expected));
    return progress;
  }

  // Some engines report a score without a line: it is kept for the final move, and is not reported as progress.
  static bool tells_a_line(const SearchProgress& progress) {
    return progress.lines.empty() || !progress.lines.front().moves.empty();
  }

  Checked<SearchResult> result_in(const HubLine& line, SearchProgress reached, const HubBoard& board,
                                  const game::Game& game, bool was_stopped) const {
    const auto move = board.find_move(game, line.value("move"));
    if (!move) return complaint("answered with " + base::quoted(line.value("move")) + ": " + move.error().reason);
    if (!tells_a_line(reached)) reached.lines.front().moves = {move->text};
    return SearchResult{move->text, std::move(reached), was_stopped};
  }

  const ExternalEngine engine_;
  std::optional<HubProcess> process_;
  std::string variants_;  // that it says it plays, with spaces between them
  std::string variant_;   // that it was told to play
  int failures_ = 0;
  std::optional<Clock::time_point> rest_until_;
};

}  // namespace

std::unique_ptr<Searcher> make_hub_searcher(const ExternalEngine& engine) {
  return std::make_unique<HubSearcher>(engine);
}

}  // namespace crownstar::hub
