#include "site/people/passwords/reset_link.hpp"

#include <cstdint>
#include <optional>

#include "base/text/parse_number.hpp"
#include "base/text/take_to.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

// `reset EXPIRES HASH`
constexpr std::string_view mark_start = "reset ";
constexpr char mark_between = '.';  // no id and no secret has one

struct Mark {
  Instant expires{};
  std::string_view hash;
};

std::optional<Mark> read_mark(std::string_view password_hash) {
  if (!is_reset_mark(password_hash)) return std::nullopt;
  std::string_view hash = password_hash.substr(mark_start.size());
  const auto expires = base::parse_number<std::int64_t>(base::take_to(hash, ' '));
  if (!expires) return std::nullopt;
  return Mark{Instant{Milliseconds{*expires}}, hash};
}

std::string_view secret_of(std::string_view code) {
  const std::size_t at = code.find(mark_between);
  return at == std::string_view::npos ? std::string_view() : code.substr(at + 1);
}

}  // namespace

ResetLink make_reset_link(std::string_view account, Instant expires) {
  const std::string secret = make_secret();
  const std::string end = std::to_string(expires.time_since_epoch().count());
  return {std::string(account) + mark_between + secret, std::string(mark_start) + end + ' ' + hash_of_secret(secret)};
}

bool is_reset_mark(std::string_view password_hash) { return password_hash.starts_with(mark_start); }

std::string account_of_reset_code(std::string_view code) {
  if (!is_session_secret(secret_of(code))) return {};
  return std::string(code.substr(0, code.find(mark_between)));
}

Answer<void> check_reset_code(std::string_view code, std::string_view password_hash, Instant now) {
  if (!is_session_secret(secret_of(code))) return refused("link_wrong", "this link is not complete; copy all of it");
  const auto mark = read_mark(password_hash);
  if (!mark || !is_same_secret(hash_of_secret(secret_of(code)), mark->hash)) {
    return refused("link_used", "this link has been used, or a newer one has been made");
  }
  if (now >= mark->expires) return refused("link_expired", "this link is too old; ask for another one");
  return {};
}

}  // namespace crownstar::people
