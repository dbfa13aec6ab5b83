// One seek: who sits in it, who else may, and how lots are drawn when it is full.
// It does not know the other seeks, and who is connected.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "site/lobby/seeks/open_seeks.hpp"

namespace crownstar::lobby {

inline constexpr int rating_of_the_unrated = 1500;

inline int rating_of(const Player& player) { return player.rating > 0 ? player.rating : rating_of_the_unrated; }
inline bool is_person(const Player& player) { return player.kind != match::PlayerKind::engine; }

// Equal for offers that can be played together.
std::string pool_of(const match::Terms& terms, int seats);
// Days a move, or no clock: nobody has to be there.
bool is_slow(const match::Terms& terms);

struct Gathering {
  std::string id;
  std::string code;  // of an invitation
  Offer offer;
  std::vector<Sitter> sitters;  // the host first
  Instant made{};
  std::string pool;

  const Player& host() const { return sitters.front().player; }
  bool is_listed() const { return !offer.is_by_link; }
  bool is_full() const { return static_cast<int>(sitters.size()) == offer.seats; }
  bool has(std::string_view person) const;
  bool admits(int rating) const { return rating >= offer.ratings.least && rating <= offer.ratings.most; }

  // Everything but the rating: an invitation does not ask for it.
  std::expected<void, Refused> may_sit(const Player& player, int seat) const;
  void get_up(std::string_view person);
  SeekView view() const;
};

// Whether an offer can be fulfilled at all, and by whom.
std::expected<void, Refused> check_offer(const Offer& offer, const Player& host);

// Seats asked for are given, the others drawn.
std::vector<Player> seated(const std::vector<Sitter>& sitters, const Draw& draw);

// Letters that are not taken for each other, five random bits each.
std::string letters_of(std::uint64_t word, int letters);

}  // namespace crownstar::lobby
