#include "engines/hub/hub_engine.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "engines/hub/hub_board.hpp"
#include "engines/hub/hub_limits.hpp"
#include "engines/hub/hub_text.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::hub {

using engine::Equipment;
using engine::Searcher;
using engine::SearchLine;
using engine::SearchProgress;
using engine::SearchRequest;
using engine::StopSignal;
using engine::Turn;

namespace {

using std::chrono::milliseconds;

// Without another limit a move is thought about for so long.
constexpr milliseconds usual_time{1000};

// Scan's names beside our ids, for clients that look theirs up among the values. Its `frisian` and `killer` are ids.
constexpr std::string_view scan_variants = "normal bt losing";

}  // namespace

struct HubEngine::State {
  State(Equipment given, std::string ours, Say where)
      : equipment(std::move(given)),
        searcher(equipment.make_searcher()),
        version(std::move(ours)),
        say_line(std::move(where)) {
    request.token = "international";
  }

  void say(const HubLine& line) {
    const std::lock_guard lock(saying);
    say_line(write_hub_line(line));
  }
  void complain(std::string_view what) { say({"error", {{"message", std::string(what)}}}); }

  void introduce() {
    std::string variants;
    for (const game::CatalogEntry& entry : game::catalog()) variants += entry.id + " ";
    variants += scan_variants;
    say({"id", {{"name", "Crownstar"}, {"version", version}, {"author", "the authors of Crownstar"}, {"country", ""}}});
    say({"param", {{"name", "variant"}, {"value", request.token}, {"type", "enum"}, {"values", variants}}});
    say({"param",
         {{"name", "squares"},
          {"value", squares == HubSquares::scan ? "scan" : "pdn"},
          {"type", "enum"},
          {"values", "pdn scan"}}});
    say({"param", {{"name", "level"}, {"value", level}, {"type", "string"}}});
    say({"param", {{"name", "lines"}, {"value", std::to_string(lines)}, {"type", "int"}}});
    for (const auto& [name, value] : equipment.values()) {
      const bool is_number = name == "threads" || name == "memory";
      say({"param", {{"name", name}, {"value", value}, {"type", is_number ? "int" : "string"}}});
    }
    say({"wait", {}});
  }

  void set_parameter(const HubLine& line) {
    const std::string_view name = line.value("name");
    const std::string value(line.value("value"));
    if (name == "variant") {
      const auto game = game::start(value);
      // Until a variant is understood nothing is searched, or the engine would play a game that the client did not ask
      // for.
      missing = game ? "" : "the variant was refused: " + game.error().reason;
      if (!game) return complain(game.error().reason);
      request = {};
      request.token = (*game)->token();
    } else if (name == "squares") {
      if (value != "pdn" && value != "scan") return complain("squares: expected pdn or scan");
      squares = value == "scan" ? HubSquares::scan : HubSquares::pdn;
    } else if (name == "level") {
      if (const auto known = search::level_named(value); !known) return complain(known.error().reason);
      level = value;
    } else if (name == "lines") {
      const auto number = base::whole_number(name, value, 1, search::most_lines);
      if (!number) return complain(number.error().reason);
      lines = *number;
    } else if (const auto set = equipment.set(name, value); set) {
      end_search();
      searcher = equipment.make_searcher();
    } else {
      complain(set.error().reason);
    }
  }

