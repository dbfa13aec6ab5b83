#include "programs/cli/engines/match/match_report.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "base/text/utf8.hpp"
#include "engines/contest/statistics/ratings.hpp"
#include "programs/cli/engines/match/match_games.hpp"

namespace crownstar::cli {
namespace {

using contest::ArenaResult;
using contest::ArenaTerms;
using contest::ContestResult;
using contest::Pairing;
using contest::SearchTotals;

std::string shares(const contest::PlaceTally& tally) {
  std::string text;
  for (std::size_t place = 0; place < tally.places().size(); ++place) {
    text += fmt::format("{}: {}, ", place + 1, tally.places()[place]);
  }
  return text + fmt::format("lower ones shared: {}, undecided: {}", tally.shared(), tally.undecided());
}

std::string pairing_line(const ArenaTerms& terms, const ContestResult& so_far) {
  if (so_far.sides != 2) return fmt::format("{} games, places {}", so_far.games, shares(so_far.places));
  const contest::Tally& tally = so_far.tally;
  const contest::Elo elo = tally.elo();
  std::string line =
      fmt::format("{} games: +{} ={} -{}, {:.1f} ± {:.1f} %, Elo {:+.1f} ± {:.1f}", tally.games(), tally.wins(),
                  tally.draws(), tally.losses(), 100 * tally.score(), 100 * tally.score_error(), elo.value, elo.error);
  if (terms.test) {
    line += fmt::format(", test {:+.2f} of ±{:.2f}", contest::log_likelihood_ratio(tally, *terms.test),
                        contest::decided_at);
  }
  return line;
}

double a_second(const SearchTotals& effort) {
  return effort.time.count() == 0 ? 0
                                  : static_cast<double>(effort.nodes) * 1e6 / static_cast<double>(effort.time.count());
}

double average(std::uint64_t total, std::uint64_t moves) {
  return moves == 0 ? 0 : static_cast<double>(total) / static_cast<double>(moves);
}

std::string effort_line(std::string_view side, const contest::EngineSpec& engine, const SearchTotals& effort) {
  return fmt::format(
      "{} {}: {:.1f} plies deep, {:.0f} nodes a move, {:.2f} million a second, {:.4f} s a move, at most {:.3f}\n", side,
      engine_name(engine), average(effort.depth, effort.moves), average(effort.nodes, effort.moves),
      a_second(effort) / 1e6, average(static_cast<std::uint64_t>(effort.time.count()), effort.moves) / 1e6,
      static_cast<double>(effort.longest.count()) / 1e6);
}

std::string_view verdict_word(contest::Verdict verdict) {
  return verdict == contest::Verdict::elo1 ? "elo1" : verdict == contest::Verdict::elo0 ? "elo0" : "open";
}

std::string pairing_text(const ArenaTerms& terms, const ContestResult& end) {
  std::string text = pairing_line(terms, end) + "\n";
  if (end.sides != 2) {
    const contest::Share first = end.places.first();
    text += (fmt::format("A is first in {:.1f} ± {:.1f} % of its games; {:.1f} % among equals\n", 100 * first.value,
                         100 * first.error, 100 * end.places.first_among_equals()));
  } else {
    const auto& pairs = end.tally.pairs();
    text += (fmt::format("pairs by A's points 0 ½ 1 1½ 2: {} {} {} {} {}\n", pairs[0], pairs[1], pairs[2], pairs[3],
                         pairs[4]));
    text += fmt::format("likelihood that A is better: {:.1f} %\n", 100 * contest::superiority(end.tally));
    if (terms.test) text += (fmt::format("sequential test: {}\n", verdict_word(end.verdict)));
  }
  for (const auto& [reason, count] : end.undecided_by) text += (fmt::format("undecided: {} {}\n", count, reason));
  if (end.repeated > 0) {
    text += (fmt::format(
        "repeated: {} games are identical to another one; they add no information, so the margin is larger\n",
        end.repeated));
  }
  text += (effort_line("A", terms.engines[0], end.search_totals_a) +
           effort_line("B", terms.engines[1], end.search_totals_b));
  text +=
      (fmt::format("{:.1f} plies a game; {} agreed, {} known to tables, {} too long, {} lost by A and {} by B because "
                   "their engine gave no move\n",
                   average(end.plies, static_cast<std::uint64_t>(end.games)), end.agreed, end.known, end.too_long,
                   end.failures_a, end.failures_b));
  return text;
}

void write_effort(base::JsonWriter& json, std::string_view name, const SearchTotals& effort) {
  json.key(name);
  json.begin_object();
  json.member("moves", effort.moves);
  json.member("nodes", effort.nodes);
  json.member("depth", average(effort.depth, effort.moves));
  json.member("seconds", static_cast<double>(effort.time.count()) / 1e6);
  json.member("longest", static_cast<double>(effort.longest.count()) / 1e6);
  json.end_object();
}

// Members of an object that is open.
void write_pairing(base::JsonWriter& json, const ArenaTerms& terms, const ContestResult& end) {
  json.member("seats", end.seats);
  json.member("sides", end.sides);
  json.member("games", end.games);
  if (end.sides == 2) {
    const contest::Elo elo = end.tally.elo();
    json.member("wins", end.tally.wins());
    json.member("draws", end.tally.draws());
    json.member("losses", end.tally.losses());
    json.member("score", end.tally.score());
    json.member("score_error", end.tally.score_error());
    json.member("elo", elo.value);
    json.member("error", elo.error);
    json.member("superiority", contest::superiority(end.tally));
    json.key("pairs");
    json.begin_array();
    for (const int count : end.tally.pairs()) json.value(count);
    json.end_array();
    if (terms.test) {
      json.member("llr", contest::log_likelihood_ratio(end.tally, *terms.test));
      json.member("verdict", verdict_word(end.verdict));
    }
  } else {
    const contest::Share first = end.places.first();
    json.key("places");
    json.begin_array();
    for (const int count : end.places.places()) json.value(count);
    json.end_array();
    json.member("shared", end.places.shared());
    json.member("undecided", end.places.undecided());
    json.member("first", first.value);
    json.member("error", first.error);
    json.member("first_among_equals", end.places.first_among_equals());
  }
  json.key("undecided_by");
  json.begin_object();
  for (const auto& [reason, count] : end.undecided_by) json.member(reason, count);
  json.end_object();
  json.member("plies", end.plies);
  json.member("repeated", end.repeated);
  json.member("failures_a", end.failures_a);
  json.member("failures_b", end.failures_b);
  json.member("agreed", end.agreed);
  json.member("known", end.known);
  json.member("too_long", end.too_long);
  write_effort(json, "effort_a", end.search_totals_a);
  write_effort(json, "effort_b", end.search_totals_b);
}

contest::Ratings ratings_of(const ArenaTerms& terms, const ArenaResult& result) {
  std::vector<contest::PairScore> scores;
  for (std::size_t number = 0; number < terms.pairings.size(); ++number) {
    const Pairing& pairing = terms.pairings[number];
    scores.push_back({pairing.a, pairing.b, result.pairings[number].tally});
  }
  return contest::Ratings(terms.engines.size(), scores);
}

// What one engine has reached against another, or against all.
struct Points {
  int games = 0;
  double points = 0;

