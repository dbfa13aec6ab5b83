// Speaks HTTP to a site, with its token: single requests, and streams of JSON lines. It does not know what is said.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::cli {

// `https://example.org`, `http://127.0.0.1:8417/below`.
struct SiteAddress {
  bool is_encrypted = true;
  std::string host;
  std::string port;
  std::string path;  // before every target; empty, or `/below`

  // An IPv6 address without its brackets.
  std::string bare_host() const;
  // Nobody on the way can read what is sent: it is encrypted, or stays on this machine.
  bool is_private() const;
};
base::Checked<SiteAddress> read_site_address(std::string_view text);

struct SiteAnswer {
  int status = 0;
  std::string body;

  bool is_good() const { return status >= 200 && status < 300; }
};

// Ends with its connection, or when nothing has come for so long that the site must be gone.
class SiteStream {
 public:
  SiteStream(SiteStream&&) noexcept;
  SiteStream& operator=(SiteStream&&) = delete;
  ~SiteStream();

  // The next line, nothing at the end. An empty one comes now and then, so that nobody waits for ever.
  std::optional<std::string> next();

 private:
  friend class SiteClient;
  struct Connection;
  explicit SiteStream(std::unique_ptr<Connection> connection);

  std::unique_ptr<Connection> connection_;
};

// May be used by several threads: each request has a connection of its own.
class SiteClient {
 public:
  SiteClient(SiteAddress address, std::string token) : address_(std::move(address)), token_(std::move(token)) {}

  // Refused where the site cannot be reached. A body is JSON.
  base::Checked<SiteAnswer> get(const std::string& target) const { return ask("GET", target, {}); }
  base::Checked<SiteAnswer> post(const std::string& target, const std::string& body = {}) const {
    return ask("POST", target, body);
  }
  base::Checked<SiteAnswer> remove(const std::string& target) const { return ask("DELETE", target, {}); }
  // Refused by the site too, where its status is not 200; `status` then says so, or is 0.
  base::Checked<SiteStream> stream(const std::string& target, int& status) const;

 private:
  base::Checked<SiteAnswer> ask(std::string_view method, const std::string& target, const std::string& body) const;

  SiteAddress address_;
  std::string token_;
};

// The reason that the site gives for a refusal, on one line.
std::string reason_of(const SiteAnswer& answer);

}  // namespace crownstar::cli
