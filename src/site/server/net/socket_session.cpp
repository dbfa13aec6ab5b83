// One WebSocket connection: handles its frames, and decides when it closes. The channel delivers bytes as they arrive;
// with TLS, the session asks for each piece.
#include <array>
#include <cstring>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>

#include "base/limits.hpp"
#include "site/server/net/frame_reader.hpp"
#include "site/server/net/transport_context.hpp"

namespace crownstar::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t secure_read = 1024;

// A bucket that one number holds: when it would be full again.
bool take_from(Clock::time_point& full_at, Clock::time_point now, Clock::duration each, Clock::duration most) {
  full_at = std::max(full_at, now) + each;
  return full_at - now <= most;
}

// The bytes that a socket may send. Frames without anything in them, and messages that never end, show here alone.
bool take_bytes(Clock::time_point& full_at, Clock::time_point now, std::size_t bytes) {
  using std::chrono::nanoseconds;
  constexpr auto second = nanoseconds(std::chrono::seconds{1}).count();
  constexpr auto each = second / static_cast<std::int64_t>(limits::socket_bytes_a_second);
  constexpr auto most = each * static_cast<std::int64_t>(limits::socket_burst_bytes);
  return take_from(full_at, now, nanoseconds(each * static_cast<std::int64_t>(bytes)), nanoseconds(most));
}

// The first bytes of a frame, unmasked and whole.
std::string_view write_frame_head(Channel::Head& head, unsigned kind, std::size_t size) {
  head[0] = static_cast<char>(0x80U | kind);
  if (size < 126) {
    head[1] = static_cast<char>(size);
    return {head.data(), 2};
  }
  const std::size_t width = size <= 0xffff ? 2 : 8;
  head[1] = static_cast<char>(width == 2 ? 126 : 127);
  for (std::size_t i = 0; i < width; ++i) head[2 + i] = static_cast<char>(size >> (8 * (width - 1 - i)) & 0xff);
  return {head.data(), 2 + width};
}

constexpr unsigned text_frame = 1;

CloseCode close_code(std::string_view reason) {
  if (reason == "stopping") return CloseCode::going_away;
  if (reason == "malformed") return CloseCode::malformed_text;
  if (reason == "done") return CloseCode::normal;
  return CloseCode::forbidden;
}

