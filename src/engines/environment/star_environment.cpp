#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "engines/environment/families.hpp"
#include "rules/sternhalma/notation.hpp"
#include "rules/sternhalma/race.hpp"

namespace crownstar::environment {
namespace {

using sternhalma::lattice;
using sternhalma::LegalMoves;
using sternhalma::Move;
using sternhalma::Race;
using sternhalma::Rules;
using sternhalma::Star;

template <int Side>
class StarEnvironment final : public Environment {
  static constexpr const Star& star = board::star<Side>;
  static constexpr int holes = star.holes();

 public:
  explicit StarEnvironment(const Rules& rules) : race_(rules) { look(); }

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

  MoveMeaning meaning_of(int action) const override { return {action / holes, action % holes, {}}; }

  bool is_over() const override { return race_.position().is_over(); }
  int place_of(int seat) const override { return race_.position().places[seat]; }

  void observe(std::span<std::uint8_t> planes) const override {
    std::ranges::fill(planes, std::uint8_t{0});
    const auto& course = race_.course();
    const int sets = seating().seats * seating().sets_each;
    int plane = 0;
    for (int turn = 0; turn < seating().seats; ++turn) {
      const int seat = (seat_to_move() + turn) % seating().seats;
      for (int nth = 0; nth < seating().sets_each; ++nth, ++plane) {
        const int set = seating().sets[seat][nth];
        mark(planes, plane, race_.position().sets[set]);
        mark(planes, plane + sets, course.goal[set]);
      }
    }
    mark(planes, 2 * sets, lattice<Side>.board);
  }

 private:
  const sternhalma::Seating& seating() const { return race_.course().seating; }

  // Rows go up; columns slant, so that neighbours of a hole are neighbours in the grid (board/star.hpp).
  static void mark(std::span<std::uint8_t> planes, int plane, const auto& slots) {
    slots.for_each([&](int slot) {
      const board::StarPlace at = star.place(lattice<Side>.hole_of_slot[slot]);
      planes[static_cast<std::size_t>((plane * star.rows() + at.row) * star.columns() + at.column - 1)] = 1;
    });
  }

  void look() {
    actions_.clear();
    LegalMoves<Side> moves;
    sternhalma::find_moves(race_.course(), race_.position(), moves);
    for (const auto& piece : moves) {
      const int from = lattice<Side>.hole_of_slot[piece.from];
      piece.targets.for_each([&](int slot) { actions_.push_back(from * holes + lattice<Side>.hole_of_slot[slot]); });
    }
    std::ranges::sort(actions_);
  }

  Race<Side> race_;
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
