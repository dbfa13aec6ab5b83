// What server_moves measures beside: a bare echo server of the same network library, as fast as it goes on one thread.
// No rules, no store, no second reader, no limits. Says where it listens and runs until it is killed.

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;
using Stream = websocket::stream<Socket, false>;
template <typename T>
using Task = asio::awaitable<T, Executor>;
constexpr asio::use_awaitable_t<Executor> use_task{};
constexpr int waiting_connections = 4096;

Task<void> echo(Socket socket) {
  boost::system::error_code problem;
  socket.set_option(asio::ip::tcp::no_delay(true), problem);
  Stream stream(std::move(socket));
  stream.set_option(
      websocket::stream_base::timeout{websocket::stream_base::none(), websocket::stream_base::none(), false});
  co_await stream.async_accept(asio::redirect_error(use_task, problem));
  beast::flat_buffer buffer;
  stream.text(true);
  while (!problem) {
    co_await stream.async_read(buffer, asio::redirect_error(use_task, problem));
    if (problem) break;
    co_await stream.async_write(buffer.data(), asio::redirect_error(use_task, problem));
    buffer.consume(buffer.size());
  }
}

Task<void> accept_all(Acceptor& acceptor) {
  boost::system::error_code problem;
  while (!problem) {
    Socket socket = co_await acceptor.async_accept(asio::redirect_error(use_task, problem));
    if (!problem) asio::co_spawn(acceptor.get_executor(), echo(std::move(socket)), asio::detached);
  }
}

}  // namespace

int main() {
  asio::io_context io(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE);
  Acceptor acceptor(io.get_executor(), {asio::ip::make_address("127.0.0.1"), 0});
  acceptor.listen(waiting_connections);
  std::printf("echo://127.0.0.1:%d/\n", acceptor.local_endpoint().port());
  std::fflush(stdout);
  asio::co_spawn(io.get_executor(), accept_all(acceptor), asio::detached);
  io.run();
}
