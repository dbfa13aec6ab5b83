#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engines/environment/families.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::environment {
namespace {

using sternhalma::Holes;
using sternhalma::lattice;
using sternhalma::LegalMoves;
using sternhalma::Move;
using sternhalma::Race;
using sternhalma::Rules;
using sternhalma::Star;
using sternhalma::Table;

template <int Side>
class StarEnvironment final : public Environment {
  static constexpr const Star& star = board::star<Side>;
  static constexpr int holes = star.holes();
  using Slots = typename sternhalma::Lattice<Side>::Slots;

 public:
  explicit StarEnvironment(const Rules& rules)
      : race_(rules), grounds_(std::make_shared<const std::vector<std::vector<std::uint8_t>>>(make_grounds())) {
    look();
  }

  std::unique_ptr<Environment> clone() const override { return std::make_unique<StarEnvironment>(*this); }
  void assign(const Environment& other) override { *this = static_cast<const StarEnvironment&>(other); }

  Checked<void> set_position(std::string_view text) override {
    const auto setup = sternhalma::read_setup(star, text);
    if (!setup) return std::unexpected(setup.error());
    if (auto begun = race_.begin(*setup); !begun) return begun;
    look();
    return {};
  }

  std::string position() const override {
    return sternhalma::write_setup(star, sternhalma::setup_of(race_.course(), race_.position()));
  }
  int seats() const override { return seating().seats; }
  int sides() const override { return seating().units; }
  int side_of(int seat) const override { return seating().unit_of_seat[seat]; }
  int seat_to_move() const override { return race_.position().seat; }
  Shape shape() const override { return {2 * seating().seats * seating().sets_each + 1, star.rows(), star.columns()}; }
  int action_count() const override { return holes * holes; }

  void play(int action) override {
    const int from = lattice<Side>.slot_of_hole[action / holes];
    const int to = lattice<Side>.slot_of_hole[action % holes];
    int set = 0;
    while (!race_.position().sets[set].contains(from)) ++set;
    race_.play(set, {static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to)});
    look();
  }

  std::span<const int> actions() const override {
    if (!are_listed_) list_actions();
    return actions_;
  }
  int count_of_actions() const override { return count_; }

  int action_at(int nth) const override {
    int action = 0;
    leaving_.any_of([&](int from) {
      const Slots& targets = moves_.items[piece_in_[from]].targets;
      const int here = targets.count();
      if (nth >= here) {
        nth -= here;
        return false;
      }
      return lattice<Side>.holes_of(targets).any_of([&](int to) {
        action = number_of(from, to);
        return nth-- == 0;
      });
    });
    return action;
  }

  bool is_legal(int action) const override {
    const int from = action / holes;
    return leaving_.contains(from) &&
           moves_.items[piece_in_[from]].targets.contains(lattice<Side>.slot_of_hole[action % holes]);
  }

  void mark_actions(std::span<std::uint8_t> row, std::uint8_t number) const override {
    for (const auto& piece : moves_) {
      std::uint8_t* const of_piece = row.data() + number_of(lattice<Side>.hole_of_slot[piece.from], 0);
      piece.targets.for_each([&](int slot) { of_piece[lattice<Side>.hole_of_slot[slot]] = number; });
    }
  }

  MoveMeaning meaning_of(int action) const override { return {action / holes, action % holes, {}}; }

  bool is_over() const override { return race_.position().is_over(); }
  int place_of(int seat) const override { return race_.position().places[seat]; }

  void observe(std::span<std::uint8_t> planes) const override {
    std::ranges::copy((*grounds_)[static_cast<std::size_t>(seat_to_move())], planes.begin());
    int plane = 0;
    for_each_set(seat_to_move(), [&](int set) { mark(planes, plane++, race_.position().sets[set]); });
  }

 private:
  const sternhalma::Seating& seating() const { return race_.course().seating; }

  // Rows go up; columns slant, so that neighbours of a hole are neighbours in the grid (board/star.hpp).
  static constexpr std::size_t cells = static_cast<std::size_t>(star.rows() * star.columns());
  static constexpr auto cell_of_slot = [] {
    Table<std::uint16_t, sternhalma::Lattice<Side>::slots> table{};
    for (int hole = 0; hole < holes; ++hole) {
      const board::StarPlace at = star.place(hole);
      table[lattice<Side>.slot_of_hole[hole]] = static_cast<std::uint16_t>(at.row * star.columns() + at.column - 1);
    }
    return table;
  }();

  static void mark(std::span<std::uint8_t> planes, int plane, const Slots& slots) {
    std::uint8_t* const first = planes.data() + static_cast<std::size_t>(plane) * cells;
    slots.for_each([&](int slot) { first[cell_of_slot[slot]] = 1; });
  }

  // Calls `visit(set)` for every set in play, those of a seat first, then of the next seat, and so on.
  void for_each_set(int first_seat, auto&& visit) const {
    for (int turn = 0; turn < seating().seats; ++turn) {
      const int seat = (first_seat + turn) % seating().seats;
      for (int nth = 0; nth < seating().sets_each; ++nth) visit(seating().sets[seat][nth]);
    }
  }

  // What of an observation stays the same all through a game, by the seat to move: the goals, and which holes there
  // are.
  std::vector<std::vector<std::uint8_t>> make_grounds() const {
    std::vector<std::vector<std::uint8_t>> grounds;
    for (int seat = 0; seat < seating().seats; ++seat) {
      std::vector<std::uint8_t>& planes = grounds.emplace_back(shape().size());
      int plane = seating().seats * seating().sets_each;
      for_each_set(seat, [&](int set) { mark(planes, plane++, race_.course().goal[set]); });
      mark(planes, plane, lattice<Side>.board);
    }
    return grounds;
  }

  static int number_of(int from, int to) { return from * holes + to; }

  // The kernel's order is that of its slots, the numbers' order that of the holes.
  void look() {
    are_listed_ = false;
    sternhalma::find_moves(race_.course(), race_.position(), moves_);
    count_ = moves_.count();
    leaving_ = {};
    for (int nth = 0; nth < moves_.pieces; ++nth) {
      const int from = lattice<Side>.hole_of_slot[moves_.items[nth].from];
      leaving_.insert(from);
      piece_in_[from] = static_cast<std::uint8_t>(nth);
    }
  }

  void list_actions() const {
    actions_.clear();
    leaving_.for_each([&](int from) {
      lattice<Side>.holes_of(moves_.items[piece_in_[from]].targets).for_each([&](int to) {
        actions_.push_back(number_of(from, to));
      });
    });
    are_listed_ = true;
  }

  Race<Side> race_;
  std::shared_ptr<const std::vector<std::vector<std::uint8_t>>> grounds_;  // copies share them
  LegalMoves<Side> moves_;
  int count_ = 0;
  Holes leaving_{};                        // the holes with a piece that can move
  Table<std::uint8_t, holes> piece_in_{};  // of these: which of the moves' pieces it is
  mutable bool are_listed_ = false;
};

}  // namespace

std::unique_ptr<Environment> make_star_environment(const Rules& rules) {
  switch (rules.board) {
    case 181:
      return std::make_unique<StarEnvironment<5>>(rules);
    case 253:
      return std::make_unique<StarEnvironment<6>>(rules);
    default:
      return std::make_unique<StarEnvironment<4>>(rules);
  }
}

}  // namespace crownstar::environment
