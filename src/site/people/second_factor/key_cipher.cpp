#include "site/people/second_factor/key_cipher.hpp"

#include <cstddef>
#include <memory>

#include <openssl/evp.h>

#include "site/people/second_factor/hex.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

// NIST SP 800-38D: a random nonce of 96 bits, a tag of 128. Far fewer than 2^32 keys are ever sealed with one file.
constexpr std::size_t nonce_octets = 12;
constexpr std::size_t tag_octets = 16;
constexpr std::size_t id_octets = 4;

using KeyOctets = std::array<unsigned char, 32>;
using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytes_in(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }
unsigned char* bytes_in(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
int size_of(std::string_view text) { return static_cast<int>(text.size()); }

// For one purpose each, so that neither the key nor the id says anything of the other.
std::optional<KeyOctets> derived(std::string_view purpose, std::string_view file) {
  KeyOctets digest{};
  const std::string text = std::string(purpose) + "\n" + std::string(file);
  if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1) return std::nullopt;
  return digest;
}

}  // namespace

std::optional<KeyCipher> KeyCipher::of(std::string_view file) {
  if (file.size() < least_octets) return std::nullopt;
  // An editor adds a line feed, and the next one takes it away.
  while (!file.empty() && (file.back() == '\n' || file.back() == '\r')) file.remove_suffix(1);
  const auto key = derived("crownstar second factor: key", file);
  const auto id = derived("crownstar second factor: id", file);
  if (!key || !id) return std::nullopt;
  KeyCipher cipher;
  cipher.key_ = *key;
  cipher.id_ = hex_text({reinterpret_cast<const char*>(id->data()), id_octets});
  return cipher;
}

std::optional<std::string> KeyCipher::seal(std::string_view key, std::string_view account) const {
  std::string nonce(nonce_octets, '\0');
  fill_randomly(nonce);
  std::string sealed(key.size(), '\0');
  std::string tag(tag_octets, '\0');
  int size = 0;
  const Context context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  const bool is_made =
      context && EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), bytes_in(nonce)) == 1 &&
      EVP_EncryptUpdate(context.get(), nullptr, &size, bytes_in(account), size_of(account)) == 1 &&
      EVP_EncryptUpdate(context.get(), bytes_in(sealed), &size, bytes_in(key), size_of(key)) == 1 &&
      EVP_EncryptFinal_ex(context.get(), nullptr, &size) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tag_octets, tag.data()) == 1;
  if (!is_made) return std::nullopt;
  return id_ + ":" + hex_text(nonce + sealed + tag);
}

std::optional<std::string> KeyCipher::open(std::string_view sealed, std::string_view account) const {
  if (!sealed.starts_with(id_ + ":")) return std::nullopt;
  const std::string octets = octets_of_hex(sealed.substr(id_.size() + 1));
  if (octets.size() < nonce_octets + tag_octets) return std::nullopt;
  const std::string_view text =
      std::string_view(octets).substr(nonce_octets, octets.size() - nonce_octets - tag_octets);
  std::string tag = octets.substr(octets.size() - tag_octets);
  std::string key(text.size(), '\0');
  int size = 0;
  const Context context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  const bool is_right =
      context && EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), bytes_in(octets)) == 1 &&
      EVP_DecryptUpdate(context.get(), nullptr, &size, bytes_in(account), size_of(account)) == 1 &&
      EVP_DecryptUpdate(context.get(), bytes_in(key), &size, bytes_in(text), size_of(text)) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, tag_octets, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(context.get(), nullptr, &size) == 1;
  if (!is_right) return std::nullopt;
  return key;
}

}  // namespace crownstar::people
