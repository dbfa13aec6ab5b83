#include <set>

#include "base/limits.hpp"
#include "site/store/conformance_test.hpp"

namespace crownstar::store {
namespace {

class Matches : public StoreConformance {};
INSTANTIATE_TEST_SUITE_P(Backends, Matches, testing::ValuesIn(all_backends()),
                         [](const auto& home) { return home.param.name; });

TEST_P(Matches, a_match_comes_back_as_it_was_made) {
  MatchHeader header =
      match_named("m1", {seat_of(0, PlayerKind::guest, "g1", "Ann"), seat_of(3, PlayerKind::engine, "e", "One")});
  must(&Store::create_match, header, moves(0, 2));
  EXPECT_EQ(must(&Store::find_match, "m1"), header);
  EXPECT_EQ(all_events("m1"), moves(0, 2));
  EXPECT_EQ(must(&Store::find_match, "m2"), std::nullopt);
  refused(FailureKind::taken, &Store::create_match, header, moves(0, 1));
  EXPECT_EQ(all_events("m1"), moves(0, 2));
}

TEST_P(Matches, any_bytes_come_back) {
  std::string bytes;
  for (int value = 0; value < 256; ++value) bytes.push_back(static_cast<char>(value));
  const std::vector<EventRow> rows{{"said", bytes}, {"empty", ""}, {"long", std::string(300'000, '\0')}};
  must(&Store::create_match, match_named("m1"), rows);
  open_again();
  EXPECT_EQ(all_events("m1"), rows);
}

TEST_P(Matches, events_follow_one_another_and_are_read_from_any_number) {
  must(&Store::create_match, match_named("m1"), moves(0, 1));
  EXPECT_TRUE(append("m1", 1, moves(1, 3)));
  EXPECT_TRUE(append("m1", 4, moves(4, 1)));
  EXPECT_EQ(all_events("m1"), moves(0, 5));
  EXPECT_EQ(must(&Store::events, "m1", 3, 100), moves(3, 2));
  EXPECT_EQ(must(&Store::events, "m1", 1, 2), moves(1, 2));
  EXPECT_EQ(must(&Store::events, "m1", 5, 100), moves(0, 0));
  refused(FailureKind::absent, &Store::events, "m2", 0, 100);
  open_again();
  EXPECT_EQ(all_events("m1"), moves(0, 5));
}

TEST_P(Matches, a_number_is_given_once_and_a_refused_append_leaves_nothing) {
  must(&Store::create_match, match_named("m1"), moves(0, 3));
  for (const int first : {0, 1, 2}) {
    const auto outcome = append("m1", first, {{"other", "a"}, {"other", "b"}});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, FailureKind::taken);
  }
  EXPECT_EQ(all_events("m1"), moves(0, 3));
  EXPECT_TRUE(append("m1", 4, moves(4, 1)));
  refused(FailureKind::broken, &Store::events, "m1", 0, 100);  // none stands in the place of one that is missing
  const auto half = append("m1", 3, moves(3, 2));              // 3 is free, 4 is not
  ASSERT_FALSE(half);
  EXPECT_EQ(half.error().kind, FailureKind::taken);
  refused(FailureKind::broken, &Store::events, "m1", 3, 100);  // the first row of the refused append was not kept
  EXPECT_EQ(must(&Store::events, "m1", 0, 3), moves(0, 3));
  EXPECT_EQ(must(&Store::events, "m1", 4, 100), moves(4, 1));
  const auto absent = append("nowhere", 0, moves(0, 1));
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, FailureKind::absent);
}

TEST_P(Matches, of_two_writers_of_one_number_one_wins) {
  must(&Store::create_match, match_named("m1"), moves(0, 1));
  int stored = 0;
  int refused_as_taken = 0;
  for (int writer = 0; writer < 50; ++writer) {
    store_->append({"m1", 1 + writer / 10, {{"moved", std::to_string(writer)}}, {}, {}}, [&](Outcome<void> outcome) {
      outcome ? ++stored : ++refused_as_taken;
      EXPECT_TRUE(outcome || outcome.error().kind == FailureKind::taken);
    });
  }
  ASSERT_TRUE(mailbox_.run_until([&] { return stored + refused_as_taken == 50; }));
  EXPECT_EQ(stored, 5);
  const auto rows = all_events("m1");
  ASSERT_EQ(rows.size(), 6U);
  for (int number = 1; number < 6; ++number) {
    EXPECT_EQ(rows[static_cast<std::size_t>(number)].body, std::to_string((number - 1) * 10)) << "the first asked wins";
  }
}

// Failing requests of every sort among good ones, all at once: each gets its own answer, and the good ones are all
// stored.
TEST_P(Matches, a_failing_request_harms_no_neighbour) {
  must(&Store::create_player, account_named("p", "Pat", "pat"));
  must(&Store::create_match, match_named("m"), moves(0, 1));
  must(&Store::create_match, match_named("gap"), moves(0, 1));
  EXPECT_TRUE(append("gap", 2, moves(2, 1)));
  std::vector<std::string> answers(40);
  std::size_t answered = 0;
  int number = 1;
  for (std::size_t request = 0; request < answers.size(); ++request) {
    const auto note = [&, request](Outcome<void> outcome) {
      ++answered;
      answers[request] = outcome ? "stored" : outcome.error().kind == FailureKind::taken ? "taken" : "absent";
    };
    switch (request % 4) {
      case 0:
        store_->append({"m", number, moves(number, 1), {}, {}}, note);
        ++number;
        break;
      case 1:
        store_->append({"gap", 1, moves(1, 2), {}, {}}, note);  // its second row is taken
        break;
      case 2:
        store_->create_player(account_named("q" + std::to_string(request), "PAT", "pat"), note);
        break;
      default:
        store_->append({"nowhere", 0, moves(0, 1), {}, {}}, note);
    }
  }
  ASSERT_TRUE(mailbox_.run_until([&] { return answered == answers.size(); }));
  const std::vector<std::string> expected{"stored", "taken", "taken", "absent"};
  for (std::size_t request = 0; request < answers.size(); ++request) EXPECT_EQ(answers[request], expected[request % 4]);
  EXPECT_EQ(all_events("m"), moves(0, number));
  EXPECT_EQ(must(&Store::events, "gap", 2, 100), moves(2, 1));
  refused(FailureKind::broken, &Store::events, "gap", 0, 100);  // no row of a refused request was kept
}

TEST_P(Matches, completions_come_in_the_order_of_the_calls) {
  must(&Store::create_match, match_named("m1"), moves(0, 1));
  std::vector<int> order;
  for (int number = 1; number <= 500; ++number) {
    store_->append({"m1", number, moves(number, 1), {}, {}}, [&order, number](const Outcome<void>& outcome) {
      EXPECT_TRUE(outcome);
      order.push_back(number);
    });
  }
  ASSERT_TRUE(mailbox_.run_until([&] { return order.size() == 500; }));
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_LT(mailbox_.posts(), 400) << "completions are posted together";
}

TEST_P(Matches, the_header_and_ratings_change_with_the_events_or_not_at_all) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_player, account_named("p2", "Bea", "bea"));
  MatchHeader header =
      match_named("m1", {seat_of(0, PlayerKind::account, "p1", "Ann"), seat_of(1, PlayerKind::account, "p2", "Bea")});
  must(&Store::create_match, header, moves(0, 1));
  MatchHeader over = header;
  over.state = MatchState::over;
  over.updated = at(50);
  over.ended = at(50);
  over.result = "2-0";
  over.ending = "resigned";
  over.moves = 31;
  over.details = "other";
  const RatingRow up{"p1", "draughts", "blitz", 1662.25, 290.5, 0.06, 1, at(50)};
  const RatingRow down{"p2", "draughts", "blitz", 1337.75, 290.5, 0.06, 1, at(50)};
  must(&Store::append, Append{"m1", 1, {{"ended", "x"}}, over, {up, down}});
  EXPECT_EQ(must(&Store::find_match, "m1"), over);
  EXPECT_EQ(must(&Store::ratings_of, "p1"), std::vector{up});
  EXPECT_EQ(must(&Store::ratings_of, "p2"), std::vector{down});