  double share() const { return games == 0 ? 0 : points / games; }
};

Points points_of(const contest::Tally& tally, bool is_a) {
  return {tally.games(), (is_a ? tally.wins() : tally.losses()) + tally.draws() / 2.0};
}

Points points_against(const ArenaTerms& terms, const ArenaResult& result, std::size_t engine, std::size_t other) {
  for (std::size_t number = 0; number < terms.pairings.size(); ++number) {
    const Pairing& pairing = terms.pairings[number];
    if (pairing != Pairing{engine, other} && pairing != Pairing{other, engine}) continue;
    return points_of(result.pairings[number].tally, pairing.a == engine);
  }
  return {};
}

Points points_of_all(const ArenaTerms& terms, const ArenaResult& result, std::size_t engine) {
  Points all;
  for (std::size_t other = 0; other < terms.engines.size(); ++other) {
    const Points each = points_against(terms, result, engine, other);
    all.games += each.games;
    all.points += each.points;
  }
  return all;
}

std::string padded(const std::string& text, std::size_t letters) {
  const std::size_t has = base::letter_count(text);
  return text + std::string(letters - std::min(letters, has), ' ');
}

// The cross table: one row an engine, the strongest first, and one column for each of the others.
std::string cross_table(const ArenaTerms& terms, const ArenaResult& result) {
  const contest::Ratings ratings = ratings_of(terms, result);
  const std::vector<std::size_t>& order = ratings.order();
  std::size_t name_letters = 6;
  for (const contest::EngineSpec& spec : terms.engines) {
    name_letters = std::max(name_letters, base::letter_count(base::printable(engine_name(spec))));
  }
  std::string text = fmt::format("  # {}     Elo      ±  games   score  better", padded("engine", name_letters));
  for (std::size_t column = 1; column <= order.size(); ++column) text += fmt::format("{:>7}", column);
  text += "\n";
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t engine = order[place];
    const auto elo = ratings.of(engine);
    const Points all = points_of_all(terms, result, engine);
    text +=
        fmt::format("{:>3} {} ", place + 1, padded(base::printable(engine_name(terms.engines[engine])), name_letters));
    text += elo ? fmt::format("{:>+7.1f} {:>6.1f}", elo->value, elo->error) : fmt::format("{:>7} {:>6}", "-", "-");
    text += fmt::format(" {:>6} {:>5.1f} %", all.games, 100 * all.share());
    const bool has_next = elo && place + 1 < order.size() && ratings.of(order[place + 1]);
    text += has_next ? fmt::format(" {:>5.1f} %", 100 * ratings.superiority(engine, order[place + 1]))
                     : fmt::format(" {:>7}", "");
    for (const std::size_t other : order) {
      const Points each = points_against(terms, result, engine, other);
      text += each.games == 0 ? fmt::format("{:>7}", "-") : fmt::format("{:>7.1f}", each.points);
    }
    text += "\n";
  }
  return text;
}

std::string arena_text(const ArenaTerms& terms, const ArenaResult& result) {
  std::string text = cross_table(terms, result);
  text +=
      "Elo is relative to the mean of all; better: the likelihood to be stronger than the next; then the points "
      "against each.\n";
  int repeated = 0;
  for (std::size_t number = 0; number < terms.pairings.size(); ++number) {
    const ContestResult& each = result.pairings[number];
    repeated += each.repeated;
    if (each.failures_a + each.failures_b == 0) continue;
    text += fmt::format("{} against {}: {} and {} games lost because their engine gave no move\n",
                        engine_name(terms.engines[terms.pairings[number].a]),
                        engine_name(terms.engines[terms.pairings[number].b]), each.failures_a, each.failures_b);
  }
  if (repeated > 0) {
    text += fmt::format(
        "repeated: {} games are identical to another one; they add no information, so the margin is larger\n",
        repeated);
  }
  return text;
}

void write_arena(base::JsonWriter& json, const ArenaTerms& terms, const ArenaResult& result) {
  const contest::Ratings ratings = ratings_of(terms, result);
  json.member("games", result.games());
  json.key("engines");
  json.begin_array();
  for (const std::size_t engine : ratings.order()) {
    const auto elo = ratings.of(engine);
    const Points all = points_of_all(terms, result, engine);
    json.begin_object();
    json.member("number", engine + 1);
    json.member("engine", terms.engines[engine].text);
    json.member("name", engine_name(terms.engines[engine]));
    json.member("games", all.games);
    json.member("points", all.points);
    json.key("elo");
    elo ? json.value(elo->value) : json.null();
    json.key("error");
    elo ? json.value(elo->error) : json.null();
    json.key("superiority");
    json.begin_array();
    for (std::size_t other = 0; other < terms.engines.size(); ++other) {
      const bool is_known = other != engine && elo && ratings.of(other);
      is_known ? json.value(ratings.superiority(engine, other)) : json.null();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("pairings");
  json.begin_array();
  for (std::size_t number = 0; number < terms.pairings.size(); ++number) {
    json.begin_object();
    json.member("a", terms.pairings[number].a + 1);
    json.member("b", terms.pairings[number].b + 1);
    write_pairing(json, terms, result.pairings[number]);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string match_line(const ArenaTerms& terms, const ArenaResult& result) {
  if (terms.engines.size() == 2) return pairing_line(terms, result.pairings.front());
  const contest::Ratings ratings = ratings_of(terms, result);
  std::string line = fmt::format("{} games: ", result.games());
  constexpr std::size_t most_named = 4;
  for (std::size_t place = 0; place < std::min(most_named, terms.engines.size()); ++place) {
    const std::size_t engine = ratings.order()[place];
    const contest::Elo elo = ratings.of(engine).value_or(contest::Elo{});
    line += fmt::format("{}{} {:+.0f} ± {:.0f}", place == 0 ? "" : ", ", engine_name(terms.engines[engine]), elo.value,
                        elo.error);
  }
  return line;
}

std::string match_text(const ArenaTerms& terms, const ArenaResult& result) {
  return terms.engines.size() == 2 ? pairing_text(terms, result.pairings.front()) : arena_text(terms, result);
}

std::string match_json(const ArenaTerms& terms, const ArenaResult& result) {
  base::JsonWriter json;
  json.begin_object();
  json.member("game", terms.game.token);
  json.member("seed", terms.seed);
  if (terms.engines.size() == 2) {
    json.member("a", terms.engines[0].text);
    json.member("b", terms.engines[1].text);
    write_pairing(json, terms, result.pairings.front());
  } else {
    write_arena(json, terms, result);
  }
  json.end_object();
  return json.take() + "\n";
}

}  // namespace crownstar::cli
