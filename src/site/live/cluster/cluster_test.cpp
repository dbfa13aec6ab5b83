#include "site/live/cluster/cluster.hpp"

#include "site/live/scenarios/node_parts_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class ClusterTest : public NodePartTest,
                    public OwnedMatches,
                    public SeatedObserver,
                    public ReplicatedMatches,
                    public lobby::LobbyEngines,
                    public lobby::LobbySeating,
                    public lobby::LobbyMatches {
 protected:
  // The parts that name each other.
  struct Nodes {
    explicit Nodes(ClusterTest& test)
        : lobby({*test.audience,
                 test,
                 test,
                 test,
                 *test.audience,
                 cluster,
                 [&test] { return test.now; },
                 [] { return std::uint64_t{7}; },
                 {}}),
          replication(test.context, test.link, test, test, test.presence, *test.chat, 20s),
          cluster(test.context, test.link, test.registry, test, test, test, replication, test.presence, *test.audience,
                  test.rules, lobby, {}) {}

    lobby::Lobby lobby;
    Replication replication;
    Cluster cluster;
  };

  ClusterTest() {
    nodes->lobby.begin(nodes);
    nodes->replication.belong_to(nodes);
    cluster.belong_to(nodes);
  }

  void header_came(LiveMatch& live) override { headers_came.push_back(live.id); }
  void owner_changed(LiveMatch& live) override { owners_changed.push_back(live.id); }
  void load_owed() override { ++owed_loaded; }
  void notify_seated(const std::string& id, bool is_over) override { seated.push_back(id + (is_over ? " over" : "")); }
  void events_came(LiveMatch&, const std::vector<match::Event>&, std::optional<store::MatchHeader>) override {}
  void release(LiveMatch& live) override { live.commits.end(); }
  void refuse(Operation&, const Refused&) override {}
  std::expected<match::Player, Refused> player(std::string_view, const match::Terms&) const override {
    return match::refused("no_such_engine", "there is none");
  }
  void with_player(const Person&, const match::Terms&, std::function<void(match::Player)>) override {}
  std::optional<Refused> no_more_matches(std::string_view) override { return std::nullopt; }
  bool is_at_match_limit(std::string_view) const override { return false; }
  void begin(lobby::MatchToBegin, std::vector<std::string>, Done<std::vector<int>>) override {}
  void host_is_away(const std::string&, const std::string&, Milliseconds) override {}
  bool is_known(std::string_view match) const override { return registry.find(match) != nullptr; }
  std::vector<wire::MatchSummary> listed() const override { return {}; }
  void read_listed() override {}
  std::vector<std::string> open_tables_of(std::string_view) const override { return {}; }
  std::optional<wire::MatchSummary> unfinished(const std::string&) const override { return std::nullopt; }

  // This node joins, and hears of n2 when that speaks.
  void join() {
    meet();
    link.nodes.gone("n2");
    cluster.join(now);
    deliver();
    told.clear();
  }
  void notify_sign(const wire::NodeSign& sign) { tell("nodes", wire::encode(sign)); }
  void other_is_here() { notify_sign(wire::NodeHere{"n2", 3, now.time_since_epoch().count()}); }
  void notify_header(const std::string& match) { tell("heads", wire::encode(wire::NodeHeader{"n2", match})); }
  std::vector<std::string> subjects() {
    deliver();
    std::vector<std::string> all;
    for (const Told& each : told) all.push_back(each.subject);
    return all;
  }
  void pass(Milliseconds time) {
    now += time;
    cluster.tick(now);
    deliver();
  }
  // The first comparison with the store is done.
  void settle() {
    cluster.survey_by(now);
    pass(0s);
    store.answer();
  }

  RemotePresence presence{context, link, *audience, *chat};
  std::shared_ptr<Nodes> nodes = std::make_shared<Nodes>(*this);
  Cluster& cluster = nodes->cluster;
  std::vector<std::string> headers_came;
  std::vector<std::string> owners_changed;
  std::vector<std::string> seated;
  int owed_loaded = 0;
};

TEST_F(ClusterTest, ANodeThatIsAloneHasNothingToDo) {
  const std::size_t letters_before = letters.size();
  cluster.join(now);
  EXPECT_FALSE(cluster.next());
  EXPECT_TRUE(cluster.is_settled());
  cluster.publish_header("m1");
  cluster.publish_mutes("ann");
  cluster.leave();
  EXPECT_EQ(letters.size(), letters_before);
}

