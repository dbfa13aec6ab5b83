#include "site/lobby/quick_waiters.hpp"

#include <tuple>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

constexpr Milliseconds compared_after{4000};  // before that the request may still be on its way
// A leader that has lost its link pairs for as long as a node may be silent, and the store then takes its time.
constexpr Milliseconds surveyed_after{4000};
constexpr Milliseconds asked_again_after{5000};
constexpr std::size_t named_at_once = 2000;
constexpr Milliseconds just_paired_for{10'000};

}  // namespace

void QuickWaiters::note(const std::string& person, const SeekRequest& request, const SeekResult& sought) {
  if (is_alone(ports_)) return;
  if (sought.match) {
    waiting_.erase(person);
  } else {
    waiting_.insert_or_assign(person, Waiting{request, sought.seek, ports_.now(), std::nullopt});
  }
}

std::string QuickWaiters::forget(const std::string& person) {
  const auto found = waiting_.extract(person);
  return found ? found.mapped().seek : std::string();
}

void QuickWaiters::forget(const std::string& person, std::string_view seek) {
  const auto found = waiting_.find(person);
  if (found != waiting_.end() && (seek.empty() || seek == found->second.seek)) waiting_.erase(found);
}

// Not at once: the last leader may have paired them, and the store would know.
void QuickWaiters::leader_changed() {
  const Instant at = ports_.now();
  for (auto& [person, waiting] : waiting_) waiting.owed_from = at + asked_again_after;
  if (!waiting_.empty()) ports_.cluster.survey_by(at + surveyed_after);
}

void QuickWaiters::match_begins(std::span<const std::string> persons) {
  beginning_.insert(persons.begin(), persons.end());
  if (is_alone(ports_)) return;
  for (const std::string& person : persons) paired_.insert_or_assign(person, ports_.now());
}

void QuickWaiters::match_is_begun(std::span<const std::string> persons) {
  for (const std::string& person : persons) {
    if (const auto found = beginning_.find(person); found != beginning_.end()) beginning_.erase(found);
  }
}

void QuickWaiters::notify_lost(const std::string& person) {
  paired_.erase(person);
  note_lost(person);
  if (is_alone(ports_)) return;
  publish(wire::LobbyLost{person});
}

void QuickWaiters::publish(const wire::LobbyReplicaMessage& message) {
  std::ignore = ports_.cluster.bus()->publish(replica_subject, wire::encode(message));
}

void QuickWaiters::note_lost(std::string_view person) {
  const auto found = waiting_.find(person);
  if (found != waiting_.end()) found->second.owed_from = ports_.now();
}

void QuickWaiters::hear(const wire::LobbyWaiting& waiting) {
  if (!is_leader_() || waiting.node == ports_.cluster.nodes().me()) return;
  wire::LobbyUnknown unknown;
  for (const std::string& person : waiting.persons) {
    if (is_unknown(person)) unknown.persons.push_back(person);
  }
  if (!unknown.persons.empty()) publish(std::move(unknown));
}

void QuickWaiters::hear(const wire::LobbyUnknown& unknown) {
  for (const std::string& person : unknown.persons) note_unknown(person);
}

void QuickWaiters::look() {
  std::erase_if(paired_, [at = ports_.now()](const auto& each) { return at - each.second > just_paired_for; });
  ask_for_those_owed();
  compare();
}

// Everybody who waits here must wait with the leader too. A leader may have forgotten them without this node noticing:
// if it did not hear this node for a while although this node heard it, or if this node stood still.
void QuickWaiters::compare() {
  const Instant at = ports_.now();
  wire::LobbyWaiting waiting_here{ports_.cluster.nodes().me(), {}};
  std::size_t named = 0;
  for (const auto& [person, waiting] : waiting_) {
    if (waiting.owed_from || at - waiting.since < compared_after || ++named > named_at_once) continue;
    if (!is_leader_()) {
      waiting_here.persons.push_back(person);
    } else if (is_unknown(person)) {
      note_unknown(person);
    }
  }
  if (!waiting_here.persons.empty()) publish(std::move(waiting_here));
}

// Not at once: they may just have been paired, and the store would know.
void QuickWaiters::note_unknown(std::string_view person) {
  const auto found = waiting_.find(person);
  if (found == waiting_.end() || found->second.owed_from) return;
  const Instant at = ports_.now();
  found->second.owed_from = at + asked_again_after;
  ports_.cluster.survey_by(at + surveyed_after);
}

void QuickWaiters::ask_for_those_owed() {
  const Instant at = ports_.now();
  std::erase_if(waiting_, [&](const auto& each) {
    // The stream of a program that asked is opened a moment later.
    const bool is_gone = ports_.people.online(each.first) == nullptr && at - each.second.since >= compared_after;
    return is_gone || at - each.second.since >= limits::seek_life;
  });
  std::vector<std::string> owed;
  for (auto& [person, waiting] : waiting_) {
    if (!waiting.owed_from || *waiting.owed_from > at || ports_.cluster.is_surveying()) continue;
    if (beginning_.contains(person)) continue;  // this node led when they were paired
    waiting.owed_from.reset();
    owed.push_back(person);
  }
  for (const std::string& person : owed) ask_again(person);
}

void QuickWaiters::ask_again(const std::string& person) {
  const auto waiting = waiting_.find(person);
  const Person* const there = ports_.people.online(person);
  if (waiting == waiting_.end() || there == nullptr) return;
  SeekRequest request = waiting->second.request;
  request.id = waiting->second.seek;
  const Instant since = waiting->second.since;
  seek_(*there, request, [weak = self(), person, since](const std::expected<SeekResult, Refused>& sought) {
    const auto self = weak.lock();
    if (!self) return;
    const auto found = self->waiting_.find(person);
    if (found == self->waiting_.end()) return;
    found->second.since = since;
    // The failure may be temporary.
    if (!sought) found->second.owed_from = self->ports_.now() + asked_again_after;
  });
}

}  // namespace crownstar::lobby
