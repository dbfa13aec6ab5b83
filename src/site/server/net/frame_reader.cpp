#include "site/server/net/frame_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/text/utf8.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

constexpr unsigned continuation = 0;
constexpr unsigned text_message = 1;
constexpr unsigned binary_message = 2;
constexpr std::size_t mask_bytes = 4;
constexpr std::size_t most_of_a_control_frame = 125;
constexpr std::size_t kept_room = 1024;  // of a connection that waits

using Mask = std::array<char, mask_bytes>;

std::uint64_t number_of(std::span<const char> bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

void unmask(std::span<char> bytes, const Mask& mask) {
  std::uint64_t wide = 0;
  std::memcpy(&wide, mask.data(), mask_bytes);
  std::memcpy(reinterpret_cast<char*>(&wide) + mask_bytes, mask.data(), mask_bytes);
  std::size_t at = 0;
  for (; at + sizeof wide <= bytes.size(); at += sizeof wide) {
    std::uint64_t part = 0;
    std::memcpy(&part, &bytes[at], sizeof part);
    part ^= wide;
    std::memcpy(&bytes[at], &part, sizeof part);
  }
  for (; at < bytes.size(); ++at) bytes[at] = static_cast<char>(bytes[at] ^ mask[at % mask_bytes]);
}

// Those that may stand in a frame.
bool is_close_code(std::uint64_t code) {
  const bool is_of_the_protocol = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
  return is_of_the_protocol || (code >= 3000 && code <= 4999);
}

void release_large(std::string& text) {
  text.clear();
  if (text.capacity() > kept_room) text.shrink_to_fit();
}

}  // namespace

struct FrameReader::Head {
  bool is_last = false;
  bool is_reserved = false;
  bool is_masked = false;
  bool is_shortest = true;  // the size is written in no more bytes than it needs
  unsigned kind = 0;
  std::uint64_t size = 0;  // of the payload
  std::size_t length = 0;  // of the head itself, with the mask
  Mask mask{};

  bool is_control() const { return kind >= close_frame; }

  // Nothing: it has not come whole.
  static std::optional<Head> read(std::span<const char> bytes) {
    if (bytes.size() < 2) return std::nullopt;
    const auto first = static_cast<unsigned char>(bytes[0]);
    const auto second = static_cast<unsigned char>(bytes[1]);
    Head head;
    head.is_last = (first & 0x80U) != 0;
    head.is_reserved = (first & 0x70U) != 0;
    head.kind = first & 0x0fU;
    head.is_masked = (second & 0x80U) != 0;
    head.size = second & 0x7fU;
    const std::size_t width = head.size == 126 ? 2 : head.size == 127 ? 8 : 0;
    head.length = 2 + width + (head.is_masked ? mask_bytes : 0);
    if (bytes.size() < head.length) return std::nullopt;
    if (width > 0) {
      head.size = number_of(bytes.subspan(2, width));
      head.is_shortest = width == 2 ? head.size >= 126 : head.size > 0xffff;
    }
    if (head.is_masked) std::ranges::copy(bytes.subspan(2 + width, mask_bytes), head.mask.begin());
    return head;
  }
};

void FrameReader::take(std::span<char> bytes) {
  if (kept_.empty()) {
    bytes_ = bytes;
    return;
  }
  kept_.append(bytes.data(), bytes.size());
  bytes_ = kept_;
}

void FrameReader::keep_rest() {
  if (!is_within_ && !message_.empty()) release_large(message_);
  if (bytes_.empty()) {
    if (!kept_.empty()) release_large(kept_);
    return;
  }
  const bool is_kept = bytes_.data() >= kept_.data() && bytes_.data() < kept_.data() + kept_.size();
  if (is_kept) {
    kept_.erase(0, static_cast<std::size_t>(bytes_.data() - kept_.data()));
  } else {
    kept_.assign(bytes_.data(), bytes_.size());
  }
  // Much may have come with it that is read now, and the rest of this frame may take its time.
  if (kept_.capacity() > kept_room && kept_.capacity() / 2 > kept_.size()) kept_.shrink_to_fit();
  bytes_ = kept_;
}

FrameReader::Frame FrameReader::fault(CloseCode code) {
  has_faulted_ = true;
  return {Kind::fault, {}, code};
}

CloseCode FrameReader::fault_of(const Head& head) const {
  constexpr CloseCode wrong = CloseCode::protocol_fault;
  if (head.is_reserved || !head.is_masked || !head.is_shortest) return wrong;
  if (head.is_control()) {
    const bool is_known = head.kind <= pong_frame;
    return is_known && head.is_last && head.size <= most_of_a_control_frame ? CloseCode::none : wrong;
  }
  // One message ends before the next begins.
  if (head.kind > binary_message || (head.kind == continuation) != is_within_) return wrong;
  const std::size_t before = is_within_ ? message_.size() : 0;
  return head.size > most_ - before ? CloseCode::too_big : CloseCode::none;
}

FrameReader::Frame FrameReader::next() {
  while (!has_faulted_) {
    const auto head = Head::read(bytes_);
    if (!head) break;
    if (const CloseCode code = fault_of(*head); code != CloseCode::none) return fault(code);
    if (bytes_.size() - head->length < head->size) break;
    const std::span<char> payload = bytes_.subspan(head->length, head->size);
    bytes_ = bytes_.subspan(head->length + head->size);
    unmask(payload, head->mask);
    const Frame frame = give(*head, payload);
    if (frame.kind == Kind::fault) return fault(frame.code);
    if (frame.kind != Kind::more) return frame;
  }
  if (has_faulted_) bytes_ = {};
  keep_rest();
  return {};
}

// `more`: part of a message.
FrameReader::Frame FrameReader::give(const Head& head, std::span<char> payload) {
  const std::string_view text(payload.data(), payload.size());
  if (head.is_control()) return give_control(head, text);
  if (head.kind != continuation) {
    is_text_ = head.kind == text_message;
    if (head.is_last) return give_message(text);
    message_.clear();
    is_within_ = true;
  }
  message_.append(text);
  if (!head.is_last) return {};
  is_within_ = false;
  return give_message(message_);
}

FrameReader::Frame FrameReader::give_message(std::string_view payload) {
  if (!is_text_) return {Kind::binary, payload};
  if (!base::is_utf8(payload)) return {Kind::fault, {}, CloseCode::malformed_text};
  return {Kind::text, payload};
}

FrameReader::Frame FrameReader::give_control(const Head& head, std::string_view payload) {
  if (head.kind == ping_frame) return {Kind::ping, payload};
  if (head.kind == pong_frame) return {Kind::pong, payload};
  if (payload.empty()) return {Kind::close, payload};
  const std::uint64_t code = number_of(std::span(payload).first(std::min<std::size_t>(2, payload.size())));
  if (payload.size() < 2 || !is_close_code(code)) return {Kind::fault, {}, CloseCode::protocol_fault};
  if (!base::is_utf8(payload.substr(2))) return {Kind::fault, {}, CloseCode::malformed_text};
  return {Kind::close, payload, static_cast<CloseCode>(code)};
}

}  // namespace crownstar::server