TEST_F(ClusterTest, OfWhomSomebodyMutesTheOthersAreToldThreeTimes) {
  join();
  told.clear();
  cluster.publish_mutes("ann");
  EXPECT_THAT(subjects(), Contains("mutes").Times(1));
  for (int second = 0; second < 4; ++second) pass(1s);
  EXPECT_THAT(subjects(), Contains("mutes").Times(2));
  for (int second = 0; second < 30; ++second) pass(1s);
  EXPECT_THAT(subjects(), Contains("mutes").Times(3));
}

TEST_F(ClusterTest, ANodeSaysThatItIsHereAndAnswersOneThatIsNew) {
  join();
  pass(0s);
  EXPECT_THAT(subjects(), Contains("nodes").Times(1));
  pass(999ms);
  EXPECT_THAT(subjects(), Contains("nodes").Times(1));
  pass(1ms);
  EXPECT_THAT(subjects(), Contains("nodes").Times(2));
  told.clear();
  other_is_here();
  EXPECT_TRUE(link.nodes.is_known("n2"));
  EXPECT_THAT(subjects(), Contains("nodes").Times(2)) << "its own, and the answer";
  EXPECT_EQ(owed_loaded, 1);
  other_is_here();
  EXPECT_THAT(subjects(), Contains("nodes").Times(3)) << "it is known by now";
  EXPECT_EQ(owed_loaded, 1);
}

// One before it may have stored a mute, and ended without having been heard by anybody.
TEST_F(ClusterTest, WhomPeopleMuteIsReadAgainWhenANodeIsNew) {
  join();
  rules.arrived("ann", [](const auto&) {});
  while (!store.posted.empty()) store.answer();
  store.mutes.push_back({"ann", "ben", now, {}});
  other_is_here();
  audience->read_mutes_owed();
  while (!store.posted.empty()) store.answer();
  EXPECT_FALSE(rules.hears("ann", "ben"));
}

TEST_F(ClusterTest, TheMatchesOfANodeThatLeavesAreLookedAfterByTheOthers) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  join();
  other_is_here();
  owners_changed.clear();
  live.copy.is_mine = false;
  notify_sign(wire::NodeLeaves{"n2"});
  EXPECT_TRUE(live.copy.is_mine);
  EXPECT_THAT(owners_changed, ElementsAre("m1"));
  EXPECT_TRUE(live.copy.is_doubted) << "its last words may have been lost";
  EXPECT_EQ(owed_loaded, 2);
  notify_sign(wire::NodeLeaves{"n2"});
  EXPECT_EQ(owed_loaded, 2) << "it had left";
}

TEST_F(ClusterTest, ANodeThatIsSilentIsGone) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  join();
  other_is_here();
  live.elsewhere.hear("n2", {2U, 0}, true, now);
  owed_loaded = 0;
  pass(4s);
  EXPECT_TRUE(link.nodes.is_known("n2"));
  pass(1s);
  EXPECT_FALSE(link.nodes.is_known("n2"));
  EXPECT_FALSE(live.is_connected(1)) << "who was there is gone with it";
  EXPECT_EQ(owed_loaded, 1);
}

TEST_F(ClusterTest, SignsOfANewerVersionAndOnesOwnDoNoHarm) {
  join();
  tell("nodes", R"({"type":"sleeps","node":"n2"})");
  tell("nodes", "not a message");
  notify_sign(wire::NodeHere{"n1", 3, 5});
  EXPECT_EQ(link.nodes.size(), 1U);
  std::string text = wire::encode(wire::NodeSign(wire::NodeHere{"n2", 3, now.time_since_epoch().count()}));
  text.insert(1, R"("mood":"good",)");
  tell("nodes", text);
  EXPECT_TRUE(link.nodes.is_known("n2"));
}

TEST_F(ClusterTest, ANodeIsSettledOnceAllMustHaveBeenHeard) {
  join();
  EXPECT_FALSE(cluster.is_settled());
  EXPECT_FALSE(cluster.may_look_after_matches());
  pass(2499ms);
  EXPECT_FALSE(cluster.is_settled());
  pass(1s);
  EXPECT_TRUE(cluster.is_settled());
  EXPECT_TRUE(cluster.may_look_after_matches());
}

TEST_F(ClusterTest, WhoLeavesSaysSoAndSaysNothingMore) {
  join();
  cluster.leave();
  EXPECT_FALSE(cluster.next());
  deliver();
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].text, wire::encode(wire::NodeSign(wire::NodeLeaves{"n1"})));
}

