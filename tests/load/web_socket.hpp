// A client's end of a WebSocket, and as little of it as a client needs: the handshake, masked frames, pings.
// It does not know what the messages say.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "load/poller.hpp"

namespace crownstar::load {

// Where to, and from which address of this machine: each address has its own ports.
struct Target {
  int port = 0;
  std::string source;  // empty: whichever
  std::string path = "/socket";
  std::string cookie;  // as it is sent; empty: none
};

class WebSocket final : public Ready {
 public:
  struct Ears {
    std::function<void()> on_open;
    std::function<void(std::string_view text)> on_text;
    std::function<void()> on_gone;  // however it came; not after `close`
  };

  WebSocket(Poller& poller, Ears ears) : poller_(poller), ears_(std::move(ears)) {}
  ~WebSocket() override { close(); }
  WebSocket(const WebSocket&) = delete;
  WebSocket& operator=(const WebSocket&) = delete;

  // False where the system has no room for it; what the server says comes later.
  bool connect(const Target& target);
  void send(std::string_view text);
  void close();
  bool is_open() const { return state_ == State::open; }
  bool is_gone() const { return state_ == State::gone; }
  // The bytes of a masked frame, for whoever sends the same one often.
  static std::string frame_of(std::string_view text);
  void send_frame(std::string_view frame) { write(frame); }

 private:
  enum class State : std::uint8_t { gone, connecting, open };
  void on_ready(std::uint32_t what) override;
  void take(std::string_view bytes);
  // How many of the bytes were whole frames.
  std::size_t take_frames(std::string_view bytes);
  std::size_t take_handshake(std::string_view bytes);
  void write(std::string_view bytes);
  void flush();
  void end();

  Poller& poller_;
  Ears ears_;
  int descriptor_ = -1;
  State state_ = State::gone;
  bool wants_writable_ = false;
  std::uint32_t life_ = 0;  // another one after each end: whoever calls out can see that it came
  std::string unread_;      // the beginning of a frame
  std::string unsent_;
};

}  // namespace crownstar::load
