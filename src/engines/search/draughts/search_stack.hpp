// Knows the positions between the root of a search and where it stands, ply by ply: what each carries on to the next,
// what it is worth as it stands, and which of them is drawn. Refuses to know which moves are tried and why.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engines/search/draughts/game_history.hpp"
#include "engines/search/draughts/scores.hpp"
#include "engines/search/draughts/transposition_table.hpp"
#include "engines/search/net/network.hpp"
#include "rules/draughts/generation.hpp"

namespace crownstar::search {

template <class Variant, class Judge>
class Path {
 public:
  using Place = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using List = draughts::MoveList<Variant>;

  struct Choice {
    List list;
    std::array<int, draughts::most_moves> merits;
  };

  struct Ply {
    Place place;
    std::uint64_t key = 0;
    draughts::DrawCounts<Variant> counts;
    int left = 0;  // half-moves that the draw counters still let pass
    typename Judge::State state;
    Move came_by{};
    int worth = no_worth;
    std::array<std::uint16_t, 2> killers{};
    std::uint16_t excluded = 0;
    bool must_take = false;
    bool is_seen = false;  // `state` is that of `place`
    std::unique_ptr<Choice> choice;
    std::vector<Move> line;

    List& emptied_list() {
      if (!choice) choice = std::make_unique_for_overwrite<Choice>();
      choice->list.clear();
      return choice->list;
    }

    // The best of those from `number` on comes to stand there.
    Move take_best(std::size_t number) {
      std::size_t best = number;
      for (std::size_t each = number + 1; each < choice->list.size(); ++each) {
        if (choice->merits[each] > choice->merits[best]) best = each;
      }
      std::swap(choice->merits[number], choice->merits[best]);
      return choice->list.swap(number, best);
    }

    void extend_line(const Move& move, const Ply& next) {
      constexpr std::size_t longest = 32;
      line.clear();
      line.push_back(move);
      for (const Move& each : next.line) {
        if (line.size() == longest) break;
        line.push_back(each);
      }
    }
  };

  Path() : plies_(most_plies + 2) {}

  // Before the beginning. Who judges by hand has no use for it.
  void judge_by(const net::Network* network) {
    if constexpr (requires { judge_.use(network); }) judge_.use(network);
  }

  void begin_at(const Place& root, const Past<Variant>& past) {
    Ply& first = plies_[0];
    first.place = root;
    first.key = draughts::key_of(root);
    first.counts = past.counts;
    first.left = moves_left<Variant>(past.counts);
    first.must_take = can_capture(root);
    judge_.reset(first.state, root);
    first.is_seen = true;
    past_keys_ = past.keys;
  }

  Ply& at(int ply) { return plies_[static_cast<std::size_t>(ply)]; }
  const Ply& at(int ply) const { return plies_[static_cast<std::size_t>(ply)]; }

  // `asked`: who is about to be asked what is known of the child.
  void make_child(int ply, const Move& move, const Memory* asked = nullptr) {
    const Ply& here = at(ply);
    Ply& next = at(ply + 1);
    next.place = draughts::after(here.place, move);
    next.key = draughts::key_after(here.key, here.place, move, next.place);
    next.counts = here.counts;
    next.counts.play(here.place, move, next.place);
    next.left = moves_left<Variant>(next.counts);
    if (asked != nullptr) asked->prefetch(key_known_by(next));
    next.is_seen = false;
    next.came_by = move;
    next.must_take = can_capture(next.place);
  }

  // The draw counters have their part in what is known of a position.
  static std::uint64_t key_known_by(const Ply& ply) { return ply.key ^ count_key(ply.left); }

  // What the network says, or who judges by hand.
  int judged(int ply) {
    see(ply);
    return judge_.value(at(ply).state, at(ply).place);
  }

  int worth_of(int ply) {
    const Ply& here = at(ply);
    const int worth = judged(ply);
    // What has to be done within a few moves is often not done.
    constexpr int pressing = 16;
    return here.left < pressing ? worth * std::max(here.left, 0) / pressing : worth;
  }

  // By a count that is full, or since the position has been before: here or in the game.
  bool is_drawn(int ply) const {
    const Ply& here = at(ply);
    if (here.left <= 0 && !here.must_take) return true;
    const int before = static_cast<int>(past_keys_.size());
    for (int back = 4; back <= here.counts.quiet(); back += 2) {
      const int there = ply - back;
      if (there < -before) return false;
      const std::uint64_t key = there >= 0 ? at(there).key : past_keys_[static_cast<std::size_t>(before + there)];
      if (key == here.key) return true;
    }
    return false;
  }

 private:
  static bool can_capture(const Place& place) {
    return place.turn == draughts::Side::white ? draughts::can_capture<Variant, draughts::Side::white>(place)
                                               : draughts::can_capture<Variant, draughts::Side::black>(place);
  }

  // What the judge carries from move to move is worked out only where it is asked: many positions are known already.
  void see(int ply) {
    Ply& here = at(ply);
    if (here.is_seen) return;
    see(ply - 1);
    const Ply& before = at(ply - 1);
    judge_.child(before.state, here.state, before.place, here.came_by, here.place);
    here.is_seen = true;
  }

  Judge judge_;
  std::vector<Ply> plies_;
  std::vector<std::uint64_t> past_keys_;
};

}  // namespace crownstar::search
