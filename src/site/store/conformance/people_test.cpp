#include "site/store/conformance_test.hpp"

namespace crownstar::store {
namespace {

class PeopleRows : public StoreConformance {
 protected:
  SessionRow session_of(const std::string& player, const std::string& name, int expires = 1000) {
    return {.hash = std::string("\0\xff", 2) + name,
            .id = name,
            .player = player,
            .created = at(1),
            .seen = at(2),
            .expires = at(expires),
            .label = "192.0.2.x"};
  }
  TokenRow token_of(const std::string& player, const std::string& name) {
    return {.hash = "h" + name,
            .id = name,
            .player = player,
            .name = "my bot",
            .scopes = "play",
            .created = at(1),
            .seen = {},
            .expires = {}};
  }
  void rate(const std::string& player, int games, double rating, const std::string& speed = "blitz") {
    must(&Store::append,
         Append{"rated", next_event_++, {}, {}, {{player, "draughts", speed, rating, 100, 0.06, games, at(games)}}});
  }

 private:
  int next_event_ = 100;
};
INSTANTIATE_TEST_SUITE_P(Backends, PeopleRows, testing::ValuesIn(all_backends()),
                         [](const auto& home) { return home.param.name; });

TEST_P(PeopleRows, an_accounts_name_key_is_taken_once_and_guests_have_none) {
  const PlayerRow ann = account_named("p1", "Ann", "ann");
  must(&Store::create_player, ann);
  refused(FailureKind::taken, &Store::create_player, account_named("p2", "ANN", "ann"));
  refused(FailureKind::taken, &Store::create_player, account_named("p1", "Bea", "bea"));
  must(&Store::create_player, guest_named("g1", "Ann"));
  must(&Store::create_player, guest_named("g2", "Ann"));
  EXPECT_EQ(must(&Store::find_account, "ann"), ann);
  EXPECT_EQ(must(&Store::find_player, "p1"), ann);
  EXPECT_EQ(must(&Store::find_player, "p2"), std::nullopt);
  EXPECT_EQ(must(&Store::find_account, ""), std::nullopt);
  EXPECT_EQ(must(&Store::find_player, "g2"), guest_named("g2", "Ann"));
}

TEST_P(PeopleRows, a_skeleton_is_taken_once_and_accounts_without_one_are_found_and_given_theirs) {
  PlayerRow ann = account_named("p1", "Ann", "ann");
  ann.name_skeleton = "1 ann";
  must(&Store::create_player, ann);
  EXPECT_EQ(must(&Store::find_player, "p1"), ann);
  PlayerRow like = account_named("p2", "Aпn", "apn");
  like.name_skeleton = "1 ann";
  refused(FailureKind::taken, &Store::create_player, like);
  must(&Store::create_player, guest_named("g1", "Aпn"));
  like.id = "g1";
  refused(FailureKind::taken, &Store::promote_guest, like);
  EXPECT_EQ(must(&Store::find_similar_account, "other", "1 ann"), ann);
  EXPECT_EQ(must(&Store::find_similar_account, "ann", "1 other"), ann);
  EXPECT_EQ(must(&Store::find_similar_account, "other", "1 other"), std::nullopt);

  // From before there were skeletons, or by an older list.
  must(&Store::create_player, account_named("p2", "Aпn", "apn"));
  must(&Store::create_player, account_named("p3", "Bea", "bea"));
  PlayerRow cleo = account_named("p4", "Cleo", "cleo");
  cleo.name_skeleton = "0 cleo";
  must(&Store::create_player, cleo);
  const auto without = [&](const std::string& after, int limit) {
    std::vector<std::string> found;
    for (const PlayerRow& row : must(&Store::accounts_without_skeleton, "1 ", after, limit)) found.push_back(row.id);
    return found;
  };
  EXPECT_EQ(without("", 10), (std::vector<std::string>{"p2", "p3", "p4"}));
  EXPECT_EQ(without("", 2), (std::vector<std::string>{"p2", "p3"}));
  EXPECT_EQ(without("p2", 10), (std::vector<std::string>{"p3", "p4"}));
  must(&Store::set_skeletons,
       std::vector<SkeletonRow>{{"p2", "apn", "1 ann"}, {"p3", "renamed", "1 bea"}, {"p4", "cleo", "1 deo"}});
  EXPECT_EQ(without("", 10), (std::vector<std::string>{"p2", "p3"})) << "another's, and of a name that it has no more";
  EXPECT_EQ(must(&Store::find_similar_account, "other", "1 deo")->id, "p4");
  must(&Store::delete_account, "p1");
  must(&Store::set_skeletons, std::vector<SkeletonRow>{{"p2", "apn", "1 ann"}});
  EXPECT_EQ(must(&Store::find_similar_account, "other", "1 ann")->id, "p2");
}

TEST_P(PeopleRows, what_is_known_of_a_player_changes) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_player, guest_named("g1", "Gus"));
  must(&Store::change_preferences, "p1", "{\"board\": \"wood\"}");
  must(&Store::player_seen, "p1", at(77));
  must(&Store::rename_guest, "g1", "Gil");
  must(&Store::improve_password_hash, "p1", "hash of p1", "better");
  const auto ann = must(&Store::find_player, "p1");
  ASSERT_TRUE(ann);
  EXPECT_EQ(ann->preferences, "{\"board\": \"wood\"}");
  EXPECT_EQ(ann->seen, at(77));
  EXPECT_EQ(ann->password_hash, "better");
  EXPECT_EQ(must(&Store::find_player, "g1")->name, "Gil");
  refused(FailureKind::absent, &Store::improve_password_hash, "p1", "hash of p1", "worse");
  refused(FailureKind::absent, &Store::rename_guest, "p1", "Someone");
  refused(FailureKind::absent, &Store::player_seen, "nobody", at(1));
  refused(FailureKind::absent, &Store::change_preferences, "nobody", "");
}

