// One HTTP/1.1 connection: a sequence of requests and responses, until it becomes a stream of lines or a WebSocket. No
// other file uses Beast.
#include <iterator>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <fmt/format.h>

#include "base/limits.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_head.hpp"
#include "site/server/http/routing/request_checks.hpp"
#include "site/server/net/piece_wait.hpp"
#include "site/server/net/transport_context.hpp"

namespace crownstar::server {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
constexpr std::int64_t stream_beat = 7;  // an empty line now and then shows who is still there
constexpr std::size_t read_step = 2048;

class HttpSession final : public Deadline,
                          public Outlet,
                          public Closable,
                          public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, const Address& peer,
              std::shared_ptr<void> admission)
      : context_(std::move(context)),
        channel_(std::move(channel)),
        peer_{peer, channel_->is_secure()},
        admission_(std::move(admission)),
        answered_(channel_->get_executor()) {
    context_->enter(this);
  }

  ~HttpSession() override { context_->leave(this); }

  static Task<void> run(std::shared_ptr<HttpSession> self) {
    co_await self->serve();
    self->finish();
  }

  void answer(std::uint64_t number, Response response) {
    if (number != asked_ || answer_) return;
    answer_ = std::move(response);
    answered_.set();
  }

  // ---- Outlet, for a stream of lines ----
  void send(Bytes line) override {
    if (!channel_->takes_more()) return;
    const bool is_full = channel_->queued_bytes() + line->size() > limits::reader_queue_bytes ||
                         channel_->queued_pieces() >= 3 * static_cast<std::size_t>(limits::reader_queue_messages);
    if (is_full) return cut_off_slow_reader();
    ++context_->figures().messages_out;
    push_chunk(std::move(line));
  }

  void close(std::string_view) override {
    if (!channel_->takes_more()) return;
    static const Bytes end = bytes_of("0\r\n\r\n");
    if (is_chunked_) channel_->push(end);
    channel_->end_writing();
    context_->deadlines().arm(*this, limits::linger_wait.count());
    is_ending_ = true;
  }

  std::chrono::milliseconds lag() const override { return {}; }

  // ---- Closable ----
  void close_soon() override {
    is_ending_ = true;
    if (stream_) return close("stopping");
    // A file may take hours; its reader can ask for the rest of it afterwards.
    if (state_ == State::waiting || state_ == State::sending_pieces) abort();
  }
  void close_now() override { abort(); }
  std::size_t waiting_bytes() const override { return channel_ ? channel_->queued_bytes() : 0; }
  void cut_off_slow_reader() override {
    ++context_->figures().slow_readers;
    abort();
  }

 private:
  enum class State { waiting, reading, answering, sending_pieces, streaming };
  using Parser = http::request_parser<http::string_body>;

  struct PendingReply final : Reply::Sink {
    PendingReply(std::weak_ptr<HttpSession> whose, std::uint64_t which) : session(std::move(whose)), number(which) {}
    ~PendingReply() override {
      // A forgotten answer is a fault of ours, and finished_answer.cpp gives it a name. This is left for a server that
      // ends in between: the asker need not wait.
      if (const auto alive = session.lock()) {
        alive->answer(number, error_answer(503, "stopping", "the server is stopping and could not answer this"));
      }
    }
    void answer(Response response) override {
      if (const auto alive = session.lock()) alive->answer(number, std::move(response));
    }
    std::weak_ptr<HttpSession> session;
    std::uint64_t number;
  };

  void on_due() override {
    if (state_ == State::streaming && !is_ending_) {
      static const Bytes beat = bytes_of("\n");
      if (!channel_->take_progress()) return cut_off_slow_reader();
      push_chunk(beat);
      return context_->deadlines().arm(*this, stream_beat);
    }
    if (state_ == State::answering && !answer_) {
      return answer(asked_, error_answer(503, "busy", "the answer takes too long; try again"));
    }
    if (state_ == State::sending_pieces && channel_->queued_pieces() > 0) return cut_off_slow_reader();
    ++context_->figures().silent;
    abort();
  }

  void abort() {
    channel_->abort();
    if (pieces_) pieces_->give_up();
  }

  void arm(std::int64_t seconds) { context_->deadlines().arm(*this, seconds); }

  void push_chunk(Bytes bytes) {
    if (!is_chunked_) return channel_->push(std::move(bytes));
    static const Bytes chunk_end = bytes_of("\r\n");
    std::array<char, sizeof(Channel::Head)> head{};
    const auto end = fmt::format_to_n(head.data(), head.size(), "{:x}\r\n", bytes->size()).out;
    channel_->push({head.data(), static_cast<std::size_t>(end - head.data())}, std::move(bytes));
    channel_->push(chunk_end);
  }

  // Waits for the first byte of the next request, which may take longer than the rest of it.
  Task<bool> wait_for_request() {
    if (buffer_.size() > 0) co_return true;
    arm(is_first_ ? limits::header_wait.count() : limits::idle_wait.count());
    ErrorCode problem;
    const std::size_t size =
        co_await channel_->async_read_some(buffer_.prepare(read_step), asio::redirect_error(use_task, problem));
    buffer_.commit(size);
    co_return !problem && size > 0;
  }

  Task<void> serve() {
    arm(limits::handshake_wait.count());
    if (!co_await channel_->shake_hands()) {
      if (!channel_->is_secure()) co_return;
      ++context_->figures().tls_failures;
      context_->log_refusal(peer_.address, "the TLS handshake failed");
      co_return;
    }
    while (!is_ending_ && !context_->is_stopping()) {
      state_ = State::waiting;
      if (!co_await wait_for_request()) co_return;
      state_ = State::reading;
      if (!co_await serve_one()) co_return;
      is_first_ = false;
    }
  }

  // Up to the end of the headers, or, when the parser is eager, of the body.
  Task<ErrorCode> parse(Parser& parser) {
    ErrorCode problem;
    while (!(parser.eager() ? parser.is_done() : parser.is_header_done())) {
      if (buffer_.size() > 0 && (parser.is_header_done() || is_head_whole(problem))) {
        buffer_.consume(parser.put(buffer_.data(), problem));
        if (problem && problem != http::error::need_more) co_return problem;
        if (!problem) continue;
      }
      if (problem && problem != http::error::need_more) co_return problem;
      if (buffer_.size() >= buffer_.max_size()) co_return http::error::header_limit;
      problem = {};
      const std::size_t room = std::min(read_step, buffer_.max_size() - buffer_.size());
      const std::size_t size =
          co_await channel_->async_read_some(buffer_.prepare(room), asio::redirect_error(use_task, problem));
      if (problem) co_return problem;
      buffer_.commit(size);
    }
    co_return ErrorCode();
  }

  // The parser gets a head when all of it is there and has been looked at: it is more forgiving than is safe.
  bool is_head_whole(ErrorCode& problem) {
    constexpr std::string_view end = "\r\n\r\n";
    const std::string_view seen(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    const std::size_t found = seen.find(end);
    const bool is_whole = found != std::string_view::npos;
    const auto checked = is_whole ? check_head(seen.substr(0, found + end.size())) : check_beginning_of_head(seen);
    if (!checked) {
      unfit_head_ = checked.error().reason;
      problem = http::error::bad_field;
    } else if (!is_whole && seen.size() >= limits::header_bytes) {
      problem = http::error::header_limit;
    }
    return is_whole && !problem;
  }

  // The head of a request and its body.
  Task<ErrorCode> parse_request(Parser& parser) {
    parser.header_limit(static_cast<std::uint32_t>(limits::header_bytes));
    parser.body_limit(limits::body_bytes);
    arm(limits::header_wait.count());
    ErrorCode problem = co_await parse(parser);
    if (problem || parser.is_done()) co_return problem;
    arm(limits::body_wait.count());
    if (is_same_name(parser.get()[http::field::expect], "100-continue")) {
      channel_->push(bytes_of("HTTP/1.1 100 Continue\r\n\r\n"));
    }
    const std::size_t headers = count_headers(parser);
    parser.eager(true);
    problem = co_await parse(parser);
    // Headers after the body, which some would count among those before it, and others not.
    if (!problem && count_headers(parser) != headers) problem = http::error::bad_field;
    co_return problem;
  }

  Response handshake_refusal() {
    ++context_->figures().malformed;
    Response response = error_answer(400, "malformed", "expected the key and the version of a WebSocket");
    response.headers.push_back({"Sec-WebSocket-Version", "13"});  // the one that is spoken (RFC 6455, 4.4)
    note_refusal(response);
    return response;
  }

  Response too_many_streams() {
    ++context_->figures().turned_away;
    context_->log_refusal(asker_, "a socket or stream was refused: too many are open");
    Response response = error_answer(429, "too_many", "too many connections from your address; close some");
    response.headers.push_back({"Retry-After", "60"});
    return response;
  }

  // False: it was the last one.
  Task<bool> serve_one() {
    Parser parser;
    host_.clear();  // nothing is known of this request yet
    is_secure_ = peer_.is_secure;
    if (const ErrorCode problem = co_await parse_request(parser)) {
      co_await refuse(problem);
      co_return false;
    }
    ++context_->figures().requests;
    const bool is_eleven = parser.get().version() >= 11;
    bool is_kept_alive = parser.get().keep_alive() && is_eleven;
    const bool is_head = parser.get().method() == http::verb::head;
    auto request = check_request(raw_of(parser), request_terms());
    std::string handshake;
    if (request) {
      if (request->is_upgrade) handshake = answer_handshake(*request);
      asker_ = request->address;
      host_ = request->header("Host");
      is_secure_ = request->is_secure;
      co_await ask(std::move(*request));
    } else {
      ++context_->figures().malformed;
      is_kept_alive = false;  // whoever writes such requests may mean something else by what follows
      answer_ = std::move(request.error());
      note_refusal(*answer_);
    }
    Response response = std::move(*answer_);
    answer_.reset();
    ++asked_;  // what still comes for this request is not taken for the answer of the next one
    if (is_head) response.stream.reset();  // the head of a stream, and no stream
    if (response.status == 101 && handshake.empty()) {
      response = handshake_refusal();
      is_kept_alive = false;
    }
    if (response.stream) {
      asker_admission_ = context_->admit_behind_proxy(peer_.address, asker_);
      if (!asker_admission_) {
        response = too_many_streams();
        is_kept_alive = false;
      }
    }
    if (response.status != 101) add_security_headers(response, host_, is_secure_);
    if (!response.stream) co_return co_await write(response, is_kept_alive, is_head);
    if (response.status != 101) {
      co_await stream(std::move(response), is_eleven);
    } else {
      become_socket(std::move(handshake), std::move(response.stream));
    }
    co_return false;
  }

  RequestTerms request_terms() const {
    return {peer_, context_->terms().proxy_header, context_->terms().trusted_proxies, context_->terms().hosts};
  }

  static std::size_t count_headers(Parser& parser) {
    return static_cast<std::size_t>(std::distance(parser.get().begin(), parser.get().end()));
  }

  static RawRequest raw_of(Parser& parser) {
    auto& message = parser.get();
    RawRequest raw{std::string(message.method_string()), std::string(message.target()), {}, std::move(message.body())};
    for (const auto& field : message)
      raw.headers.push_back({std::string(field.name_string()), std::string(field.value())});
    return raw;
  }

  Task<void> ask(Request request) {
    state_ = State::answering;
    arm(limits::answer_wait.count());
    ++asked_;
    context_->handler().answer(std::move(request), Reply(std::make_shared<PendingReply>(weak_from_this(), asked_)));
    while (!answer_) co_await answered_.wait();
  }

  Task<bool> write(const Response& response, bool is_kept_alive, bool is_head) {
    is_kept_alive = is_kept_alive && !is_ending_ && !context_->is_stopping() && response.status != 429;
    const std::uint64_t length = response.source ? response.source->length()
                                 : response.body ? response.body->size()
                                                 : 0;
    channel_->push(bytes_of(write_head(response, static_cast<long long>(length), is_kept_alive, http_date())));
    const bool has_body = !is_head && response.status != 304;
    if (response.body && has_body) channel_->push(response.body);
    if (response.source && has_body && !co_await send_pieces(*response.source)) co_return false;
    arm(limits::write_wait.count());
    while (channel_->queued_pieces() > 0 && !channel_->is_dead()) co_await channel_->drained();
    if (channel_->is_dead()) co_return false;
    if (!is_kept_alive) co_await linger();
    co_return is_kept_alive;
  }

  // The next piece is asked for when the reader has taken the one before. False: it could not be sent to its end, and
  // nothing may follow.
  Task<bool> send_pieces(BodySource& source) {
    state_ = State::sending_pieces;
    pieces_ = std::make_shared<PieceWait>(channel_->get_executor());
    std::uint64_t left = source.length();
    while (left > 0) {
      arm(limits::answer_wait.count());
      const Bytes piece = co_await pieces_->next(source);
      if (!piece || piece->empty() || piece->size() > left) break;
      left -= piece->size();
      channel_->push(piece);
      arm(limits::piece_wait.count());
      if (!co_await channel_->drained()) break;
    }
    pieces_.reset();
    const bool is_whole = left == 0 && !channel_->is_dead();
    if (!is_whole) channel_->abort();
    co_return is_whole;
  }

  // What was refused is still being sent; closing at once would take the reason away from whoever sends it.
  Task<void> linger() {
    channel_->end_writing();
    arm(limits::linger_wait.count());
    ErrorCode problem;
    std::array<char, read_step> dropped;
    std::size_t total = 0;
    while (!problem && total < limits::linger_bytes) {
      total += co_await channel_->async_read_some(asio::buffer(dropped), asio::redirect_error(use_task, problem));
    }
  }

  Task<void> refuse(const ErrorCode& problem) {
    if (channel_->is_dead() || problem == http::error::end_of_stream || problem == asio::error::eof ||
        problem == asio::error::connection_reset || problem == http::error::partial_message) {
      co_return;
    }
    ++context_->figures().malformed;
    const bool is_body = problem == http::error::body_limit;
    const int status = is_body ? 413 : problem == http::error::header_limit ? 431 : 400;
    const std::string_view code = status == 400 ? "malformed" : "too_large";
    const std::string_view reason = is_body                ? "the body is too large"
                                    : status == 431        ? "the headers are too large"
                                    : !unfit_head_.empty() ? std::string_view(unfit_head_)
                                                           : "this is not a request of HTTP";
    Response response = error_answer(status, code, reason);
    add_security_headers(response, host_, is_secure_);
    note_refusal(response);
    co_await write(response, false, false);
  }

  // What never reaches the handler, which keeps a log of its own.
  void note_refusal(const Response& response) {
    context_->log_refusal(peer_.address,
                          fmt::format("a request was refused with {} ({})", response.status, response.refusal));
  }

  Task<void> stream(Response response, bool is_chunked) {
    state_ = State::streaming;
    is_chunked_ = is_chunked;
    ++context_->figures().streams;
    channel_->push(bytes_of(write_head(response, is_chunked ? in_chunks : until_close, is_chunked, http_date())));
    stream_ = std::move(response.stream);
    arm(stream_beat);
    stream_->on_open(*this);
    // Nothing more is expected; reading shows when the other side has gone. Who sends all the same is cut off.
    ErrorCode problem;
    std::array<char, 64> dropped;
    std::size_t total = 0;
    while (!problem && total < limits::linger_bytes) {
      total += co_await channel_->async_read_some(asio::buffer(dropped), asio::redirect_error(use_task, problem));
    }
    if (!problem) ++context_->figures().malformed;
    const bool has_vanished = problem == asio::error::timed_out || problem == asio::error::host_unreachable ||
                              problem == asio::error::network_unreachable;
    if (has_vanished) ++context_->figures().silent;
    --context_->figures().streams;
    std::exchange(stream_, nullptr)->on_close();
  }

  void become_socket(std::string handshake, std::shared_ptr<StreamHandler> handler) {
    const auto rest = buffer_.data();
    std::string first(static_cast<const char*>(rest.data()), rest.size());
    channel_->push(bytes_of(std::move(handshake)));
    context_->deadlines().disarm(*this);
    auto rate = context_->is_unthrottled(asker_) ? nullptr : context_->rate_of(asker_);
    start_socket(context_, std::move(channel_), std::move(first), std::move(handler), std::move(rate),
                 std::make_shared<std::pair<std::shared_ptr<void>, std::shared_ptr<void>>>(
                     std::move(admission_), std::move(asker_admission_)));
  }

  void finish() {
    context_->deadlines().disarm(*this);
    if (channel_) channel_->abort();
  }

  std::shared_ptr<TransportContext> context_;
  std::shared_ptr<Channel> channel_;
  Caller peer_;
  std::shared_ptr<void> admission_;
  std::shared_ptr<void> asker_admission_;  // of what stays open behind a proxy
  beast::flat_buffer buffer_{limits::header_bytes + limits::body_bytes};
  AsyncEvent answered_;
  std::optional<Response> answer_;
  std::shared_ptr<StreamHandler> stream_;
  std::shared_ptr<PieceWait> pieces_;
  std::uint64_t asked_ = 0;
  std::string unfit_head_;  // why
  std::string host_;        // of the last request, as far as it was understood
  bool is_secure_ = false;
  Address asker_;  // of the last request: the one behind a proxy that is believed
  State state_ = State::waiting;
  bool is_first_ = true;
  bool is_ending_ = false;
  bool is_chunked_ = true;
};

}  // namespace

void start_http(std::shared_ptr<TransportContext> context, std::shared_ptr<Channel> channel, const Address& peer,
                std::shared_ptr<void> admission) {
  const Executor executor = channel->get_executor();
  auto session = std::make_shared<HttpSession>(std::move(context), std::move(channel), peer, std::move(admission));
  asio::co_spawn(executor, HttpSession::run(std::move(session)), asio::detached);
}

}  // namespace crownstar::server
