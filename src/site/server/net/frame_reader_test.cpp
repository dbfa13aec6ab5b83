// Frames from a client, whole and split at every byte.
#include "site/server/net/frame_reader.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

using Kind = FrameReader::Kind;

constexpr std::size_t most = 300;
constexpr unsigned final_flag = 0x80;

struct Heard {
  Kind kind;
  std::string payload;
  CloseCode code = CloseCode::none;
  bool operator==(const Heard&) const = default;
};

std::string frame(unsigned first, std::string_view payload, bool is_masked = true) {
  const std::string mask = is_masked ? "\x11\xa2\x33\xc4" : "";
  std::string bytes{static_cast<char>(first)};
  const unsigned masked = is_masked ? 0x80 : 0;
  if (payload.size() < 126) {
    bytes += static_cast<char>(masked | payload.size());
  } else {
    bytes += static_cast<char>(masked | 126U);
    bytes += static_cast<char>(payload.size() >> 8U);
    bytes += static_cast<char>(payload.size() & 0xffU);
  }
  bytes += mask;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    bytes += static_cast<char>(is_masked ? payload[i] ^ mask[i % 4] : payload[i]);
  }
  return bytes;
}

// The messages read when the bytes come in these pieces; each piece is gone after it was read.
std::vector<Heard> heard(const std::vector<std::string>& pieces) {
  FrameReader reader(most);
  std::vector<Heard> all;
  for (std::string piece : pieces) {
    reader.take(piece);
    for (auto next = reader.next(); next.kind != Kind::more; next = reader.next()) {
      all.push_back({next.kind, std::string(next.payload), next.code});
    }
    piece.assign(piece.size(), 'x');
  }
  return all;
}

void expect(const std::string& bytes, const std::vector<Heard>& wanted) {
  EXPECT_EQ(heard({bytes}), wanted);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    ASSERT_EQ(heard({bytes.substr(0, cut), bytes.substr(cut)}), wanted) << "cut after " << cut;
  }
  std::vector<std::string> single;
  for (const char byte : bytes) single.emplace_back(1, byte);
  EXPECT_EQ(heard(single), wanted);
}

void expect_fault(const std::string& bytes, CloseCode code) {
  // Nothing is read after a fault.
  expect(bytes + frame(final_flag | 1, "more"), {{Kind::fault, "", code}});
}

TEST(Frames, AreReadWholeAndInPieces) {
  const std::string long_text(most, 'l');
  expect(frame(final_flag | 1, "a word") + frame(final_flag | 1, "") + frame(final_flag | 1, long_text) +
             frame(final_flag | 2, "\xff\x01"),
         {{Kind::text, "a word"}, {Kind::text, ""}, {Kind::text, long_text}, {Kind::binary, "\xff\x01"}});
}

TEST(Frames, OfOneMessageArePutTogetherAndOthersComeBetween) {
  expect(frame(1, "in ") + frame(final_flag | 9, "?") + frame(0, "three ") + frame(final_flag | 10, "!") +
             frame(final_flag, "parts") + frame(final_flag | 1, "next"),
         {{Kind::ping, "?"}, {Kind::pong, "!"}, {Kind::text, "in three parts"}, {Kind::text, "next"}});
  // A letter may be cut by a frame's end.
  expect(frame(1, "\xc3") + frame(final_flag, "\xa9"), {{Kind::text, "\xc3\xa9"}});
}

TEST(Frames, ThatCloseSayWhy) {
  expect(frame(final_flag | 8, ""), {{Kind::close, ""}});
  expect(frame(final_flag | 8, "\x03\xe8 bye"), {{Kind::close, "\x03\xe8 bye", CloseCode::normal}});
  expect_fault(frame(final_flag | 8, "\x03"), CloseCode::protocol_fault);
  expect_fault(frame(final_flag | 8, "\x03\xed"), CloseCode::protocol_fault);  // 1005 stands for none
  expect_fault(frame(final_flag | 8, "\x03\xe8\xff"), CloseCode::malformed_text);
}

TEST(Frames, ThatAreNone) {
  const CloseCode wrong = CloseCode::protocol_fault;
  expect_fault(frame(final_flag | 1, "unmasked", false), wrong);
  expect_fault(frame(final_flag | 3, "of no known kind"), wrong);
  expect_fault(frame(final_flag | 11, "of no known kind"), wrong);
  expect_fault(frame(0xc1, "compressed"), wrong);
  expect_fault(frame(final_flag, "continues nothing"), wrong);
  expect_fault(frame(9, "a ping in parts"), wrong);
  expect_fault(frame(final_flag | 9, std::string(126, 'p')), wrong);
  expect_fault(frame(final_flag | 1, "\xff\xfe"), CloseCode::malformed_text);
  expect_fault(std::string("\x81\xfe\x00\x05mask12345", 13), wrong);  // a longer form than it needs
  expect(frame(1, "begun") + frame(final_flag | 1, "begun again"), {{Kind::fault, "", wrong}});
}

TEST(Frames, AreBounded) {
  expect_fault(frame(final_flag | 1, std::string(most + 1, 'x')), CloseCode::too_big);
  expect_fault("\x81\xff" + std::string(8, '\x7f') + "mask", CloseCode::too_big);
  expect_fault("\x81\xff" + std::string(8, '\xff') + "mask", CloseCode::too_big);
  expect(frame(1, std::string(most - 1, 'x')) + frame(0, "y") + frame(final_flag, "z"),
         {{Kind::fault, "", CloseCode::too_big}});
}

TEST(Frames, WaitUntilTheyAreAskedFor) {
  FrameReader reader(most);
  std::string bytes = frame(final_flag | 1, "first") + frame(final_flag | 1, "second");
  reader.take(bytes);
  EXPECT_EQ(reader.next().payload, "first");
  reader.keep_rest();
  bytes.assign(bytes.size(), 'x');
  EXPECT_EQ(reader.next().payload, "second");
  EXPECT_EQ(reader.next().kind, Kind::more);
}

}  // namespace
}  // namespace crownstar::server
