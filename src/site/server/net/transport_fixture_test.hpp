// A transport on a free port, whose event loop has a thread of its own: for tests that speak to it over real sockets.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "site/server/net/transport.hpp"

namespace crownstar::server {

class TransportFixture : public testing::Test {
 protected:
  void start(RequestHandler& handler) {
    TransportOptions terms;
    terms.address = *read_address("127.0.0.1");
    loop_ = std::make_unique<EventLoop>();
    transport_ = std::make_unique<Transport>(*loop_, terms, handler, [](std::string_view, std::string_view) {});
    const auto port = transport_->listen();
    ASSERT_TRUE(port) << port.error().reason;
    port_ = *port;
    thread_ = std::thread([this] { loop_->run(); });
  }
  void stop() {
    loop_->post([this] { loop_->stop(); });
    thread_.join();
    transport_.reset();
    loop_.reset();
  }

  template <typename Value>
  Value on_the_loop(std::function<Value()> work) {
    const auto done = std::make_shared<std::promise<Value>>();
    loop_->post([work = std::move(work), done] { done->set_value(work()); });
    return done->get_future().get();
  }
  TransportFigures figures() {
    return on_the_loop<TransportFigures>([this] { return transport_->figures(); });
  }

  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<Transport> transport_;
  int port_ = 0;

 private:
  std::thread thread_;
};

}  // namespace crownstar::server
