#include "site/server/net/tls_context.hpp"

#include <ctime>
#include <tuple>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509err.h>
#include <openssl/x509v3.h>

#include "site/server/net/loop/event_loop_context.hpp"

namespace crownstar::server {
namespace {

// Forward secrecy and authenticated encryption only. TLS 1.3 has nothing else.
constexpr const char* ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!eNULL:!PSK";
constexpr const char* groups = "X25519:P-256:P-384";

base::Checked<std::chrono::sys_seconds> check_time_of(const std::string& file, const X509* certificate) {
  std::tm parts{};
  if (certificate == nullptr || ::ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) != 1) {
    return base::refuse(fmt::format("the certificate '{}' says no time until which it holds", file));
  }
  const std::chrono::sys_seconds expires{std::chrono::seconds(::timegm(&parts))};
  if (::X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0) {
    return base::refuse(
        fmt::format("the certificate '{}' expired on {:%Y-%m-%d}; no browser would take it", file, parts));
  }
  if (::X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    return base::refuse(fmt::format("the certificate '{}' does not hold yet; is this machine's clock right?", file));
  }
  return expires;
}

}  // namespace

bool TlsContext::is_for(const std::string& host) const {
  X509* const certificate = ::SSL_CTX_get0_certificate(context->native_handle());
  return ::X509_check_host(certificate, host.data(), host.size(), 0, nullptr) == 1 ||
         ::X509_check_ip_asc(certificate, host.c_str(), 0) == 1;
}

base::Checked<TlsContext> make_tls(const std::string& certificate, const std::string& key) {
  TlsContext made{std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server), {}};
  asio::ssl::context& context = *made.context;
  ErrorCode problem;
  const auto options = asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                       asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1 |
                       asio::ssl::context::single_dh_use | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_RENEGOTIATION;
  std::ignore = context.set_options(options, problem);
  SSL_CTX* const native = context.native_handle();
  if (::SSL_CTX_set_cipher_list(native, ciphers) != 1 || SSL_CTX_set1_groups_list(native, groups) != 1) {
    return base::refuse("the TLS library has none of the ciphers that are asked for");
  }
  // Each connection would otherwise keep two buffers of a record's size while it is idle.
  ::SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
  std::ignore = context.use_certificate_chain_file(certificate, problem);
  if (problem) return base::refuse(fmt::format("cannot use the certificate '{}': {}", certificate, problem.message()));
  // OpenSSL compares the two here already.
  std::ignore = context.use_private_key_file(key, asio::ssl::context::pem, problem);
  if (problem && ERR_GET_REASON(static_cast<unsigned long>(problem.value())) == X509_R_KEY_VALUES_MISMATCH) {
    return base::refuse(fmt::format("the key '{}' is not that of the certificate '{}'", key, certificate));
  }
  if (problem) return base::refuse(fmt::format("cannot use the key '{}': {}", key, problem.message()));
  const auto expires = check_time_of(certificate, ::SSL_CTX_get0_certificate(native));
  if (!expires) return std::unexpected(expires.error());
  made.expires = *expires;
  return made;
}

base::Checked<void> check_tls(const TransportOptions& options) {
  if (options.certificate.empty()) return {};
  const auto made = make_tls(options.certificate, options.key);
  if (!made) return std::unexpected(made.error());
  return {};
}

}  // namespace crownstar::server