TEST_F(ClusterTest, AMatchThatAnotherNodeHasMadeIsKnownByItsHeader) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  notify_header("m1");
  EXPECT_THAT(store.posted, SizeIs(1));
  notify_header("m1");
  notify_header("m1");
  EXPECT_THAT(store.posted, SizeIs(1)) << "it is being read";
  store.posted.front()();
  store.posted.pop_front();
  EXPECT_THAT(added, ElementsAre("m1"));
  EXPECT_THAT(headers_came, ElementsAre("m1"));
  EXPECT_THAT(store.posted, SizeIs(1)) << "once more: it may have changed after it was read";
  store.answer();
  EXPECT_THAT(added, ElementsAre("m1"));
}

TEST_F(ClusterTest, PlayersWhoAreHereAreToldThatTheirMatchHasBegunOrIsOver) {
  join();
  RecordingListener ann(guest("ann"));
  audience->attach(ann);
  store.answer();
  store_begun("m1", {person("ann"), person("ben")});
  notify_header("m1");
  store.answer();
  EXPECT_THAT(seated, ElementsAre("m1"));
  store.headers["m1"].state = store::MatchState::over;
  notify_header("m1");
  store.answer();
  EXPECT_THAT(seated, ElementsAre("m1", "m1 over"));
  audience->detach(ann);
}

TEST_F(ClusterTest, AMatchThatIsOverAndNobodysHereIsForgotten) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  notify_header("m1");
  store.answer();
  store.headers["m1"].state = store::MatchState::over;
  notify_header("m1");
  store.answer();
  EXPECT_THAT(unloaded, ElementsAre("m1"));
  notify_header("m1");
  store.answer();
  EXPECT_THAT(added, SizeIs(1)) << "one that is over is not taken in";
  EXPECT_THAT(seated, IsEmpty());
}

TEST_F(ClusterTest, AMatchThatIsOverIsKeptForWhoeverWatchesThoughItCouldNotBeRead) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  notify_header("m1");
  store.answer();
  RecordingListener eva(guest("eva"));
  LiveMatch& live = *registry.find("m1");
  live.watchers.add(eva, -1);
  store.headers["m1"].state = store::MatchState::over;
  notify_header("m1");
  store.answer();
  EXPECT_THAT(unloaded, IsEmpty());
  EXPECT_THAT(headers_came, ElementsAre("m1", "m1"));
  live.watchers.remove(&eva);
  notify_header("m1");
  store.answer();
  EXPECT_THAT(unloaded, ElementsAre("m1"));
}

TEST_F(ClusterTest, AMatchInMemoryIsNotReadByItsHeader) {
  begun("m1", {person("ann"), person("ben")});
  join();
  notify_header("m1");
  notify_header(std::string(65, 'm'));
  notify_header("");
  EXPECT_THAT(store.posted, IsEmpty());
}

TEST_F(ClusterTest, HowManyHeadersAreReadAtOnceIsBoundedAndTheRestIsCompared) {
  join();
  settle();
  for (std::size_t count = 0; count <= limits::heads_asked; ++count) notify_header("x" + std::to_string(count));
  EXPECT_THAT(store.posted, SizeIs(limits::heads_asked));
  EXPECT_FALSE(cluster.is_surveying());
  pass(2s);
  EXPECT_TRUE(cluster.is_surveying());
  store.answer();
}

TEST_F(ClusterTest, AHeaderThatCannotBeReadIsFoundByAComparison) {
  join();
  settle();
  store_begun("m1", {person("ann"), person("ben")});
  store.is_unreadable = true;
  notify_header("m1");
  store.answer();
  EXPECT_THAT(added, IsEmpty());
  store.is_unreadable = false;
  pass(1999ms);
  EXPECT_THAT(added, IsEmpty());
  pass(1ms);
  store.answer();
  EXPECT_THAT(added, ElementsAre("m1"));
}

TEST_F(ClusterTest, MatchesOfWhichNoMessageCameAreFoundNowAndThen) {
  join();
  settle();
  store_begun("m1", {person("ann"), person("ben")});
  pass(59s);
  EXPECT_FALSE(cluster.is_surveying());
  pass(1s);
  EXPECT_TRUE(cluster.is_surveying());
  pass(1s);
  EXPECT_THAT(store.posted, SizeIs(1)) << "one comparison at a time";
  store.answer();
  EXPECT_FALSE(cluster.is_surveying());
  EXPECT_THAT(added, ElementsAre("m1"));
}

