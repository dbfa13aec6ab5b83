// Makes the TLS side of the server from its certificate and key, or says what is wrong with them.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>

#include "base/refusal.hpp"
#include "site/server/net/transport.hpp"

namespace crownstar::server {

struct TlsContext {
  std::unique_ptr<boost::asio::ssl::context> context;
  std::chrono::sys_seconds expires;

  // Whether the certificate names this host; an address counts as a name.
  bool is_for(const std::string& host) const;
};

base::Checked<TlsContext> make_tls(const std::string& certificate, const std::string& key);

}  // namespace crownstar::server