TEST_P(PeopleRows, a_changed_password_ends_all_sessions_but_one_and_all_tokens) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_player, account_named("p2", "Bea", "bea"));
  for (const char* name : {"a", "b", "c"}) must(&Store::create_session, session_of("p1", name));
  must(&Store::create_session, session_of("p2", "d"));
  must(&Store::change_password, "p1", "new", session_of("p1", "b").hash);
  EXPECT_EQ(must(&Store::find_player, "p1")->password_hash, "new");
  EXPECT_EQ(must(&Store::sessions_of, "p1"), std::vector{session_of("p1", "b")});
  EXPECT_EQ(must(&Store::sessions_of, "p2").size(), 1U);
  must(&Store::change_password, "p1", "newer", "");
  EXPECT_TRUE(must(&Store::sessions_of, "p1").empty());
  refused(FailureKind::absent, &Store::change_password, "nobody", "new", "");
}

TEST_P(PeopleRows, a_password_is_replaced_once_and_all_sessions_and_tokens_end) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_player, account_named("p2", "Bea", "bea"));
  for (const char* name : {"a", "b"}) must(&Store::create_session, session_of("p1", name));
  must(&Store::create_session, session_of("p2", "c"));
  must(&Store::create_token, token_of("p1", "a"));
  refused(FailureKind::absent, &Store::replace_password, "p1", "another hash", "new", "");
  EXPECT_EQ(must(&Store::sessions_of, "p1").size(), 2U);
  EXPECT_EQ(must(&Store::tokens_of, "p1").size(), 1U);
  must(&Store::replace_password, "p1", "hash of p1", "new", session_of("p1", "b").hash);
  EXPECT_EQ(must(&Store::find_player, "p1")->password_hash, "new");
  EXPECT_EQ(must(&Store::sessions_of, "p1"), std::vector{session_of("p1", "b")});
  must(&Store::replace_password, "p1", "new", "newest", "");
  EXPECT_TRUE(must(&Store::sessions_of, "p1").empty());
  EXPECT_TRUE(must(&Store::tokens_of, "p1").empty());
  EXPECT_EQ(must(&Store::sessions_of, "p2").size(), 1U);
  refused(FailureKind::absent, &Store::replace_password, "p1", "hash of p1", "newer", "");
  EXPECT_EQ(must(&Store::find_player, "p1")->password_hash, "newest");
}

