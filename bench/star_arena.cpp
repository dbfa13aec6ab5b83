// Lets ways of playing Chinese checkers meet each other, all in this program: which search, how many nodes or how much
// time, with or without parts of it. Starts are paired: from the same random opening every seating is played.
// Prints how often kind A took the first place, with its error, and how the games ended. See --help.

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engines/search/star/rival_predictability.hpp"
#include "engines/search/star/root_search.hpp"
#include "rules/game/token.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"
#include "star_rivals.hpp"

namespace {

using namespace crownstar;
using search::star::OpponentModel;

constexpr const char* help =
    R"(Usage: star_arena [--game TOKEN] [--games N] [--a KIND] [--b KIND] [--one] [--opening PLIES] [--seed N] [--from N]
                  [--verbose]
A KIND is words with commas between them:
  paranoid | best_reply | alone   the search (paranoid with two sides is plain alpha-beta)
  forecast  turns=N               plans so many own turns, the rivals foreseen at first sight
  max_n                           another search (bench/star_rivals.hpp)
  outs                            a tree of play-outs; rounds=N width=N curious=N trust=N scale=N shut=N are its shape
  foresees=N                      does that where so many of 100 moves of the rivals were as foreseen
  noroot                          looks at all first moves equally deeply
  depth=N  nodes=N  ms=N          its limits for a move
  races=N                         counts its own way below N hundredths of a turn where nobody meets it, 0 for never
  near=N                          below N it does so whoever is in the way
  rivals=N                        how much the rivals' way counts, in percent
  hold=N                          what being shut out of the last holes costs (win=own)
  crowd=N                         waits in the start where more of 100 holes of the middle are taken (six sets)
  step=N  behind=N  aside=N  goal=N  the shape of what a hole is worth (search/star/tuned.hpp)
  net=FILE                        adds what a network says (nets/star-*.net)
  jump=N  flat                    weaknesses of levels
--one seats one A (in teams one team) among Bs, its seat rotating; otherwise every other seat is A (two teams: A is one
of them). --from begins with the Nth opening of the seed instead of the first.
Example: star_arena --game sternhalma:players=6 --games 30 --a best_reply,ms=100 --b depth=1,races=0 --one
)";

struct Kind {
  search::star::SearchOptions options;
  search::star::EvaluationWeights shape = search::star::evaluation_weights({});
  search::SearchLimits limits;
  std::shared_ptr<search::net::Network> network;
  bool is_max_n = false;
};

struct Settings {
  std::string game = "sternhalma:pieces=10";
  int games = 20;
  Kind a;
  Kind b;
  bool is_one = false;
  int opening = 4;
  std::uint32_t seed = 1;
  int from = 0;  // openings of the seed that are left out
  bool is_verbose = false;
};

[[noreturn]] void leave(const std::string& why) {
  std::fprintf(stderr, "%s\n%s", why.c_str(), help);
  std::exit(EXIT_FAILURE);
}

int number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) leave("not a number: " + std::string(text));
  return number;
}

// It counts its way home as the others do, and looks at its own turn only before it chooses in its own way.
void set_max_n(Kind& kind) {
  kind.is_max_n = true;
  kind.options.depth = 1;
}

std::shared_ptr<search::net::Network> network_in(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(file), {}};
  const std::vector<unsigned char> bytes(read.begin(), read.end());
  auto network = search::net::read_network(bytes);
  if (!network) leave(name + ": " + network.error().reason);
  return *std::move(network);
}

// A network judges any position with as many holes, but only its own game well: one of ten pieces, given to fifteen,
// won 27 of 100 games against none.
void check_network(const Kind& kind, const sternhalma::Rules& rules) {
  if (kind.network == nullptr) return;
  const std::string wanted = search::star::net_name(rules);
  if (kind.network->game == wanted) return;
  leave("the network is " + kind.network->game + ", and this game's is " + (wanted.empty() ? "none" : wanted));
}

