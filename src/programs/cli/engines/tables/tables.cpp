#include "programs/cli/engines/tables/tables.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/threads.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::cli {

using base::JsonWriter;

namespace {

using base::Checked;
using tablebase::BuildRequest;
using tablebase::Report;
using tablebase::Slice;
using tablebase::SliceReport;
using tablebase::Totals;

constexpr std::uint64_t least_memory = 1;
constexpr std::uint64_t most_table_memory = 1 << 20;

Checked<BuildRequest> read_build_request(const TablesRequest& request) {
  if (const auto game = game::start(request.game); !game) return std::unexpected(game.error());
  const auto pieces = read_number("--pieces", request.pieces, 1, tablebase::most_pieces);
  if (!pieces) return std::unexpected(pieces.error());
  const auto memory = read_number("--memory", request.memory, least_memory, most_table_memory);
  if (!memory) return std::unexpected(memory.error());
  const auto threads = read_threads(request.threads);
  if (!threads) return std::unexpected(threads.error());
  const auto distances = read_number("--distances", request.distances, 0, tablebase::most_pieces - 1);
  if (!distances) return std::unexpected(distances.error());
  return BuildRequest{request.game,  engine::tables_folder(request.folder), static_cast<int>(*pieces), *threads,
                      *memory << 20, static_cast<int>(*distances)};
}

std::string duration(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// The estimate assumes the rate so far; what existed before took no time.
std::string progress_line(const tablebase::Progress& progress, double seconds) {
  const auto fresh = static_cast<double>(progress.done - std::min(progress.done, progress.kept));
  const double rate = seconds > 0 ? fresh / seconds : 0;
  const double left = rate > 0 ? static_cast<double>(progress.all - progress.done) / rate : 0;
  return fmt::format("{}: {:.1f} of {:.1f} million positions, {:.0f} s, about {} left",
                     tablebase::to_text(progress.slice), static_cast<double>(progress.done) / 1e6,
                     static_cast<double>(progress.all) / 1e6, seconds, duration(left));
}

void write_totals(JsonWriter& json, std::string_view name, const Totals& totals) {
  json.key(name);
  json.begin_object();
  json.member("win", totals.win);
  json.member("draw", totals.draw);
  json.member("loss", totals.loss);
  json.end_object();
}

// The material as both colours have it: a report has the side to move first, whichever colour that is.
std::string json_of(const std::string& game, const Report& report) {
  std::map<Slice, Totals> totals;
  for (const SliceReport& each : report.slices) totals[each.slice] = each.totals;
  JsonWriter json;
  json.begin_object();
  json.member("game", game);
  json.key("slices");
  json.begin_array();
  for (const SliceReport& each : report.slices) {
    const Slice& slice = each.slice;
    json.begin_object();
    json.member("black_men", slice.own.men);
    json.member("black_kings", slice.own.kings);
    json.member("white_men", slice.theirs.men);
    json.member("white_kings", slice.theirs.kings);
    write_totals(json, "black_to_move", each.totals);
    write_totals(json, "white_to_move", totals[slice.turned()]);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

struct Sum {
  Totals totals;
  std::uint32_t longest = 0;
  bool has_distances = false;
  std::uint64_t value_bytes = 0;
  std::uint64_t distance_bytes = 0;
};

void say_report(const Report& report) {
  std::map<int, Sum> sums;
  for (const SliceReport& each : report.slices) {
    Sum& sum = sums[each.slice.pieces()];
    sum.totals.win += each.totals.win;
    sum.totals.draw += each.totals.draw;
    sum.totals.loss += each.totals.loss;
    sum.longest = std::max(sum.longest, each.longest);
    sum.has_distances = each.has_distances;
    sum.value_bytes += each.value_bytes;
    sum.distance_bytes += each.distance_bytes;
  }
  say("For the side to move; counters of draw rules are left out, positions with a capture pending included.\n");
  say(fmt::format("{:>6} {:>14} {:>14} {:>14} {:>14} {:>12} {:>13} {:>14}\n", "pieces", "positions", "wins", "draws",
                  "losses", "longest win", "bytes, values", "and distances"));
  for (const auto& [pieces, sum] : sums) {
    const std::string longest = sum.has_distances ? std::to_string(sum.longest) : "-";
    const std::string distances = sum.has_distances ? std::to_string(sum.distance_bytes) : "-";
    say(fmt::format("{:>6} {:>14} {:>14} {:>14} {:>14} {:>12} {:>13} {:>14}\n", pieces, sum.totals.all(),
                    sum.totals.win, sum.totals.draw, sum.totals.loss, longest, sum.value_bytes, distances));
  }
}

template <class Work>
Checked<Report> watched(const BuildRequest& order, Progress& progress, const Work& work) {
  const auto report = work(order, [&](const tablebase::Progress& so_far) {
    progress.tell([&] { return progress_line(so_far, progress.seconds()); });
    return true;
  });
  progress.wipe();
  return report;
}

}  // namespace

int run_tables_build(const TablesRequest& request) {
  const auto order = read_build_request(request);
  if (!order) return complain_of_usage(order.error());
  Progress progress;
  const auto report = watched(*order, progress, tablebase::build_tables);
  if (!report) return complain(report.error());
  if (request.is_json) {
    say(json_of(order->game, *report) + "\n");
    return success;
  }
  say_report(*report);
  const double seconds = progress.seconds();
  const double rate = static_cast<double>(report->fresh) / 1e6 / seconds;
  const std::string made = report->fresh == 0 ? "everything existed already"
                                              : fmt::format("{} positions made in {:.1f} s, {:.2f} million a second",
                                                            report->fresh, seconds, rate);
  say(fmt::format("{}/{}: {}\n", order->folder, order->game, made));
  return success;
}

int run_tables_verify(const TablesRequest& request) {
  const auto order = read_build_request(request);
  if (!order) return complain_of_usage(order.error());
  Progress progress;
  const auto report = watched(*order, progress, tablebase::verify_tables);
  if (!report) return complain(report.error());
  for (const std::string& fault : report->faults) complain(fault);
  if (report->wrong != 0) return complain(fmt::format("{} entries are wrong", report->wrong));
  if (request.is_json) {
    say(json_of(order->game, *report) + "\n");
    return success;
  }
  say_report(*report);
  say(fmt::format("All {} entries agree with their successors; {:.1f} s, {:.2f} million a second\n", report->positions,
                  progress.seconds(), static_cast<double>(report->positions) / 1e6 / progress.seconds()));
  return success;
}

}  // namespace crownstar::cli
