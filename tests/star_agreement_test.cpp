// The fast rules of Chinese checkers against the slow ones of tests/oracle, which share no line with them: the same
// moves, ways, turns, places, ends and counts in random play of every combination of options that changes the board,
// the seats or the hops, with the other options drawn by lot. Everything is seeded.

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/star_oracle.hpp"
#include "rules/catalog/star_game.hpp"

namespace crownstar::game {
namespace {

namespace slow = oracle::star;

using Random = std::mt19937;

int any_below(Random& random, int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); }

template <typename Item>
const Item& any_of(Random& random, const std::vector<Item>& items) {
  return items[random() % items.size()];
}

// One game, played by both rules at once.
class Pair {
 public:
  Pair(const std::string& token)
      : token_(token), options_(*slow::read_token(token)), slow_(slow::Game::start(options_)) {
    fast_ = *start_star(*read_token(token));
  }

  Game& fast() { return *fast_; }

  void begin(const std::string& position) {
    const auto begun = fast_->set_position(position);
    ASSERT_TRUE(begun) << context() << to_text(begun.error());
    auto read = slow::Game::read(options_, position);
    ASSERT_TRUE(read) << context() << read.error();
    slow_ = *read;
  }

  void play(const MoveView& move) {
    const slow::MoveNames names{label(move.from()), label(move.to())};
    ASSERT_TRUE(fast_->play(move)) << context() << move.text;
    ASSERT_TRUE(slow_.play(names)) << context() << move.text;
  }

  // CC-22: anybody who still plays, at any time.
  void leave_by_lot(Random& random) {
    const auto seat = static_cast<std::size_t>(any_below(random, fast_->seats()));
    if (slow_.outcome().is_over || slow_.outcome().places[seat] != 0) return;
    ASSERT_TRUE(fast_->withdraw(static_cast<int>(seat), "left")) << context();
    ASSERT_TRUE(slow_.leave(seat)) << context();
    ++leavings;
  }

  // What is written of a position holds who left and who came home in the round that is played out.
  void expect_same_read_back() const {
    const Outcome& outcome = fast_->outcome();
    std::size_t stopped = 0;
    for (const Standing& standing : outcome.standings) stopped += standing.place != 0 ? 1 : 0;
    const auto again = start_star(*read_token(token_));
    const auto begun = (*again)->set_position(fast_->position());
    ASSERT_TRUE(begun) << context() << to_text(begun.error());
    EXPECT_TRUE(slow::Game::read(options_, fast_->position())) << context();
    std::size_t told = 0;
    for (const Standing& standing : (*again)->outcome().standings) told += standing.place != 0 ? 1 : 0;
    // Who came home in an earlier round plays on in a position, until the next turn.
    if (told != stopped || outcome.is_over) return;
    if ((*again)->seat_to_move() != fast_->seat_to_move()) return;
    EXPECT_EQ((*again)->position(), fast_->position()) << context();
    EXPECT_EQ((*again)->key(), fast_->key()) << context();
    ++read_back;
  }

  // Everything but the ways of a move.
  void expect_agreement(const std::vector<MoveView>& moves) {
    // Whose turn it is means nothing once the game is over.
    if (!slow_.outcome().is_over) EXPECT_EQ(static_cast<std::size_t>(fast_->seat_to_move()), slow_.seat()) << context();
    const std::size_t begin = slow_.outcome().is_over ? 1 : 0;
    EXPECT_EQ(fast_->position().substr(begin), slow_.write().substr(begin)) << context();
    std::set<slow::MoveNames> names;
    for (const MoveView& move : moves) names.emplace(label(move.from()), label(move.to()));
    EXPECT_EQ(names.size(), moves.size()) << context();
    legal_ = slow_.legal_moves();
    EXPECT_EQ(names, legal_) << context();
    const Outcome& outcome = fast_->outcome();
    std::vector<int> places;
    for (const Standing& standing : outcome.standings) places.push_back(standing.place);
    EXPECT_EQ(places, slow_.outcome().places) << context();
    EXPECT_EQ(outcome.is_over, slow_.outcome().is_over) << context();
    EXPECT_EQ(outcome.rule, rule_of(slow_.outcome().reason)) << context() << outcome.reason;
  }

