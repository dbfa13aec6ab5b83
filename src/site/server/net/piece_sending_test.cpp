// Bodies that are read in pieces, over loopback: to readers who are slow, go away, or are many.
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.hpp"
#include "site/server/net/transport.hpp"
#include "site/server/net/transport_fixture_test.hpp"

namespace crownstar::server {
namespace {

// What happened to the bodies of a test.
struct BodyLog {
  std::atomic<int> alive = 0;
  std::atomic<int> pieces = 0;
  std::atomic<int> most_held = 0;            // pieces of one body that were in memory when the next one was asked for
  std::vector<BodySource::Took> unanswered;  // changed by the event loop's thread alone
};

enum class Fault { none, breaks_off, too_long, never_answers };

// Letters by their place, so that a reader knows whether all came, and in order.
std::string letters_at(std::uint64_t place, std::size_t count) {
  std::string text(count, ' ');
  for (std::size_t i = 0; i < count; ++i) text[i] = static_cast<char>('a' + (place + i) % 23);
  return text;
}

class LettersBody final : public BodySource {
 public:
  LettersBody(BodyLog& log, std::uint64_t length, Fault fault) : log_(log), length_(length), fault_(fault) {
    ++log_.alive;
  }
  ~LettersBody() override { --log_.alive; }

  std::uint64_t length() const override { return length_; }
  void read(Took took) override {
    if (!last_.expired()) ++log_.most_held;
    const int number = ++log_.pieces;
    if (fault_ == Fault::never_answers) return log_.unanswered.push_back(std::move(took));
    if (fault_ == Fault::breaks_off && number == 3) return took(nullptr);
    std::size_t count = std::min<std::uint64_t>(limits::piece_bytes, length_ - place_);
    if (fault_ == Fault::too_long) count += 1;
    const Bytes piece = bytes_of(letters_at(place_, count));
    place_ += count;
    last_ = piece;
    took(piece);
  }

 private:
  BodyLog& log_;
  const std::uint64_t length_;
  const Fault fault_;
  std::uint64_t place_ = 0;
  std::weak_ptr<const std::string> last_;
};

class LettersHandler final : public RequestHandler {
 public:
  explicit LettersHandler(BodyLog& log) : log_(log) {}

  void answer(Request request, Reply reply) override {
    Response response;
    response.media = "text/plain";
    if (request.target == "/short") {
      response.body = bytes_of("short");
    } else {
      response.source = std::make_shared<LettersBody>(log_, length, fault);
    }
    reply(std::move(response));
  }

  std::atomic<std::uint64_t> length = 0;
  std::atomic<Fault> fault = Fault::none;

 private:
  BodyLog& log_;
};

class LettersReader {
 public:
  explicit LettersReader(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const int room = 16 * 1024;
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~LettersReader() { ::close(socket_); }
  LettersReader(const LettersReader&) = delete;
  LettersReader& operator=(const LettersReader&) = delete;

  void ask(const std::string& line) const {
    const std::string request = line + " HTTP/1.1\r\nHost: here\r\n\r\n";
    EXPECT_EQ(::send(socket_, request.data(), request.size(), MSG_NOSIGNAL), std::ssize(request));
  }
  // One line of the head after the other, to the empty one.
  std::string read_head() const {
    std::string head;
    char letter = 0;
    while (!head.ends_with("\r\n\r\n") && ::recv(socket_, &letter, 1, 0) == 1) head += letter;
    return head;
  }
  // Fewer where the connection ends.
  std::string read_body(std::size_t count) const {
    std::string body;
    std::string part(64 * 1024, '\0');
    while (body.size() < count) {
      const ssize_t size = ::recv(socket_, part.data(), std::min(part.size(), count - body.size()), 0);
      if (size <= 0) break;
      body.append(part, 0, static_cast<std::size_t>(size));
    }
    return body;
  }
  bool is_at_end() const {
    char letter = 0;
    return ::recv(socket_, &letter, 1, 0) <= 0;
  }

 private:
  int socket_;
};

class BodiesInPieces : public TransportFixture {
 protected:
  void SetUp() override { start(handler_); }
  void TearDown() override {
    stop();
    log_.unanswered.clear();
    EXPECT_EQ(log_.alive, 0);
  }

