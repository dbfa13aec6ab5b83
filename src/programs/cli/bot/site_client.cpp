// No other file of the command line uses Beast.
#include "programs/cli/bot/site_client.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>

#include "base/text/quote.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Plain = asio::ip::tcp::socket;
using Encrypted = asio::ssl::stream<Plain>;

constexpr std::chrono::seconds stream_patience{30};     // for an answer, and between the beats of a stream
constexpr std::size_t longest_stream_line = 4U << 20U;  // of a stream: a whole game is one line
constexpr std::size_t most_answer_bytes = 4U << 20U;

}  // namespace

base::Checked<SiteAddress> read_site_address(std::string_view text) {
  SiteAddress address;
  const auto refused =
      base::refuse("--server: expected an address such as https://example.org instead of " + base::quoted(text));
  if (text.starts_with("http://")) {
    address.is_encrypted = false;
  } else if (!text.starts_with("https://")) {
    return refused;
  }
  std::string_view rest = text.substr(text.find("//") + 2);
  const std::size_t path = std::min(rest.find('/'), rest.size());
  address.path = rest.substr(path);
  while (address.path.ends_with('/')) address.path.pop_back();
  rest = rest.substr(0, path);
  const std::size_t bracket = rest.find(']');  // of an IPv6 address
  const std::size_t colon = rest.find(':', bracket == std::string_view::npos ? 0 : bracket);
  address.host = rest.substr(0, colon);
  address.port = colon == std::string_view::npos ? (address.is_encrypted ? "443" : "80") : rest.substr(colon + 1);
  const bool has_port = !address.port.empty() && address.port.size() <= 5 &&
                        address.port.find_first_not_of("0123456789") == std::string::npos;
  if (address.host.empty() || !has_port || address.path.find_first_of(" ?#") != std::string::npos) return refused;
  return address;
}

std::string SiteAddress::bare_host() const {
  return host.starts_with('[') && host.ends_with(']') ? host.substr(1, host.size() - 2) : host;
}

bool SiteAddress::is_private() const {
  if (is_encrypted || host == "localhost") return true;
  error_code code;
  const auto figures = asio::ip::make_address(bare_host(), code);
  return !code && figures.is_loopback();
}

namespace {

// A connection that is read and written piece by piece. Each step is begun and waited for, so that it may run out
// of time. Beast's own waiting reads and writes run over it: as asynchronous ones, compiled for both kinds of stream,
// they took three times as long to compile.
class SiteSocket {
 public:
  error_code connect(const SiteAddress& address) {
    error_code code;
    const std::string host = address.bare_host();
    if (address.is_encrypted) {
      if (encryption_.set_default_verify_paths(code)) return code;
      encryption_.set_verify_mode(asio::ssl::verify_peer);
      encrypted_.emplace(context_, encryption_);
      encrypted_->set_verify_callback(asio::ssl::host_name_verification(host));
      error_code is_name;  // TLS tells names, and no addresses
      asio::ip::make_address(host, is_name);
      if (is_name && SSL_set_tlsext_host_name(encrypted_->native_handle(), host.c_str()) != 1) {
        return asio::error::invalid_argument;
      }
    } else {
      plain_.emplace(context_);
    }
    asio::ip::tcp::resolver resolver(context_);
    const auto places = resolver.resolve(host, address.port, code);
    if (code) return code;
    const auto goes_on = [this](const error_code&, const asio::ip::tcp::endpoint&) { return !is_late_; };
    wait_for([&](Done done) { asio::async_connect(lowest(), places, goes_on, done); }, code);
    if (code || !encrypted_) return code;
    wait_for([&](Done done) { encrypted_->async_handshake(asio::ssl::stream_base::client, done); }, code);
    return code;
  }

  template <class Buffers>
  std::size_t read_some(const Buffers& buffers, error_code& code) {
    return read(*asio::buffer_sequence_begin(buffers), code);
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers, error_code& code) {
    std::vector<asio::const_buffer> pieces(asio::buffer_sequence_begin(buffers), asio::buffer_sequence_end(buffers));
    return write(pieces, code);
  }
  // Beast asks that these are there, and does not call them.
  template <class Buffers>
  std::size_t read_some(const Buffers& buffers) {
    error_code ignored;
    return read_some(buffers, ignored);
  }
  template <class Buffers>
  std::size_t write_some(const Buffers& buffers) {
    error_code ignored;
    return write_some(buffers, ignored);
  }

 private:
  Plain& lowest() { return plain_ ? *plain_ : encrypted_->next_layer(); }

  // What a step ends with. Some say how many bytes were moved, or whom they have reached.
  struct Done {
    error_code* code;
    std::size_t* count;
    void operator()(error_code ended, std::size_t moved = 0) const {
      *code = ended;
      *count = moved;
    }
    void operator()(error_code ended, const asio::ip::tcp::endpoint&) const { *code = ended; }
  };

