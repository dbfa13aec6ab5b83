#include "site/live/matches/account_deletion.hpp"

#include <algorithm>
#include <utility>

#include "site/live/match/match_details.hpp"

namespace crownstar::live {
namespace {

bool is_theirs(const store::SeatRow& row, std::string_view person) {
  return row.player == person && row.kind != store::PlayerKind::engine;
}

bool has_seat(const store::MatchHeader& header, std::string_view person) {
  return std::ranges::any_of(header.seats, [&](const store::SeatRow& row) { return is_theirs(row, person); });
}

}  // namespace

std::vector<LiveMatch*> AccountDeletion::matches_of(const std::string& person) const {
  std::vector<LiveMatch*> theirs;
  for (const auto& [id, live] : registry_) {
    const bool is_sitting_down = live->commits.commit().header && has_seat(*live->commits.commit().header, person);
    const bool is_named = live->details.names(person) || live->chat.has_said(person);
    if (live->seat_of(person) >= 0 || is_sitting_down || is_named) theirs.push_back(live.get());
  }
  return theirs;
}

// A new name is a new match's; the old ones keep the name under which they were played. It may be answered in the
// middle of a deletion, which goes on.
void AccountDeletion::person_changed(const Person& person, people::Change change) {
  if (change == people::Change::has_new_name) return;
  const std::vector<LiveMatch*> theirs = matches_of(person.id);
  if (change == people::Change::stays) {
    context_.deleted_here.forget(person.id);
  } else {
    context_.deleted_here.note(person.id, context_.now());
  }
  if (change == people::Change::leaves) {
    std::vector<std::string>& left = being_deleted_[person.id];
    for (LiveMatch* live : theirs) {
      left.push_back(live->id);
      give_up(*live, person.id);
    }
    challenges_.person_gone(person.id);
    return lobby_.unseek(person, {}, [](const auto&) {});
  }
  if (change == people::Change::is_gone) {
    context_.changed_people.note(person.id, context_.now());
    challenges_.person_gone(person.id);
  }
  // Only now has the store deleted name and chat lines, or is it certain that they stay.
  const auto left = being_deleted_.extract(person.id);
  if (left.empty()) return;
  for (const std::string& id : left.mapped()) {
    presence_.publish_reread(id);
    cluster_.publish_header(id);
    if (LiveMatch* const live = registry_.find(id); live != nullptr) memory_.read_anew(*live);
  }
  if (change == people::Change::stays) return;
  for (LiveMatch* live : theirs) memory_.read_anew(*live);  // read by somebody while the store was deleting
}

void AccountDeletion::give_up(LiveMatch& live, const std::string& person) {
  empty_seats_.forget(live, person);
  if (!live.is_unfinished() && !live.is_storing()) return;
  // Where something is being stored, they leave when it has been.
  memory_.load(live, [weak = self()](auto loaded) {
    const auto self = weak.lock();
    if (self && loaded) self->empty_seats_.give_up(**loaded);
  });
}

void AccountDeletion::person_changed_elsewhere(const std::string& person) {
  context_.changed_people.note(person, context_.now());
  cluster_.person_changed_elsewhere(person);
  look_up(person);
}

void AccountDeletion::look_up(const std::string& person) {
  context_.store.find_player(person, [weak = self(), person](const auto& found) {
    const auto self = weak.lock();
    if (!self || self->context_.is_closing) return;
    if (!found) return self->not_looked_up_.push_back(person);
    if (!*found) self->person_gone(person);
  });
}

void AccountDeletion::tick() {
  for (const std::string& person : std::exchange(not_looked_up_, {})) look_up(person);
}

// What names them is being read again. A table may name its host still, or whom it is kept for, where it was stored by
// somebody who had not heard of it.
void AccountDeletion::person_gone(const std::string& person) {
  challenges_.person_gone(person);
  Person gone;
  gone.id = person;
  lobby_.unseek(gone, {}, [](const auto&) {});
  for (LiveMatch* live : matches_of(person)) {
    if (!live->details.names(person) || !live->is_unfinished()) continue;
    memory_.load(*live, [weak = self(), person](auto loaded) {
      const auto self = weak.lock();
      if (!self || !loaded) return;
      EmptySeats::forget_in_details(**loaded, person);
      if ((*loaded)->copy.is_mine) self->empty_seats_.give_up(**loaded);
    });
  }
}

}  // namespace crownstar::live