class SocketSession final : public Deadline,
                            public Outlet,
                            public Closable,
                            public BytesReader,
                            public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel,
                std::shared_ptr<StreamHandler> handler, std::shared_ptr<AddressRate> rate,
                std::shared_ptr<void> admission)
      : context_(std::move(context)),
        channel_(std::move(channel)),
        handler_(std::move(handler)),
        admission_(std::move(admission)),
        pace_(std::move(rate)),
        resumed_(channel_->get_executor()) {
    context_->enter(this);
  }

  ~SocketSession() override { context_->leave(this); }

  // `first`: what came behind the request for it.
  static void start(const std::shared_ptr<SocketSession>& self, std::string first) {
    ++self->context_->figures().sockets;
    self->is_open_ = true;
    self->handler_->on_open(*self);
    self->ping();
    const bool is_given = self->channel_->give_to(self);
    if (!first.empty()) self->on_bytes(first);
    if (!is_given) asio::co_spawn(self->channel_->get_executor(), read_all(self), asio::detached);
  }

  // ---- Outlet ----
  void send(Bytes bytes) override {
    if (!channel_->takes_more()) return;
    const bool is_full = channel_->queued_bytes() + bytes->size() > limits::reader_queue_bytes ||
                         channel_->queued_pieces() >= static_cast<std::size_t>(limits::reader_queue_messages);
    if (is_full) return cut_off_slow_reader();
    ++context_->figures().messages_out;
    push(text_frame, std::move(bytes));
  }

  void close(std::string_view reason) override { close_with(close_code(reason), reason); }

  std::chrono::milliseconds lag() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(round_trip_);
  }

  // ---- Closable ----
  void close_soon() override {
    if (is_open_) return close("stopping");
    channel_->abort();
  }
  void close_now() override {
    channel_->abort();
    resumed_.set();
  }
  std::size_t waiting_bytes() const override { return channel_->queued_bytes(); }
  void cut_off_slow_reader() override {
    if (is_closing_) return channel_->abort();
    ++context_->figures().slow_readers;
    channel_->drop_queue();
    push(text_frame, bytes_of(R"({"t":"goodbye","reason":"too_slow"})"));
    close("too_slow");
  }

  // ---- BytesReader ----
  void on_bytes(std::span<char> bytes) override {
    if (!is_open_) return;  // what still comes is dropped
    now_ = Clock::now();
    if (pace_ && !take_bytes(intake_full_at_, now_, bytes.size())) {
      ++context_->figures().malformed;
      channel_->abort();
      return leave();
    }
    frames_.take(bytes);
    read_frames();
  }

  void on_end(int problem) override {
    const bool has_vanished = problem == ETIMEDOUT || problem == EHOSTUNREACH || problem == ENETUNREACH;
    if (is_open_ && has_vanished) ++context_->figures().silent;
    if (is_open_) leave();
    asio::co_spawn(channel_->get_executor(), finish(shared_from_this()), asio::detached);
  }

 private:
  // Under TLS.
  static Task<void> read_all(std::shared_ptr<SocketSession> self) {
    std::array<char, secure_read> room;
    ErrorCode problem;
    for (;;) {
      const std::size_t size =
          co_await self->channel_->async_read_some(asio::buffer(room), asio::redirect_error(use_task, problem));
      if (problem || size == 0) break;
      self->on_bytes(std::span(room).first(size));
      while (self->is_waiting_) co_await self->resumed_.wait();
    }
    self->on_end(problem.category() == boost::system::system_category() ? problem.value() : 0);
  }

  void read_frames() {
    while (is_open_ && !is_waiting_ && !channel_->is_dead()) {
      const FrameReader::Frame frame = frames_.next();
      if (frame.kind == FrameReader::Kind::more) return;
      is_heard_ = true;
      if (is_closing_) return leave();
      take(frame);
    }
    frames_.keep_rest();
  }

  void take(const FrameReader::Frame& frame) {
    using Kind = FrameReader::Kind;
    switch (frame.kind) {
      case Kind::more:
        return;
      case Kind::text:
      case Kind::binary:
        return take_message(frame);
      case Kind::ping:
        if (!take_control_frame()) return;
        // A client that sends only pings and reads no answer fills the queue, and is cut off like any slow reader.
        if (channel_->queued_bytes() > limits::reader_queue_bytes) return channel_->abort();
        return push(pong_frame, bytes_of(std::string(frame.payload)));
      case Kind::pong:
        if (!take_pong(frame.payload)) take_control_frame();
        return;
      case Kind::close:
        push(close_frame, bytes_of(std::string(frame.payload.substr(0, 2))));
        return leave();
      case Kind::fault:
        ++context_->figures().malformed;
        return say_goodbye("malformed", frame.code);
    }
  }

  void take_message(const FrameReader::Frame& frame) {
    ++context_->figures().messages_in;
    if (frame.kind == FrameReader::Kind::binary) {
      ++context_->figures().malformed;
      return say_goodbye("malformed");
    }
    constexpr auto throttle = limits::messages_of_a_socket;
    if (pace_ && !take_from(full_at_, now_, throttle.each, throttle.each * throttle.burst)) {
      return say_goodbye("too_many_messages");
    }
    if (!pace_ || !must_wait()) return handler_->on_message(frame.payload);
    waiting_text_ = frame.payload;
    is_waiting_ = true;
    channel_->pause_reading(true);
    asio::co_spawn(channel_->get_executor(), wait_for_others(shared_from_this()), asio::detached);
  }

  // Nothing more is heard from this side. What is queued still goes out, and the other side is given time to close.
  void leave() {
    is_open_ = false;
    is_closing_ = true;
    --context_->figures().sockets;
    handler_->on_close();
    channel_->end_writing();
    context_->deadlines().arm(*this, limits::close_wait.count());
  }

  static Task<void> finish(std::shared_ptr<SocketSession> self) {
    if (!self->channel_->is_dead()) co_await self->channel_->drained();
    self->context_->deadlines().disarm(*self);
    self->channel_->abort();
  }

  void close_with(CloseCode code, std::string_view reason) {
    if (!channel_->takes_more()) return;
    const auto number = static_cast<unsigned>(code);
    std::string body{static_cast<char>(number >> 8U), static_cast<char>(number & 0xffU)};
    body += reason.substr(0, 120);
    push(close_frame, bytes_of(std::move(body)));
    channel_->end_writing();
    context_->deadlines().arm(*this, limits::close_wait.count());
    is_closing_ = true;
  }

  void on_due() override {
    if (!is_open_ || is_closing_) {
      if (!is_closing_) ++context_->figures().silent;
      return channel_->abort();
    }
    if (!channel_->take_progress()) return cut_off_slow_reader();
    if (!std::exchange(is_heard_, false)) {
      // Not even the last ping was answered.
      ++context_->figures().silent;
      return channel_->abort();
    }
    ping();
  }

  void ping() {
    ++ping_number_;
    ping_sent_ = Clock::now();
    std::string mark(sizeof ping_number_, '\0');
    std::memcpy(mark.data(), &ping_number_, sizeof ping_number_);
    push(ping_frame, bytes_of(std::move(mark)));
    context_->deadlines().arm(*this, limits::ping_every.count());
  }

  // False: unasked, or old.
  bool take_pong(std::string_view payload) {
    std::uint64_t number = 0;
    if (payload.size() != sizeof number) return false;
    std::memcpy(&number, payload.data(), sizeof number);
    if (number != ping_number_ || number == pong_number_) return false;
    pong_number_ = number;
    const auto measured = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - ping_sent_);
    context_->figures().lag.add(measured);
    const auto bounded = std::min<std::chrono::microseconds>(measured, limits::lag_measured);
    round_trip_ = number == 1 ? bounded : (round_trip_ * 3 + bounded) / 4;
    return true;
  }

  // False: one too many.
  bool take_control_frame() {
    constexpr auto throttle = limits::control_frames_of_a_socket;
    if (!pace_ || take_from(controls_full_at_, now_, throttle.each, throttle.each * throttle.burst)) return true;
    say_goodbye("too_many_messages");
    return false;
  }

  // All sockets of an address together: messages that come too fast wait, because people who share an address need not
  // know each other.
  bool must_wait() {
    constexpr auto throttle = limits::messages_of_an_address;
    return !take_from(pace_->full_at, now_, throttle.each, throttle.each * throttle.burst);
  }

  static Task<void> wait_for_others(std::shared_ptr<SocketSession> self) {
    constexpr auto throttle = limits::messages_of_an_address;
    using Timer =
        asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
    Timer timer(self->channel_->get_executor(), self->pace_->full_at - throttle.each * throttle.burst);
    ErrorCode ignored;
    co_await timer.async_wait(asio::redirect_error(use_task, ignored));
    self->go_on();
  }

  void go_on() {
    is_waiting_ = false;
    is_heard_ = true;  // it was we who did not listen
    const std::string text = std::exchange(waiting_text_, {});
    if (is_open_ && !is_closing_ && !channel_->is_dead()) {
      handler_->on_message(text);
      now_ = Clock::now();
      read_frames();
    }
    if (is_waiting_) return;
    channel_->pause_reading(false);
    resumed_.set();
  }

  void say_goodbye(std::string_view reason) { say_goodbye(reason, close_code(reason)); }
  void say_goodbye(std::string_view reason, CloseCode code) {
    if (is_closing_) return channel_->abort();  // and it goes on, without a word
    send(bytes_of(R"({"t":"goodbye","reason":")" + std::string(reason) + "\"}"));
    close_with(code, reason);
    leave();
  }

  void push(unsigned kind, Bytes bytes) {
    Channel::Head head;
    const std::string_view begun = write_frame_head(head, kind, bytes->size());
    channel_->push(begun, std::move(bytes));
  }

  std::shared_ptr<TransportContext> context_;
  std::shared_ptr<Channel> channel_;
  std::shared_ptr<StreamHandler> handler_;
  std::shared_ptr<void> admission_;
  std::shared_ptr<AddressRate> pace_;  // none: not throttled
  FrameReader frames_{limits::message_bytes};
  AsyncEvent resumed_;
  std::string waiting_text_;
  Clock::time_point now_{};  // when the last bytes came
  Clock::time_point intake_full_at_{};
  std::uint64_t ping_number_ = 0;
  std::uint64_t pong_number_ = 0;
  Clock::time_point ping_sent_{};
  Clock::time_point full_at_{};
  Clock::time_point controls_full_at_{};
  std::chrono::microseconds round_trip_{0};
  bool is_open_ = false;
  bool is_closing_ = false;
  bool is_heard_ = true;
  bool is_waiting_ = false;  // because its address has sent too much
};

}  // namespace

void start_socket(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, std::string first,
                  std::shared_ptr<StreamHandler> handler, std::shared_ptr<AddressRate> rate,
                  std::shared_ptr<void> admission) {
  const auto session = std::make_shared<SocketSession>(std::move(context), std::move(channel), std::move(handler),
                                                       std::move(rate), std::move(admission));
  SocketSession::start(session, std::move(first));
}

}  // namespace crownstar::server
