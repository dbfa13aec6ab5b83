// One connection over loopback, with a request handler that answers late and twice.
#include "site/server/net/transport.hpp"

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

#include "site/server/net/transport_fixture_test.hpp"

namespace crownstar::server {
namespace {

// Says which address was asked for, and keeps what it could answer with once more.
class Echo final : public RequestHandler {
 public:
  void answer(Request request, Reply reply) override {
    Response response;
    response.media = "text/plain";
    response.body = bytes_of("this is " + request.target);
    reply(response);
    kept.push_back(std::move(reply));
  }
  std::vector<Reply> kept;
};

class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~Connection() { ::close(socket_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The response, up to and with the end of a body that names the address.
  std::string ask(const std::string& path) {
    const std::string request = "GET " + path + " HTTP/1.1\r\nHost: here\r\n\r\n";
    EXPECT_EQ(::send(socket_, request.data(), request.size(), MSG_NOSIGNAL), std::ssize(request));
    std::string answer;
    std::string part(4096, '\0');
    while (!answer.contains("this is " + path) && !answer.contains("}}")) {
      const ssize_t size = ::recv(socket_, part.data(), part.size(), 0);
      if (size <= 0) break;
      answer.append(part, 0, static_cast<std::size_t>(size));
    }
    return answer;
  }

 private:
  int socket_;
};

TEST(Connections, GiveALateAnswerToNobody) {
  EventLoop loop;
  Echo front;
  TransportOptions terms;
  terms.address = *read_address("127.0.0.1");
  Transport transport(loop, terms, front, [](std::string_view, std::string_view) {});
  const auto port = transport.listen();
  ASSERT_TRUE(port) << port.error().reason;
  std::thread thread([&] { loop.run(); });
  const auto on_the_loop = [&](const std::function<void()>& work) {
    const auto done = std::make_shared<std::promise<void>>();
    loop.post([&work, done] {
      work();
      done->set_value();
    });
    done->get_future().wait();
  };
  {
    Connection connection(*port);
    EXPECT_TRUE(connection.ask("/first").contains("this is /first"));
    // Answered once more, and then forgotten, which is an answer too.
    on_the_loop([&] {
      Response late;
      late.body = bytes_of("this is late");
      front.kept.front()(late);
      front.kept.clear();
    });
    const std::string second = connection.ask("/second");
    EXPECT_TRUE(second.contains("this is /second")) << second;
    EXPECT_FALSE(second.contains("late") || second.contains("internal")) << second;
    on_the_loop([&] { front.kept.clear(); });
  }
  on_the_loop([&] { loop.stop(); });
  thread.join();
}

class Forgetful final : public RequestHandler {
 public:
  void answer(Request, Reply) override {}
};

class ForgottenRequests : public TransportFixture {};

// Only a server that ends forgets one: an error of its own would have a name.
TEST_F(ForgottenRequests, AreToldThatTheServerStops) {
  Forgetful front;
  start(front);
  {
    Connection connection(port_);
    const std::string answer = connection.ask("/anything");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
    EXPECT_TRUE(answer.contains(R"("code":"stopping")")) << answer;
  }
  stop();
}

}  // namespace
}  // namespace crownstar::server