// Where a word with a number puts it.
std::map<std::string_view, int*> numbers_of(Kind& kind) {
  search::star::SearchOptions& options = kind.options;
  search::star::PlayoutOptions& outs = options.playouts;
  return {{"turns", &options.beam_turns},
          {"foresees", &options.predictable_from},
          {"depth", &options.depth},
          {"races", &options.solo_race_below},
          {"near", &options.solo_race_near_home},
          {"rivals", &options.evaluation.rivals},
          {"jump", &options.longest_jump},
          {"goal", &kind.shape.goal},
          {"step", &kind.shape.step},
          {"behind", &kind.shape.behind},
          {"aside", &kind.shape.aside},
          {"rounds", &outs.rounds},
          {"width", &outs.width},
          {"curious", &outs.exploration},
          {"trust", &outs.prior_visits},
          {"hold", &options.evaluation.goal_blockade_cost},
          {"crowd", &options.evaluation.crowded_percent},
          {"scale", &outs.scale},
          {"shut", &outs.shut_in}};
}

// Words that stand alone.
bool set_by_word(Kind& kind, std::string_view word) {
  static const std::map<std::string_view, OpponentModel> methods{{"paranoid", OpponentModel::paranoid},
                                                                 {"best_reply", OpponentModel::best_reply},
                                                                 {"alone", OpponentModel::alone},
                                                                 {"forecast", OpponentModel::predicted}};
  if (const auto method = methods.find(word); method != methods.end())
    kind.options.opponent_model = method->second;
  else if (word == "max_n")
    set_max_n(kind);
  else if (word == "outs")
    kind.options.uses_playouts = true;
  else if (word == "noroot")
    kind.options.has_late_move_reductions = false;
  else if (word == "flat")
    kind.options.evaluation.is_flat = true;
  else
    return false;
  return true;
}

Kind kind_of(std::string_view text) {
  Kind kind;
  const auto numbers = numbers_of(kind);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    if (equals == std::string_view::npos) {
      if (!set_by_word(kind, word)) leave("no kind has " + std::string(word));
    } else if (name == "net") {
      kind.network = network_in(std::string(word.substr(equals + 1)));
    } else if (const auto place = numbers.find(name); place != numbers.end()) {
      *place->second = number_in(word.substr(equals + 1));
    } else if (name == "nodes") {
      kind.limits.nodes = static_cast<std::uint64_t>(number_in(word.substr(equals + 1)));
    } else if (name == "ms") {
      kind.limits.time = std::chrono::milliseconds(number_in(word.substr(equals + 1)));
    } else {
      leave("no kind has " + std::string(word));
    }
  }
  return kind;
}

Settings settings_of(int argc, char** argv) {
  Settings settings;
  settings.a = kind_of("nodes=2000");
  settings.b = kind_of("depth=1,races=0");
  for (int at = 1; at < argc; ++at) {
    const std::string_view word = argv[at];
    const auto value = [&]() -> std::string_view {
      if (at + 1 == argc) leave("a value is missing after " + std::string(word));
      return argv[++at];
    };
    if (word == "--game")
      settings.game = value();
    else if (word == "--games")
      settings.games = number_in(value());
    else if (word == "--a")
      settings.a = kind_of(value());
    else if (word == "--b")
      settings.b = kind_of(value());
    else if (word == "--one")
      settings.is_one = true;
    else if (word == "--opening")
      settings.opening = number_in(value());
    else if (word == "--seed")
      settings.seed = static_cast<std::uint32_t>(number_in(value()));
    else if (word == "--from")
      settings.from = std::max(number_in(value()), 1) - 1;
    else if (word == "--verbose")
      settings.is_verbose = true;
    else if (word == "--help") {
      std::fputs(help, stdout);
      std::exit(EXIT_SUCCESS);
    } else
      leave("no option " + std::string(word));
  }
  return settings;
}

