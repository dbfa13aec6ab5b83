#include "site/wire/generated/wire.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

#include "site/wire/generated/wire_samples_test.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::wire {
namespace {

template <typename T>
std::string reason_of(std::string_view text) {
  const Checked<T> value = decode<T>(text);
  return value ? "read" : value.error().reason;
}

std::string reason(std::string_view text) { return reason_of<ClientMessage>(text); }

template <typename T>
T sample(std::uint64_t seed) {
  RandomValues random(seed);
  T value{};
  fill(random, value);
  return value;
}

// What the tests below ask of a type, as functions that do not name it: with Google's macros for each of some 260 types
// this file took a third longer to compile.
struct WireType {
  std::string (*text)(std::uint64_t seed);  // of a random value
  bool (*is_read)(std::string_view text);
  std::string (*reason)(std::string_view text);
  bool (*is_read_as)(std::string_view text, std::uint64_t seed);       // as the random value of that seed
  bool (*is_node_read_as)(std::string_view text, std::uint64_t seed);  // by a node, whose neighbours may know more
  std::string (*written_again)(std::string_view text);
  bool (*is_read_again)(std::string_view text);  // what is read, is written, and read the same
};

template <typename T>
WireType wire_type() {
  return {.text = [](std::uint64_t seed) { return encode(sample<T>(seed)); },
          .is_read = [](std::string_view text) { return decode<T>(text).has_value(); },
          .reason = reason_of<T>,
          .is_read_as = [](std::string_view text, std::uint64_t seed) { return decode<T>(text) == sample<T>(seed); },
          .is_node_read_as = [](std::string_view text,
                                std::uint64_t seed) { return decode_known<T>(text) == sample<T>(seed); },
          .written_again = [](std::string_view text) { return encode(decode<T>(text).value()); },
          .is_read_again =
              [](std::string_view text) {
                const Checked<T> value = decode<T>(text);
                return decode<T>(encode(value.value())) == value;
              }};
}

std::vector<WireType> every_type() {
  std::vector<WireType> types;
  for_every_type([&]<typename T>() { types.push_back(wire_type<T>()); });
  return types;
}

TEST(EveryTypeOfTheWire, ComesBackAsItWas) {
  for (const WireType& type : every_type()) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::string text = type.text(seed);
      ASSERT_TRUE(type.is_read(text)) << text << ": " << type.reason(text);
      ASSERT_TRUE(type.is_read_as(text, seed)) << text;
      ASSERT_EQ(type.written_again(text), text);
    }
  }
}

TEST(EveryTypeOfTheWire, RefusesWhatIsCutShortOrGoesOn) {
  for (const WireType& type : every_type()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::string text = type.text(seed);
      const std::size_t step = text.size() / 200 + 1;
      for (std::size_t size = 0; size < text.size(); size += step) {
        ASSERT_FALSE(type.is_read(text.substr(0, size))) << text.substr(0, size);
      }
      EXPECT_FALSE(type.is_read(text + "}"));
      EXPECT_FALSE(type.is_read(text + text));
      EXPECT_TRUE(type.is_read(" \n\t" + text + "\r\n"));
    }
  }
}

TEST(EveryTypeOfTheWire, RefusesAMemberItDoesNotHave) {
  for (const WireType& type : every_type()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::string text = type.text(seed);
      const std::string more = text.substr(0, text.size() - 1) + (text == "{}" ? "" : ",") + "\"nobody_knows_it\":1}";
      EXPECT_THAT(type.reason(more), ::testing::HasSubstr("no member 'nobody_knows_it' is expected"));
    }
  }
}

TEST(EveryTypeOfTheWire, SkipsSuchAMemberFromAnotherNode) {
  for (const WireType& type : every_type()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const std::string text = type.text(seed);
      const std::string first = text == "{}" ? "" : ",";
      for (const std::string_view more : {"1", "\"a}b\"", "[{\"x\":[1,2]},\"]\"]", "{\"y\":{}}"}) {
        const std::string before = "{\"nobody_knows_it\":" + std::string(more) + first + text.substr(1);
        const std::string after =
            text.substr(0, text.size() - 1) + first + "\"nobody_knows_it\":" + std::string(more) + "}";
        EXPECT_TRUE(type.is_node_read_as(before, seed)) << before;
        EXPECT_TRUE(type.is_node_read_as(after, seed)) << after;
        EXPECT_FALSE(type.is_read(after));
      }
    }
  }
}

TEST(OpenObjects, ANullIsAsIfItWereLeftOut) {
  BotChallengeRequest wanted;
  wanted.rated = true;
  wanted.clock_limit = 60;
  EXPECT_EQ(decode_known<BotChallengeRequest>(R"({"days":null, "rated" : true,"clock.limit":60,"fen" : null})"),
            wanted);
  EXPECT_FALSE(decode_known<BotChallengeRequest>(R"({"days":nul})"));
  EXPECT_FALSE(decode_known<BotOk>(R"({"ok":null})")) << "one that must be there";
  EXPECT_FALSE(decode<BotChallengeRequest>(R"({"days":null})"));
}

