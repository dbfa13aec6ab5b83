// One WebSocket: messages in by Beast, which unmasks and checks them; messages out as frames of our own, for a frame of
// a server is its length and the shared bytes. One of the two files that know Beast.
#include <cstring>

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "limits/limits.hpp"
#include "server/transport_context.hpp"

namespace crownstar::server {
namespace {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_buffer = 1024;  // of an idle connection

// A bucket that one number holds: when it would be full again.
bool take_from(Clock::time_point& full_at, Clock::duration each, Clock::duration most) {
  const auto now = Clock::now();
  full_at = std::max(full_at, now) + each;
  return full_at - now <= most;
}

// The bytes that a socket may send. Frames without anything in them, and messages that never end, show here alone.
class Intake {
 public:
  explicit Intake(bool is_bounded) : is_bounded_(is_bounded) {}

  bool take(std::size_t bytes) {
    using std::chrono::nanoseconds;
    constexpr auto second = nanoseconds(std::chrono::seconds{1}).count();
    constexpr auto each = second / static_cast<std::int64_t>(limits::socket_bytes_a_second);
    constexpr auto most = each * static_cast<std::int64_t>(limits::socket_burst_bytes);
    const bool fits = take_from(full_at_, nanoseconds(each * static_cast<std::int64_t>(bytes)), nanoseconds(most));
    is_over_ = is_over_ || (is_bounded_ && !fits);
    return !is_over_;
  }
  bool is_over() const { return is_over_; }

 private:
  Clock::time_point full_at_{};
  bool is_bounded_;
  bool is_over_ = false;
};

// What Beast reads from and writes its few control frames to: the channel's queue, so that they keep their places.
struct ChannelLayer {
  using executor_type = Executor;
  std::shared_ptr<Channel> channel;
  std::shared_ptr<Intake> intake;

  Executor get_executor() noexcept { return channel->get_executor(); }

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [this](auto handler, const Buffers& into) {
          auto read = [kept = channel, taken = intake, handler = std::move(handler)](ErrorCode problem,
                                                                                     std::size_t size) mutable {
            if (!taken->take(size)) {
              kept->abort();
              problem = asio::error::operation_aborted;
            }
            handler(problem, size);
          };
          channel->async_read_some(into, asio::bind_executor(channel->get_executor(), std::move(read)));
        },
        token, buffers);
  }

  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return asio::async_initiate<Token, void(ErrorCode, std::size_t)>(
        [this](auto handler, const Buffers& from) {
          auto bytes = std::make_shared<std::string>();
          bytes->resize(asio::buffer_size(from));
          const std::size_t size = asio::buffer_copy(asio::buffer(*bytes), from);
          // Whoever sends nothing but pings and reads no answer fills the queue, and is cut off like any slow reader.
          const bool is_full = channel->queued_bytes() > limits::reader_queue_bytes;
          if (is_full) channel->abort();
          channel->push(std::move(bytes));
          const ErrorCode problem = channel->is_dead() ? ErrorCode(asio::error::broken_pipe) : ErrorCode();
          asio::post(channel->get_executor(),
                     [handler = std::move(handler), problem, size]() mutable { handler(problem, problem ? 0 : size); });
        },
        token, buffers);
  }
};

// The library asks for these when a connection ends. The session ends it itself.
template <typename Handler>
void async_teardown(beast::role_type, ChannelLayer& layer, Handler&& handler) {
  asio::post(layer.get_executor(), [kept = std::forward<Handler>(handler)]() mutable { kept(ErrorCode()); });
}
void beast_close_socket(ChannelLayer& layer) { layer.channel->abort(); }

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
constexpr unsigned close_frame = 8;
constexpr unsigned ping_frame = 9;

unsigned close_code(std::string_view reason) {
  if (reason == "stopping") return 1001;
  if (reason == "malformed") return 1007;
  if (reason == "done") return 1000;
  return 1008;
}

