#include "rules/catalog/star_game.hpp"

#include <cmath>
#include <utility>

#include "rules/sternhalma/judge.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::game {
namespace {

using sternhalma::Course;
using sternhalma::Ending;
using sternhalma::lattice;
using sternhalma::LegalMoves;
using sternhalma::Move;
using sternhalma::Position;
using sternhalma::Race;
using sternhalma::Rules;
using sternhalma::Scene;
using sternhalma::Star;

constexpr std::string_view star_id = "sternhalma";

std::string token_of(const Rules& rules) {
  Token token{std::string(star_id), {}};
  for (auto& option : sternhalma::write_options(rules)) {
    token.options.push_back({std::move(option.key), std::move(option.value)});
  }
  return write_token(token);
}

std::string name_of_seat(int seat) { return "Seat " + std::to_string(seat + 1); }

// The rule and the words for why a unit has its place; `is_team` chooses between the player and the team.
Standing standing_of(Ending ending, int place, bool is_team, bool is_shared) {
  switch (ending) {
    case Ending::home:
      if (is_shared) {
        return {place, "CC-24",
                is_team ? "the team has come home in the same round" : "has come home in the same round"};
      }
      return {place, "CC-17", is_team ? "the team has come home" : "has come home"};
    case Ending::evacuation:
      return {place, "CC-20", "did not leave the start in time"};
    case Ending::withdrawal:
      return {place, "", "withdrew"};
    case Ending::stuck:
      return {place, "CC-16", "nobody could move"};
    case Ending::repetition:
      return {place, "CC-19", "the position occurred for the third time"};
    case Ending::rounds:
      return {place, "CC-19", "the last round was played"};
    default:
      return {};
  }
}

// The rule by which the game ended: who comes home has won (CC-17), or has done so with others (CC-24); where the
// others played on for the places, it ended when these were given (CC-15).
std::string rule_of_end(Ending ending, bool gives_more_places, bool is_draw) {
  switch (ending) {
    case Ending::home:
      if (gives_more_places) return "CC-15";
      return is_draw ? "CC-24" : "CC-17";
    case Ending::withdrawal:
      return "CC-15";
    case Ending::evacuation:
      return "CC-20";
    case Ending::stuck:
      return "CC-16";
    case Ending::repetition:
    case Ending::rounds:
      return "CC-19";
    default:
      return {};
  }
}

// Why it ended, in one line; `first` names who has the first place.
std::string reason_of_end(Ending ending, const Rules& rules, const std::string& first, bool gives_more_places,
                          bool is_draw) {
  switch (ending) {
    case Ending::home:
      return first + " came home first" + (is_draw ? ", in the same round" : "") +
             (gives_more_places ? ", and every place is given" : "");
    case Ending::evacuation:
      return first + " came out first: the last to be asked did not leave the start in time";
    case Ending::withdrawal:
      return first + " came out first after the last withdrawal";
    case Ending::stuck:
      return "nobody can move";
    case Ending::repetition:
      return "this position occurred for the third time";
    case Ending::rounds:
      return "round " + std::to_string(rules.rounds) + " is over";
    default:
      return {};
  }
}

Layout layout_of(const Rules& rules) {
  const Star& star = *board::star_with(rules.board);
  const sternhalma::Seating seats = sternhalma::seating(rules);
  Layout layout;
  layout.shape = BoardShape::star;
  layout.turn_steps = 6;
  for (int hole = 0; hole < star.holes(); ++hole) {
    const board::StarPlace at = star.place(hole);
    LayoutPoint point;
    point.x = at.column - at.row / 2.0;
    point.y = at.row * std::sqrt(3.0) / 2.0;
    point.label = board::hole_label(star, hole);
    layout.points.push_back(std::move(point));
    // Three of the six directions, so that each line is there once.
    for (int direction = 0; direction < 3; ++direction) {
      const int next = star.neighbour(hole, direction);
      if (next != Star::none) layout.lines.emplace_back(hole, next);
    }
  }
  for (int set = 0; set < sternhalma::most_sets; ++set) {
    if (!seats.has_set(set)) continue;
    const int name = sternhalma::point_of_set(set);
    const auto mark = [&](int from, int LayoutPoint::* field) {
      sternhalma::start_of(star, from, rules.pieces).for_each([&](int hole) {
        layout.points[static_cast<std::size_t>(hole)].*field = name;
      });
    };
    mark(set, &LayoutPoint::start_of);
    mark(sternhalma::opposite_set(set), &LayoutPoint::goal_of);
  }
  return layout;
}

template <int Side>
int hole_of(int slot) {
  return lattice<Side>.hole_of_slot[slot];
}

template <int Side>
Move move_of(int from, int to) {
  return {lattice<Side>.slot_of_hole[from], lattice<Side>.slot_of_hole[to]};
}

template <int Side>
Scene scene_of(const Course<Side>& course, const Position<Side>& position) {
  return {course.rules, sternhalma::setup_of(course, position)};
}

MoveView view_of(const Star& star, sternhalma::Path path) {
  MoveView view;
  view.text = sternhalma::write_path(star, path);
  view.handle = static_cast<std::uint64_t>(path.front()) << 16 | static_cast<std::uint64_t>(path.back());
  view.path = std::move(path);
  return view;
}

// In the order of the holes, from and then to, whatever the order of the kernel's slots.
template <int Side>
std::vector<MoveView> views_of(const Course<Side>& course, const Position<Side>& position) {
  LegalMoves<Side> moves;
  sternhalma::find_moves(course, position, moves);
  const Star& star = board::star<Side>;
  const Scene scene = scene_of(course, position);
  std::vector<MoveView> views;
  for (int from = 0; from < star.holes(); ++from) {
    for (const auto& piece : moves) {
      if (hole_of<Side>(piece.from) != from) continue;
      const sternhalma::ChainTree chains(scene.ground_without(from), from);
      lattice<Side>.holes_of(piece.targets).for_each([&](int to) {
        const bool is_step =
            !chains.reaches(to) || lattice<Side>.neighbours[piece.from].contains(lattice<Side>.slot_of_hole[to]);
        views.push_back(view_of(star, is_step ? sternhalma::Path{from, to} : chains.path_to(to)));
      });
    }
  }
  return views;
}

template <int Side>
class StarPerft final : public PerftNode {
 public:
  StarPerft(const Course<Side>& course, const Position<Side>& position) : course_(course), position_(position) {}