  Checked<void> set_position(const HubLine& line) {
    for (const auto& [name, value] : line.arguments) {
      if (name == "start" || name == "pos" || name == "moves") continue;
      return base::refuse("pos: expected start or pos, and moves; there is no " + base::quoted(name));
    }
    const bool is_start = line.has("start");  // Scan's word for the usual one
    if (is_start && line.has("pos")) return base::refuse("pos: expected start or pos, not both");
    SearchRequest asked;
    asked.token = request.token;
    const auto game = game::start(asked.token);
    if (!game) return std::unexpected(game.error());
    const HubBoard board(**game, squares);
    const std::string_view pos = line.value("pos");
    // FEN holds colons, a row of squares none.
    const Checked<std::string> position =
        pos.contains(':') ? Checked<std::string>(std::string(pos)) : board.position_text(pos);
    if (!is_start) {
      if (!position) return std::unexpected(position.error());
      const auto set = game::set_written_position(**game, *position);
      if (!set) return std::unexpected(set.error());
    }
    asked.position = (*game)->position();
    std::string_view moves = line.value("moves");
    while (!moves.empty()) {
      const std::size_t end = std::min(moves.find(' '), moves.size());
      const std::string_view text = moves.substr(0, end);
      moves = moves.substr(std::min(end + 1, moves.size()));
      if (text.empty()) continue;
      const auto move = board.find_move(**game, text);
      if (!move) return std::unexpected(move.error());
      if (const auto played = (*game)->play(*move); !played) return played;
      asked.turns.push_back(Turn::played(move->text));
    }
    request.position = std::move(asked.position);
    request.turns = std::move(asked.turns);
    level_lines = {};
    return {};
  }

  void read_position(const HubLine& line) {
    if (missing.starts_with("the variant")) return complain(missing);
    const auto set = set_position(line);
    missing = set ? "" : "the position was refused: " + set.error().reason;
    if (!set) complain(set.error().reason);
  }

  void go(const HubLine& line) {
    if (!missing.empty()) return complain("nothing is searched: " + missing);
    const auto task = read_go(line);
    if (!task) return complain(task.error().reason);
    SearchRequest asked = request;
    asked.level = level;
    asked.lines = lines;
    asked.limits = level_lines.limits;
    is_open = level_lines.is_infinite || *task == HubTask::analyze;
    asked.is_pondering = *task == HubTask::ponder && !is_open;
    if (is_open) {
      asked.limits = {};
      asked.is_analysis = true;
    } else if (!level_lines.has_any()) {
      asked.limits.time = usual_time;
    }
    const auto game = search::game_of(asked);
    if (!game) return complain(game.error().reason);
    end_search();
    stop = StopSignal{};
    is_thinking = true;
    is_pondering = asked.is_pondering;
    searching = std::thread([this, asked = std::move(asked)] { think(asked); });
  }

  void think(const SearchRequest& asked) {
    const auto game = search::game_of(asked);
    const HubBoard board(**game, squares);
    const bool has_lines = asked.lines > 1;
    const auto tell = [&](const SearchProgress& progress) { say_progress(progress, has_lines, board, **game); };
    const auto result = searcher->search(asked, stop, tell);
    // An analysis lasts until `stop`, even when all is searched; pondering until `stop` or `ponder-hit`.
    const auto waits = [&] { return is_open || (asked.is_pondering && !stop.have_limits_begun()); };
    if (result) {
      std::unique_lock lock(stop_mutex);
      stop_changed.wait(lock, [&] { return stop.is_stopped() || !waits(); });
    }
    is_thinking = false;
    if (is_silent) return;
    if (!result) return complain(result.error().reason);
    say_progress(result->reached, has_lines, board, **game);
    HubLine done{"done", {}};
    const std::vector<std::string> expected{result->move, result->expected_reply()};
    const auto moves = in_hub(expected, board, **game);
    if (!moves.empty()) done.arguments.emplace_back("move", moves[0]);
    // With more seats the next move in the line is not the one that comes before our next turn.
    if (moves.size() > 1 && (*game)->seats() == 2) done.arguments.emplace_back("ponder", moves[1]);
    say(done);
  }

  static std::vector<std::string> in_hub(const std::vector<std::string>& texts, const HubBoard& board,
                                         const game::Game& game) {
    std::vector<std::string> moves;
    const auto place = game.clone();
    for (const std::string& text : texts) {
      const auto move = place->parse(text);
      if (!move) break;
      moves.push_back(board.move(*move));
      if (!place->play(*move)) break;
    }
    return moves;
  }

