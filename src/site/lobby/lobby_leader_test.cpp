#include "site/lobby/lobby_leader.hpp"

#include "base/limits.hpp"
#include "site/lobby/lobby_parts_test.hpp"
#include "site/lobby/seek_view.hpp"

namespace crownstar::lobby {
namespace {

using namespace testing_lobby;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class LobbyLeaderTest : public LobbyPartTest {
 protected:
  // The parts that name each other.
  struct Shared {
    explicit Shared(LobbyLeaderTest& test)
        : list(test.ports, test.seeks, [this](std::string_view seek) { return waiters.is_waiting(seek); }),
          waiters(
              test.ports, test.seeks, [](const Person&, const SeekRequest&, const Done<SeekResult>&) {},
              [this] { return leader.is_leader(); }),
          leader(test.ports, test.seeks, list, waiters,
                 [&test](const LobbyRequest& request, const Done<SeekResult>& done) {
                   test.carried_out.push_back(request.named);
                   done(SeekResult{"answered", {}, {}});
                 }) {}

    LobbyList list;
    QuickWaiters waiters;
    LobbyLeader leader;
  };

  void join(Milliseconds later) {
    meet(later);
    shared->waiters.belong_to(shared);
    leader.belong_to(shared);
    leader.join();
    deliver();
  }
  void lead() { join(1h); }
  void follow() { join(-1h); }
  void other_vanishes() {
    live_nodes.gone("n2");
    leader.nodes_changed();
    deliver();
  }
  std::vector<wire::LobbyCopy> told_copies() {
    return told_on<wire::LobbyCopy, wire::LobbyReplicaMessage>(replica_subject);
  }
  // A whole copy of the other node's seeks, which are these.
  std::vector<SeekCopy> copies_of(const std::vector<std::string>& hosts) {
    std::vector<SeekCopy> copies;
    OpenSeeks other;
    for (const std::string& host : hosts) {
      Offer offer;
      offer.terms = terms();
      const auto placed = other.seek(offer, player_of(host), now, ports.draw);
      copies.push_back(*other.kept(placed.value().seek));
    }
    return copies;
  }
  void notify_copy(LobbyCopy copy) {
    if (copy.node.empty()) copy.node = "n2";
    tell(replica_subject, write_copy(copy));
  }
  // What this node's request was answered: "none" until there is an answer.
  std::shared_ptr<std::string> ask(const std::string& named) {
    auto code = std::make_shared<std::string>("none");
    LobbyRequest request;
    request.kind = LobbyRequest::Kind::take;
    request.person = arrive("ann");
    request.named = named;
    leader.ask(request, [code](const auto& sought) { *code = sought ? sought->seek : sought.error().code; });
    deliver();
    return code;
  }
  // The other node asks this one for one of its people.
  std::string asked_by_other(const std::string& person, bool is_present = true) {
    LobbyRequest request;
    request.kind = LobbyRequest::Kind::take;
    request.node = "n2";
    request.person = {person, "Guest " + person, people::PersonKind::guest, {}};
    request.is_present = is_present;
    request.named = "s1";
    std::string code = "none";
    other_bus->ask(leader_subject("n1"), write_request(request), 8s, [&](const auto& answer) {
      const auto sought = answer ? read_seek_result(*answer) : match::refused("nobody", "");
      code = sought ? sought->seek : sought.error().code;
    });
    deliver();
    return code;
  }

  std::vector<std::string> carried_out;
  std::shared_ptr<Shared> shared = std::make_shared<Shared>(*this);
  LobbyLeader& leader = shared->leader;
};

TEST_F(LobbyLeaderTest, TheEldestNodeLeadsAndOneThatIsAloneTooAndThenTheNext) {
  EXPECT_TRUE(leader.is_leader());
  follow();
  EXPECT_FALSE(leader.is_leader());
  other_vanishes();
  EXPECT_TRUE(leader.is_leader());
}

// That they left may have been lost on the way.
TEST_F(LobbyLeaderTest, OfWhomTheirNodeSaysNothingAnyMoreIsGone) {
  lead();
  Offer offer;
  offer.terms = terms();
  ASSERT_TRUE(seeks.seek(offer, player_of("ben"), now, ports.draw));
  ASSERT_TRUE(seeks.quick({terms(2min), 2, {}}, player_of("cyd"), now, ports.draw));
  asked_by_other("ben");
  asked_by_other("cyd");
  const auto pass = [&](int rounds, bool are_said) {
    for (int round = 0; round < rounds; ++round) {
      now += 5s;
      if (are_said) {
        leader.receive_seeker({"n2", "ben", true});
        tell(replica_subject, wire::encode(wire::LobbyReplicaMessage(wire::LobbyWaiting{"n2", {"cyd"}})));
      }
      leader.look(now);
      seeks.tick(now, ports.draw);
    }
  };
  const auto there = [&] { return std::pair(seeks.seeks_something("ben"), seeks.seeks_something("cyd")); };
  pass(40, true);
  EXPECT_EQ(there(), std::pair(true, true));
  pass(10, false);
  now += 1h;
  leader.time_lost(1h, now);
  seeks.time_lost(1h, now);
  pass(1, false);
  EXPECT_EQ(there(), std::pair(true, true)) << "nobody could be heard for an hour";
  pass(10, false);
  EXPECT_EQ(there(), std::pair(false, false));
}

TEST_F(LobbyLeaderTest, TheNextLeaderGoesOnWithTheSeeksThatItHasCopied) {
  follow();
  auto kept = copies_of({"ann", "ben", "cyd"});
  const std::vector<std::string> ids{kept[0].id, kept[1].id, kept[2].id};
  known = {match_of_seek(ids[2])};
  notify_copy({"", false, "", "", {}, kept});
  notify_copy({"", false, "", "", {ids[1]}, {}});
  EXPECT_EQ(seeks.listed_size(), 0U) << "they are the leader's";
  other_vanishes();
  ASSERT_EQ(seeks.listed_size(), 1U) << "ben's is gone, and cyd's has become a match";
  EXPECT_EQ(seeks.listed()[0].id, ids[0]);
}

TEST_F(LobbyLeaderTest, SeeksOfWhoIsNotBackEndAndWhoIsConnectedHereIsBack) {
  follow();
  notify_copy({"", false, "", "", {}, copies_of({"ann", "ben"})});
  arrive("ann");
  other_vanishes();
  EXPECT_EQ(seeks.listed_size(), 2U);
  now += limits::seek_gone_wait + 1s;
  seeks.tick(now, ports.draw);
  ASSERT_EQ(seeks.listed_size(), 1U);
  EXPECT_EQ(seeks.listed()[0].host.id, "ann");
}

TEST_F(LobbyLeaderTest, OnlyTheLeadersCopyCounts) {
  follow();
  live_nodes.heard("n3", now, 0, now + 1h);
  LobbyCopy copy{"n3", false, "", "", {}, copies_of({"ann"})};
  notify_copy(copy);
  other_vanishes();
  EXPECT_EQ(seeks.listed_size(), 0U);
}

TEST_F(LobbyLeaderTest, WhoFindsAnElderGivesUpItsSeeks) {
  lead();
  put_seek("ann");
  leader.notify_changes();
  live_nodes.heard("n3", now, 0, now - 2h);
  leader.nodes_changed();
  EXPECT_FALSE(leader.is_leader());
  EXPECT_EQ(seeks.listed_size(), 0U);
}

TEST_F(LobbyLeaderTest, ARequestGoesToTheLeaderAndItsAnswerComesBack) {
  follow();
  std::vector<LobbyRequest> heard;
  other_bus->serve(leader_subject("n2"), "keeper",
                   [&](std::string_view, std::string_view text, const bus::Respond& respond) {
                     heard.push_back(read_request(text).value());
                     respond(write_seek_result(SeekResult{"s7", {}, {}}));
                   });
  deliver();
  EXPECT_EQ(*ask("s7"), "s7");
  ASSERT_THAT(heard, SizeIs(1));
  EXPECT_EQ(heard[0].node, "n1");
  EXPECT_TRUE(heard[0].is_present);
}

TEST_F(LobbyLeaderTest, AnAnswerThatCannotBeReadIsARefusal) {
  follow();
  other_bus->serve(leader_subject("n2"), "keeper", [](std::string_view, std::string_view, const bus::Respond& respond) {
    respond("news of tomorrow");
  });
  deliver();
  const std::string code = *ask("s7");
  EXPECT_NE(code, "none");
  EXPECT_NE(code, "s7");
  leader.close();
  EXPECT_EQ(*ask("s7"), "stopping");
}

TEST_F(LobbyLeaderTest, TheLeaderCarriesOutWhatOthersAskAndWhoIsNotTheLeaderRefuses) {
  lead();
  EXPECT_EQ(asked_by_other("ben"), "answered");
  EXPECT_THAT(carried_out, ElementsAre("s1"));
  EXPECT_TRUE(leader.is_at_another_node("ben"));
  EXPECT_EQ(asked_by_other("cyd", false), "answered");
  EXPECT_FALSE(leader.is_at_another_node("cyd")) << "cyd has no connection";
  live_nodes.heard("n3", now, 0, now - 2h);
  leader.nodes_changed();
  EXPECT_EQ(asked_by_other("ben"), "busy");
  EXPECT_THAT(carried_out, SizeIs(2));
}

TEST_F(LobbyLeaderTest, ARequestThatCannotBeReadIsRefused) {
  lead();
  std::string text;
  other_bus->ask(leader_subject("n1"), R"({"type":"of_tomorrow"})", 8s,
                 [&](const auto& answer) { text = answer.value(); });
  deliver();
  EXPECT_FALSE(read_seek_result(text));
  EXPECT_THAT(carried_out, IsEmpty());
}

TEST_F(LobbyLeaderTest, WhoWasAtANodeThatVanishedHasTheTimeOfABrokenConnection) {
  lead();
  put_seek("ben");
  asked_by_other("ben");
  other_vanishes();
  EXPECT_FALSE(leader.is_at_another_node("ben"));
  now += limits::seek_gone_wait - 1s;
  seeks.tick(now, ports.draw);
  EXPECT_EQ(seeks.listed_size(), 1U);
  now += 2s;
  seeks.tick(now, ports.draw);
  EXPECT_EQ(seeks.listed_size(), 0U);
}

TEST_F(LobbyLeaderTest, WhoLeavesOneNodeAndIsAtAnotherIsNotGone) {
  lead();
  put_seek("ben");
  leader.receive_seeker({"n2", "ben", true});
  leader.receive_seeker({"n3", "ben", false});
  EXPECT_TRUE(leader.is_at_another_node("ben")) << "n3 has not seen ben last";
  leader.receive_seeker({"n2", "ben", false});
  EXPECT_FALSE(leader.is_at_another_node("ben"));
  leader.receive_seeker({"n2", "eva", true});
  EXPECT_FALSE(leader.is_at_another_node("eva")) << "eva seeks nothing";
}

TEST_F(LobbyLeaderTest, ChangesAreToldAndCopiedAsTheyCome) {
  lead();
  const std::string seek = put_seek("ann");
  leader.notify_changes();
  const auto copies = told_copies();
  ASSERT_THAT(copies, SizeIs(1));
  EXPECT_FALSE(copies[0].portion);
  ASSERT_THAT(copies[0].kept, SizeIs(1));
  EXPECT_EQ(copies[0].kept[0].id, seek);
  leader.notify_changes();
  EXPECT_THAT(told_copies(), SizeIs(1)) << "nothing has changed since";
  ASSERT_TRUE(seeks.leave(seek, "ann"));
  leader.notify_changes();
  EXPECT_THAT(told_copies().back().gone, ElementsAre(seek));
  const auto changes = told_on<wire::LobbyListChange, wire::LobbyList>(list_subject);
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_THAT(changes[1].gone, ElementsAre(seek));
}

TEST_F(LobbyLeaderTest, ANodeThatComesGetsAllSeeksInPortions) {
  lead();
  for (int count = 0; count < 100; ++count) put_seek("p" + std::to_string(count));
  seeks.take_touched();
  leader.nodes_changed();
  const auto copies = told_copies();
  ASSERT_THAT(copies, SizeIs(2));
  EXPECT_THAT(copies[0].kept, SizeIs(90));
  EXPECT_EQ(copies[0].after, "");
  EXPECT_EQ(copies[1].after, copies[0].last);
  EXPECT_THAT(copies[1].kept, SizeIs(10));
  EXPECT_EQ(copies[1].last, "");
}

TEST_F(LobbyLeaderTest, WhoDoesNotLeadTellsNothingAndShowsTheLeadersList) {
  follow();
  tell(list_subject, wire::encode(wire::LobbyList(wire::LobbyListChange{"n3", {}, {"s1"}})));
  tell(list_subject, R"({"type":"list_of_tomorrow","node":"n2"})");
  EXPECT_THAT(shown, IsEmpty());
  put_seek("ann");
  leader.notify_changes();
  EXPECT_THAT(told_copies(), IsEmpty());
}

TEST_F(LobbyLeaderTest, NowAndThenTheWholeListIsTold) {
  lead();
  put_seek("ann");
  leader.look(now);
  leader.look(now + 4999ms);
  EXPECT_THAT((told_on<wire::LobbyListWhole, wire::LobbyList>(list_subject)), SizeIs(1));
  leader.look(now + 5s);
  EXPECT_THAT((told_on<wire::LobbyListWhole, wire::LobbyList>(list_subject)), SizeIs(2));
}

TEST_F(LobbyLeaderTest, RequestsWaitUntilAllNodesMustHaveBeenHeardAndAreBounded) {
  follow();
  settled = false;
  int carried = 0;
  for (std::size_t count = 0; count < limits::lobby_requests_delayed; ++count) {
    ASSERT_TRUE(leader.delay([&] { ++carried; }));
  }
  EXPECT_FALSE(leader.delay([&] { ++carried; })) << "as many as may wait";
  EXPECT_EQ(carried, 0);
  leader.run_delayed();
  EXPECT_EQ(carried, static_cast<int>(limits::lobby_requests_delayed));
  leader.run_delayed();
  EXPECT_EQ(carried, static_cast<int>(limits::lobby_requests_delayed));
  ASSERT_TRUE(leader.delay([&] { ++carried; }));
  leader.close();
  EXPECT_EQ(carried, static_cast<int>(limits::lobby_requests_delayed) + 1) << "nobody is left without an answer";
  EXPECT_FALSE(leader.delay([] {}));
}

TEST_F(LobbyLeaderTest, ANodeThatIsAloneMissesNothing) { EXPECT_EQ(leader.missing(), ""); }

TEST_F(LobbyLeaderTest, ACopyWithAMissingPortionIsNotWhole) {
  follow();
  settled = false;
  EXPECT_NE(leader.missing(), "");
  settled = true;
  EXPECT_NE(leader.missing(), "");
  const auto kept = copies_of({"ann"});
  notify_copy({"", true, "zzz", "", {}, {}});
  EXPECT_NE(leader.missing(), "") << "what came before is missing";
  notify_copy({"", true, "", kept[0].id, {}, kept});
  EXPECT_NE(leader.missing(), "");
  notify_copy({"", true, kept[0].id, "", {}, {}});
  EXPECT_EQ(leader.missing(), "");
  other_vanishes();
  EXPECT_EQ(leader.missing(), "") << "nobody has more";
}

TEST_F(LobbyLeaderTest, WhoSitsInASeekAndIsHereIsToldToANewLeader) {
  follow();
  notify_copy({"", false, "", "", {}, copies_of({"ann", "ben"})});
  arrive("ann");
  leader.look(now);
  deliver();
  std::vector<std::string> here;
  for (const auto& each : told) {
    if (each.subject != seekers_subject) continue;
    const auto seeker = wire::decode_known<wire::LobbySeeker>(each.text);
    if (seeker && seeker->here) here.push_back(seeker->person);
  }
  EXPECT_THAT(here, ElementsAre("ann"));
}

}  // namespace
}  // namespace crownstar::lobby