TEST_P(PeopleRows, sessions_are_found_by_their_hash_rotated_and_revoked) {
  must(&Store::create_player, guest_named("g1", "Ann"));
  const SessionRow session = session_of("g1", "a");
  must(&Store::create_session, session);
  EXPECT_EQ(must(&Store::find_session, session.hash), session);
  refused(FailureKind::taken, &Store::create_session, session);
  refused(FailureKind::absent, &Store::create_session, session_of("nobody", "x"));
  must(&Store::session_seen, session.hash, at(5), at(2000));
  must(&Store::rotate_session, session.hash, "fresh", at(6), at(3000));
  EXPECT_EQ(must(&Store::find_session, session.hash), std::nullopt) << "the old secret still opens";
  SessionRow rotated = session;
  rotated.hash = "fresh";
  rotated.seen = at(6);
  rotated.expires = at(3000);
  EXPECT_EQ(must(&Store::find_session, "fresh"), rotated);
  refused(FailureKind::absent, &Store::rotate_session, session.hash, "fresher", at(6), at(3000));
  refused(FailureKind::absent, &Store::revoke_session_by_id, "someone else", "a");
  must(&Store::revoke_session_by_id, "g1", "a");
  refused(FailureKind::absent, &Store::revoke_session, "fresh");
  for (const char* name : {"b", "c", "d"}) must(&Store::create_session, session_of("g1", name));
  must(&Store::revoke_session, session_of("g1", "b").hash);
  must(&Store::revoke_sessions, "g1", session_of("g1", "c").hash);
  EXPECT_EQ(must(&Store::sessions_of, "g1"), std::vector{session_of("g1", "c")});
}

TEST_P(PeopleRows, tokens_are_found_by_their_hash_and_revoked_by_their_owner_alone) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_token, token_of("p1", "a"));
  must(&Store::create_token, token_of("p1", "b"));
  refused(FailureKind::absent, &Store::create_token, token_of("nobody", "c"));
  must(&Store::token_seen, "ha", at(9));
  TokenRow seen = token_of("p1", "a");
  seen.seen = at(9);
  EXPECT_EQ(must(&Store::find_token, "ha"), seen);
  EXPECT_EQ(must(&Store::tokens_of, "p1"), (std::vector{seen, token_of("p1", "b")}));
  refused(FailureKind::absent, &Store::revoke_token, "p2", "a");
  must(&Store::revoke_token, "p1", "a");
  EXPECT_EQ(must(&Store::find_token, "ha"), std::nullopt);
}

TEST_P(PeopleRows, ratings_move_on_by_one_game_and_their_steps_are_kept) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_match, match_named("rated"), moves(0, 1));
  rate("p1", 1, 1510);
  rate("p1", 2, 1520.125);
  rate("p1", 1, 1400, "rapid");
  EXPECT_EQ(must(&Store::ratings_of, "p1"),
            (std::vector<RatingRow>{{"p1", "draughts", "blitz", 1520.125, 100, 0.06, 2, at(2)},
                                    {"p1", "draughts", "rapid", 1400, 100, 0.06, 1, at(1)}}));
  EXPECT_EQ(must(&Store::rating_history, "p1", "draughts", "blitz", 10),
            (std::vector<RatingStep>{{1, at(1), "rated", 1510, 100}, {2, at(2), "rated", 1520.125, 100}}));
  EXPECT_EQ(must(&Store::rating_history, "p1", "draughts", "blitz", 1).front().games, 2);
  for (const int games : {0, 1, 2, 4}) {
    refused(FailureKind::stale, &Store::append,
            Append{"rated", 50, {{"ended", ""}}, {}, {{"p1", "draughts", "blitz", 1, 1, 1, games, at(3)}}});
  }
  EXPECT_TRUE(must(&Store::ratings_of, "nobody").empty());
}

TEST_P(PeopleRows, a_guest_becomes_an_account_with_its_games_and_new_sessions) {
  must(&Store::create_player, guest_named("g1", "Gus"));
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_session, session_of("g1", "a"));
  must(&Store::create_match, match_named("m1", {seat_of(0, PlayerKind::guest, "g1", "Gus")}), moves(0, 1));
  PlayerRow account = account_named("g1", "Gustav", "gustav");
  refused(FailureKind::taken, &Store::promote_guest, account_named("g1", "ann", "ann"));
  EXPECT_EQ(must(&Store::sessions_of, "g1").size(), 1U) << "a refused promotion left something";
  must(&Store::promote_guest, account);
  account.preferences = "";
  EXPECT_EQ(must(&Store::find_account, "gustav"), account);
  EXPECT_TRUE(must(&Store::sessions_of, "g1").empty());
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, std::vector{seat_of(0, PlayerKind::account, "g1", "Gustav")});
  refused(FailureKind::absent, &Store::promote_guest, account);
  // A node that holds the old header writes it: the seat stays the account's.
  must(&Store::append,
       Append{"m1", 1, moves(1, 1), match_named("m1", {seat_of(0, PlayerKind::guest, "g1", "Gus")}), {}});
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, std::vector{seat_of(0, PlayerKind::account, "g1", "Gustav")});
}

