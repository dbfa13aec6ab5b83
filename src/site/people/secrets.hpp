// Generates secrets and ids, and hashes secrets: only the hash of a secret is ever stored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace crownstar::people {

void fill_randomly(std::string& octets);

// 256 random bits as 43 letters that go into a cookie, a header or an address as they are.
std::string make_secret();
// The same behind a prefix by which leaked tokens are found: `crownstar_`.
std::string make_token_secret();

// Whether it can be one of ours at all, so that nothing else is hashed and looked up.
bool is_session_secret(std::string_view text);
bool is_token_secret(std::string_view text);

// What the store keeps. A plain hash will do: there is nothing to guess in 256 random bits.
std::string hash_of_secret(std::string_view secret);

// The secret that follows one at its rotation. It is computed, so that requests which come at the same time, or an
// answer that gets lost, all lead to the same secret. `key` is the server's own; without it nothing follows from the
// old one.
std::string secret_after(std::string_view secret, std::string_view key);

// In a time that says nothing of where they differ.
bool is_same_secret(std::string_view one, std::string_view other);

// Short ids without the letters that are taken for others: `p4k7m2xw9q3t`, 60 random bits behind the first letter.
std::string make_id(char first);
std::string make_id(char first, std::uint64_t random);

}  // namespace crownstar::people