class SocketSession final : public Deadline,
                            public Outlet,
                            public Ending,
                            public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, std::string handshake,
                std::shared_ptr<Talker> talker, std::shared_ptr<AddressPace> pace, std::shared_ptr<void> admission)
      : context_(std::move(context)),
        channel_(channel),
        intake_(std::make_shared<Intake>(pace != nullptr)),
        stream_(ChannelLayer{std::move(channel), intake_}),
        handshake_(std::move(handshake)),
        talker_(std::move(talker)),
        admission_(std::move(admission)),
        pace_(std::move(pace)) {
    context_->enter(this);
    stream_.set_option(
        websocket::stream_base::timeout{websocket::stream_base::none(), websocket::stream_base::none(), false});
    stream_.read_message_max(limits::message_bytes);
    stream_.control_callback([this](websocket::frame_type kind, beast::string_view payload) {
      is_heard_ = true;
      const bool is_asked_for = kind == websocket::frame_type::pong && take_pong({payload.data(), payload.size()});
      if (!is_asked_for && kind != websocket::frame_type::close) take_control_frame();
    });
  }

  ~SocketSession() override { context_->leave(this); }

  static Task<void> run(std::shared_ptr<SocketSession> self) {
    if (co_await self->shake_hands()) {
      ++self->context_->figures().sockets;
      self->is_open_ = true;
      self->talker_->on_open(*self);
      self->ping();
      co_await self->read_all();
      self->is_open_ = false;
      --self->context_->figures().sockets;
      self->talker_->on_gone();
    }
    co_await self->finish();
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

  void close(std::string_view reason) override {
    if (!channel_->takes_more()) return;
    const unsigned code = close_code(reason);
    std::string body{static_cast<char>(code >> 8U), static_cast<char>(code & 0xffU)};
    body += reason.substr(0, 120);
    push(close_frame, bytes_of(std::move(body)));
    channel_->end_writing();
    context_->deadlines().arm(*this, limits::close_wait.count());
    is_closing_ = true;
  }

  std::chrono::milliseconds lag() const override {
    return std::chrono::duration_cast<std::chrono::milliseconds>(round_trip_);
  }

  // ---- Ending ----
  void end_soon() override {
    if (is_open_) return close("stopping");
    channel_->abort();
  }
  void end_now() override { channel_->abort(); }
  std::size_t waiting_bytes() const override { return channel_->queued_bytes(); }
  void cut_off_slow_reader() override {
    if (is_closing_) return channel_->abort();
    ++context_->figures().slow_readers;
    channel_->drop_queue();
    push(text_frame, bytes_of(R"({"t":"goodbye","reason":"too_slow"})"));
    close("too_slow");
  }

 private:
  Task<bool> shake_hands() {
    context_->deadlines().arm(*this, limits::handshake_wait.count());
    ErrorCode problem;
    co_await stream_.async_accept(asio::buffer(handshake_), asio::redirect_error(use_task, problem));
    handshake_ = {};
    if (problem) ++context_->figures().malformed;
    co_return !problem;
  }

  Task<void> read_all() {
    beast::flat_buffer buffer(limits::message_bytes);
    ErrorCode problem;
    for (;;) {
      co_await stream_.async_read(buffer, asio::redirect_error(use_task, problem));
      if (problem || is_closing_) break;
      is_heard_ = true;
      ++context_->figures().messages_in;
      if (!stream_.got_text()) {
        ++context_->figures().malformed;
        say_goodbye("malformed");
        break;
      }
      constexpr auto throttle = limits::messages_of_a_socket;
      if (pace_ && !take_from(full_at_, throttle.each, throttle.each * throttle.burst)) {
        say_goodbye("too_many_messages");
        break;
      }
      if (pace_) co_await wait_for_others();
      if (is_closing_ || channel_->is_dead()) break;
      const auto bytes = buffer.data();
      talker_->on_text({static_cast<const char*>(bytes.data()), bytes.size()});
      buffer.consume(buffer.size());
      if (buffer.capacity() > kept_buffer) buffer.shrink_to_fit();
    }
    if (intake_->is_over()) ++context_->figures().malformed;
    const bool is_ordinary = problem == websocket::error::closed || problem == asio::error::eof ||
                             problem == asio::error::connection_reset || problem == asio::error::operation_aborted ||
                             problem == asio::error::broken_pipe || problem == asio::error::bad_descriptor;
    if (problem && !is_ordinary && !channel_->is_dead()) {
      ++context_->figures().malformed;
      if (problem == websocket::error::message_too_big || problem == websocket::error::buffer_overflow) {
        say_goodbye("malformed");
      }
    }
  }

  // Beast has answered a close, or closed for a fault of the other side's; what is queued still goes out.
  Task<void> finish() {
    channel_->end_writing();
    context_->deadlines().arm(*this, limits::close_wait.count());
    is_closing_ = true;
    ErrorCode problem;
    std::array<char, 512> dropped;
    while (!problem && !channel_->is_dead()) {
      co_await channel_->async_read_some(asio::buffer(dropped), asio::redirect_error(use_task, problem));
    }
    if (!channel_->is_dead()) co_await channel_->drained();
    context_->deadlines().disarm(*this);
    channel_->abort();
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

  void take_control_frame() {
    constexpr auto throttle = limits::control_frames_of_a_socket;
    if (!pace_ || take_from(controls_full_at_, throttle.each, throttle.each * throttle.burst)) return;
    if (is_closing_) return channel_->abort();  // and it goes on, without a word
    say_goodbye("too_many_messages");
  }

  // All of an address together: who comes too fast waits, for those who share an address may not know each other.
  Task<void> wait_for_others() {
    constexpr auto throttle = limits::messages_of_an_address;
    if (take_from(pace_->full_at, throttle.each, throttle.each * throttle.burst)) co_return;
    using Timer =
        asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>, Executor>;
    Timer timer(channel_->get_executor(), pace_->full_at - Clock::now() - throttle.each * throttle.burst);
    ErrorCode ignored;
    co_await timer.async_wait(asio::redirect_error(use_task, ignored));
    is_heard_ = true;  // it was we who did not listen
  }

  void say_goodbye(std::string_view reason) {
    send(bytes_of(R"({"t":"goodbye","reason":")" + std::string(reason) + "\"}"));
    close(reason);
  }

  void push(unsigned kind, Bytes bytes) {
    Channel::Head head;
    const std::string_view begun = write_frame_head(head, kind, bytes->size());
    channel_->push(begun, std::move(bytes));
  }

  std::shared_ptr<TransportContext> context_;
  std::shared_ptr<Channel> channel_;
  std::shared_ptr<Intake> intake_;
  websocket::stream<ChannelLayer, false> stream_;  // false: messages are not compressed
  std::string handshake_;
  std::shared_ptr<Talker> talker_;
  std::shared_ptr<void> admission_;
  std::shared_ptr<AddressPace> pace_;  // none: not throttled
  std::uint64_t ping_number_ = 0;
  std::uint64_t pong_number_ = 0;
  Clock::time_point ping_sent_{};
  Clock::time_point full_at_{};
  Clock::time_point controls_full_at_{};
  std::chrono::microseconds round_trip_{0};
  bool is_open_ = false;
  bool is_closing_ = false;
  bool is_heard_ = true;
};

}  // namespace

void start_socket(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, std::string handshake,
                  std::shared_ptr<Talker> talker, std::shared_ptr<AddressPace> pace, std::shared_ptr<void> admission) {
  const Executor executor = channel->get_executor();
  auto session = std::make_shared<SocketSession>(std::move(context), std::move(channel), std::move(handshake),
                                                 std::move(talker), std::move(pace), std::move(admission));
  asio::co_spawn(executor, SocketSession::run(std::move(session)), asio::detached);
}

}  // namespace crownstar::server