  // One count for both ways: there are no captures, and a chain is its two ends.
  Checked<std::uint64_t> count(int depth, Counting) const override {
    return sternhalma::perft(course_, position_, depth);
  }

  Checked<std::vector<Branch>> branches(Counting) const override {
    std::vector<Branch> result;
    for (MoveView& view : views_of(course_, position_)) {
      const Move move = move_of<Side>(view.from(), view.to());
      int set = 0;
      while (!position_.sets[set].contains(move.from)) ++set;
      result.push_back({std::move(view.text),
                        std::make_unique<StarPerft>(course_, sternhalma::successor(course_, position_, set, move))});
    }
    return result;
  }

 private:
  Course<Side> course_;
  Position<Side> position_;
};

template <int Side>
class StarGame final : public Game {
 public:
  explicit StarGame(const Rules& rules) : race_(rules), layout_(std::make_shared<Layout>(layout_of(rules))) {
    update_outcome();
  }

  std::unique_ptr<Game> clone() const override { return std::make_unique<StarGame>(*this); }

  std::string token() const override { return token_of(rules()); }
  int seats() const override { return rules().players; }
  std::string seat_name(int seat) const override { return name_of_seat(seat); }
  const Layout& layout() const override { return *layout_; }

  std::string position() const override {
    return sternhalma::write_setup(star(), sternhalma::setup_of(race_.course(), race_.position()));
  }