TEST_P(PeopleRows, a_guests_games_move_to_an_account_that_there_is) {
  must(&Store::create_player, guest_named("g1", "Gus"));
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  const MatchHeader header =
      match_named("m1", {seat_of(0, PlayerKind::guest, "g1", "Gus"), seat_of(1, PlayerKind::guest, "g9", "Nn")});
  must(&Store::create_match, header, moves(0, 1));
  must(&Store::append_chat,
       ChatRow{.match = "m1", .room = "players", .player = "g1", .name = "Gus", .text = "hi", .at = at(1)});
  must(&Store::create_session, session_of("g1", "a"));
  must(&Store::mute, MuteRow{"g1", "bad", at(1), {}});
  must(&Store::claim_guest, "g1", "p1");
  const std::vector<SeatRow> seats{seat_of(0, PlayerKind::account, "p1", "Ann"),
                                   seat_of(1, PlayerKind::guest, "g9", "Nn")};
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, seats);
  EXPECT_EQ(ids(must(&Store::matches_of_player, "p1", PageRequest{})), std::vector<std::string>{"m1"});
  EXPECT_TRUE(ids(must(&Store::matches_of_player, "g1", PageRequest{})).empty());
  EXPECT_EQ(must(&Store::chat, "m1", "", 0, 10).front().player, "p1");
  EXPECT_EQ(must(&Store::sessions_of, "p1").size(), 1U);
  EXPECT_EQ(must(&Store::mutes_of, "p1").front().muted, "bad");
  EXPECT_EQ(must(&Store::find_player, "g1")->became, "p1");
  refused(FailureKind::taken, &Store::claim_guest, "g1", "p1");
  refused(FailureKind::absent, &Store::claim_guest, "nobody", "p1");
  refused(FailureKind::absent, &Store::claim_guest, "p1", "p1");
  // A match under way whose owner still knows the guest.
  must(&Store::append, Append{"m1", 1, moves(1, 1), header, {}});
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, seats);
}

