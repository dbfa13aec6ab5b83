#include "programs/cli/engines/solve.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "engines/solve/rhombus.hpp"
#include "engines/solve/transfer.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/interruption.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/threads.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using base::JsonWriter;
using solve::Field;

constexpr std::uint64_t deepest = 60;
constexpr std::uint64_t most_memory = 1 << 20;
constexpr std::uint64_t most_width = 4'000'000;

// An option that does not apply to the chosen problem is rejected: it would be ignored.
Checked<void> check_together(const SolveTransferRequest& request) {
  if (request.board == "star") {
    for (const auto& [option, value] : {std::pair("--side", &request.side), std::pair("--pieces", &request.pieces)}) {
      if (*value)
        return base::refuse(
            fmt::format("{} applies to --board rhombus only; the star has 121 holes and ten pieces", option));
    }
  }
  if (request.depth && request.none_in) return base::refuse("--depth counts and --none-in proves: give one of the two");
  const bool is_way = !request.depth && !request.none_in;
  for (const auto& [option, value] : {std::pair("--width", &request.width), std::pair("--most", &request.most)}) {
    if (*value && !is_way) {
      return base::refuse(fmt::format("{} applies to the search for a crossing, which {} turns off", option,
                                      request.depth ? "--depth" : "--none-in"));
    }
  }
  if (request.folder && is_way) {
    return base::refuse("--folder applies to --depth or --none-in only");
  }
  return {};
}

Checked<Field> read_field(const SolveTransferRequest& request) {
  if (request.board == "star") return solve::star();
  if (request.board != "rhombus") {
    return base::refuse("--board: expected rhombus or star instead of " + base::quoted(request.board));
  }
  const auto side = read_number("--side", request.side.value_or("9"), 2, 11);
  if (!side) return std::unexpected(side.error());
  const auto pieces = read_number("--pieces", request.pieces.value_or("10"), 1, 55);
  if (!pieces) return std::unexpected(pieces.error());
  return solve::rhombus(static_cast<int>(*side), static_cast<int>(*pieces));
}

Checked<solve::Limits> read_limits(const std::string& memory, const std::optional<std::string>& folder) {
  const auto mebibytes = read_number("--memory", memory, 1, most_memory);
  if (!mebibytes) return std::unexpected(mebibytes.error());
  if (folder && folder->empty()) return base::refuse("--folder: expected a folder instead of ''");
  return solve::Limits{*mebibytes << 20U, folder.value_or("")};
}

solve::OnTransfer report_progress(Progress& progress) {
  return [&progress](const solve::TransferProgress& done) {
    progress.tell([&] {
      return fmt::format("depth {}: {} of {} positions, {:.0f} s", done.depth, done.done, done.all, progress.seconds());
    });
    return !Interruption::is_wanted();
  };
}

int say_interrupted(const std::optional<std::string>& folder) {
  complain(folder ? fmt::format("interrupted; finished work is saved in {}; run the same command to resume",
                                base::quoted(*folder))
                  : "interrupted; nothing was saved");
  return interrupted;
}

void write_list(JsonWriter& json, std::string_view key, const auto& numbers) {
  json.key(key);
  json.begin_array();
  for (const auto number : numbers) json.value(number);
  json.end_array();
}

int count_positions(const SolveTransferRequest& request, const Field& field) {
  const auto depth = read_number("--depth", *request.depth, 0, deepest);
  if (!depth) return complain_of_usage(depth.error());
  const auto limits = read_limits(request.memory, request.folder);
  if (!limits) return complain_of_usage(limits.error());
  const Interruption interruption;
  Progress progress;
  const auto found = solve::count_transfer(field, static_cast<int>(*depth), *limits, report_progress(progress));
  progress.wipe();
  if (!found) return complain(found.error());
  if (found->was_stopped) return say_interrupted(request.folder);
  if (request.is_json) {
    JsonWriter json;
    json.begin_object();
    write_list(json, "positions", found->within);
    json.end_object();
    say(json.take() + "\n");
    return success;
  }
  say(fmt::format("{:>5} {:>20}\n", "moves", "positions within"));
  for (std::size_t moves = 0; moves < found->within.size(); ++moves) {
    say(fmt::format("{:>5} {:>20}\n", moves, found->within[moves]));
  }
  if (found->home_at >= 0) say(fmt::format("the shortest crossing takes {} moves\n", found->home_at));
  return success;
}

int prove_none(const SolveTransferRequest& request, const Field& field) {
  const auto most = read_number("--none-in", *request.none_in, 1, 2 * deepest);
  if (!most) return complain_of_usage(most.error());
  const auto limits = read_limits(request.memory, request.folder);
  if (!limits) return complain_of_usage(limits.error());
  const Interruption interruption;
  Progress progress;
  const auto found = solve::prove_transfer(field, static_cast<int>(*most), *limits, report_progress(progress));
  progress.wipe();
  if (!found) return complain(found.error());
  if (found->was_stopped) return say_interrupted(request.folder);
  if (request.is_json) {
    JsonWriter json;
    json.begin_object();
    json.member("most_moves", found->most_moves);
    json.member("is_proved", found->is_proved);
    if (found->home_at >= 0) json.member("across_in", found->home_at);
    write_list(json, "kept", found->kept);
    write_list(json, "farthest", found->farthest);
    json.end_object();
    say(json.take() + "\n");
    return success;
  }
  say(fmt::format("{:>5} {:>20} {:>12}\n", "moves", "positions looked at", "farthest"));
  for (std::size_t moves = 0; moves < found->kept.size(); ++moves) {
    say(fmt::format("{:>5} {:>20} {:>12}\n", moves, found->kept[moves], found->farthest[moves]));
  }
  say(found->is_proved ? fmt::format("no crossing in {} moves or fewer\n", found->most_moves)
                       : fmt::format("the shortest crossing takes {} moves\n", found->home_at));
  return success;
}

