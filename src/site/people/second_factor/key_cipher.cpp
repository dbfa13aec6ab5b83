#include "site/people/second_factor/key_cipher.hpp"

#include <cstddef>

#include <sodium.h>

#include "site/people/second_factor/hex.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr std::size_t nonce_octets = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;  // so many may be random
constexpr std::size_t tag_octets = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr std::size_t id_octets = 4;

const unsigned char* octets_in(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* octets_in(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

// For one purpose each, so that neither the key nor the id says anything of the other.
KeyCipher::Key derived(std::string_view purpose, std::string_view file) {
  const std::string text = std::string(purpose) + "\n" + std::string(file);
  KeyCipher::Key digest{};
  crypto_generichash(digest.data(), digest.size(), octets_in(text), text.size(), nullptr, 0);
  return digest;
}

}  // namespace

std::optional<KeyCipher> KeyCipher::of(std::string_view file) {
  if (file.size() < least_octets) return std::nullopt;
  // An editor adds a line feed, and the next one takes it away.
  while (!file.empty() && (file.back() == '\n' || file.back() == '\r')) file.remove_suffix(1);
  KeyCipher cipher;
  cipher.key_ = derived("crownstar second factor: key", file);
  const Key id = derived("crownstar second factor: id", file);
  cipher.id_ = hex_text({reinterpret_cast<const char*>(id.data()), id_octets});
  return cipher;
}

std::string KeyCipher::seal(std::string_view key, std::string_view account) const {
  std::string nonce(nonce_octets, '\0');
  fill_randomly(nonce);
  std::string sealed(key.size() + tag_octets, '\0');
  crypto_aead_xchacha20poly1305_ietf_encrypt(octets_in(sealed), nullptr, octets_in(key), key.size(), octets_in(account),
                                             account.size(), nullptr, octets_in(nonce), key_.data());
  return id_ + ":" + hex_text(nonce + sealed);
}

std::optional<std::string> KeyCipher::open(std::string_view sealed, std::string_view account) const {
  if (!sealed.starts_with(id_ + ":")) return std::nullopt;
  const std::string octets = octets_of_hex(sealed.substr(id_.size() + 1));
  if (octets.size() < nonce_octets + tag_octets) return std::nullopt;
  const std::string_view text = std::string_view(octets).substr(nonce_octets);
  std::string key(text.size() - tag_octets, '\0');
  const int status =
      crypto_aead_xchacha20poly1305_ietf_decrypt(octets_in(key), nullptr, nullptr, octets_in(text), text.size(),
                                                 octets_in(account), account.size(), octets_in(octets), key_.data());
  if (status != 0) return std::nullopt;
  return key;
}

}  // namespace crownstar::people
