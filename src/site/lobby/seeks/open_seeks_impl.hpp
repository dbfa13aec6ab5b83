// What OpenSeeks remembers: the seeks, who sits in them, and what of the list has not been told yet. Included by
// open_seeks.cpp only.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "site/lobby/seeks/gathering.hpp"
#include "site/lobby/seeks/open_seeks.hpp"
#include "site/lobby/seeks/quick_pairing.hpp"
#include "site/match/seating.hpp"

namespace crownstar::lobby {

struct OpenSeeks::Impl {
  explicit Impl(Bounds given) : bounds(given), quick(given, [this](const Quick& gone) { notify_gone(gone); }) {}

  const Gathering* gathering(std::string_view id) const {
    const auto found = gatherings.find(id);
    return found == gatherings.end() ? nullptr : &found->second;
  }

  // ---- The list that others see ----

  void tell(const Gathering& gathering) {
    touched.insert(gathering.id);
    if (gathering.is_listed()) changes[gathering.id] = {Change::Kind::added, gathering.id, gathering.view()};
  }

  void notify_gone(const Gathering& gathering) {
    touched.insert(gathering.id);
    if (gathering.is_listed()) notify_gone(gathering.id);
  }

  // Somebody who waits again may have the name that they had, whose end was not told yet.
  void tell(const Quick& waiting) {
    if (!waiting.is_listed) return;
    if (changes.contains(waiting.id)) told.insert(waiting.id);
    changes[waiting.id] = {Change::Kind::added, waiting.id, waiting.view()};
  }

  void notify_gone(const Quick& waiting) {
    if (waiting.is_listed) notify_gone(waiting.id);
  }

  // Nobody needs to hear of the end of what nobody has heard of: so the list is never longer than twice the seeks.
  void notify_gone(const std::string& id) {
    if (told.erase(id) == 0) {
      changes.erase(id);
    } else {
      changes[id] = {Change::Kind::removed, id, std::nullopt};
    }
  }

  // ---- Who sits where ----

  void note_sitting(const std::string& person, const std::string& seek) { seeks_of[person].insert(seek); }

  void note_leaving(const std::string& person, const std::string& seek) {
    const auto found = seeks_of.find(person);
    if (found == seeks_of.end()) return;
    found->second.erase(seek);
    if (found->second.empty()) seeks_of.erase(found);
    forget_if_absent(person);
  }

  void forget_if_absent(const std::string& person) {
    if (!seeks_of.contains(person) && !quick.has(person)) gone_since.erase(person);
  }

  int seeks_count(const std::string& person) const {
    const auto found = seeks_of.find(person);
    return (found == seeks_of.end() ? 0 : static_cast<int>(found->second.size())) + (quick.has(person) ? 1 : 0);
  }

  std::expected<void, Refused> may_have_another(const Player& player) const {
    if (seeks_count(player.id) < bounds.seeks_of_a_person) return {};
    return match::refused("too_many_seeks", "you have as many open seeks as one can; end one of them first");
  }

  // ---- The bounds of the lobby ----

  bool has_room(bool is_by_link) const {
    return is_by_link ? invitation_count < bounds.invitations : listed_count < bounds.seeks;
  }

  // Few cannot keep everybody else out of a full lobby: whoever has most of its seeks loses the oldest in which nobody
  // else sits. False: nobody would have more left than the asker.
  bool make_room(bool is_by_link, const std::string& asker) {
    std::map<std::string_view, int> counts;
    for (const auto& [id, gathering] : gatherings) {
      if (gathering.offer.is_by_link == is_by_link) ++counts[gathering.host().id];
    }
    const int least = counts[asker] + 2;
    const Gathering* found = nullptr;
    const auto order = [&](const Gathering& each) {
      return std::tuple(-counts[each.host().id], each.made, std::string_view(each.id));
    };
    for (const auto& [id, gathering] : gatherings) {
      const bool is_alone = std::ranges::count_if(gathering.sitters, &is_person, &Sitter::player) == 1;
      if (gathering.offer.is_by_link != is_by_link || !is_alone || counts[gathering.host().id] < least) continue;
      if (found == nullptr || order(gathering) < order(*found)) found = &gathering;
    }
    if (found == nullptr) return false;
    take_out(found->id);
    return true;
  }