int find_way(const SolveTransferRequest& request, const Field& field) {
  const auto width = read_number("--width", request.width.value_or("20000"), 1, most_width);
  if (!width) return complain_of_usage(width.error());
  const auto most = read_number("--most", request.most.value_or("60"), 1, 2 * deepest);
  if (!most) return complain_of_usage(most.error());
  const auto limits = read_limits(request.memory, {});
  if (!limits) return complain_of_usage(limits.error());
  const Interruption interruption;
  Progress progress;
  const auto tell = [&](const solve::TransferProgress& done) {
    progress.tell([&] { return fmt::format("{} moves from each end, {:.0f} s", done.depth, progress.seconds()); });
    return !Interruption::is_wanted();
  };
  const auto way = solve::find_transfer(field, static_cast<int>(*most), static_cast<int>(*width), *limits, tell);
  progress.wipe();
  if (!way) return complain(way.error());
  if (way->was_stopped) return say_interrupted({});
  const std::vector<solve::TransferStep>& steps = way->steps;
  if (steps.empty()) {
    return complain(fmt::format("no crossing of {} moves or fewer was found; try a greater --width", *most));
  }
  const auto named = [&](const solve::TransferStep& step) {
    return field.names[static_cast<std::size_t>(step.from)] + "-" + field.names[static_cast<std::size_t>(step.to)];
  };
  if (request.is_json) {
    JsonWriter json;
    json.begin_object();
    json.member("moves", steps.size());
    json.key("way");
    json.begin_array();
    for (const solve::TransferStep& step : steps) json.value(named(step));
    json.end_array();
    json.end_object();
    say(json.take() + "\n");
    return success;
  }
  say(fmt::format("crossing in {} moves (not proved to be the shortest):\n", steps.size()));
  for (const solve::TransferStep& step : steps) say(named(step) + "\n");
  return success;
}

std::string_view outcome_of(int first_player) { return first_player > 0 ? "win" : first_player < 0 ? "loss" : "draw"; }

}  // namespace

int run_solve_transfer(const SolveTransferRequest& request) {
  if (const auto sensible = check_together(request); !sensible) return complain_of_usage(sensible.error());
  const auto field = read_field(request);
  if (!field) return complain_of_usage(field.error());
  if (request.none_in) return prove_none(request, *field);
  return !request.depth ? find_way(request, *field) : count_positions(request, *field);
}

int run_solve_rhombus(const SolveRhombusRequest& request) {
  const auto side = read_number("--side", request.side, 2, 8);
  if (!side) return complain_of_usage(side.error());
  const auto pieces = read_number("--pieces", request.pieces, 1, 10);
  if (!pieces) return complain_of_usage(pieces.error());
  auto limits = read_limits(request.memory, request.folder);
  if (!limits) return complain_of_usage(limits.error());
  const auto threads = read_threads(request.threads);
  if (!threads) return complain_of_usage(threads.error());
  limits->threads = *threads;
  const auto field = solve::rhombus(static_cast<int>(*side), static_cast<int>(*pieces));
  if (!field) return complain_of_usage(field.error());
  const Interruption interruption;
  Progress progress;
  const auto tell = [&](const solve::RhombusProgress& done) {
    progress.tell([&] {
      return fmt::format("{} plies: {} of {} positions known, {:.0f} s", done.plies, done.known, done.all,
                         progress.seconds());
    });
    return !Interruption::is_wanted();
  };
  const auto found = solve::solve_rhombus(static_cast<int>(*side), static_cast<int>(*pieces), *limits, tell);
  progress.wipe();
  if (!found) return complain(found.error());
  if (found->was_stopped) return say_interrupted(request.folder);
  if (request.is_json) {
    JsonWriter json;
    json.begin_object();
    json.member("side", *side);
    json.member("pieces", *pieces);
    json.member("first_player", outcome_of(found->first_player));
    json.member("plies", found->plies);
    json.member("positions", found->positions);
    json.member("win", found->won);
    json.member("draw", found->drawn);
    json.member("loss", found->lost);
    json.member("longest", found->longest);
    json.end_object();
    say(json.take() + "\n");
    return success;
  }
  say(fmt::format("{0} by {0} holes, {1} each: the first player {2}\n", *side, counted(*pieces, "piece"),
                  found->first_player == 0
                      ? "draws"
                      : fmt::format("{} in {} plies", found->first_player > 0 ? "wins" : "loses", found->plies)));
  say(fmt::format("of {} positions the side to move wins {}, loses {}, draws {}; the longest takes {} plies\n",
                  found->positions, found->won, found->lost, found->drawn, found->longest));
  return success;
}

}  // namespace crownstar::cli