TEST(NodeMessages, HaveTheirBytesBehindTheHead) {
  const TaskFromWorker head{TaskReport::done, {"w1", 1, 2}, 7};
  for (const std::string_view bytes : {"", "one", "two\nlines\n"}) {
    const std::string text = encode_with_bytes(head, bytes);
    std::string_view rest = text;
    EXPECT_EQ(take_head<TaskFromWorker>(rest), head);
    EXPECT_EQ(rest, bytes);
  }
  std::string_view other = "here n1 3";
  EXPECT_FALSE(take_head<TaskFromWorker>(other));
  EXPECT_EQ(other, "here n1 3");
}

std::string damaged(std::string text, RandomValues& random) {
  static constexpr std::string_view letters = "{}[]\",:\\u0-9.eE1tfn \x80\xed\xff\n";
  for (auto changes = random.whole(1, 4); changes > 0 && !text.empty(); --changes) {
    const std::size_t place = random.below(text.size());
    const auto kind = random.below(3);
    if (kind == 0) text[place] = letters[random.below(letters.size())];
    if (kind == 1) text.erase(place, random.below(3));
    if (kind == 2) text.insert(place, 1, letters[random.below(letters.size())]);
  }
  return text;
}

// Whatever the bytes: read and then written and read the same, or refused with one printable line.
void check_law(const WireType& type, std::string_view text) {
  if (type.is_read(text)) {
    EXPECT_TRUE(type.is_read_again(text)) << text;
    return;
  }
  const std::string reason = type.reason(text);
  EXPECT_FALSE(reason.empty()) << text;
  for (const char letter : reason) ASSERT_GE(static_cast<unsigned char>(letter), ' ') << text;
}

TEST(EveryTypeOfTheWire, KeepsItsLawWhateverTheBytes) {
  RandomValues random(7);
  for (const WireType& type : every_type()) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) check_law(type, damaged(type.text(seed), random));
  }
}

TEST(Wire, ReadsACommandInAnyOrder) {
  const auto message = decode<ClientMessage>(
      R"( { "do" : {"text":"11x18", "t":"move"}, "after":41, "match":"m7", "t":"command", "request":"r-1" } )");
  ASSERT_TRUE(message.has_value()) << message.error().reason;
  const auto& command = std::get<ClientCommand>(*message);
  EXPECT_EQ(command.request, "r-1");
  EXPECT_EQ(command.after, 41);
  EXPECT_FALSE(command.seat.has_value());
  EXPECT_EQ(std::get<DoMove>(command.do_).text, "11x18");
}

TEST(Wire, LeavesOutWhatIsAsUsual) {
  EXPECT_EQ(encode(Clock{}), R"({"kind":"none"})");
  EXPECT_EQ(encode(Clock{ClockKind::fischer, 180000, 2000, 0}),
            R"({"kind":"fischer","main_ms":180000,"step_ms":2000})");
  EXPECT_EQ(encode(ClientMessage(ClientWatch{"m7", -1})), R"({"t":"watch","match":"m7"})");
  EXPECT_EQ(encode(JoinRequest{}), "{}");
  EXPECT_EQ(encode(JoinRequest{{}, 2}), R"({"seat":2})");
  const auto request = decode<MatchRequest>(R"({"game":"american"})");
  ASSERT_TRUE(request.has_value());
  EXPECT_TRUE(request->draw_seats);
  EXPECT_EQ(request->visibility, Visibility::link);
}

TEST(Wire, SaysWhereAndWhy) {
  EXPECT_EQ(reason(R"({"t":"watch"})"), "lacks the member match");
  EXPECT_EQ(reason(R"({"match":"m7"})"), "lacks the member t");
  EXPECT_THAT(reason(R"({"t":"fly"})"), ::testing::StartsWith("t: expected one of watch, leave, command, say"));
  EXPECT_THAT(reason(R"({"t":7})"), ::testing::HasSubstr("t: expected a word"));
  EXPECT_EQ(reason(R"({"t":"ping","mark":1,"mark":2})"), "the member mark comes twice");
  EXPECT_EQ(reason(R"({"t":"watch","match":"m7","t":"watch"})"), "the member t comes twice");
  EXPECT_EQ(reason(R"({"t":"command","request":"r","match":"m","after":1,"do":{"t":"move"}})"),
            "do: lacks the member text");
  EXPECT_EQ(reason_of<MatchRequest>(R"({"game":"american","clocks":[{"kind":"none"},{"kind":"sand"}]})"),
            "clocks[1].kind: expected one of none, fischer, delay, byoyomi, days, turn; not 'sand'");
  EXPECT_EQ(reason_of<MatchRequest>(R"({"game":null})"), "game: expected a text at byte 9");
  EXPECT_EQ(reason_of<MatchRequest>("{\"game\":\"a\"\n"), "expected `,` or `}` at the end");
  EXPECT_EQ(reason(R"(["watch"])"), "expected an object at byte 1");
}