  // The shortest way is a way, no other is shorter, and all are found.
  void expect_same_paths(const MoveView& move) {
    const auto slow_paths = slow_.paths({label(move.from()), label(move.to())}, 2'000);
    const auto fast_paths = fast_->paths(move);
    if (!slow_paths || !fast_paths) return;
    std::set<slow::PathNames> named;
    for (const auto& path : *fast_paths) named.insert(labels(path));
    EXPECT_EQ(named.size(), fast_paths->size()) << context() << move.text;
    EXPECT_EQ(named, *slow_paths) << context() << move.text;
    EXPECT_EQ(fast_paths->front(), move.path) << context() << move.text;
    EXPECT_TRUE(slow_paths->contains(labels(move.path))) << context() << move.text;
    for (const auto& path : *slow_paths) EXPECT_GE(path.size(), move.path.size()) << context() << move.text;
    ++compared_paths;
  }

  // Short and full text mean the move; what is not legal is refused with a rule.
  void expect_reading(const std::vector<MoveView>& moves, Random& random) {
    const MoveView& move = any_of(random, moves);
    for (const std::string& text : {move.text, label(move.from()) + "-" + label(move.to())}) {
      const auto parsed = fast_->parse(text);
      ASSERT_TRUE(parsed) << context() << text << ": " << to_text(parsed.error());
      EXPECT_EQ(parsed->text, move.text) << context();
    }
    const auto& points = fast_->layout().points;
    const std::string from = label(any_of(random, fast_->pieces()).point);
    const std::string& to = any_of(random, points).label;
    const auto parsed = fast_->parse(from + "-" + to);
    EXPECT_EQ(parsed.has_value(), legal_.contains({from, to})) << context() << from << "-" << to;
    if (!parsed) EXPECT_TRUE(parsed.error().rule.starts_with("CC-")) << context() << to_text(parsed.error());
  }

  void expect_same_count(int depth) {
    EXPECT_EQ(*fast_->perft()->count(depth, Counting::moves), slow_.perft(depth)) << context();
  }

  int compared_paths = 0;
  int leavings = 0;
  mutable int read_back = 0;

 private:
  std::string context() const { return token_ + " at " + slow_.write() + " "; }
  std::string label(Point point) const { return fast_->layout().points[static_cast<std::size_t>(point)].label; }
  slow::PathNames labels(const std::vector<Point>& path) const {
    slow::PathNames names;
    for (const Point point : path) names.push_back(label(point));
    return names;
  }

  std::string rule_of(slow::Reason reason) const {
    const int sides = options_.teams == slow::Teams::opposite ? options_.players / 2 : options_.players;
    switch (reason) {
      case slow::Reason::home:  // the others have played on for the places, or the first home has won
        if (sides > 2 && options_.places == slow::Places::all) return "CC-15";
        return std::ranges::count(slow_.outcome().places, 1) > options_.players / sides ? "CC-24" : "CC-17";
      case slow::Reason::leaving:
        return "CC-15";
      case slow::Reason::evacuation:
        return "CC-20";
      case slow::Reason::stuck:
        return "CC-16";
      case slow::Reason::repetition:
      case slow::Reason::rounds:
        return "CC-19";
      default:
        return "";
    }
  }

  std::string token_;
  slow::Options options_;
  slow::Game slow_;
  std::set<slow::MoveNames> legal_;  // as the slow rules found them last
  std::unique_ptr<Game> fast_;
};

// The combinations that change the board, the seats or the hops: all of them.
std::vector<std::string> every_table() {
  std::vector<std::string> tables;
  for (const char* hop : {"standard", "super", "symmetric", "catapult"}) {
    for (const char* board : {"121", "181", "253"}) {
      for (const char* seats :
           {"players=2,sets=1", "players=2,sets=2", "players=2,sets=3", "players=3,sets=1", "players=3,sets=2",
            "players=4", "players=4,teams=opposite", "players=5", "players=6", "players=6,teams=opposite"}) {
        tables.push_back(std::string("sternhalma:") + seats + ",board=" + board + ",hop=" + hop);
      }
    }
    tables.push_back(std::string("sternhalma:pieces=10,hop=") + hop);
  }
  return tables;
}

std::string with_drawn_options(const std::string& table, Random& random) {
  std::string token = table;
  if (random() % 2 == 0) token += ",rest=anywhere";
  if (random() % 2 == 0) token += ",goal=closed";
  if (random() % 3 == 0) token += ",win=own";
  if (random() % 3 == 0) token += ",places=first";
  if (random() % 4 == 0) token += ",evacuate=" + std::to_string(1 + random() % 8);
  if (random() % 4 == 0) token += ",rounds=" + std::to_string(random() % 12);
  if (random() % 2 == 0) token += ",leave=stay";
  if (random() % 2 == 0) token += ",last-round=yes";
  if (random() % 3 != 0) return token;
  std::set<int> sets;
  for (const auto& point : (*start_star(*read_token(table)))->layout().points) sets.insert(point.start_of);
  sets.erase(0);
  std::string handicap;
  for (const int set : sets) {
    if (random() % 2 != 0) continue;
    handicap += (handicap.empty() ? ",handicap=" : "+") + std::to_string(set) + "-" + std::to_string(1 + random() % 9);
  }
  return token + handicap;
}

// A position in which each set stands in its goal but for some pieces that are anywhere; none of them astray at one
// end, all of them at the other. A lot of holes are then contested, and somebody is often home or stuck.
std::string drawn_position(const Game& game, Random& random) {
  const auto& points = game.layout().points;
  const int holes = static_cast<int>(points.size());
  std::vector<int> set_at(points.size(), 0);
  std::vector<int> sets;
  for (const auto& point : points) {
    if (point.start_of != 0 && std::ranges::find(sets, point.start_of) == sets.end()) sets.push_back(point.start_of);
  }
  std::ranges::sort(sets);
  const auto begun = (*start_star(*read_token(game.token())))->pieces();
  for (const int set : sets) {
    const auto pieces = std::ranges::count(begun, set, &PieceView::set);
    const int astray = any_below(random, 4) == 0 ? static_cast<int>(pieces) : any_below(random, 3);
    auto left = pieces;
    for (int hole = 0; hole < holes; ++hole) {
      const auto index = static_cast<std::size_t>(hole);
      const bool is_goal = points[index].goal_of == set && set_at[index] == 0;
      if (is_goal && left > astray) {
        set_at[index] = set;
        --left;
      }
    }
    while (left > 0) {
      const auto index = static_cast<std::size_t>(any_below(random, holes));
      if (set_at[index] != 0) continue;
      set_at[index] = set;
      --left;
    }
  }
  std::string text;
  for (const int set : sets) {
    text += ":" + std::to_string(set) + "=";
    for (std::size_t index = 0; index < points.size(); ++index) {
      if (set_at[index] == set) text += (text.back() == '=' ? "" : ",") + points[index].label;
    }
  }
  return std::to_string(sets[0]) + text;
}

// Half the moves are any, half the one of three that gains most ground, so that some games come to an end.
const MoveView& chosen_move(const Game& game, const std::vector<MoveView>& moves, Random& random) {
  const auto& points = game.layout().points;
  const auto pieces = game.pieces();
  const MoveView* best = &any_of(random, moves);
  if (random() % 2 == 0) return *best;
  const auto loss = [&](const MoveView& move) {
    const int set = std::ranges::find(pieces, move.from(), &PieceView::point)->set;
    double distance = 0;
    for (const auto& point : points) {
      if (point.goal_of != set) continue;
      const auto& to = points[static_cast<std::size_t>(move.to())];
      distance += (to.x - point.x) * (to.x - point.x) + (to.y - point.y) * (to.y - point.y);
    }
    return distance;
  };
  for (int more = 0; more < 2; ++more) {
    const MoveView& other = any_of(random, moves);
    if (loss(other) < loss(*best)) best = &other;
  }
  return *best;
}

// The slow rules need up to a tenth of a millisecond for a move, and some positions have thousands: `work` is how many
// moves may still be compared.
void play_together(Pair& pair, int plies, Random& random, int& work) {
  for (int ply = 0; ply <= plies; ++ply) {
    const auto moves = *pair.fast().legal_moves();
    pair.expect_agreement(moves);
    work -= static_cast<int>(moves.size());
    if (moves.empty() || work < 0 || testing::Test::HasFailure()) return;
    if (ply % 8 == 0) {
      pair.expect_reading(moves, random);
      pair.expect_same_paths(any_of(random, moves));
    }
    pair.expect_same_read_back();
    if (any_below(random, 12) == 0) {
      pair.leave_by_lot(random);
      continue;
    }
    if (ply < plies) pair.play(chosen_move(pair.fast(), moves, random));
  }
}

class StarAgreement : public testing::TestWithParam<std::string> {};

TEST_P(StarAgreement, play_from_the_start) {
  Random random(20240607);
  Pair pair(with_drawn_options(GetParam(), random));
  int work = 2'000;
  play_together(pair, 30, random, work);
}

TEST_P(StarAgreement, play_from_drawn_positions) {
  Random random(7062024);
  int work = 1'200;
  for (int game = 0; game < 6 && work > 0 && !HasFailure(); ++game) {
    Pair pair(with_drawn_options(GetParam(), random));
    pair.begin(drawn_position(pair.fast(), random));
    play_together(pair, 8, random, work);
  }
}

TEST_P(StarAgreement, counts) {
  Random random(6072024);
  Pair pair(with_drawn_options(GetParam(), random));
  pair.expect_same_count(2);
  pair.begin(drawn_position(pair.fast(), random));
  const bool is_small = pair.fast().legal_moves()->size() <= 40;
  pair.expect_same_count(is_small ? 2 : 1);
}

INSTANTIATE_TEST_SUITE_P(every_table, StarAgreement, testing::ValuesIn(every_table()), [](const auto& each) {
  std::string name = each.param.substr(each.param.find(':') + 1);
  std::ranges::replace_if(name, [](char letter) { return letter == '=' || letter == ','; }, '_');
  return name;
});

// The lots that are drawn must lead to every way in which a game can end.
TEST(StarAgreementReach, comes_to_every_end_and_compares_many_paths) {
  std::set<std::string> ends;
  int paths = 0;
  int leavings = 0;
  int read_back = 0;
  Random random(1234567);
  const auto tables = every_table();
  for (int game = 0; game < 300; ++game) {
    std::string table = any_of(random, tables);
    while (table.find("board=253") != std::string::npos) table = any_of(random, tables);
    Pair pair(with_drawn_options(table, random));
    pair.begin(drawn_position(pair.fast(), random));
    int work = 200;
    play_together(pair, 6, random, work);
    ASSERT_FALSE(HasFailure());
    ends.insert(pair.fast().outcome().rule);
    paths += pair.compared_paths;
    leavings += pair.leavings;
    read_back += pair.read_back;
  }
  EXPECT_EQ(ends, (std::set<std::string>{"", "CC-15", "CC-16", "CC-17", "CC-19", "CC-20", "CC-24"}));
  EXPECT_GT(paths, 100);
  EXPECT_GT(leavings, 50);
  EXPECT_GT(read_back, 300);
}

}  // namespace
}  // namespace crownstar::game
