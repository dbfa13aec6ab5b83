// Network evaluation of a race of three to six seats with a set each: a correction that is added to a seat's lead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <string_view>

#include "engines/search/net/layers.hpp"
#include "engines/search/star/evaluation/evaluation.hpp"
#include "engines/search/star/evaluation/net_evaluation.hpp"

namespace crownstar::search::star {

inline bool is_of_several_seats(std::string_view net_name) { return net_name.ends_with("-several"); }

// The features of a seat's view: its pieces on their holes, those of all others, and how many seats move before it,
// with its own start at the bottom. The network sees the seat's view beside that of its nearest rival.
template <int Side>
class SeveralSeatsNet {
  using Course = sternhalma::Course<Side>;
  using Position = sternhalma::Position<Side>;

 public:
  static constexpr int holes = board::star<Side>.holes();
  static constexpr int features = 2 * holes + sternhalma::most_sets;
  static constexpr int squares = (features + net::kinds - 1) / net::kinds;  // rounded up

  // Without effect where the network is null or has other features, or the race is another. The network must outlive
  // this.
  SeveralSeatsNet(const Course& course, const net::Network* network) : course_(course) {
    const bool is_race_known = course.seating.seats > 2 && course.seating.units == course.seating.seats &&
                               course.seating.sets_each == 1 &&
                               course.seating.seats * course.rules.pieces < net::most_squares;  // see most_first_weight
    const bool fits = is_race_known && network != nullptr && network->shape == net::narrow &&
                      network->squares == squares && squares <= net::most_squares;
    if (!fits) return;
    network_ = network;
    for (int seat = 0; seat < course.seating.seats; ++seat) {
      for (int slot = 0; slot < sternhalma::Lattice<Side>::slots; ++slot) {
        const int hole = NetEvaluation<Side>::seen(course.seating.sets[seat][0], slot);
        seen_[static_cast<std::size_t>(seat)][static_cast<std::size_t>(slot)] = static_cast<std::uint16_t>(hole);
      }
    }
  }

  bool is_used() const { return network_ != nullptr; }

  // The first layer's sums of the seats whose views were asked for, in one position.
  class Views {
    friend class SeveralSeatsNet;
    std::array<net::Sums, sternhalma::most_sets> of_;
    int known_ = 0;
  };

  // In hundredths of a turn, for a seat while another still plays. All views are of this position.
  int value(Views& views, const Evaluation<Side>& evaluation, const EvaluatedPosition<Side>& node, int seat) const {
    const int rival = nearest_rival(course_, evaluation, node, seat);
    return correction(*network_, evaluation.phase(node), view(views, node.position, seat),
                      view(views, node.position, rival));
  }

  // The same for the seat to move after each of its moves.
  class MoveValues {
   public:
    MoveValues(const SeveralSeatsNet& net, const Evaluation<Side>& evaluation, const EvaluatedPosition<Side>& node)
        : net_(net),
          seat_(node.position.seat),
          rival_(nearest_rival(net.course_, evaluation, node, seat_)),
          phase_(evaluation.phase(node)) {
      Views views;
      const Position& position = node.position;
      const int rival_before = seats_before(net.course_, position, rival_);
      const int after_all = std::popcount(static_cast<unsigned>(position.playing)) - 1;
      own_ = net.view(views, position, seat_);
      theirs_ = net.view(views, position, rival_);
      turn_passes(own_, 0, after_all);
      turn_passes(theirs_, rival_before, rival_before - 1);
    }
    int value_after(sternhalma::Move move) const {
      return correction(*net_.network_, phase_, after(own_, seat_, move), after(theirs_, rival_, move));
    }

   private:
    void turn_passes(net::Sums& view, int before, int after) {
      const net::Row* gone = &net_.row(2 * holes + before);
      net::fast::change<net::narrow>(view, view, {&net_.row(2 * holes + after), {&gone, 1}});
    }
    net::Sums after(const net::Sums& view, int viewer, sternhalma::Move move) const {
      const auto row_of = [&](int slot) {
        return &net_.row((viewer == seat_ ? 0 : holes) +
                         net_.seen_[static_cast<std::size_t>(viewer)][static_cast<std::size_t>(slot)]);
      };
      const net::Row* gone = row_of(move.from);
      net::Sums after;
      net::fast::change<net::narrow>(view, after, {row_of(move.to), {&gone, 1}});
      return after;
    }

    const SeveralSeatsNet& net_;
    const int seat_;
    const int rival_;
    const int phase_;
    // Of the position with the turn passed on.
    net::Sums own_;
    net::Sums theirs_;
  };

  // Who has the fewest turns to go of those who still play, the lowest of equals.
  static int nearest_rival(const Course& course, const Evaluation<Side>& evaluation,
                           const EvaluatedPosition<Side>& node, int seat) {
    int nearest = -1;
    int least = std::numeric_limits<int>::max();
    for (int other = 0; other < course.seating.seats; ++other) {
      if (other == seat || (node.position.playing >> other & 1) == 0) continue;
      const int left = evaluation.left_of_unit(node, course.seating.unit_of_seat[other]);
      if (left >= least) continue;
      least = left;
      nearest = other;
    }
    return nearest;
  }

  // How many of those who still play have their turn before the seat has its own.
  static int seats_before(const Course& course, const Position& position, int seat) {
    int before = 0;
    for (int other = position.seat; other != seat; other = (other + 1) % course.seating.seats) {
      before += position.playing >> other & 1;
    }
    return before;
  }

 private:
  const net::Row& row(int feature) const { return network_->first[static_cast<std::size_t>(feature)]; }

  const net::Sums& view(Views& views, const Position& position, int seat) const {
    net::Sums& sums = views.of_[static_cast<std::size_t>(seat)];
    if ((views.known_ >> seat & 1) != 0) return sums;
    views.known_ |= 1 << seat;
    const auto& seen = seen_[static_cast<std::size_t>(seat)];
    const auto add = [&](int feature) { net::fast::change<net::narrow>(sums, sums, {&row(feature), {}}); };
    sums.numbers = network_->first_bias;
    add(2 * holes + seats_before(course_, position, seat));
    for (int owner = 0; owner < course_.seating.seats; ++owner) {
      const int from = owner == seat ? 0 : holes;
      position.sets[course_.seating.sets[owner][0]].for_each(
          [&](int slot) { add(from + seen[static_cast<std::size_t>(slot)]); });
    }
    return sums;
  }

  const Course& course_;
  const net::Network* network_ = nullptr;
  std::array<std::array<std::uint16_t, sternhalma::Lattice<Side>::slots>, sternhalma::most_sets> seen_{};
};

}  // namespace crownstar::search::star