TEST_P(PeopleRows, a_deleted_account_leaves_its_games_and_nothing_of_itself) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  must(&Store::create_player, account_named("p2", "Bea", "bea"));
  must(&Store::create_player, guest_named("g1", "Gus"));
  MatchHeader header =
      match_named("m1", {seat_of(0, PlayerKind::account, "p1", "Ann"), seat_of(1, PlayerKind::account, "p2", "Bea")});
  must(&Store::create_match, header, moves(0, 3));
  must(&Store::create_match, match_named("rated"), moves(0, 1));
  MatchHeader table = match_named("table");  // they have made it, and not sat down
  table.state = MatchState::open;
  table.details = "seats=2\nhost=p1\n";
  must(&Store::create_match, table, moves(0, 1));
  must(&Store::claim_guest, "g1", "p1");
  rate("p1", 1, 1510);
  rate("p2", 1, 1490);
  must(&Store::create_session, session_of("p1", "a"));
  must(&Store::create_token, token_of("p1", "t"));
  must(&Store::append_chat,
       ChatRow{.match = "m1", .room = "players", .player = "p1", .name = "Ann", .text = "hi", .at = at(1)});
  must(&Store::append_chat,
       ChatRow{.match = "m1", .room = "players", .player = "p2", .name = "Bea", .text = "ho", .at = at(1)});
  must(&Store::mute, MuteRow{"p1", "p2", at(1), {}});
  must(&Store::mute, MuteRow{"p2", "p1", at(1), {}});
  must(&Store::add_report,
       ReportRow{.at = at(1), .reporter = "p1", .accused = "p2", .match = "m1", .reason = "rude", .text = "x"});
  must(&Store::add_report,
       ReportRow{.at = at(1), .reporter = "p2", .accused = "p1", .match = "m1", .reason = "rude", .text = "y"});

  must(&Store::delete_account, "p1");
  const SeatRow nobody{.seat = 0, .kind = PlayerKind::deleted, .player = {}, .name = {}};
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, (std::vector{nobody, seat_of(1, PlayerKind::account, "p2", "Bea")}));
  EXPECT_EQ(must(&Store::find_match, "table")->details, "seats=2\nhost=\n");
  EXPECT_EQ(all_events("m1"), moves(0, 3));
  EXPECT_EQ(must(&Store::find_account, "ann"), std::nullopt);
  EXPECT_EQ(must(&Store::find_player, "g1"), std::nullopt);
  EXPECT_EQ(must(&Store::find_session, session_of("p1", "a").hash), std::nullopt);
  EXPECT_EQ(must(&Store::find_token, "ht"), std::nullopt);
  EXPECT_TRUE(must(&Store::ratings_of, "p1").empty());
  EXPECT_TRUE(must(&Store::rating_history, "p1", "draughts", "blitz", 9).empty());
  EXPECT_EQ(must(&Store::ratings_of, "p2").size(), 1U);
  EXPECT_EQ(must(&Store::chat, "m1", "", 0, 10).size(), 1U);
  EXPECT_TRUE(must(&Store::mutes_of, "p2").empty());
  const auto reports = must(&Store::open_reports, std::int64_t{0}, 10);
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_EQ(reports.front().reporter, "");
  must(&Store::delete_account, "p1");
  must(&Store::create_player, account_named("p3", "Ann", "ann"));

  // The end of a game that was under way when the account went.
  header.details = "seats=2\nhost=p1\n";
  must(&Store::append, Append{"m1", 3, moves(3, 1), header, {{"p1", "draughts", "blitz", 1600, 90, 0.06, 2, at(9)}}});
  EXPECT_EQ(must(&Store::find_match, "m1")->seats.front(), nobody);
  EXPECT_EQ(must(&Store::find_match, "m1")->details, "seats=2\nhost=\n");
  EXPECT_TRUE(must(&Store::ratings_of, "p1").empty());
  const std::string changes = must(&Store::read_setting, std::string(people_changed_key)).value_or("");
  EXPECT_EQ(changes.contains(" p1\n"), GetParam().name == "postgres") << "where other nodes may serve the store";
}

// Who looks after the match may not have heard of it, and know them as the guest that they were.
TEST_P(PeopleRows, a_deleted_guest_gets_no_seat_again_and_an_absent_one_keeps_it) {
  must(&Store::create_player, guest_named("g1", "Gus"));
  const std::vector seats{seat_of(0, PlayerKind::guest, "g1", "Gus"), seat_of(1, PlayerKind::guest, "old", "Old")};
  MatchHeader header = match_named("m1", seats);
  header.details = "seats=2\nhost=g1\n";
  must(&Store::create_match, header, moves(0, 1));
  must(&Store::delete_account, "g1");
  // Where others serve the store, or an operator has deleted them.
  must(&Store::write_setting, std::string(people_changed_key), "1 g2\n2 g1\n3 old2\n");
  must(&Store::append, Append{"m1", 1, moves(1, 1), header, {}});
  const SeatRow nobody{.seat = 0, .kind = PlayerKind::deleted, .player = {}, .name = {}};
  EXPECT_EQ(must(&Store::find_match, "m1")->seats, (std::vector{nobody, seats[1]}));
  EXPECT_EQ(must(&Store::find_match, "m1")->details, "seats=2\nhost=\n");

  // Whose answer was lost asks once more: also for what was stored since.
  must(&Store::create_player, guest_named("g2", "Gil"));
  must(&Store::delete_account, "g2");
  must(&Store::create_match, match_named("m2", {seat_of(0, PlayerKind::guest, "g2", "Gil")}), moves(0, 1));
  must(&Store::delete_account, "g2");
  EXPECT_EQ(must(&Store::find_match, "m2")->seats, std::vector{nobody});
}

TEST_P(PeopleRows, reports_are_settled_once) {
  const ReportRow report{
      .at = at(1), .reporter = "p1", .accused = "p2", .match = "m1", .reason = "rude", .text = "words"};
  const std::int64_t first = must(&Store::add_report, report);
  const std::int64_t second = must(&Store::add_report, report);
  EXPECT_LT(first, second);
  EXPECT_EQ(must(&Store::open_reports, std::int64_t{0}, 1).front().number, first);
  EXPECT_EQ(must(&Store::open_reports, first, 10).size(), 1U);
  must(&Store::settle_report, first, at(5), "warned");
  refused(FailureKind::absent, &Store::settle_report, first, at(6), "again");
  const auto open_ones = must(&Store::open_reports, std::int64_t{0}, 10);
  ASSERT_EQ(open_ones.size(), 1U);
  ReportRow expected = report;
  expected.number = second;
  EXPECT_EQ(open_ones.front(), expected);
}

