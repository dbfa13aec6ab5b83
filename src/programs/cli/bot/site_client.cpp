// No other file of the command line uses Beast.
#include "programs/cli/bot/site_client.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <fmt/format.h>

#include "base/quote.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using Plain = beast::tcp_stream;
using Encrypted = asio::ssl::stream<beast::tcp_stream>;

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

// One connection and one request on it. Each step is begun and waited for, so that it may run out of time.
struct SiteStream::Connection {
  asio::io_context context{1};
  asio::ssl::context encryption{asio::ssl::context::tls_client};
  std::optional<Plain> plain;
  std::optional<Encrypted> encrypted;
  beast::flat_buffer buffer;
  std::optional<http::response_parser<http::buffer_body>> streamed;
  std::string waiting;  // of the stream, read and not given out

  Plain& lowest() { return plain ? *plain : encrypted->next_layer(); }

  template <class Begin>
  error_code waited(const Begin& begin) {
    error_code result;
    lowest().expires_after(stream_patience);
    begin([&result](error_code code, auto&&...) { result = code; });
    context.restart();
    context.run();
    return result;
  }

  // The stream that is in use, whichever it is.
  template <class Use>
  void with_stream(const Use& use) {
    plain ? use(*plain) : use(*encrypted);
  }

  error_code connect(const SiteAddress& address) {
    error_code code;
    const std::string host = address.bare_host();
    if (address.is_encrypted) {
      if (encryption.set_default_verify_paths(code)) return code;
      encryption.set_verify_mode(asio::ssl::verify_peer);
      encrypted.emplace(context, encryption);
      encrypted->set_verify_callback(asio::ssl::host_name_verification(host));
      error_code is_name;  // TLS tells names, and no addresses
      asio::ip::make_address(host, is_name);
      if (is_name && SSL_set_tlsext_host_name(encrypted->native_handle(), host.c_str()) != 1) {
        return asio::error::invalid_argument;
      }
    } else {
      plain.emplace(context);
    }
    asio::ip::tcp::resolver resolver(context);
    const auto places = resolver.resolve(host, address.port, code);
    if (code) return code;
    code = waited([&](auto done) { lowest().async_connect(places, done); });
    if (code || !encrypted) return code;
    return waited([&](auto done) { encrypted->async_handshake(asio::ssl::stream_base::client, done); });
  }

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
    with_stream([&](auto& stream) { code = waited([&](auto done) { http::async_write(stream, request, done); }); });
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
    with_stream([&](auto& stream) {
      code = waited([&](auto done) { http::async_read_some(stream, buffer, *streamed, done); });
    });
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
  error_code code = connection.connect(address_);
  if (!code) code = connection.send(address_, token_, method, target, body);
  if (!code) {
    connection.with_stream([&](auto& stream) {
      code = connection.waited([&](auto done) { http::async_read(stream, connection.buffer, answer, done); });
    });
  }
  if (code) return base::refuse(fmt::format("{}:{}: {}", address_.host, address_.port, code.message()));
  return SiteAnswer{static_cast<int>(answer.get().result_int()), std::move(answer.get().body())};
}

base::Checked<SiteStream> SiteClient::stream(const std::string& target, int& status) const {
  status = 0;
  auto connection = std::make_unique<SiteStream::Connection>();
  error_code code = connection->connect(address_);
  if (!code) code = connection->send(address_, token_, "GET", target, {});
  if (!code) {
    connection->streamed.emplace().body_limit(boost::none);
    connection->with_stream([&](auto& stream) {
      code = connection->waited(
          [&](auto done) { http::async_read_header(stream, connection->buffer, *connection->streamed, done); });
    });
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
  return fmt::format("the site answered with status {}", answer.status);
}

}  // namespace crownstar::cli