  Checked<void> set_position(std::string_view text) override {
    const auto setup = sternhalma::read_setup(star(), text);
    if (!setup) return std::unexpected(setup.error());
    if (auto begun = race_.begin(*setup); !begun) return begun;
    for (std::string& reason : withdrawals_) reason = "had left before";
    update_outcome();
    return {};
  }

  std::vector<PieceView> pieces() const override {
    std::vector<PieceView> views;
    const Scene picture = scene();
    const auto& seats_of_sets = race_.course().seating.seat_of_set;
    for (int hole = 0; hole < star().holes(); ++hole) {
      const int set = picture.set_at[hole];
      if (set != sternhalma::nobody) views.push_back({hole, seats_of_sets[set], sternhalma::point_of_set(set), false});
    }
    return views;
  }

  std::uint64_t key() const override { return race_.position().key(); }
  int seat_to_move() const override { return race_.position().seat; }

  Checked<std::vector<MoveView>> legal_moves() const override { return views_of(race_.course(), race_.position()); }

  Checked<std::vector<std::vector<Point>>> paths(const MoveView& move) const override {
    if (auto legal = check_legal(move); !legal) return std::unexpected(legal.error());
    return sternhalma::every_path(scene(), move.from(), move.to());
  }

  Checked<MoveView> parse(std::string_view text) const override {
    const auto path = sternhalma::read_path(star(), text);
    if (!path) return std::unexpected(path.error());
    if (outcome_.is_over) return over();
    const Scene picture = scene();
    if (auto legal = sternhalma::judge_move(picture, *path); !legal) return std::unexpected(legal.error());
    return view_of(star(), sternhalma::shortest_path(picture, path->front(), path->back()));
  }

  Checked<void> play(const MoveView& move) override {
    if (auto legal = check_legal(move); !legal) return legal;
    race_.play(scene().set_at[move.from()], move_of<Side>(move.from(), move.to()));
    update_outcome();
    return {};
  }

  const Outcome& outcome() const override { return outcome_; }

  // CC-19, and CC-20 for the seat to move.
  std::vector<DrawCount> draw_counts() const override {
    std::vector<DrawCount> counts;
    if (outcome_.is_over) return counts;
    const auto& position = race_.position();
    const sternhalma::RaceLedger& ledger = race_.ledger();
    const int occurred = ledger.times_occurred(position);
    if (occurred > 1) counts.push_back({"CC-19", "repetition", occurred, sternhalma::Occurrences::most});
    const int rounds = ledger.rounds_played(position.playing);
    if (rules().rounds > 0 && rounds > 0) counts.push_back({"CC-19", "rounds", rounds, rules().rounds});
    const int turns = ledger.turns(position.seat);
    if (rules().evacuate > 0 && turns > 0 && turns < rules().evacuate &&
        has_piece_in_start(race_.course(), position, position.seat)) {
      counts.push_back({"CC-20", "evacuate", turns, rules().evacuate});
    }
    return counts;
  }

  Checked<void> withdraw(int seat, std::string reason) override {
    if (auto withdrawn = race_.withdraw(seat); !withdrawn) return withdrawn;
    withdrawals_[race_.course().seating.unit_of_seat[seat]] = std::move(reason);
    update_outcome();
    return {};
  }

  std::unique_ptr<PerftNode> perft() const override {
    return std::make_unique<StarPerft<Side>>(race_.course(), race_.position());
  }

 private:
  const Rules& rules() const { return race_.course().rules; }
  const Star& star() const { return board::star<Side>; }
  Scene scene() const { return scene_of(race_.course(), race_.position()); }

  std::unexpected<Refusal> over() const { return base::refuse(outcome_.rule, "the game is over: " + outcome_.reason); }