TEST_P(PeopleRows, mutes_are_set_changed_and_lifted) {
  must(&Store::mute, MuteRow{"p1", "p2", at(1), {}});
  must(&Store::mute, MuteRow{"p1", "p2", at(2), at(9)});
  must(&Store::mute, MuteRow{"", "p3", at(3), {}});
  EXPECT_EQ(must(&Store::mutes_of, "p1"), (std::vector<MuteRow>{{"p1", "p2", at(2), at(9)}}));
  EXPECT_EQ(must(&Store::mutes_of, ""), (std::vector<MuteRow>{{"", "p3", at(3), {}}}));
  must(&Store::unmute, "p1", "p2");
  must(&Store::unmute, "p1", "p2");
  EXPECT_TRUE(must(&Store::mutes_of, "p1").empty());
}

TEST_P(PeopleRows, a_sweep_takes_what_is_of_no_use_and_no_more) {
  must(&Store::create_player, account_named("p1", "Ann", "ann"));
  for (const char* guest : {"old", "back", "here", "claimed"}) must(&Store::create_player, guest_named(guest, guest));
  must(&Store::player_seen, "back", at(500));
  must(&Store::create_session, session_of("here", "a", 900));
  must(&Store::create_session, session_of("p1", "b", 50));
  must(&Store::claim_guest, "claimed", "p1");
  must(&Store::create_match, match_named("m1", {seat_of(0, PlayerKind::guest, "old", "Old")}), moves(0, 1));
  TokenRow token = token_of("p1", "t");
  token.expires = at(50);
  must(&Store::create_token, token);
  const Swept swept = must(&Store::sweep, Sweep{at(100), at(100)});
  EXPECT_EQ(swept.rows, 3) << "a session, a token and a guest";
  EXPECT_EQ(swept.ended, (std::vector<std::string>{session_of("p1", "b", 50).id, token.id}));
  EXPECT_EQ(must(&Store::sweep, Sweep{at(100), at(100)}), Swept{});
  EXPECT_EQ(must(&Store::find_player, "old"), std::nullopt);
  for (const char* kept : {"back", "here", "claimed", "p1"}) EXPECT_TRUE(must(&Store::find_player, kept)) << kept;
  EXPECT_TRUE(must(&Store::sessions_of, "p1").empty());
  EXPECT_EQ(must(&Store::sessions_of, "here").size(), 1U);
  EXPECT_EQ(must(&Store::find_match, "m1")->seats.front().name, "Old");
}

TEST_P(PeopleRows, settings_are_any_bytes_under_a_key) {
  EXPECT_EQ(must(&Store::read_setting, "secret"), std::nullopt);
  must(&Store::write_setting, "secret", std::string("\0\x80", 2));
  must(&Store::write_setting, "empty", "");
  open_again();
  EXPECT_EQ(must(&Store::read_setting, "secret"), std::string("\0\x80", 2));
  EXPECT_EQ(must(&Store::read_setting, "empty"), "");
  must(&Store::write_setting, "secret", "other");
  EXPECT_EQ(must(&Store::read_setting, "secret"), "other");
}

TEST_P(PeopleRows, a_setting_that_somebody_else_has_written_meanwhile_stays) {
  EXPECT_EQ(must(&Store::replace_setting, "key", std::nullopt, "one"), "one");
  EXPECT_EQ(must(&Store::replace_setting, "key", std::nullopt, "two"), "one");
  EXPECT_EQ(must(&Store::replace_setting, "key", "one", "three"), "three");
  EXPECT_EQ(must(&Store::replace_setting, "key", "one", "four"), "three");
  EXPECT_EQ(must(&Store::read_setting, "key"), "three");
  EXPECT_EQ(must(&Store::replace_setting, "other", "any", "one"), "") << "there is none to replace";
  EXPECT_EQ(must(&Store::read_setting, "other"), std::nullopt);
}

}  // namespace
}  // namespace crownstar::store