struct Score {
  int games = 0;
  double wins = 0;      // shares of the first place
  double expected = 0;  // the share of seats that A had
  int drawn = 0;        // ended by repetition, rounds or because nobody could move
  double places = 0;    // of A's seats, mean a game
  std::uint64_t turns = 0;
};

template <int Side>
class Arena {
  using Race = sternhalma::Race<Side>;
  using Choice = typename bench::StarRivals<Side>::Choice;

 public:
  Arena(const Settings& settings, const sternhalma::Rules& rules)
      : settings_(settings),
        rules_(rules),
        course_(rules),
        a_(course_, settings.a.options, memories_[0], settings.a.shape, settings.a.network.get()),
        b_(course_, settings.b.options, memories_[1], settings.b.shape, settings.b.network.get()) {}

  Score play() {
    Score score;
    for (int number = settings_.from; score.games < settings_.games; ++number) {
      std::mt19937 random(settings_.seed * 1000 + static_cast<std::uint32_t>(number));
      const Race start = opened(random);
      if (start.position().is_over()) continue;
      const int seatings = settings_.is_one ? course_.seating.units : 2;
      for (int seating = 0; seating < seatings && score.games < settings_.games; ++seating) {
        game(start, seating, score);
      }
    }
    return score;
  }

 private:
  bool is_a(int seat, int seating) const {
    if (!settings_.is_one) return course_.seating.unit_of_seat[seat] % 2 == seating;
    return course_.seating.unit_of_seat[seat] == seating;
  }

  // Random moves that don't go back.
  Race opened(std::mt19937& random) const {
    Race race(rules_);
    for (int ply = 0; ply < settings_.opening * rules_.players / 2 && !race.position().is_over(); ++ply) {
      sternhalma::LegalMoves<Side> moves;
      sternhalma::find_moves(race.course(), race.position(), moves);
      std::vector<std::pair<int, sternhalma::Move>> forward;
      for (const auto& piece : moves) {
        piece.targets.for_each([&](int to) {
          const sternhalma::Move move{piece.from, static_cast<std::uint16_t>(to)};
          if (a_.evaluation().gain(piece.set, move) > 0) forward.emplace_back(piece.set, move);
        });
      }
      if (forward.empty()) break;
      const auto& [set, move] = forward[random() % forward.size()];
      race.play(set, move);
    }
    return race;
  }

  void game(Race race, int seating, Score& score) {
    std::vector<search::star::ArrangementCounts> arrangements(static_cast<std::size_t>(rules_.players));
    for (auto& memory : memories_) memory.clear();
    search::star::RivalPredictability<Side> rivals(course_);
    std::uint64_t turns = 0;
    while (!race.position().is_over()) {
      const auto& position = race.position();
      const int seat = position.seat;
      const bool a_moves = is_a(seat, seating);
      const Kind& kind = a_moves ? settings_.a : settings_.b;
      auto& own = arrangements[static_cast<std::size_t>(seat)];
      ++own[search::star::arrangement_key(course_, position, seat)];
      const search::StopSignal stop;
      search::Budget budget(kind.limits, 0, stop);
      auto& player = a_moves ? a_ : b_;
      const auto thought = player.search(position, own, budget, {}, rivals.percent(position));
      Choice choice{thought.moves.front().move, thought.moves.front().set};
      if (kind.is_max_n && thought.turns_home == 0) choice = by_max_n(kind, position, own);
      nodes_[a_moves ? 0 : 1] += budget.nodes();
      depths_[a_moves ? 0 : 1] += static_cast<std::uint64_t>(thought.depth);
      ++moves_[a_moves ? 0 : 1];
      rivals.note(position, choice.set, choice.move);
      race.play(choice.set, choice.move);
      ++turns;
    }
    add(race, seating, turns, score);
  }