TEST(Wire, HoldsNumbersToTheirRange) {
  const auto watch = [](std::string_view after) {
    return reason(R"({"t":"watch","match":"m","after":)" + std::string(after) + "}");
  };
  EXPECT_EQ(watch("-1"), "read");
  EXPECT_EQ(watch("1000000"), "read");
  const std::string outside = "after: expected a number from -1 to 1000000";
  EXPECT_EQ(watch("-2"), outside);
  EXPECT_EQ(watch("1000001"), outside);
  EXPECT_EQ(watch("99999999999999999999999999999999"), outside);
  for (const std::string_view wrong : {"01", "1.0", "1e2", "-", "+1", "0x1", "\"1\"", "true", "", "NaN", "1_0"}) {
    EXPECT_NE(watch(wrong), "read") << wrong;
  }
}

TEST(Wire, HoldsTextsToTheirLetters) {
  const auto say = [](const std::string& text) {
    return reason(R"({"t":"say","request":"r","match":"m","room":"players","text":")" + text + "\"}");
  };
  std::string longest;
  for (int i = 0; i < limits::chat_letters; ++i) longest += "\xf0\x9f\x98\x80";
  EXPECT_EQ(say(longest), "read");
  EXPECT_EQ(say(longest + "a"), "text: a text may have 200 letters");
  EXPECT_EQ(say("a" + longest), "text: a text may have 200 letters");
  EXPECT_EQ(say(std::string(201, 'a')), "text: a text may have 200 letters");
  EXPECT_EQ(say(""), "text: a text of at least 1 letters is expected");
  EXPECT_EQ(say(R"(\ud83d\ude00 \u00e9 \/ \" \\)"), "read");
  for (const std::string& wrong :
       {std::string("\xff"), std::string("\xc0\xaf"), std::string("\xed\xa0\x80"), std::string("\xf4\x90\x80\x80"),
        std::string("\xe2\x82"), std::string(R"(\ud83d)"), std::string(R"(\ude00)"), std::string(R"(\ud83dx)"),
        std::string(R"(\ud83d\u0041)"), std::string(R"(\u12g4)"), std::string(R"(\x41)"), std::string(R"(\n)"),
        std::string(R"(\u0000)"), std::string(R"(\u007f)"), std::string(R"(\u0085)"), std::string("\xc2\x85"),
        std::string("\n"), std::string("\x7f"), std::string("\0", 1)}) {
    EXPECT_NE(say("a" + wrong), "read") << wrong;
  }
}

TEST(Wire, HoldsIdsToTheirLetters) {
  const auto watch = [](const std::string& id) { return reason(R"({"t":"watch","match":")" + id + "\"}"); };
  EXPECT_EQ(watch("aZ09-_.:"), "read");
  EXPECT_EQ(watch(std::string(64, 'x')), "read");
  for (const std::string& wrong : {std::string(), std::string(65, 'x'), std::string("a b"), std::string("../x/"),
                                   std::string("\xc3\xa9"), std::string("\\u0061"), std::string("<b>")}) {
    EXPECT_NE(watch(wrong), "read") << wrong;
  }
}

TEST(Wire, HoldsListsToTheirLength) {
  const auto presence = [](int seats) {
    ServerPresence message;
    message.match = "m";
    message.seats.assign(static_cast<std::size_t>(seats), true);
    return reason_of<ServerMessage>(encode(message));
  };
  EXPECT_EQ(presence(2), "read");
  EXPECT_EQ(presence(6), "read");
  EXPECT_EQ(presence(1), "seats: at least 2 items are expected");
  EXPECT_EQ(presence(7), "seats: at most 6 items are expected");
}

TEST(Wire, DoesNotFallIntoDeepNesting) {
  const std::string deep(8000, '[');
  EXPECT_NE(reason(R"({"x":)" + deep + R"(,"t":"ping","mark":1})"), "read");
  EXPECT_NE(reason(R"({"t":"ping","mark":)" + deep), "read");
  std::string objects;
  for (int i = 0; i < 3000; ++i) objects += R"({"do":)";
  EXPECT_NE(reason(R"({"t":"command","do":)" + objects), "read");
}

TEST(Wire, WritesOnlyUtf8) {
  const ServerMessage message = ServerNotice{"caf\xe9 \xe2\x82 \x01 \xf0\x9f\x98\x80", 1};
  EXPECT_EQ(
      encode(message),
      "{\"t\":\"notice\",\"text\":\"caf\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd \\u0001 \xf0\x9f\x98\x80\",\"at\":1}");
}

TEST(Wire, EveryWordIsItsOwn) {
  for (std::size_t i = 0; i < refusal_code_words.size(); ++i) {
    EXPECT_EQ(std::ranges::count(refusal_code_words, refusal_code_words[i]), 1) << refusal_code_words[i];
    EXPECT_EQ(to_text(static_cast<RefusalCode>(i)), refusal_code_words[i]);
  }
}

}  // namespace
}  // namespace crownstar::wire