  void say_progress(const SearchProgress& progress, bool has_lines, const HubBoard& board, const game::Game& game) {
    const double seconds = std::chrono::duration<double>(progress.time).count();
    const HubLine effort{"info",
                         {{"depth", std::to_string(progress.depth)},
                          {"nodes", std::to_string(progress.nodes)},
                          {"time", fmt::format("{:.3f}", seconds)}}};
    if (progress.lines.empty()) return say(effort);
    for (std::size_t number = 0; number < progress.lines.size(); ++number) {
      const SearchLine& each = progress.lines[number];
      HubLine line = effort;
      if (has_lines) line.arguments.emplace_back("line", std::to_string(number + 1));
      line.arguments.emplace_back("score", hub_score(each.score));
      if (each.score.expected_place) {
        line.arguments.emplace_back("place", fmt::format("{:.2f}", *each.score.expected_place));
      }
      std::string pv;
      for (const std::string& move : in_hub(each.moves, board, game)) pv += (pv.empty() ? "" : " ") + move;
      line.arguments.emplace_back("pv", pv);
      say(line);
    }
  }

  // Wakes the search's thread, which waits for `stop` or `ponder-hit`.
  void ask_to_stop() {
    {
      const std::lock_guard lock(stop_mutex);
      stop.stop();
    }
    stop_changed.notify_all();
  }
  void ponder_hit() {
    {
      const std::lock_guard lock(stop_mutex);
      stop.begin_limits();
    }
    stop_changed.notify_all();
  }
  void end_search() {
    ask_to_stop();
    wait_for_search();
  }
  void wait_for_search() {
    if (searching.joinable()) searching.join();
  }

  Equipment equipment;
  std::unique_ptr<Searcher> searcher;
  std::string version;
  Say say_line;
  std::mutex saying;

  SearchRequest request;
  HubSquares squares = HubSquares::pdn;
  std::string missing;  // why nothing can be searched: what the last variant or position was refused for
  std::string level;
  int lines = 1;
  HubLimits level_lines;
  bool is_open = false;       // the search ends only at `stop`
  bool is_pondering = false;  // or when its limits have begun

  StopSignal stop;
  std::mutex stop_mutex;  // held where `stop` is told anything
  std::condition_variable stop_changed;
  std::atomic<bool> is_thinking = false;
  std::atomic<bool> is_silent = false;
  std::thread searching;
};

HubEngine::HubEngine(Equipment equipment, std::string version, Say say)
    : state_(std::make_unique<State>(std::move(equipment), std::move(version), std::move(say))) {}

HubEngine::~HubEngine() {
  state_->is_silent = true;
  state_->end_search();
}

void HubEngine::finish() {
  const bool has_end = !state_->is_open && (!state_->is_pondering || state_->stop.have_limits_begun());
  has_end ? state_->wait_for_search() : state_->end_search();
}

bool HubEngine::hear(std::string_view text) {
  State& state = *state_;
  if (text.find_first_not_of(" \t\r") == std::string_view::npos) return true;
  const auto line = read_hub_line(text);
  if (!line) {
    state.complain(line.error().reason);
    return true;
  }
  const std::string& command = line->command;
  if (command == "quit") return false;
  if (command == "ping") {
    state.say({"pong", {}});
  } else if (command == "stop") {
    state.ask_to_stop();
  } else if (command == "ponder-hit") {
    state.ponder_hit();
  } else if (state.is_thinking) {
    state.complain("it is thinking; expected stop, ponder-hit, ping or quit");
  } else if (const auto twice = line->given_twice(); !twice.empty()) {
    // It is not clear which of the two was meant. (When other engines send us one twice, the first counts.)
    state.complain(base::quoted(twice) + " is given twice");
  } else if (command == "hub") {
    state.introduce();
  } else if (command == "init") {
    state.say({"ready", {}});
  } else if (command == "set-param") {
    state.set_parameter(*line);
  } else if (command == "new-game") {
    state.end_search();
    state.searcher->forget();
  } else if (command == "pos") {
    state.read_position(*line);
  } else if (command == "level") {
    const auto level = with_level(state.level_lines, *line);
    level ? void(state.level_lines = *level) : state.complain(level.error().reason);
  } else if (command == "go") {
    state.go(*line);
  } else {
    state.complain("there is no command " + base::quoted(command));
  }
  return true;
}

}  // namespace crownstar::hub