  // ---- Beginning and end ----

  Gathering& add(Gathering gathering) {
    ++(gathering.is_listed() ? listed_count : invitation_count);
    if (!gathering.code.empty()) seek_of_code[gathering.code] = gathering.id;
    for (const Sitter& sitter : gathering.sitters) {
      if (is_person(sitter.player)) note_sitting(sitter.player.id, gathering.id);
    }
    const std::string id = gathering.id;
    return gatherings.emplace(id, std::move(gathering)).first->second;
  }

  // The id by value, here and below: the caller's may be the one inside the gathering that goes.
  Gathering take_out(std::string named) {
    const std::string id = std::move(named);
    auto node = gatherings.extract(id);
    Gathering gathering = std::move(node.mapped());
    --(gathering.is_listed() ? listed_count : invitation_count);
    seek_of_code.erase(gathering.code);
    for (const Sitter& sitter : gathering.sitters) {
      if (is_person(sitter.player)) note_leaving(sitter.player.id, id);
    }
    notify_gone(gathering);
    return gathering;
  }

  // The host's leaving ends the seek; anybody else's only empties a seat.
  void leave(std::string seek, std::string who) {
    const std::string id = std::move(seek);
    const std::string person = std::move(who);
    Gathering& gathering = gatherings.find(id)->second;
    if (gathering.host().id == person) {
      take_out(id);
      return;
    }
    gathering.get_up(person);
    note_leaving(person, id);
    tell(gathering);
  }

  // A person who plays now cannot be drawn into another game that begins at once.
  void leave_fast_seeks(const std::string& person) {
    quick.remove(person);
    const auto found = seeks_of.find(person);
    if (found == seeks_of.end()) return;
    for (const std::string& id : std::set<std::string>(found->second)) {
      const auto seek = gatherings.find(id);
      if (seek != gatherings.end() && !is_slow(seek->second.offer.terms)) leave(id, person);
    }
    forget_if_absent(person);
  }

  Pairing pair(std::string id, const Draw& draw) {
    Gathering gathering = take_out(id);
    Pairing pairing{std::move(id), gathering.host().id, gathering.offer.terms, seated(gathering.sitters, draw)};
    free_the_paired(pairing);
    return pairing;
  }

  void free_the_paired(const Pairing& pairing) {
    if (is_slow(pairing.terms)) return;
    for (const Player& player : pairing.seats) {
      if (is_person(player)) leave_fast_seeks(player.id);
    }
  }

  Placed placed(std::string id, const Draw& draw) {
    const Gathering& gathering = gatherings.find(id)->second;
    if (gathering.is_full()) {
      Pairing made = pair(id, draw);
      return {std::move(id), {}, std::move(made)};
    }
    tell(gathering);
    return {std::move(id), gathering.code, std::nullopt};
  }

  std::expected<Placed, Refused> sit(std::string id, const Player& player, int seat, const Draw& draw) {
    Gathering& gathering = gatherings.find(id)->second;
    if (!is_person(player)) return match::refused("forbidden", "an engine sits where a host names it");
    if (auto allowed = gathering.may_sit(player, seat); !allowed) return std::unexpected(allowed.error());
    const bool will_be_full = static_cast<int>(gathering.sitters.size()) + 1 == gathering.offer.seats;
    if (!will_be_full) {  // else the seat is left at once, with the game
      if (auto allowed = may_have_another(player); !allowed) return std::unexpected(allowed.error());
    }
    gathering.sitters.push_back({player, seat});
    note_sitting(player.id, id);
    Placed result = placed(std::move(id), draw);
    result.code.clear();  // the host's alone
    return result;
  }

  std::string new_id(char first, const Draw& draw) const {
    for (;;) {
      std::string id = first + letters_of(draw(), 12);
      if (!gatherings.contains(id) && !told.contains(id)) return id;
    }
  }

  // ---- Time ----

  void end_the_old(Instant now) {
    std::vector<std::string> over;
    for (const auto& [id, gathering] : gatherings) {
      const bool is_kept = gathering.offer.is_by_link || is_slow(gathering.offer.terms);
      if (now - gathering.made >= (is_kept ? bounds.invitation_life : bounds.seek_life)) over.push_back(id);
    }
    for (const std::string& id : over) take_out(id);
    quick.end_the_old(now);
  }

