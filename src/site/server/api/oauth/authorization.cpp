#include "site/server/api/oauth/authorization.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include <sodium.h>

#include "base/text/letters.hpp"
#include "base/text/percent_encoding.hpp"
#include "base/text/quote.hpp"
#include "site/people/secrets.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

using people::Scope;

constexpr std::size_t longest_client = 64;
constexpr std::size_t longest_redirect = 500;
constexpr std::size_t longest_state = 500;
constexpr std::size_t longest_scopes = 500;
constexpr std::size_t challenge_letters = 43;  // of 256 bits
constexpr std::size_t verifier_letters_least = 43;
constexpr std::size_t verifier_letters_most = 128;

struct NamedScope {
  std::string_view name;
  Scope scope;
};

// As the large sites name them, and ours. What a program could change there and not here, such as mail, is not asked
// for here.
constexpr auto named_scopes = std::to_array<NamedScope>({
    {"read", Scope::read},
    {"play", Scope::play},
    {"preference:read", Scope::read},
    {"challenge:read", Scope::read},
    {"challenge:write", Scope::play},
    {"bot:play", Scope::play},
    {"board:play", Scope::play},
    {"msg:write", Scope::play},
    {"puzzle:read", Scope::read},
    {"study:read", Scope::read},
    {"tournament:read", Scope::read},
});

bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) { return letter > ' ' && letter < '\x7f'; });
}

bool is_url_letter(char letter) {
  return base::is_letter(letter) || base::is_digit(letter) || letter == '-' || letter == '_';
}

bool is_verifier(std::string_view text) {
  return text.size() >= verifier_letters_least && text.size() <= verifier_letters_most &&
         std::ranges::all_of(text, [](char letter) { return is_url_letter(letter) || letter == '.' || letter == '~'; });
}

bool is_own_machine(std::string_view host) {
  const std::size_t bracket = host.find(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view name = host.substr(0, colon);
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

std::unexpected<base::Refusal> wrong(std::string rule, std::string reason) {
  return std::unexpected(base::Refusal{std::move(rule), std::move(reason)});
}

}  // namespace

bool is_redirect(std::string_view uri) {
  if (uri.empty() || uri.size() > longest_redirect || !is_visible(uri)) return false;
  if (uri.find_first_of("#\\\"<>^`{|}") != std::string_view::npos) return false;
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view scheme = uri.substr(0, colon);
  if (scheme == "https" || scheme == "http") {
    std::string_view rest = uri.substr(colon);
    if (!rest.starts_with("://")) return false;
    rest.remove_prefix(3);
    const std::string_view host = rest.substr(0, rest.find_first_of("/?"));
    // A name and a password before the host would be a trick on who reads it.
    return is_host(host) && (scheme == "https" || is_own_machine(host));
  }
  const auto is_scheme_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || base::is_digit(letter) || letter == '.' || letter == '-' ||
           letter == '+';
  };
  return base::is_letter(scheme.front()) && scheme.contains('.') && std::ranges::all_of(scheme, is_scheme_letter) &&
         uri.size() > colon + 1;
}

std::optional<Scope> scope_of_words(std::string_view words) {
  Scope widest = Scope::read;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    const std::string_view word = words.substr(0, end);
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word.empty()) continue;
    const auto known = std::ranges::find(named_scopes, word, &NamedScope::name);
    if (known == named_scopes.end()) return std::nullopt;
    if (known->scope == Scope::play) widest = Scope::play;
  }
  return widest;
}

std::string words_of_scope(Scope scope) {
  std::string words;
  for (const NamedScope& each : named_scopes) {
    if (each.scope == Scope::play && scope != Scope::play) continue;
    words += (words.empty() ? "" : ",") + std::string(each.name);
  }
  return words;
}

base::Checked<Authorization> read_authorization(const AuthorizationText& text) {
  Authorization asked;
  if (text.response_type != "code") return wrong("unsupported_response_type", "response_type: expected code");
  if (text.client.empty() || text.client.size() > longest_client || !is_visible(text.client)) {
    return wrong("invalid_client", "client_id: expected a name of up to 64 letters without spaces");
  }
  if (!is_redirect(text.redirect)) {
    return wrong("invalid_request",
                 "redirect_uri: expected https, http on this machine, or a scheme such as org.example.program");
  }
  if (text.challenge_method != "S256") return wrong("invalid_request", "code_challenge_method: expected S256");
  if (text.challenge.size() != challenge_letters || !std::ranges::all_of(text.challenge, is_url_letter)) {
    return wrong("invalid_request", "code_challenge: expected 43 letters of base64url");
  }
  if (text.state.size() > longest_state) return wrong("invalid_request", "state: it is too long");
  const auto scope = scope_of_words(text.scope);
  if (!scope || text.scope.size() > longest_scopes) {
    return wrong("invalid_scope",
                 "scope: " + base::quoted(text.scope.substr(0, longest_scopes)) + " is none of this site's");
  }
  asked.client = text.client;
  asked.redirect = text.redirect;
  asked.challenge = text.challenge;
  asked.scope = *scope;
  asked.scopes = text.scope;
  asked.state = text.state;
  return asked;
}

std::string redirect_with(std::string_view redirect, std::string_view name, std::string_view value,
                          std::string_view state) {
  std::string address(redirect);
  address += redirect.contains('?') ? '&' : '?';
  address += std::string(name) + "=" + base::percent_encoded(value);
  if (!state.empty()) address += "&state=" + base::percent_encoded(state);
  return address;
}

bool is_verified_by(std::string_view challenge, std::string_view verifier) {
  if (!is_verifier(verifier)) return false;
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(verifier.data()), verifier.size());
  std::array<char, 64> text{};
  sodium_bin2base64(text.data(), text.size(), hash.data(), hash.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return people::is_same_secret(challenge, text.data());
}

}  // namespace crownstar::server
