// Decodes WebSocket frames (RFC 6455) from a client: whole messages and control frames, from bytes in pieces of any
// size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace crownstar::server {

// Control frames (RFC 6455, 5.5).
inline constexpr unsigned close_frame = 8;
inline constexpr unsigned ping_frame = 9;
inline constexpr unsigned pong_frame = 10;

// Why a socket is closed (RFC 6455, 7.4.1).
enum class CloseCode : std::uint16_t {
  none = 0,
  normal = 1000,
  going_away = 1001,
  protocol_fault = 1002,
  malformed_text = 1007,
  forbidden = 1008,
  too_big = 1009,
};

class FrameReader {
 public:
  enum class Kind : std::uint8_t { more, text, binary, close, ping, pong, fault };
  struct Frame {
    Kind kind = Kind::more;
    std::string_view payload;          // unmasked; until the next call
    CloseCode code = CloseCode::none;  // of a close, what the other side gave; of a fault, what it deserves
  };

  // `most`: bytes of a message.
  explicit FrameReader(std::size_t most) : most_(most) {}

  // What has come next. The bytes are written to, and must stay where they are until `next` has given `more` or
  // `keep_rest` was called.
  void take(std::span<char> bytes);
  // `more`: all is read. After a fault nothing else is.
  Frame next();
  // What is not read yet outlives the bytes that `take` was given.
  void keep_rest();

 private:
  struct Head;
  Frame fault(CloseCode code);
  CloseCode fault_of(const Head& head) const;
  Frame give(const Head& head, std::span<char> payload);
  static Frame give_control(const Head& head, std::string_view payload);
  Frame give_message(std::string_view payload);

  std::size_t most_;
  std::span<char> bytes_;   // not read yet; in `kept_` or where `take` found them
  std::string kept_;        // the beginning of a frame whose rest has not come
  std::string message_;     // of several frames
  bool is_text_ = false;    // the message that comes in several frames
  bool is_within_ = false;  // such a message
  bool has_faulted_ = false;
};

}  // namespace crownstar::server
