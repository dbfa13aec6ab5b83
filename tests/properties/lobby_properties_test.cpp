// Random people do random things in the lobby, in random order and time. Whatever they do: nobody has two seats of one
// match, nothing is paired twice, nobody is in two games that begin at once by one step, the bounds hold, and the list
// that is kept from the changes is the list.
#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {
namespace {

using std::chrono::milliseconds;

constexpr int people = 24;
constexpr int steps = 4'000;

class Crowd {
 public:
  explicit Crowd(unsigned seed) : random_(seed), lobby_(bounds()) {}

  void run() {
    for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
      now_ += milliseconds{below(4) == 0 ? below(4'000) : below(50)};
      do_something();
      check_list();
      check_bounds();
    }
  }

  int pairings() const { return pairings_; }
  int refusals() const { return refusals_; }

 private:
  static Bounds bounds() {
    Bounds result;
    result.seeks_of_a_person = 3;
    result.seeks = 20;
    result.invitations = 12;
    result.waiting_quickly = 8;
    result.quick_listed = 5;
    result.seek_life = std::chrono::minutes{3};
    result.invitation_life = std::chrono::minutes{6};
    return result;
  }

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  bool once_in(int count) { return below(count) == 0; }

  Player person() {
    const int number = below(people);
    const bool is_account = number % 2 == 0;
    return {.id = "p" + std::to_string(number),
            .name = "Person " + std::to_string(number),
            .kind = is_account ? match::PlayerKind::account : match::PlayerKind::guest,
            .rating = is_account ? 1'000 + 40 * number : 0};
  }
  static Player engine() { return {.id = "engine", .name = "Level 1", .kind = match::PlayerKind::engine}; }

  int seats() { return std::vector{2, 2, 2, 3, 4, 6}.at(static_cast<std::size_t>(below(6))); }

  match::Terms terms(int seats) {
    match::Terms result;
    result.game = seats == 2 ? "american" : "sternhalma:players=" + std::to_string(seats);
    match::ClockTerms clock{.kind = match::ClockKind::fischer, .main = std::chrono::minutes{3}};
    if (once_in(4)) clock = {.kind = match::ClockKind::days, .step = std::chrono::hours{24}};
    result.clocks.assign(static_cast<std::size_t>(seats), clock);
    result.is_rated = once_in(4);
    return result;
  }

  void seek() {
    Offer offer;
    offer.seats = seats();
    offer.terms = terms(offer.seats);
    offer.is_by_link = once_in(3);
    if (once_in(3)) offer.ratings = {1'000 + below(500), 1'200 + below(500)};
    if (once_in(3)) offer.seat = below(offer.seats + 1) - (once_in(5) ? 0 : 1);
    while (once_in(5)) offer.engines.push_back({engine(), below(offer.seats + 1) - 1});
    const Player host = person();
    const auto placed = lobby_.seek(offer, host, now_, draw_);
    if (!placed) return refuse(placed.error());
    if (!placed->code.empty()) codes_.push_back({placed->seek, placed->code, host.id});
    known_.push_back(placed->seek);
    take_note(*placed);
  }

  void quick() {
    const int count = seats();
    note(lobby_.quick({terms(count), count}, person(), now_, draw_));
  }

  std::string some_seek() {
    if (!shown_.empty() && !once_in(4)) return std::next(shown_.begin(), below(static_cast<int>(shown_.size())))->first;
    return known_.empty() ? "none" : known_[random_() % known_.size()];
  }

  void accept() {
    if (codes_.empty()) return;
    const Invited invited = codes_[codes_.size() - 1 - random_() % std::min<std::size_t>(codes_.size(), 12)];
    const auto placed = lobby_.accept(invited.code, person(), below(4) - 1, now_, draw_);
    if (placed) {
      EXPECT_EQ(placed->seek, invited.seek);
    }
    note(placed);
  }

  void fill() {
    if (codes_.empty()) return;
    const Invited invited = codes_[codes_.size() - 1 - random_() % std::min<std::size_t>(codes_.size(), 12)];
    note(lobby_.fill(invited.seek, once_in(3) ? person().id : invited.host, engine(), now_, draw_));
  }

  void do_something() {
    switch (below(12)) {
      case 0:
      case 1:
        return seek();
      case 2:
      case 3:
        return quick();
      case 4:
      case 5:
      case 6:
        return note(lobby_.take(some_seek(), person(), below(4) - 1, now_, draw_));
      case 7:
        return accept();
      case 8:
        if (once_in(4)) return fill();
        static_cast<void>(lobby_.leave(some_seek(), person().id));
        return;
      case 9:
        return lobby_.gone(person().id, now_);
      case 10:
        if (once_in(8)) return lobby_.leave_all(person().id);
        return lobby_.back(person().id);
      default:
        for (const Pairing& pairing : lobby_.tick(now_, draw_)) take_note(pairing);
    }
  }

  void refuse(const Refused& refused) {
    ++refusals_;
    EXPECT_FALSE(refused.code.empty());
    EXPECT_FALSE(refused.reason.empty());
  }

  void note(const std::expected<Placed, Refused>& placed) {
    if (!placed) return refuse(placed.error());
    take_note(*placed);
  }

  void take_note(const Placed& placed) {
    if (placed.pairing) take_note(*placed.pairing);
  }

  void take_note(const Pairing& pairing) {
    ++pairings_;
    EXPECT_TRUE(paired_.insert(pairing.seek).second) << pairing.seek << " was paired twice";
    EXPECT_EQ(pairing.seats.size(), pairing.terms.clocks.size());
    std::set<std::string> seated;
    for (const Player& player : pairing.seats) {
      if (pairing.terms.is_rated) {
        EXPECT_EQ(player.kind, match::PlayerKind::account);
      }
      if (player.kind == match::PlayerKind::engine) continue;
      EXPECT_TRUE(seated.insert(player.id).second) << player.id << " has two seats of " << pairing.seek;
      if (pairing.terms.clocks.front().kind != match::ClockKind::days) {
        for (const SeekView& other : lobby_.seeks_of(player.id)) {
          EXPECT_EQ(other.terms.clocks.front().kind, match::ClockKind::days) << player.id << " plays and seeks";
        }
      }
    }
    EXPECT_FALSE(lobby_.find(pairing.seek));
  }

  void check_list() {
    for (const Change& change : lobby_.take_changes()) {
      if (change.kind == Change::Kind::removed) {
        EXPECT_EQ(shown_.erase(change.seek), 1U);
      } else {
        shown_.insert_or_assign(change.seek, *change.view);
      }
    }
    const std::vector<SeekView> listed = lobby_.listed();
    ASSERT_EQ(listed.size(), shown_.size());
    for (const SeekView& view : listed) {
      ASSERT_TRUE(shown_.contains(view.id));
      EXPECT_EQ(shown_.at(view.id).sitters.size(), view.sitters.size());
      EXPECT_FALSE(paired_.contains(view.id));
      EXPECT_LT(static_cast<int>(view.sitters.size()), view.seats);
      EXPECT_LT(now_ - view.made, bounds().invitation_life + std::chrono::minutes{2});
    }
  }

  void check_bounds() {
    const auto quick = std::ranges::count_if(shown_, [](const auto& each) { return each.second.is_quick; });
    EXPECT_LE(quick, bounds().quick_listed);
    for (const auto& [id, view] : shown_) EXPECT_TRUE(!view.is_quick || view.seats == 2);
    EXPECT_LE(static_cast<int>(shown_.size()) - quick, bounds().seeks);
    for (int number = 0; number < people; ++number) {
      const std::string id = "p" + std::to_string(number);
      const std::vector<SeekView> seeks = lobby_.seeks_of(id);
      EXPECT_LE(static_cast<int>(seeks.size()), bounds().seeks_of_a_person);
      for (const SeekView& view : seeks) {
        EXPECT_EQ(std::ranges::count_if(view.sitters, [&](const Sitter& sitter) { return sitter.player.id == id; }), 1);
        std::set<int> taken;
        for (const Sitter& sitter : view.sitters) {
          if (sitter.seat >= 0) {
            EXPECT_TRUE(taken.insert(sitter.seat).second);
          }
        }
      }
    }
  }

  struct Invited {
    std::string seek;
    std::string code;
    std::string host;
  };

  std::mt19937_64 random_;
  Draw draw_ = [this] { return random_(); };
  OpenSeeks lobby_;
  Instant now_{std::chrono::hours{500'000}};
  std::vector<std::string> known_;
  std::vector<Invited> codes_;
  std::set<std::string> paired_;
  std::map<std::string, SeekView> shown_;
  int pairings_ = 0;
  int refusals_ = 0;
};

TEST(LobbyProperties, HoldWhateverPeopleDo) {
  int pairings = 0;
  int refusals = 0;
  for (unsigned seed = 1; seed <= 15 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Crowd crowd(seed);
    crowd.run();
    pairings += crowd.pairings();
    refusals += crowd.refusals();
  }
  RecordProperty("pairings", pairings);
  RecordProperty("refusals", refusals);
  // Both sides of the rules were walked.
  EXPECT_GT(pairings, 3'000);
  EXPECT_GT(refusals, 5'000);
}

}  // namespace
}  // namespace crownstar::lobby