  must(&Store::create_match, match_named("m2"), moves(0, 1));
  RatingRow next = up;
  next.games = 2;
  next.rating = 1700;
  MatchHeader other = match_named("m2");
  other.result = "lost";
  refused(FailureKind::stale, &Store::append, Append{"m2", 1, {{"ended", "x"}}, other, {next, down}});
  refused(FailureKind::taken, &Store::append, Append{"m2", 0, {{"ended", "x"}}, other, {next}});
  EXPECT_EQ(must(&Store::ratings_of, "p1"), std::vector{up}) << "a rating of a refused append was kept";
  EXPECT_EQ(all_events("m2"), moves(0, 1));
  EXPECT_EQ(must(&Store::find_match, "m2")->result, "");
  EXPECT_EQ(must(&Store::rating_history, "p1", "draughts", "blitz", 10).size(), 1U);
}

TEST_P(Matches, unfinished_ones_are_found_in_pages_and_no_others) {
  std::vector<std::string> expected;
  for (int number = 0; number < 25; ++number) {
    MatchHeader header = match_named("m" + std::to_string(number), {seat_of(0, PlayerKind::guest, "g", "Ann")});
    header.state = static_cast<MatchState>(number % 3);
    if (number % 3 != 2) expected.push_back(header.id);
    must(&Store::create_match, header, moves(0, 1));
  }
  std::vector<std::string> found;
  PageRequest request{.after = {}, .limit = 4};
  int pages = 0;
  do {
    const MatchPage page = must(&Store::unfinished_matches, request);
    ASSERT_LE(page.matches.size(), 4U);
    for (const MatchHeader& header : page.matches) {
      found.push_back(header.id);
      EXPECT_EQ(header.seats.size(), 1U);
    }
    request.after = page.next;
    ++pages;
  } while (!request.after.empty() && pages < 100);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(pages, 5);
  EXPECT_EQ(must(&Store::all_matches, PageRequest{{}, 1000}).matches.size(), 25U);
}

TEST_P(Matches, a_players_own_come_newest_first_and_each_once) {
  for (int number = 0; number < 10; ++number) {
    std::vector<SeatRow> seats{seat_of(0, PlayerKind::guest, number % 2 == 0 ? "g1" : "g2", "Ann")};
    if (number == 4) seats.push_back(seat_of(1, PlayerKind::guest, "g1", "Ann"));
    must(&Store::create_match, match_named("m" + std::to_string(number), seats), moves(0, 1));
  }
  const MatchPage first = must(&Store::matches_of_player, "g1", PageRequest{{}, 3});
  EXPECT_EQ(ids(first), (std::vector<std::string>{"m8", "m6", "m4"}));
  must(&Store::create_match, match_named("new", {seat_of(0, PlayerKind::guest, "g1", "Ann")}), moves(0, 1));
  const MatchPage second = must(&Store::matches_of_player, "g1", PageRequest{first.next, 3});
  EXPECT_EQ(ids(second), (std::vector<std::string>{"m2", "m0"})) << "what is new shifts no page";
  EXPECT_EQ(second.next, "");
  EXPECT_TRUE(ids(must(&Store::matches_of_player, "", PageRequest{})).empty());
}

TEST_P(Matches, finished_ones_come_last_ended_first_by_game_without_unlisted_ones) {
  for (int number = 0; number < 12; ++number) {
    MatchHeader header = match_named("m" + std::to_string(number));
    header.state = number == 7 ? MatchState::running : MatchState::over;
    header.game = number % 2 == 0 ? "american" : "star";
    header.is_listed = number != 6;
    header.ended = at(number < 4 ? 100 : 100 + number);  // some at the same moment
    if (number == 11) header.ended = {};                 // then it ended when it was updated
    must(&Store::create_match, header, moves(0, 1));
  }
  std::vector<std::string> found;
  PageRequest request{.after = {}, .limit = 2};
  do {
    const MatchPage page = must(&Store::finished_matches, "", request);
    for (const std::string& id : ids(page)) found.push_back(id);
    request.after = page.next;
  } while (!request.after.empty() && found.size() < 100);
  EXPECT_EQ(found, (std::vector<std::string>{"m10", "m9", "m8", "m5", "m4", "m3", "m2", "m1", "m0", "m11"}));
  EXPECT_EQ(ids(must(&Store::finished_matches, "star", PageRequest{})),
            (std::vector<std::string>{"m9", "m5", "m3", "m1", "m11"}));
  EXPECT_TRUE(ids(must(&Store::finished_matches, "none", PageRequest{})).empty());
}

TEST_P(Matches, marks_and_limits_that_no_page_gave_out_are_refused) {
  for (const char* mark : {"x", "1.", ".", "99999999999999999999", "1.2.3", " 1", "1;DROP TABLE matches"}) {
    refused(FailureKind::malformed, &Store::finished_matches, "", PageRequest{mark, 10});
    refused(FailureKind::malformed, &Store::unfinished_matches, PageRequest{std::string(mark) + "'", 10});
  }
  refused(FailureKind::malformed, &Store::all_matches, PageRequest{{}, 0});
  refused(FailureKind::malformed, &Store::matches_of_player, "g", PageRequest{{}, limits::rows_a_page + 1});
}

TEST_P(Matches, chat_is_numbered_kept_apart_by_room_and_read_from_the_end) {
  must(&Store::create_player, guest_named("g1", "Ann"));
  must(&Store::create_match, match_named("m1"), moves(0, 1));
  must(&Store::create_match, match_named("m2"), moves(0, 1));
  ChatRow line{.match = "m1", .room = "players", .player = "g1", .name = "Ann", .text = "Hello", .at = at(5)};
  for (int number = 1; number <= 6; ++number) {
    line.room = number % 2 == 1 ? "players" : "spectators";
    line.text = "<b>" + std::to_string(number);
    EXPECT_EQ(must(&Store::append_chat, line), number);
  }
  line.match = "m2";
  EXPECT_EQ(must(&Store::append_chat, line), 1);
  const auto newest = must(&Store::chat, "m1", "", 0, 2);
  ASSERT_EQ(newest.size(), 4U) << "of each room";
  for (int index = 0; index < 4; ++index) EXPECT_EQ(newest[static_cast<std::size_t>(index)].number, index + 3);
  line.match = "m1";
  line.number = 6;
  EXPECT_EQ(newest[3], line);
  const auto spectators = must(&Store::chat, "m1", "spectators", 0, 2);
  ASSERT_EQ(spectators.size(), 2U);
  EXPECT_EQ(spectators[0].number, 4);
  EXPECT_EQ(spectators[1], line);
  EXPECT_EQ(must(&Store::chat, "m1", "players", 1, 100).size(), 2U);
  refused(FailureKind::absent, &Store::chat, "nowhere", "", 0, 10);
  line.match = "nowhere";
  refused(FailureKind::absent, &Store::append_chat, line);
  line.match = "m1";
  line.player = "nobody";
  refused(FailureKind::absent, &Store::append_chat, line);
  line.player = "";
  EXPECT_EQ(must(&Store::append_chat, line), 7) << "a line of the server";
}

TEST_P(Matches, what_somebody_said_is_read_page_by_page) {
  must(&Store::create_player, guest_named("g1", "Ann"));
  must(&Store::create_player, guest_named("g2", "Ben"));
  ChatRow line{.match = "m1", .room = "players", .player = "g1", .name = "Ann", .text = "", .at = at(5)};
  for (const char* match : {"m1", "m2", "m3"}) {
    must(&Store::create_match, match_named(match), moves(0, 1));
    line.match = match;
    for (const char* player : {"g1", "g2", "g1"}) {
      line.player = player;
      line.text = std::string(player) + " at " + match;
      must(&Store::append_chat, line);
    }
  }
  std::vector<std::string> said;
  PageRequest page{.after = {}, .limit = 4};
  int pages = 0;
  do {
    const ChatPage found = must(&Store::chat_of_player, "g1", page);
    for (const ChatRow& each : found.lines) said.push_back(each.match + " " + std::to_string(each.number) + each.text);
    page.after = found.next;
    ++pages;
  } while (!page.after.empty());
  EXPECT_EQ(said, (std::vector<std::string>{"m1 1g1 at m1", "m1 3g1 at m1", "m2 1g1 at m2", "m2 3g1 at m2",
                                            "m3 1g1 at m3", "m3 3g1 at m3"}));
  EXPECT_EQ(pages, 2);
  EXPECT_TRUE(must(&Store::chat_of_player, "g3", PageRequest{}).lines.empty());
  for (const char* mark : {"m1", "m1 ", " 1", "nowhere 1", "m1 x"}) {
    refused(FailureKind::malformed, &Store::chat_of_player, "g1", PageRequest{mark, 10});
  }
  refused(FailureKind::malformed, &Store::chat_of_player, "g1", PageRequest{{}, 0});
}

TEST_P(Matches, what_was_handed_over_before_closing_is_carried_out) {
  must(&Store::create_match, match_named("m1"), moves(0, 1));
  int stored = 0;
  for (int number = 1; number <= 300; ++number) {
    store_->append({"m1", number, moves(number, 1), {}, {}},
                   [&](const Outcome<void>& outcome) { stored += outcome ? 1 : 0; });
  }
  open_again();
  EXPECT_EQ(stored, 300);
  EXPECT_EQ(all_events("m1"), moves(0, 301));
}

}  // namespace
}  // namespace crownstar::store
