// Whatever many people do at many tables, in any order and with the server going down in between: nobody misses an
// event or gets one twice, what was acknowledged stays, a request is played once, no clock pays for the time that
// nobody ran, and nothing is claimed of somebody who is there.
#include <map>
#include <random>

#include <gmock/gmock.h>

#include "site/live/scenarios/reader_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;

struct Known {
  std::string id;
  std::string code;
  std::map<std::string, Taken> acknowledged;  // by person and request
  int number = -1;                            // the highest that was acknowledged
};

class LiveMatchProperties : public LiveSiteTest, public testing::WithParamInterface<unsigned> {
 protected:
  static constexpr int people = 5;

  std::size_t any(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); }
  Person person() { return guest("p" + std::to_string(any(people))); }
  // Mostly one that runs.
  Known& match() {
    std::size_t index = any(matches.size());
    for (int tries = 0; tries < 6 && turn(matches[index].id) < 0; ++tries) index = any(matches.size());
    return matches[index];
  }

  void make() {
    const std::vector<std::string> games{"american", "flying-king", "sternhalma", "sternhalma:players=3",
                                         "sternhalma:players=3"};
    // The long ones last while somebody is away.
    const std::vector<match::ClockTerms> clocks{{},
                                                fischer(60s, 1s),
                                                fischer(5s, 0s),
                                                {match::ClockKind::byoyomi, 20s, 5s, 2},
                                                {match::ClockKind::turn, 0s, 5s, 3},
                                                fischer(1800s, 5s),
                                                fischer(1800s, 5s),
                                                fischer(1800s, 5s)};
    NewMatch request{terms_of(games[any(games.size())], clocks[any(clocks.size())]), {}, true, any(2) == 0};
    const auto made = create(person(), request);
    if (made) matches.push_back({made->match, made->code, {}, -1});
  }

  Person mover_or_anyone(const std::string& id) {
    const std::string mover = look(id, [](const match::Match& each) {
      return each.seat_to_move() < 0 ? std::string() : each.seat(each.seat_to_move()).player->id;
    });
    return mover.empty() || any(4) == 0 ? person() : guest(mover);
  }

  match::Command any_command(const std::string& id) {
    match::Command command;
    command.after = any(10) == 0 ? static_cast<int>(any(40)) : 1 << 20;
    switch (any(16)) {
      case 0:
        command.what = match::OfferDraw{};
        break;
      case 1:
        command.what = match::AnswerDraw{any(4) == 0};
        break;
      case 2:
        command.what = match::OfferTakeback{};
        break;
      case 3:
        command.what = match::AnswerTakeback{any(2) == 0};
        break;
      case 4:
        command.what = match::OfferRematch{};
        break;
      case 5:
        command.what = match::AnswerRematch{any(2) == 0};
        break;
      case 6:
        if (any(8) == 0) command.what = match::Resign{};
        break;
      case 7:
        if (any(8) == 0) command.what = match::Abort{};
        break;
      default:
        command.what = match::Move{any_move(id)};
    }
    return command;
  }
  std::string any_move(const std::string& id) {
    return look(id, [&](const match::Match& each) {
      const auto moves = each.game().legal_moves();
      return moves && !moves->empty() ? (*moves)[any(moves->size())].text : std::string("1-2");
    });
  }

  // Some answers are lost on the way; then the same is asked again, perhaps by a server that was down in between.
  void act() {
    Known& known = match();
    const Person who = mover_or_anyone(known.id);
    const std::string request = "r" + std::to_string(any(40));
    const auto taken = answer_of<Taken>([&](auto done) {
      live->command(who, {known.id, request, any_command(known.id)}, Milliseconds{any(400)}, done);
    });
    if (!taken) return;
    ++tally.taken;
    known.number = std::max(known.number, taken->last);
    const auto [entry, is_new] = known.acknowledged.try_emplace(who.id + " " + request, *taken);
    if (is_new) return;
    // The name was used before: it is the same request as long as the live site remembers it, and that is the last few.
    if (taken->first == entry->second.first) {
      ++tally.repeated;
      EXPECT_EQ(taken->last, entry->second.last);
    } else {
      EXPECT_GT(taken->first, entry->second.last) << "another one is played after it, never over it";
    }
    entry->second = *taken;
  }

  // Often the others come too and the first round is played at once: a table where somebody has not moved ends by
  // itself while people are away.
  void sit_down() {
    Known& known = matches[any(matches.size())];
    join(person(), {known.id, known.code, {}});
    if (any(2) == 0) return;
    for (int each = 0; each < people; ++each) join(guest("p" + std::to_string(each)), {known.id, known.code, {}});
    const auto is_first_round = [](const match::Match& each) {
      return each.phase() == match::Phase::playing && std::ssize(each.moves()) < each.seats();
    };
    while (look(known.id, is_first_round)) {
      const std::string mover =
          look(known.id, [](const match::Match& each) { return each.seat(each.seat_to_move()).player->id; });
      const auto taken = move(guest(mover), known.id, any_move(known.id));
      if (!taken) return;
      ++tally.taken;
      known.number = std::max(known.number, taken->last);
    }
  }

  // Several at once, so that they wait for each other.
  void crowd() {
    Known& known = match();
    const std::size_t most = 6;
    std::size_t answered = 0;
    for (std::size_t count = 0; count < most; ++count) {
      live->command(mover_or_anyone(known.id), {known.id, "", any_command(known.id)}, 0ms, [&](const auto& taken) {
        ++answered;
        if (taken) known.number = std::max(known.number, taken->last);
      });
    }
    ASSERT_TRUE(mailbox.run_until([&] { return answered == most; }));
  }

  void come() {
    readers.push_back(std::make_unique<Reader>(*live, person()));
    for (int count = 0; count < 3 && !matches.empty(); ++count) watch(*readers.back(), match().id);
  }
  // Everybody has moved there: a table where somebody has not ends by itself while they are away.
  std::optional<std::string> table_under_way() {
    std::vector<std::string> found;
    for (const Known& known : matches) {
      const bool is_under_way = look(known.id, [](const match::Match& each) {
        return each.phase() == match::Phase::playing && std::ssize(each.moves()) >= each.seats();
      });
      if (is_under_way) found.push_back(known.id);
    }
    if (found.empty()) return std::nullopt;
    return found[any(found.size())];
  }
  std::vector<std::string> players_at(const std::string& id) {
    return look(id, [](const match::Match& each) {
      std::vector<std::string> players;
      for (int seat = 0; seat < each.seats(); ++seat) {
        if (each.is_playing(seat)) players.push_back(each.seat(seat).player->id);
      }
      return players;
    });
  }
  // Somebody closes all that they have open, mostly stays away for long, and comes back to some of it. They are mostly
  // one who plays, and the others at that table mostly look on: where nobody stays nobody claims anything.
  void go_away() {
    std::string leaves = readers[any(readers.size())]->who().id;
    if (const auto table = any(4) > 0 ? table_under_way() : std::nullopt) {
      const std::vector<std::string> players = players_at(*table);
      leaves = players[any(players.size())];
      for (const std::string& stays : players) {
        if (stays == leaves || is_there(stays, *table) || any(4) == 0) continue;
        readers.push_back(std::make_unique<Reader>(*live, guest(stays)));
        watch(*readers.back(), *table);
      }
    }
    std::erase_if(readers, [&](const auto& reader) {
      const bool is_theirs = reader->who().id == leaves;
      if (is_theirs) note_of(*reader);
      return is_theirs;
    });
    if (any(4) > 0) pass(limits::absence_wait + 1s);
    if (any(2) == 0) return;
    readers.push_back(std::make_unique<Reader>(*live, guest(leaves)));
    for (const Known& known : matches) {
      if (any(2) == 0) watch(*readers.back(), known.id);
    }
    pass(10ms);
  }
  void note_of(const Reader& reader) {
    tally.departed += reader.departed;
    tally.returned += reader.returned;
  }

  bool is_there(const std::string& person, const std::string& match) const {
    return std::ranges::any_of(
        readers, [&](const auto& reader) { return reader->who().id == person && reader->beliefs.contains(match); });
  }
  const std::vector<std::pair<match::Action, match::Command>> claims{
      {match::Action::claim_win, {-1, -1, match::ClaimWin{}, {}}},
      {match::Action::claim_draw, {-1, -1, match::ClaimDraw{}, {}}},
      {match::Action::take_off, {-1, -1, match::TakeOff{}, {}}},
      {match::Action::substitute, {-1, -1, match::Substitute{{"toy", "", match::PlayerKind::engine, 0, false}}, {}}}};
  // At a table that somebody has left for long, if there is one: another one there claims something.
  void claim() {
    struct Left {
      std::string claimer;
      match::Actions actions;           // that are possible for them
      std::vector<std::string> others;  // who play
    };
    for (Known& known : matches) {
      const Left left = look(known.id, [&](const match::Match& each) {
        Left found;
        bool is_anybody_away = false;
        for (int seat = 0; seat < each.seats(); ++seat) {
          if (!each.is_playing(seat)) continue;
          is_anybody_away |= each.seat(seat).is_away;
          if (!each.seat(seat).is_away && found.claimer.empty()) {
            found.claimer = each.seat(seat).player->id;
            found.actions = each.actions(seat, now);
          } else {
            found.others.push_back(each.seat(seat).player->id);
          }
        }
        return is_anybody_away ? found : Left{};
      });
      if (left.claimer.empty()) continue;
      match::Command command = claims[any(claims.size())].second;
      for (int tries = 0; tries < 6; ++tries) {
        const auto& [action, wish] = claims[any(claims.size())];
        if (std::ranges::find(left.actions, action) != left.actions.end()) command = wish;
      }
      const auto taken = answer_of<Taken>(
          [&](auto done) { live->command(guest(left.claimer), {known.id, "", command}, Milliseconds{0}, done); });
      if (!taken) continue;
      ++tally.claimed;
      known.number = std::max(known.number, taken->last);
      const bool are_all_there =
          std::ranges::all_of(left.others, [&](const std::string& person) { return is_there(person, known.id); });
      EXPECT_FALSE(are_all_there) << "claimed of people who were there";
      if (std::holds_alternative<match::Substitute>(command.what) && any(4) > 0) play_a_round(known);
      return;
    }
  }

  void let_an_engine_play() {
    if (engines.asked.empty()) return;
    engines.play();
    settle();
  }

  // Of a table where the computer plays for somebody.
  void play_a_round(Known& known) {
    settle();
    for (int left = static_cast<int>(status(known.id).clocks.size()); left > 0 && turn(known.id) >= 0; --left) {
      const bool is_computer =
          look(known.id, [](const match::Match& each) { return each.computer_to_move() != nullptr; });
      if (is_computer) {
        let_an_engine_play();
        continue;
      }
      const std::string mover =
          look(known.id, [](const match::Match& each) { return each.seat(each.seat_to_move()).player->id; });
      if (const auto taken = move(guest(mover), known.id, any_move(known.id))) {
        known.number = std::max(known.number, taken->last);
      }
      settle();
    }
  }

  void come_back() {
    auto old = std::move(readers[any(readers.size())]);
    std::erase(readers, nullptr);
    auto fresh = std::make_unique<Reader>(*live, old->who());
    fresh->beliefs = old->beliefs;
    note_of(*old);
    old.reset();
    for (const auto& [id, belief] : fresh->beliefs) ASSERT_TRUE(watch(*fresh, id, belief.number));
    readers.push_back(std::move(fresh));
  }

  void go_down() {
    ++tally.restarts;
    std::map<std::string, match::Status> before;
    for (const Known& known : matches) before[known.id] = status(known.id);
    for (auto& reader : readers) reader->lost();
    const bool is_clean = any(2) == 0;
    if (is_clean) {
      bool is_closed = false;
      live->close("stopping", [&] { is_closed = true; });
      ASSERT_TRUE(mailbox.run_until([&] { return is_closed; }));
    }
    restart(1h);
    settle();
    for (const Known& known : matches) {
      const match::Status after = status(known.id);
      ASSERT_GE(after.number, known.number) << "acknowledged and lost";
      ASSERT_GE(after.number, before[known.id].number);
      for (std::size_t seat = 0; seat < after.clocks.size(); ++seat) {
        ASSERT_GE(after.clocks[seat].left, before[known.id].clocks[seat].left) << "the hour was nobody's";
      }
    }
    std::vector<std::unique_ptr<Reader>> back;
    for (auto& reader : readers) {
      back.push_back(std::make_unique<Reader>(*live, reader->who()));
      back.back()->beliefs = reader->beliefs;
      note_of(*reader);
      for (const auto& [id, belief] : back.back()->beliefs) ASSERT_TRUE(watch(*back.back(), id, belief.number));
    }
    readers = std::move(back);
  }

  void step() {
    const std::size_t choice = any(100);
    if (matches.empty() || (choice < 3 && matches.size() < 25)) return make();
    if (choice < 10) {
      sit_down();
    } else if (choice < 15) {
      come();
    } else if (choice < 19 && !readers.empty()) {
      come_back();
    } else if (choice < 22) {
      pass(Milliseconds{any(4'000)});
    } else if (choice < 24) {
      pass(settings.keep_idle + 1s);
    } else if (choice < 25) {
      go_down();
    } else if (choice < 28) {
      test_store->failure = store::FailureKind::full;
      act();
      test_store->failure.reset();
    } else if (choice < 34) {
      crowd();
    } else if (choice < 42 && !readers.empty()) {
      go_away();
    } else if (choice < 46) {
      claim();
    } else if (choice < 49) {
      let_an_engine_play();
    } else {
      now += Milliseconds{any(1500)};
      act();
    }
  }

  void expect_that_all_agree() {
    settle();
    tally.ended = 0;
    for (const Known& known : matches) tally.ended += status(known.id).phase == match::Phase::over ? 1 : 0;
    for (const auto& reader : readers) {
      for (const auto& [id, belief] : reader->beliefs) {
        const match::Status truth = status(id);
        EXPECT_EQ(belief.number, truth.number);
        EXPECT_EQ(belief.status.ply, truth.moves);
        const auto moves = look(id, [](const match::Match& each) {
          std::vector<std::string> texts;
          for (const match::PlayedMove& move : each.moves()) texts.push_back(move.text);
          return texts;
        });
        EXPECT_EQ(belief.moves, moves);
      }
    }
  }

  struct Tally {
    int taken = 0;
    int repeated = 0;
    int restarts = 0;
    int ended = 0;
    int departed = 0;
    int returned = 0;
    int claimed = 0;
  } tally;
  std::mt19937 random{GetParam()};
  std::vector<Known> matches;
  std::vector<std::unique_ptr<Reader>> readers;

  void SetUp() override {
    settings.keep_idle = 20s;
    settings.keep_finished = 10s;
    LiveSiteTest::SetUp();
  }
  void TearDown() override {
    readers.clear();
    LiveSiteTest::TearDown();
  }
};

TEST_P(LiveMatchProperties, HoldWhateverIsDone) {
  for (int count = 0; count < 1000 && !HasFatalFailure(); ++count) {
    SCOPED_TRACE("step " + std::to_string(count));
    step();
  }
  expect_that_all_agree();
  // A run in which hardly anything happened would show nothing.
  EXPECT_GT(tally.taken, 50);
  EXPECT_GT(tally.repeated, 0);
  EXPECT_GT(tally.restarts, 0);
  EXPECT_GT(tally.ended, 0);
  for (const auto& reader : readers) note_of(*reader);
  EXPECT_GT(tally.departed, 0);
  EXPECT_GT(tally.returned, 0);
  EXPECT_GT(tally.claimed, 0);
  go_down();
  expect_that_all_agree();
}

INSTANTIATE_TEST_SUITE_P(Seeds, LiveMatchProperties, testing::Range(1U, 9U));

}  // namespace
}  // namespace crownstar::live
