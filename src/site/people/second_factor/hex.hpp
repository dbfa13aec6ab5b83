// Octets as hexadecimal digits, as they are kept in the store, in a time that says nothing of them.
#pragma once

#include <string>
#include <string_view>

#include <sodium.h>

namespace crownstar::people {

inline std::string hex_text(std::string_view octets) {
  std::string text(octets.size() * 2 + 1, '\0');  // with the zero that C puts behind it
  sodium_bin2hex(text.data(), text.size(), reinterpret_cast<const unsigned char*>(octets.data()), octets.size());
  text.pop_back();
  return text;
}

// Of text that `hex_text` has made; nothing of other text.
inline std::string octets_of_hex(std::string_view text) {
  std::string octets(text.size() / 2, '\0');
  const int status = sodium_hex2bin(reinterpret_cast<unsigned char*>(octets.data()), octets.size(), text.data(),
                                    text.size(), nullptr, nullptr, nullptr);
  return status == 0 ? octets : std::string();
}

}  // namespace crownstar::people
