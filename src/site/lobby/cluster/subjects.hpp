// The subjects on which nodes speak of the lobby. They travel: nodes of two versions share them.
// It does not know what is said.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::lobby {

// These travel between nodes of two versions, so they keep the names that they have.
inline constexpr std::string_view list_subject = "lobby";       // what the leader shows
inline constexpr std::string_view seekers_subject = "seekers";  // people with seeks who came or went at another node
inline constexpr std::string_view replica_subject = "heirs";    // the copy of the leader's seeks, and who waits

inline std::string leader_subject(std::string_view node) { return "keeper." + std::string(node); }

}  // namespace crownstar::lobby