  void end_the_absent(Instant now) {
    std::vector<std::string> absent;
    for (const auto& [person, since] : gone_since) {
      if (now - since >= bounds.gone_wait) absent.push_back(person);
    }
    for (const std::string& person : absent) {
      quick.remove(person);
      const auto found = seeks_of.find(person);
      const std::set<std::string> ids = found == seeks_of.end() ? std::set<std::string>{} : found->second;
      for (const std::string& id : ids) {
        const auto seek = gatherings.find(id);
        if (seek == gatherings.end() || is_slow(seek->second.offer.terms)) continue;
        // The host of an invitation may have gone to send it; a guest of one who goes leaves the seat to others.
        if (seek->second.offer.is_by_link && seek->second.host().id == person) continue;
        leave(id, person);
      }
      forget_if_absent(person);
    }
  }

  // The first listed seek that fits somebody who waits in this pool, oldest first.
  const Gathering* seek_for(const Quick& waiting, int window) const {
    const Gathering* first = nullptr;
    for (const auto& [id, gathering] : gatherings) {
      if (!gathering.is_listed() || gathering.pool != waiting.pool || gathering.has(waiting.player.id)) continue;
      const int rating = rating_of(waiting.player);
      if (!gathering.admits(rating) || std::abs(rating - rating_of(gathering.host())) > window) continue;
      if (!gathering.may_sit(waiting.player, -1)) continue;
      if (first == nullptr || std::pair(gathering.made, gathering.id) < std::pair(first->made, first->id)) {
        first = &gathering;
      }
    }
    return first;
  }

  // Those who have waited longest choose first: a listed seek that fits by now, else each other.
  std::vector<Pairing> quick_pairings(Instant now, const Draw& draw) {
    std::vector<std::string> people;
    for (const Quick& waiting : quick.waiting()) people.push_back(waiting.player.id);
    std::vector<Pairing> pairings;
    for (const std::string& person : people) {
      const Quick* waiting = quick.find(person);
      if (waiting == nullptr) continue;  // paired by somebody before
      std::optional<Pairing> pairing = seat_of_a_seek(*waiting, now, draw);
      if (!pairing && quick.has(person)) {
        pairing = quick.pairing_with(person, now, draw);
        if (pairing) free_the_paired(*pairing);
      }
      if (pairing) pairings.push_back(std::move(*pairing));
    }
    return pairings;
  }

  // Somebody chose them by name, so ratings do not matter.
  std::expected<Placed, Refused> play(const Quick& waiting, const Player& player, const Draw& draw) {
    if (waiting.player.id == player.id) {
      return match::refused("own_seek", "this is your own; wait for somebody else");
    }
    if (!is_person(player)) return match::refused("forbidden", "an engine sits where a host names it");
    if (auto allowed = match::may_sit(waiting.terms, player); !allowed) return std::unexpected(allowed.error());
    const std::string id = waiting.id;
    Pairing pairing{id, {}, waiting.terms, seated({{waiting.player, -1}, {player, -1}}, draw)};
    quick.remove(std::string(waiting.player.id));
    free_the_paired(pairing);
    return Placed{id, {}, std::move(pairing)};
  }

  // Leaves the wait for a seat of a listed seek, which may or may not complete a game.
  std::optional<Pairing> seat_of_a_seek(const Quick& waiting, Instant now, const Draw& draw) {
    const Gathering* found = seek_for(waiting, quick.window(waiting, now));
    if (found == nullptr) return std::nullopt;
    const Player player = waiting.player;
    const std::string id = found->id;
    quick.remove(player.id);
    auto placed = sit(id, player, -1, draw);
    return placed ? std::move(placed->pairing) : std::nullopt;
  }

  Bounds bounds;
  QuickPairing quick;
  std::map<std::string, Gathering, std::less<>> gatherings;
  std::map<std::string, std::string, std::less<>> seek_of_code;
  std::map<std::string, std::set<std::string>, std::less<>> seeks_of;  // by person
  std::map<std::string, Instant, std::less<>> gone_since;              // only of those who seek something
  std::map<std::string, Change> changes;
  std::set<std::string> told;
  std::set<std::string> touched;
  int listed_count = 0;
  int invitation_count = 0;
};

}  // namespace crownstar::lobby