  template <class Begin>
  std::size_t wait_for(const Begin& begin, error_code& code) {
    std::size_t count = 0;
    begin(Done{&code, &count});
    context_.restart();
    context_.run_for(stream_patience);
    if (context_.stopped()) return count;
    is_late_ = true;
    error_code ignored;
    std::ignore = lowest().close(ignored);  // which ends the step
    context_.run();
    code = asio::error::timed_out;
    return 0;
  }

  std::size_t read(asio::mutable_buffer into, error_code& code) {
    return wait_for(
        [&](Done done) { plain_ ? plain_->async_read_some(into, done) : encrypted_->async_read_some(into, done); },
        code);
  }

  std::size_t write(const std::vector<asio::const_buffer>& pieces, error_code& code) {
    return wait_for(
        [&](Done done) {
          plain_ ? plain_->async_write_some(pieces, done) : encrypted_->async_write_some(pieces, done);
        },
        code);
  }

  asio::io_context context_{1};
  asio::ssl::context encryption_{asio::ssl::context::tls_client};
  std::optional<Plain> plain_;
  std::optional<Encrypted> encrypted_;
  bool is_late_ = false;  // a step took too long, and the connection is closed
};

}  // namespace

// One connection and one request on it.
struct SiteStream::Connection {
  SiteSocket socket;
  beast::flat_buffer buffer;
  std::optional<http::response_parser<http::buffer_body>> streamed;
  std::string waiting;  // of the stream, read and not given out

  error_code send(const SiteAddress& address, const std::string& token, std::string_view method,
                  const std::string& target, const std::string& body) {
    http::request<http::string_body> request(http::string_to_verb(method), address.path + target, 11);
    request.set(http::field::host, address.host + ":" + address.port);
    request.set(http::field::user_agent, "crownstar bot");
    request.set(http::field::authorization, "Bearer " + token);
    if (!body.empty()) request.set(http::field::content_type, "application/json");
    request.body() = body;
    request.prepare_payload();
    error_code code;
    http::write(socket, request, code);
    return code;
  }

  std::optional<std::string> take_line() {
    const std::size_t end = waiting.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string line = waiting.substr(0, end);
    waiting.erase(0, end + 1);
    return line;
  }

  // More of the stream; false at its end.
  bool fill() {
    if (!streamed || streamed->is_done() || waiting.size() > longest_stream_line) return false;
    std::string piece(std::size_t{1} << 14U, '\0');
    streamed->get().body().data = piece.data();
    streamed->get().body().size = piece.size();
    streamed->get().body().more = true;
    error_code code;
    http::read_some(socket, buffer, *streamed, code);
    waiting.append(piece, 0, piece.size() - streamed->get().body().size);
    return !code || code == http::error::need_buffer;
  }
};

SiteStream::SiteStream(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
SiteStream::SiteStream(SiteStream&&) noexcept = default;
SiteStream::~SiteStream() = default;

std::optional<std::string> SiteStream::next() {
  while (true) {
    if (auto line = connection_->take_line()) return line;
    if (!connection_->fill()) return std::nullopt;
  }
}

base::Checked<SiteAnswer> SiteClient::ask(std::string_view method, const std::string& target,
                                          const std::string& body) const {
  SiteStream::Connection connection;
  http::response_parser<http::string_body> answer;
  answer.body_limit(most_answer_bytes);
  error_code code = connection.socket.connect(address_);
  if (!code) code = connection.send(address_, token_, method, target, body);
  if (!code) http::read(connection.socket, connection.buffer, answer, code);
  if (code) return base::refuse(fmt::format("{}:{}: {}", address_.host, address_.port, code.message()));
  return SiteAnswer{static_cast<int>(answer.get().result_int()), std::move(answer.get().body())};
}

base::Checked<SiteStream> SiteClient::stream(const std::string& target, int& status) const {
  status = 0;
  auto connection = std::make_unique<SiteStream::Connection>();
  error_code code = connection->socket.connect(address_);
  if (!code) code = connection->send(address_, token_, "GET", target, {});
  if (!code) {
    connection->streamed.emplace().body_limit(boost::none);
    http::read_header(connection->socket, connection->buffer, *connection->streamed, code);
  }
  if (code) return base::refuse(fmt::format("{}:{}: {}", address_.host, address_.port, code.message()));
  status = static_cast<int>(connection->streamed->get().result_int());
  if (status == 200) return SiteStream(std::move(connection));
  while (connection->fill()) continue;
  return base::refuse(reason_of({status, connection->waiting}));
}

std::string reason_of(const SiteAnswer& answer) {
  const auto told = wire::decode<wire::ErrorAnswer>(answer.body);
  if (told) return base::to_text({told->error.rule, told->error.reason});
  return fmt::format("the server answered with status {}, and not as a site of Crownstar does (--server)",
                     answer.status);
}

}  // namespace crownstar::cli