  Checked<void> check_legal(const MoveView& move) const {
    if (outcome_.is_over) return over();
    for (const Point point : move.path) {
      if (point < 0 || point >= star().holes()) return base::refuse("CC-1", "a path with a hole that is not there");
    }
    if (move.path.size() < 2) return base::refuse("CC-8", "a move has two holes or more");
    return sternhalma::judge_move(scene(), move.path);
  }

  // Writes the outcome afresh from where the race stands.
  void update_outcome() {
    const auto& seating = race_.course().seating;
    const auto& position = race_.position();
    const bool is_teamed = seating.units < seating.seats;
    outcome_ = {};
    outcome_.is_over = position.is_over();
    int winners = 0;
    std::string first;
    for (int seat = 0; seat < seating.seats; ++seat) {
      const int unit = seating.unit_of_seat[seat];
      outcome_.standings.push_back(standing_in(unit, position.places[seat], is_teamed));
      const bool is_first_of_unit = (seating.seats_of_unit[unit] & ((1 << seat) - 1)) == 0;
      if (position.places[seat] != 1) continue;
      winners += is_first_of_unit ? 1 : 0;
      first += (first.empty() ? "" : " and ") + name_of_seat(seat);
    }
    if (!outcome_.is_over) return;
    outcome_.is_draw = winners > 1;
    // With two sides the first home has won, and no other place is played for.
    const bool gives_more_places = rules().places != sternhalma::Places::first && seating.units > 2;
    outcome_.rule = rule_of_end(race_.ledger().ending(), gives_more_places, outcome_.is_draw);
    outcome_.reason = reason_of_end(race_.ledger().ending(), rules(), first, gives_more_places, outcome_.is_draw);
  }

  Standing standing_in(int unit, int place, bool is_teamed) const {
    if (place == 0) return {};
    const Ending own = race_.ledger().unit_ending(unit);
    const Ending last = race_.ledger().ending();
    if (own == Ending::withdrawal) return {place, "", withdrawals_[unit]};
    const bool is_shared = sternhalma::units_at(race_.course(), race_.position(), place) > 1;
    if (own != Ending::none) return standing_of(own, place, is_teamed, is_shared);
    const bool is_drawn = last == Ending::stuck || last == Ending::repetition || last == Ending::rounds;
    return is_drawn ? standing_of(last, place, is_teamed, is_shared)
                    : Standing{place, "CC-15", "was still playing at the end"};
  }

  Race<Side> race_;
  std::shared_ptr<const Layout> layout_;
  board::Table<std::string, sternhalma::most_seats> withdrawals_;
  Outcome outcome_;
};

}  // namespace

CatalogEntry star_catalog_entry() {
  CatalogEntry entry;
  entry.id = star_id;
  entry.name = "Chinese checkers";
  entry.summary = "steps and chains of hops across a six-pointed star; nothing is captured, and the first home wins";
  entry.family = Family::star;
  entry.board = "121, 181 or 253 holes";
  entry.seats = "2, 3, 4, 5, 6";
  entry.game_type = "90";  // no standard has a number for this game: ours, see docs/formats.md
  for (const sternhalma::OptionRow& row : sternhalma::option_table()) {
    GameOption option;
    option.key = row.key;
    option.fallback = row.fallback;
    option.form = row.form;
    option.explanation = row.explanation;
    option.rule = row.rule;
    for (const std::string_view value : row.values) option.values.emplace_back(value);
    entry.options.push_back(std::move(option));
  }
  return entry;
}

Checked<std::unique_ptr<Game>> start_star(const Token& token) {
  std::vector<sternhalma::OptionText> options;
  for (const TokenOption& option : token.options) options.push_back({option.key, option.value});
  const auto rules = sternhalma::read_options(options);
  if (!rules) return std::unexpected(rules.error());
  switch (rules->board) {
    case 181:
      return std::make_unique<StarGame<5>>(*rules);
    case 253:
      return std::make_unique<StarGame<6>>(*rules);
    default:
      return std::make_unique<StarGame<4>>(*rules);
  }
}

}  // namespace crownstar::game
