// Encrypts the keys of second factors with the key of a file, so that the store alone makes no codes:
// XChaCha20-Poly1305, by libsodium. It does not know where that file is, and what else is kept of a second factor.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace crownstar::people {

class KeyCipher {
 public:
  static constexpr std::size_t least_octets = 32;
  using Key = std::array<unsigned char, 32>;

  // What the file holds, in any form. Nothing where it is too short to be a key.
  static std::optional<KeyCipher> of(std::string_view file);

  // Tells files apart and says nothing of what they hold: eight hexadecimal digits.
  const std::string& id() const { return id_; }

  // `ID:HEX`, another text each time. It opens for the same account only: it cannot be given to another one.
  std::string seal(std::string_view key, std::string_view account) const;
  // Nothing where it was sealed with another file or for another account, or is damaged.
  std::optional<std::string> open(std::string_view sealed, std::string_view account) const;

  static bool is_sealed(std::string_view text) { return text.contains(':'); }

 private:
  KeyCipher() = default;

  Key key_{};
  std::string id_;
};

}  // namespace crownstar::people
