// Sockets over loopback whose handlers close themselves and each other while input is being handled. Each handler is
// told exactly once that it was closed.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/limits.hpp"
#include "site/server/net/transport.hpp"
#include "site/server/net/transport_fixture_test.hpp"

namespace crownstar::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr std::string_view handshake =
    "GET /socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

// What all handlers of a test share; the event loop's thread alone changes it, but for the counts.
struct StreamLog {
  std::set<Outlet*> connection;
  std::vector<std::string> heard;
  std::atomic<int> opened = 0;
  std::atomic<int> gone = 0;
};

// Does what it is told.
class TestStream final : public StreamHandler {
 public:
  explicit TestStream(StreamLog& log) : log_(log) {}

  void on_open(Outlet& outlet) override {
    EXPECT_EQ(outlet_, nullptr);
    outlet_ = &outlet;
    log_.connection.insert(&outlet);
    ++log_.opened;
    outlet.send(bytes_of("welcome"));
  }
  void on_message(std::string_view text) override {
    ASSERT_NE(outlet_, nullptr) << text;
    log_.heard.emplace_back(text);
    if (text == "close") return outlet_->close("done");
    for (Outlet* each : std::vector(log_.connection.begin(), log_.connection.end())) {
      if (text == "close all") each->close("done");
      if (text == "flood all") flood(*each);
    }
  }
  void on_close() override {
    ASSERT_NE(outlet_, nullptr);
    log_.connection.erase(std::exchange(outlet_, nullptr));
    ++log_.gone;
  }

 private:
  static void flood(Outlet& outlet) {
    const Bytes much = bytes_of(std::string(limits::reader_queue_bytes / 2, 'x'));
    for (int i = 0; i < 8; ++i) outlet.send(much);
  }

  StreamLog& log_;
  Outlet* outlet_ = nullptr;
};

class StreamOpener final : public RequestHandler {
 public:
  explicit StreamOpener(StreamLog& log) : log_(log) {}
  void answer(Request request, Reply reply) override {
    Response response;
    response.status = request.is_upgrade ? 101 : 404;
    if (request.is_upgrade) response.stream = std::make_shared<TestStream>(log_);
    reply(std::move(response));
  }

 private:
  StreamLog& log_;
};

std::string framed(unsigned first, std::string_view payload) {
  const std::string mask = "\x11\xa2\x33\xc4";
  std::string bytes{static_cast<char>(first), static_cast<char>(0x80U | payload.size())};
  bytes += mask;
  for (std::size_t i = 0; i < payload.size(); ++i) bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
  return bytes;
}
std::string said(std::string_view payload) { return framed(0x81, payload); }

class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void send(std::string_view bytes) const {
    EXPECT_EQ(::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL), std::ssize(bytes));
  }
  // To the end, or to the first of these.
  std::string read_to(std::string_view end) const {
    std::string got;
    std::string part(4096, '\0');
    while (end.empty() || !got.contains(end)) {
      const ssize_t size = ::recv(socket_, part.data(), part.size(), 0);
      if (size <= 0) break;
      got.append(part, 0, static_cast<std::size_t>(size));
    }
    return got;
  }
  void enter() const {
    send(handshake);
    EXPECT_THAT(read_to("welcome"), HasSubstr("welcome"));
  }
  void end_writing() const { ::shutdown(socket_, SHUT_WR); }
  void reset() const {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }

 private:
  int socket_;
};

class Sockets : public TransportFixture {
 protected:
  void SetUp() override { start(opener_); }
  void TearDown() override { stop(); }

  // All that were opened have gone, and nothing is left of them.
  void expect_all_gone() {
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (figures().connections > 0 && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(figures().connections, 0U);
    EXPECT_EQ(figures().sockets, 0U);
    EXPECT_EQ(log_.gone, log_.opened);
    EXPECT_TRUE(log_.connection.empty());
  }
  std::vector<std::unique_ptr<Client>> entered(int count) {
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < count; ++i) clients.emplace_back(std::make_unique<Client>(port_))->enter();
    return clients;
  }

  StreamLog log_;
  StreamOpener opener_{log_};
};

TEST_F(Sockets, AreToldOnceThatTheyHaveGone) {
  const std::vector<std::function<void(const Client&)>> ends{
      [](const Client& client) { client.end_writing(); },
      [](const Client& client) { client.reset(); },
      [](const Client& client) { client.send(framed(0x88, "\x03\xe8")); },
      [](const Client& client) { client.send(framed(0x88, "\x03\xe8") + said("after the end") + "nonsense"); },
      [](const Client& client) { client.send("nonsense"); },
      [](const Client& client) { client.send(framed(0x82, "bytes") + said("after the end")); },
      [](const Client& client) { client.send(said("close") + said("after the end") + framed(0x88, "\x03\xe8")); },
      [](const Client& client) {
        client.send(said("close"));
        client.reset();
      },
  };
  for (const auto& end : ends) {
    for (auto& client : entered(3)) {
      end(*client);
    }
  }
  expect_all_gone();
  EXPECT_EQ(log_.opened, 24);
  EXPECT_EQ(std::ranges::count(log_.heard, "after the end"), 0);
}

TEST_F(Sockets, EndEachOtherWhileAllHaveSomethingToSay) {
  for (const std::string_view told : {"close all", "flood all"}) {
    const auto clients = entered(20);
    // The event loop is blocked until all are ready at once.
    std::promise<void> go_on;
    loop_->post([&] { go_on.get_future().wait(); });
    for (const auto& client : clients) client->send(said(told) + said("more") + said(told) + said("more"));
    for (std::size_t i = 0; i < clients.size(); i += 3) clients[i]->reset();
    go_on.set_value();
    for (const auto& client : clients) client->end_writing();
    expect_all_gone();
  }
}

TEST_F(Sockets, WhoseFirstFramesCameWithTheRequestAreHeard) {
  const Client client(port_);
  client.send(std::string(handshake) + said("one") + said("two") + said("close"));
  EXPECT_THAT(client.read_to(""), EndsWith("\x88\x06\x03\xe8"
                                           "done"));
  client.send(framed(0x88, "\x03\xe8"));
  client.end_writing();
  expect_all_gone();
  EXPECT_THAT(log_.heard, testing::ElementsAre("one", "two", "close"));
}

// Of what an address says too fast each socket holds a message back; some go meanwhile, and some are left at the end.
TEST_F(Sockets, ThatWaitForTheirAddressMayGo) {
  auto clients = entered(30);
  std::string many;
  for (int i = 0; i < limits::messages_of_a_socket.burst - 5; ++i) many += said("a word");
  for (const auto& client : clients) client->send(many);
  for (int i = 0; i < 10; ++i) clients[static_cast<std::size_t>(i)]->reset();
  for (int i = 10; i < 20; ++i) clients[static_cast<std::size_t>(i)]->end_writing();
  clients.resize(25);
  figures();
}

TEST_F(Sockets, MayBeOpenWhenAllEnds) {
  const auto clients = entered(5);
  clients[0]->send(said("flood all"));
  clients[1]->end_writing();
  clients[2]->reset();
  const Client half(port_);
  half.send(handshake.substr(0, handshake.size() - 5));
}

}  // namespace
}  // namespace crownstar::server