TEST_F(ClusterTest, AComparisonThatFailsIsMadeAgainSoon) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  store.is_unreadable = true;
  settle();
  EXPECT_FALSE(cluster.is_surveying());
  EXPECT_THAT(added, IsEmpty());
  store.is_unreadable = false;
  pass(1s);
  EXPECT_FALSE(cluster.is_surveying());
  pass(1s);
  store.answer();
  EXPECT_THAT(added, ElementsAre("m1"));
}

TEST_F(ClusterTest, AMatchWhoseEndNoMessageReportedIsReadAgain) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  settle();
  ASSERT_THAT(added, ElementsAre("m1"));
  store.headers.erase("m1");  // no longer among the unfinished ones
  settle();
  EXPECT_THAT(unloaded, IsEmpty());
  store_begun("m1", {person("ann"), person("ben")});
  store.headers["m1"].state = store::MatchState::over;
  settle();
  EXPECT_THAT(unloaded, ElementsAre("m1"));
}

TEST_F(ClusterTest, WhoseNameHasChangedIsReadAnewWhereverTheySit) {
  begun("m1", {person("ann"), person("ben")});
  begun("m2", {person("cyd"), person("dan")});
  join();
  store_begun("m3", {person("ann"), person("dan")});
  registry.add(store.headers["m3"]);
  cluster.person_changed_elsewhere("ann");
  EXPECT_THAT(read_again, ElementsAre("m1"));
  EXPECT_THAT(store.posted, SizeIs(1)) << "m3 by its header";
  store.answer();
}

TEST_F(ClusterTest, WhoIsDeletedWhileTheirMatchIsBeingReadIsReadAnewWhereThereAreNoOtherNodes) {
  store_begun("m1", {person("ann"), person("ben")});
  LiveMatch& live = registry.add(store.headers["m1"]);
  cluster.person_changed_elsewhere("ben");
  live.loads.add(live, [](const auto&) {});  // by the header as it was
  store.headers["m1"].seats[1].kind = store::PlayerKind::deleted;
  store.answer();
  EXPECT_THAT(read_again, ElementsAre("m1"));
}

TEST_F(ClusterTest, AnotherNameThatNobodyReportedIsFoundByAComparison) {
  begun("m1", {person("ann"), person("ben")});
  begun("m2", {person("cyd"), person("dan")});
  cluster.survey_now();
  store.answer();
  EXPECT_THAT(read_again, IsEmpty()) << "they are the same, where this node is alone too";
  store.headers["m2"].seats[1].name = "Another name";
  cluster.survey_now();
  cluster.survey_now();
  const auto first = std::move(store.posted.front());
  store.posted.pop_front();
  first();
  EXPECT_THAT(read_again, ElementsAre("m2"));
  store.headers["m1"].seats[0].kind = store::PlayerKind::deleted;
  store.answer();  // the second comparison begins after the first
  EXPECT_THAT(read_again, Contains("m1"));
  EXPECT_THAT(read_again, Contains("m2"));
}

TEST_F(ClusterTest, AfterTheConnectionWasLostEverythingIsDoubted) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  live.copy.subscription = 1;
  join();
  cluster.link_changed(bus::Link::lost);
  EXPECT_FALSE(live.copy.is_doubted);
  cluster.link_changed(bus::Link::back);
  EXPECT_TRUE(live.copy.is_doubted);
  EXPECT_THAT(told_of<wire::ReplicaPresence>("m1"), SizeIs(1)) << "and the others are told who is here";
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1)) << "and asked who is there";
}

TEST_F(ClusterTest, WhoIsConnectedToANodeThatComesBackIsAskedForEvenWhileTheMatchIsRead) {
  LiveMatch& live = begun("m1", {person("ann"), person("ben")});
  live.copy.subscription = 1;
  live.match.reset();
  join();
  now += 10s;
  notify_sign(wire::NodeHere{"n2", 3, (now - 10s).time_since_epoch().count()});
  EXPECT_THAT(told_of<wire::ReplicaAskPresence>("m1"), SizeIs(1));
}

TEST_F(ClusterTest, AnAnswerAfterTheEndIsNobodys) {
  join();
  store_begun("m1", {person("ann"), person("ben")});
  notify_header("m1");
  nodes.reset();
  store.answer();
  other_is_here();
  EXPECT_THAT(added, IsEmpty());
}

}  // namespace
}  // namespace crownstar::live