  static bool wait_until(const std::function<bool()>& is_so) {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!is_so() && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return is_so();
  }
  // The number of pieces, once it does not grow any more.
  int pieces_after_a_rest() {
    int before = -1;
    while (before != log_.pieces) {
      before = log_.pieces;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return before;
  }

  static constexpr std::uint64_t some_pieces = 5 * limits::piece_bytes + 123;
  // More than the system's buffers of a connection take.
  static constexpr std::uint64_t many_pieces = 400 * limits::piece_bytes;

  BodyLog log_;
  LettersHandler handler_{log_};
};

TEST_F(BodiesInPieces, ComeWholeAndTheConnectionGoesOn) {
  handler_.length = some_pieces;
  const LettersReader reader(port_);
  for (int i = 0; i < 3; ++i) {
    reader.ask("GET /letters");
    EXPECT_TRUE(reader.read_head().contains("Content-Length: 327803\r\n"));
    EXPECT_EQ(reader.read_body(some_pieces), letters_at(0, some_pieces));
    reader.ask("GET /short");
    EXPECT_TRUE(reader.read_head().starts_with("HTTP/1.1 200 "));
    EXPECT_EQ(reader.read_body(5), "short");
  }
  EXPECT_EQ(log_.pieces, 18);
  EXPECT_EQ(log_.most_held, 0);
  EXPECT_TRUE(wait_until([this] { return log_.alive == 0; }));
}

TEST_F(BodiesInPieces, MayBeEmpty) {
  const LettersReader reader(port_);
  reader.ask("GET /letters");
  EXPECT_TRUE(reader.read_head().contains("Content-Length: 0\r\n"));
  reader.ask("GET /short");
  reader.read_head();
  EXPECT_EQ(reader.read_body(5), "short");
  EXPECT_EQ(log_.pieces, 0);
}

TEST_F(BodiesInPieces, AreNotReadForTheirHead) {
  handler_.length = some_pieces;
  const LettersReader reader(port_);
  reader.ask("HEAD /letters");
  EXPECT_TRUE(reader.read_head().contains("Content-Length: 327803\r\n"));
  reader.ask("GET /short");
  EXPECT_TRUE(reader.read_head().contains("Content-Length: 5\r\n"));
  EXPECT_EQ(reader.read_body(5), "short");
  EXPECT_EQ(log_.pieces, 0);
}

TEST_F(BodiesInPieces, WaitForASlowReader) {
  handler_.length = many_pieces;
  const LettersReader reader(port_);
  reader.ask("GET /letters");
  reader.read_head();
  const int read = pieces_after_a_rest();
  EXPECT_LT(read, 200);
  EXPECT_LE(figures().waiting_bytes, 2 * limits::piece_bytes);
  EXPECT_EQ(reader.read_body(many_pieces), letters_at(0, many_pieces));
  EXPECT_EQ(log_.most_held, 0);
}

TEST_F(BodiesInPieces, EndWithTheirReader) {
  handler_.length = many_pieces;
  {
    const LettersReader reader(port_);
    reader.ask("GET /letters");
    reader.read_head();
    pieces_after_a_rest();
  }
  EXPECT_TRUE(wait_until([this] { return log_.alive == 0 && figures().connections == 0; }));
}

TEST_F(BodiesInPieces, ThatBreakOffAreNotTakenForWhole) {
  handler_.length = some_pieces;
  for (const Fault fault : {Fault::breaks_off, Fault::too_long}) {
    handler_.fault = fault;
    log_.pieces = 0;
    const LettersReader reader(port_);
    reader.ask("GET /letters");
    reader.read_head();
    const std::string body = reader.read_body(some_pieces);
    EXPECT_LT(body.size(), some_pieces);
    EXPECT_EQ(body, letters_at(0, body.size()));
    EXPECT_TRUE(reader.is_at_end());
  }
}

TEST_F(BodiesInPieces, ComeToManyReadersSomeOfWhomGo) {
  handler_.length = some_pieces;
  std::vector<std::unique_ptr<LettersReader>> readers;
  for (int i = 0; i < 60; ++i) {
    readers.push_back(std::make_unique<LettersReader>(port_));
    readers.back()->ask("GET /letters");
  }
  for (std::size_t i = 0; i < readers.size(); i += 3) readers[i].reset();
  for (const auto& reader : readers) {
    if (!reader) continue;
    reader->read_head();
    EXPECT_EQ(reader->read_body(some_pieces), letters_at(0, some_pieces));
  }
  readers.clear();
  EXPECT_EQ(log_.most_held, 0);
  EXPECT_TRUE(wait_until([this] { return log_.alive == 0 && figures().connections == 0; }));
}

// One waits for its reader, one for its source.
TEST_F(BodiesInPieces, DoNotHoldUpTheEnd) {
  handler_.length = many_pieces;
  const LettersReader slow(port_);
  slow.ask("GET /letters");
  slow.read_head();
  pieces_after_a_rest();
  handler_.fault = Fault::never_answers;
  const LettersReader stuck(port_);
  stuck.ask("GET /letters");
  stuck.read_head();
  ASSERT_TRUE(wait_until([this] { return log_.alive == 2; }));
  std::promise<void> closed;
  loop_->post([&] { transport_->close_all([&] { closed.set_value(); }); });
  EXPECT_EQ(closed.get_future().wait_for(limits::stop_wait / 2), std::future_status::ready);
}

TEST_F(BodiesInPieces, MayBeUnderWayWhenAllEnds) {
  handler_.length = many_pieces;
  const LettersReader slow(port_);
  slow.ask("GET /letters");
  slow.read_head();
  handler_.fault = Fault::never_answers;
  const LettersReader stuck(port_);
  stuck.ask("GET /letters");
  stuck.read_head();
  EXPECT_TRUE(wait_until([this] { return log_.alive == 2; }));
}

}  // namespace
}  // namespace crownstar::server
