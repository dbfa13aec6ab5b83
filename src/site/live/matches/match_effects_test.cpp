#include "site/live/matches/match_effects.hpp"

#include "site/live/scenarios/whole_site_test.hpp"

namespace crownstar::live {
namespace {

using namespace testing_site;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A stream in another form than the wire's: it notes what kinds of notices it heard.
class Stream : public RecordingListener {
 public:
  using RecordingListener::RecordingListener;
  bool wants_text() const override { return false; }
  void hear(const MatchNotice& notice) override { kinds.push_back(notice.kind); }
  std::vector<MatchNotice::Kind> kinds;
};

class MatchEffectsTest : public WholeSiteTest {
 protected:
  void attach(std::initializer_list<Listener*> listeners) {
    for (Listener* listener : listeners) parts->audience.attach(*listener);
    store.answer();
  }
  void detach(std::initializer_list<Listener*> listeners) {
    for (Listener* listener : listeners) parts->audience.detach(*listener);
  }
};

TEST_F(MatchEffectsTest, WhoeverWatchesATableSeesTheEventsAndThenWhoSitsThere) {
  RecordingListener eva(guest("eva"));
  attach({&eva});
  LiveMatch& live = open_table(guest("ann"));
  watch(eva, live);
  const std::size_t before = eva.texts.size();
  const Code code = join(guest("ben"), live);
  store.answer();
  EXPECT_EQ(*code, "");
  ASSERT_GE(eva.texts.size(), before + 2);
  EXPECT_THAT(*eva.texts[before], testing::HasSubstr("\"events\""));
  EXPECT_THAT(*eva.texts[before + 1], testing::HasSubstr("\"setup\""));
  detach({&eva});
}

TEST_F(MatchEffectsTest, PlayersHearOfTheStartWhereverTheyAre) {
  RecordingListener ann(guest("ann"));
  Stream stream(guest("ann"));
  attach({&ann, &stream});
  LiveMatch& live = open_table(guest("ann"));
  EXPECT_THAT(ann.all<wire::ServerPaired>(), IsEmpty()) << "one seat is open";
  join(guest("ben"), live);
  store.answer();
  EXPECT_EQ(ann.last<wire::ServerPaired>().match, live.id);
  EXPECT_THAT(stream.kinds, ElementsAre(MatchNotice::Kind::paired));
  detach({&ann, &stream});
}

TEST_F(MatchEffectsTest, PlayersHearOfTheEndWhereverTheyAre) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  Stream stream(guest("ann"));
  attach({&stream});
  move("ann", live);
  store.answer();
  EXPECT_THAT(stream.kinds, IsEmpty());
  command("ben", live, {-1, 1 << 20, match::Resign{}, {}});
  store.answer();
  EXPECT_THAT(stream.kinds, ElementsAre(MatchNotice::Kind::finished));
  detach({&stream});
}

TEST_F(MatchEffectsTest, ThePlayersOfAMatchOfAnotherNodeHearOfItOnceItIsRead) {
  put_begun(store, "m1", {guest_player("ann"), guest_player("ben")}, blitz(), now);
  Stream stream(guest("ann"));
  attach({&stream});
  store.is_unreadable = true;
  parts->effects.notify_seated("m1", false);
  store.answer();
  store.is_unreadable = false;
  EXPECT_THAT(stream.kinds, IsEmpty());
  parts->effects.tell_again();
  store.answer();
  EXPECT_THAT(stream.kinds, ElementsAre(MatchNotice::Kind::paired));
  parts->effects.notify_seated("m1", true);
  EXPECT_EQ(stream.kinds.back(), MatchNotice::Kind::finished);
  parts->effects.notify_seated("m2", false);
  store.answer();
  EXPECT_THAT(stream.kinds, SizeIs(2)) << "there is no such match";
  detach({&stream});
}

TEST_F(MatchEffectsTest, TheLobbyListsATableAnewWithinASecond) {
  RecordingListener eva(guest("eva"));
  attach({&eva});
  parts->audience.watch_lobby(eva, true);
  const LiveMatch& live = open_table(guest("ann"));
  EXPECT_FALSE(eva.has_heard(live.id));
  now += 1s;
  parts->lobby.tick(now);
  EXPECT_TRUE(eva.has_heard(live.id));
  detach({&eva});
}

TEST_F(MatchEffectsTest, ATableWhoseHostNeverCameIsHiddenAfterAWhile) {
  const LiveMatch& live = open_table(guest("ann"));
  EXPECT_TRUE(parts->lists.unfinished(live.id));
  now += 1h;
  parts->lobby.tick(now);
  EXPECT_FALSE(parts->lists.unfinished(live.id));
}

TEST_F(MatchEffectsTest, AnEngineIsAskedOnceTheMoveBeforeItIsStored) {
  LiveMatch& live = begun("m1", {guest_player("ann"), toy_player()});
  move("ann", live);
  EXPECT_THAT(engines.asked, IsEmpty());
  store.answer();
  EXPECT_THAT(engines.asked, SizeIs(1));
}

TEST_F(MatchEffectsTest, ARematchBeginsOnceBothHaveAgreed) {
  LiveMatch& live = begun("m1", {guest_player("ann"), guest_player("ben")});
  for (const match::Command& each :
       {match::Command{-1, 1 << 20, match::Resign{}, {}}, match::Command{-1, 1 << 20, match::OfferRematch{}, {}}}) {
    command("ann", live, each);
    store.answer();
  }
  EXPECT_EQ(store.headers.size(), 1U);
  command("ben", live, {-1, 1 << 20, match::OfferRematch{}, {}});
  store.answer();
  EXPECT_EQ(store.headers.size(), 2U);
  EXPECT_EQ(parts->registry.unfinished_of("ann"), 1);
}

}  // namespace
}  // namespace crownstar::live
