#include "site/lobby/cluster/lobby_codec.hpp"

#include <gmock/gmock.h>

#include "site/lobby/cluster/lobby_replica.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

using namespace std::chrono_literals;
using testing::SizeIs;

std::optional<LobbyCopy> read_copy(std::string_view text) {
  const auto message = wire::decode_known<wire::LobbyReplicaMessage>(text);
  const auto* copy = message ? std::get_if<wire::LobbyCopy>(&*message) : nullptr;
  return copy == nullptr ? std::nullopt : copy_of(*copy);
}

match::ClockTerms fischer(Milliseconds main, Milliseconds step) { return {match::ClockKind::fischer, main, step, 0}; }

TEST(LobbyCodecTest, ARequestIsReadAsItWasWritten) {
  LobbyRequest request;
  request.node = "n1";
  request.person = {"ann", "Player ann", people::PersonKind::account, {}};
  request.is_present = true;
  request.named = "s1";
  request.seat = 1;
  request.seek.terms = {"american", "", {fischer(180s, 2s), fischer(180s, 2s)}, true};
  request.seek.ratings = {1200, 1800};
  request.seek.is_quick = true;
  request.seek.engines.push_back({"toy", -1});
  const std::string text = write_request(request);
  const auto read = read_request(text);
  ASSERT_TRUE(read) << text;
  EXPECT_EQ(read->person, request.person);
  EXPECT_EQ(read->seek.terms, request.seek.terms);
  EXPECT_EQ(read->seek.ratings, request.seek.ratings);
  EXPECT_EQ(write_request(*read), text);
  for (std::size_t length = 0; length + 1 < text.size(); length += 7) {
    EXPECT_FALSE(read_request(text.substr(0, length))) << length;
  }
  const SeekResult sought{"s1", "code", Sat{"m1", 1, ""}};
  EXPECT_EQ(read_seek_result(write_seek_result(sought))->match->match, "m1");
  EXPECT_EQ(read_seek_result(write_seek_result(match::refused("no_such_seek", "gone"))).error().code, "no_such_seek");
  EXPECT_EQ(read_seek_result("").error().code, "busy");
}

TEST(LobbyCodecTest, ACopyIsReadAsItWasWrittenOrNotAtAll) {
  LobbyCopy copy{"n1", true, "s1", "s9", {"s2", "s3"}, {}};
  SeekCopy kept{"s4", "secret", {}, {}, Instant{5s}};
  kept.offer.terms = {"sternhalma:players=3", "", {3, fischer(180s, 2s)}, false};
  kept.offer.seats = 3;
  kept.offer.ratings = {1200, 1800};
  kept.offer.seat = 1;
  kept.offer.is_by_link = true;
  kept.sitters = {{{"ann", "Ann", match::PlayerKind::account, 1500, true}, 1},
                  {{"toy", "Toy", match::PlayerKind::engine, 0, false}, -1}};
  copy.kept.push_back(kept);
  const std::string text = write_copy(copy);
  const auto read = read_copy(text);
  ASSERT_TRUE(read) << text;
  EXPECT_EQ(write_copy(*read), text);
  ASSERT_THAT(read->kept, SizeIs(1));
  EXPECT_EQ(read->kept[0].offer.terms, kept.offer.terms);
  EXPECT_EQ(read->kept[0].sitters[0].player, kept.sitters[0].player);
  EXPECT_EQ(read->kept[0].made, kept.made);
  for (std::size_t length = 0; length + 1 < text.size(); ++length) EXPECT_FALSE(read_copy(text.substr(0, length)));
}

TEST(LobbyCodecTest, ACopyThatNoLobbyWouldHaveWrittenIsRefused) {
  LobbyCopy copy{"n1", true, "z", "a", {}, {}};
  EXPECT_FALSE(read_copy(write_copy(copy))) << "its end lies before its beginning";
  copy.last.clear();
  SeekCopy kept{"s4", "", {}, {}, Instant{5s}};
  kept.offer.terms = {"american", "", {fischer(180s, 2s), fischer(180s, 2s)}, false};
  kept.sitters = {{{"ann", "Ann", match::PlayerKind::account, 1500, true}, -1}};
  const auto reads = [&](auto spoil) {
    SeekCopy spoilt = kept;
    spoil(spoilt);
    copy.kept = {spoilt};
    return read_copy(write_copy(copy)).has_value();
  };
  EXPECT_TRUE(reads([](auto&) {}));
  EXPECT_FALSE(reads([](auto& each) { each.id.clear(); }));
  EXPECT_FALSE(reads([](auto& each) { each.offer.seats = 900'000; }));
  EXPECT_FALSE(reads([](auto& each) { each.offer.seat = 2; }));
  EXPECT_FALSE(reads([](auto& each) { each.sitters[0].seat = -2; }));
  EXPECT_FALSE(reads([](auto& each) { each.sitters.clear(); }));
  EXPECT_FALSE(reads([](auto& each) { each.sitters.push_back(each.sitters[0]); })) << "no seat is left";
  EXPECT_FALSE(reads([](auto& each) { each.sitters[0].player.kind = match::PlayerKind::engine; }));
  EXPECT_FALSE(reads([](auto& each) { each.offer.terms.game = "nonsense"; }));
  EXPECT_FALSE(reads([](auto& each) { each.made = Instant{std::chrono::days{3'000'000}}; }));
}

TEST(LobbyReplicaTest, IsWholeWhenNoPortionIsMissing) {
  const auto portion = [](std::string after, std::string last) {
    LobbyCopy copy;
    copy.is_portion = true;
    copy.after = std::move(after);
    copy.last = std::move(last);
    return copy;
  };
  LobbyReplica replica;
  replica.is_new_leader("a");
  replica.hear(portion("m", ""));  // the end of a round
  EXPECT_FALSE(replica.is_whole());
  replica.hear(portion("", "c"));
  replica.hear(portion("f", "k"));  // one is missing between the two
  replica.hear(portion("k", ""));
  EXPECT_FALSE(replica.is_whole());
  replica.hear(portion("", "c"));
  replica.hear(LobbyCopy{});  // a change
  replica.hear(portion("c", "f"));
  EXPECT_FALSE(replica.is_whole());
  replica.hear(portion("f", ""));
  EXPECT_TRUE(replica.is_whole());
  replica.is_new_leader("b");
  EXPECT_FALSE(replica.is_whole());
  replica.hear(portion("", ""));
  EXPECT_TRUE(replica.is_whole());
}

}  // namespace
}  // namespace crownstar::lobby