  // Where it does not count its way home, as all kinds do.
  Choice by_max_n(const Kind& kind, const sternhalma::Position<Side>& position,
                  const search::star::ArrangementCounts& arrangements) {
    const search::StopSignal stop;
    search::Budget budget(kind.limits, 0, stop);
    return bench::StarRivals<Side>(course_, a_.evaluation()).by_max_n(position, arrangements, budget);
  }

  void add(const Race& race, int seating, std::uint64_t turns, Score& score) {
    const auto& places = race.position().places;
    int best = 0;
    int best_a = 0;
    int seats_a = 0;
    double sum = 0;
    for (int seat = 0; seat < rules_.players; ++seat) {
      const bool mine = is_a(seat, seating);
      seats_a += mine ? 1 : 0;
      sum += mine ? places[seat] : 0;
      best += places[seat] == 1 ? 1 : 0;
      best_a += places[seat] == 1 && mine ? 1 : 0;
    }
    ++score.games;
    score.turns += turns;
    score.wins += static_cast<double>(best_a) / best;
    score.expected += static_cast<double>(seats_a) / rules_.players;
    score.places += sum / seats_a;
    const auto ending = race.ledger().ending();
    const bool is_drawn = ending == sternhalma::Ending::repetition || ending == sternhalma::Ending::rounds ||
                          ending == sternhalma::Ending::stuck;
    score.drawn += is_drawn ? 1 : 0;
    if (!settings_.is_verbose) return;
    std::printf("game %d: %llu turns, A's share of the first place %.2f%s\n", score.games,
                static_cast<unsigned long long>(turns), static_cast<double>(best_a) / best,
                is_drawn ? ", not won" : "");
    if (is_drawn) {
      std::printf("  %s\n",
                  sternhalma::write_setup(board::star<Side>, sternhalma::setup_of(course_, race.position())).c_str());
    }
    std::fflush(stdout);
  }

 public:
  void print(const Score& score) const {
    const double share = score.wins / score.games;
    const double error = 1.96 * std::sqrt(share * (1 - share) / score.games);
    std::printf("%s: A %.1f of %d (%.1f%% +- %.1f, by seats %.1f%%), mean place %.2f, %d not won, %.1f turns a game\n",
                settings_.game.c_str(), score.wins, score.games, 100 * share, 100 * error,
                100 * score.expected / score.games, score.places / score.games, score.drawn,
                static_cast<double>(score.turns) / score.games);
    for (int kind = 0; kind < 2; ++kind) {
      const double moves = static_cast<double>(std::max<std::uint64_t>(moves_[kind], 1));
      std::printf("  %c: %.0f nodes a move, depth %.1f\n", 'A' + kind, static_cast<double>(nodes_[kind]) / moves,
                  static_cast<double>(depths_[kind]) / moves);
    }
  }

 private:
  const Settings& settings_;
  const sternhalma::Rules rules_;
  const sternhalma::Course<Side> course_;
  search::star::TranspositionTable memories_[2];
  search::star::RootSearch<Side> a_;
  search::star::RootSearch<Side> b_;
  std::uint64_t nodes_[2]{};
  std::uint64_t depths_[2]{};
  std::uint64_t moves_[2]{};
};

template <int Side>
void run(const Settings& settings, const sternhalma::Rules& rules) {
  Arena<Side> arena(settings, rules);
  arena.print(arena.play());
}

}  // namespace

int main(int argc, char** argv) {
  const Settings settings = settings_of(argc, argv);
  const auto token = game::read_token(settings.game);
  if (!token) leave(base::to_text(token.error()));
  std::vector<sternhalma::OptionText> options;
  for (const auto& option : token->options) options.push_back({option.key, option.value});
  const auto rules = sternhalma::read_options(options);
  if (!rules) leave(base::to_text(rules.error()));
  for (const Kind* kind : {&settings.a, &settings.b}) check_network(*kind, *rules);
  if (rules->board == 121) run<4>(settings, *rules);
  if (rules->board == 181) run<5>(settings, *rules);
  if (rules->board == 253) run<6>(settings, *rules);
}
