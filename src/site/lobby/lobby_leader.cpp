#include "site/lobby/lobby_leader.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "base/put_off.hpp"
#include "site/lobby/cluster/subjects.hpp"
#include "site/lobby/seek_view.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

constexpr Milliseconds answer_within{8000};
constexpr Milliseconds whole_every{5000};
// Their node says every few seconds who is there; that they have left is said once, and may be lost.
constexpr Milliseconds unheard_for{60'000};
constexpr std::size_t copied_at_once = 90;  // well within a message of the bus

std::unexpected<Refused> no_answer() {
  return match::refused("busy", "the lobby does not answer just now; try again in a moment");
}

}  // namespace

bool LobbyLeader::is_leader() const {
  return is_alone(ports_) || ports_.cluster.nodes().oldest_node() == ports_.cluster.nodes().me();
}

void LobbyLeader::publish(std::string_view subject, std::string_view text) {
  std::ignore = ports_.cluster.bus()->publish(subject, text);
}

void LobbyLeader::join() {
  bus::Bus& bus = *ports_.cluster.bus();
  was_leader_ = is_leader();
  replica_.is_new_leader(ports_.cluster.nodes().oldest_node());
  bus.subscribe(replica_subject, [weak = self()](std::string_view, std::string_view text) {
    if (const auto self = weak.lock()) self->receive_replica(text);
  });
  bus.serve(leader_subject(ports_.cluster.nodes().me()), "keeper",
            [weak = self()](std::string_view, std::string_view text, const bus::Respond& respond) {
              if (const auto self = weak.lock()) self->answer(text, respond);
            });
  bus.subscribe(list_subject, [weak = self()](std::string_view, std::string_view text) {
    if (const auto self = weak.lock()) self->receive_list(text);
  });
}

void LobbyLeader::close() {
  is_closing_ = true;
  run_delayed();
}

void LobbyLeader::receive_list(std::string_view text) {
  if (is_leader()) return;
  const auto list = wire::decode_known<wire::LobbyList>(text);
  if (!list) return;
  std::visit(
      [this](const auto& message) {
        if (message.node == ports_.cluster.nodes().oldest_node()) list_.hear(message);
      },
      *list);
}

void LobbyLeader::receive_replica(std::string_view text) {
  const auto message = wire::decode_known<wire::LobbyReplicaMessage>(text);
  if (!message) return;
  if (const auto* copy = std::get_if<wire::LobbyCopy>(&*message)) receive_copy(*copy);
  if (const auto* lost = std::get_if<wire::LobbyLost>(&*message)) waiters_.hear(*lost);
  if (const auto* waiting = std::get_if<wire::LobbyWaiting>(&*message)) hear(*waiting);
  if (const auto* unknown = std::get_if<wire::LobbyUnknown>(&*message)) waiters_.hear(*unknown);
}

void LobbyLeader::receive_copy(const wire::LobbyCopy& message) {
  if (is_leader() || message.node != ports_.cluster.nodes().oldest_node()) return;
  if (auto copy = copy_of(message)) replica_.hear(*std::move(copy));
}

void LobbyLeader::receive_seeker(const wire::LobbySeeker& seeker) {
  const auto& [node, person, is_here] = seeker;
  if (!is_leader()) return;
  const auto known = seekers_elsewhere_.find(person);
  if (is_here) {
    if (known != seekers_elsewhere_.end() || seeks_.seeks_something(person)) note_there(person, node);
    seeks_.back(person);
  } else if (known != seekers_elsewhere_.end() && known->second.node == node) {
    seekers_elsewhere_.erase(known);
    if (ports_.people.online(person) == nullptr) seeks_.gone(person, ports_.now());
  }
}

void LobbyLeader::note_there(const std::string& person, const std::string& node) {
  seekers_elsewhere_[person] = {node, ports_.now()};
}

void LobbyLeader::hear(const wire::LobbyWaiting& waiting) {
  waiters_.hear(waiting);
  if (!is_leader() || !ports_.cluster.nodes().is_known(waiting.node)) return;
  for (const std::string& person : waiting.persons) {
    if (!seeks_.seeks_something(person)) continue;
    note_there(person, waiting.node);
    seeks_.back(person);
  }
}

void LobbyLeader::forget_unheard(Instant at) {
  for (auto seeker = seekers_elsewhere_.begin(); seeker != seekers_elsewhere_.end();) {
    if (at - seeker->second.heard < unheard_for) {
      ++seeker;
      continue;
    }
    if (ports_.people.online(seeker->first) == nullptr) seeks_.gone(seeker->first, at);
    seeker = seekers_elsewhere_.erase(seeker);
  }
}

void LobbyLeader::time_lost(Milliseconds time, Instant now) {
  for (auto& [person, there] : seekers_elsewhere_) there.heard = base::put_off(there.heard, time, now);
}

void LobbyLeader::nodes_changed() {
  forget_gone_nodes();
  notify_all_soon();
  const bool is_now = is_leader();
  if (is_now != std::exchange(was_leader_, is_now)) is_now ? begin_leading() : stop_leading();
  if (replica_.is_new_leader(ports_.cluster.nodes().oldest_node())) {
    waiters_.leader_changed();
    withdrawals_.leader_changed();
  }
  if (is_now && ports_.cluster.nodes().size() > 1) copy_all();
}

// People who were connected to a node that is gone get as much time as after a broken connection.
void LobbyLeader::forget_gone_nodes() {
  for (auto seeker = seekers_elsewhere_.begin(); seeker != seekers_elsewhere_.end();) {
    if (ports_.cluster.nodes().is_known(seeker->second.node)) {
      ++seeker;
      continue;
    }
    if (ports_.people.online(seeker->first) == nullptr) {
      seeks_.gone(seeker->first, ports_.now());
      seeks_.stop_waiting(seeker->first);  // their node asks whoever leads the lobby, and that may not be this one
    }
    seeker = seekers_elsewhere_.erase(seeker);
  }
}

void LobbyLeader::begin_leading() {
  const Instant at = ports_.now();
  for (auto& [id, seek] : replica_.take_seeks()) {
    if (!ports_.matches.is_known(match_of_seek(id))) seeks_.adopt(std::move(seek), at);
  }
  for (const Withdrawals::Withdrawal& each : withdrawals_.all()) {
    if (each.seek.empty()) {
      seeks_.leave_all(each.person.id);
    } else {
      std::ignore = seeks_.leave(each.seek, each.person.id);
    }
  }
  for (const std::string& person : ports_.people.everybody_online()) seeks_.back(person);
  list_.forget_those_elsewhere();
  notify_changes();
}

// An elder was there all the time, and has the seeks.
void LobbyLeader::stop_leading() {
  seeks_.clear();
  notify_changes();
  seekers_elsewhere_.clear();
  repeat_leaves();
}

void LobbyLeader::note_left(const Person& person, const std::string& seek) {
  if (!is_alone(ports_) && is_leader()) withdrawals_.note(person, seek, ports_.now());
}

void LobbyLeader::ask_to_leave(const Person& person, const std::string& seek, Done<SeekResult> done) {
  const Instant at = ports_.now();
  ask_to_leave(withdrawals_.note(person, seek, at, at), std::move(done));
}

void LobbyLeader::ask_to_leave(const Withdrawals::Withdrawal& withdrawal, Done<SeekResult> done) {
  LobbyRequest leaving;
  leaving.kind = LobbyRequest::Kind::leave;
  leaving.person = withdrawal.person;
  leaving.named = withdrawal.seek;
  const auto then = [weak = self(), person = withdrawal.person.id, seek = withdrawal.seek,
                     done = std::move(done)](const std::expected<SeekResult, Refused>& answer) {
    const bool is_answered = answer || answer.error().code != no_answer().error().code;
    if (const auto self = weak.lock()) {
      is_answered ? self->withdrawals_.answered(person, seek) : self->withdrawals_.failed(person, seek);
    }
    done(answer);
  };
  ask(std::move(leaving), then);
}

void LobbyLeader::repeat_leaves() {
  for (const Withdrawals::Withdrawal& each : withdrawals_.take_due(ports_.now())) {
    ask_to_leave(each, [](const auto&) {});
  }
}

// A node that has just started would take itself, or the first node that it hears, for the leader.
bool LobbyLeader::delay(std::function<void()> request) {
  const bool is_unsure = !is_alone(ports_) && !ports_.cluster.is_settled() && !is_closing_;
  if (!is_unsure || delayed_.size() >= limits::lobby_requests_delayed) return false;
  delayed_.push_back(std::move(request));
  return true;
}

void LobbyLeader::run_delayed() {
  for (const auto& request : std::exchange(delayed_, {})) request();
}

// A node that once had the whole replica stays ready even if the leader is lost: the other nodes have no more than it.
std::string_view LobbyLeader::missing() {
  if (is_alone(ports_) || has_been_whole_) return {};
  if (!ports_.cluster.is_settled()) return "the other nodes have not been heard yet";
  if (!is_leader() && !replica_.is_whole()) return "the seeks of the lobby have not been copied yet";
  has_been_whole_ = true;
  return {};
}

// ---- Of the others ----

void LobbyLeader::ask(LobbyRequest request, Done<SeekResult> done) {
  request.node = ports_.cluster.nodes().me();
  if (request.kind != LobbyRequest::Kind::leave) withdrawals_.forget(request.person.id, request.named);
  request.is_present = ports_.people.online(request.person.id) != nullptr;
  if (is_closing_) return done(match::refused("stopping", "the server is stopping; come back in a moment"));
  const auto then = [weak = self(), person = request.person.id,
                     done = std::move(done)](const std::expected<std::string, bus::AskFailure>& answer) {
    if (!answer) return done(no_answer());
    const auto sought = read_seek_result(*answer);
    // They sit there again: found by its code, its name is known only now.
    if (const auto self = weak.lock(); self && sought && !sought->seek.empty()) {
      self->withdrawals_.forget(person, sought->seek);
    }
    done(sought);
  };
  ports_.cluster.bus()->ask(leader_subject(ports_.cluster.nodes().oldest_node()), write_request(request), answer_within,
                            then);
}

void LobbyLeader::person_moved(const std::string& person, bool is_here) {
  if (is_alone(ports_)) return;
  publish(seekers_subject, wire::encode(wire::LobbySeeker{ports_.cluster.nodes().me(), person, is_here}));
}

// A person who sits in a seek and is connected here is not gone: a new leader cannot know that.
void LobbyLeader::notify_seekers_here() {
  for (const auto& [id, seek] : replica_.seeks()) {
    for (const Sitter& sitter : seek.sitters) {
      if (ports_.people.online(sitter.player.id) != nullptr) person_moved(sitter.player.id, true);
    }
  }
}

// ---- Of the leader ----

void LobbyLeader::answer(std::string_view text, const bus::Respond& respond) {
  auto request = read_request(text);
  if (!request || !is_leader()) return respond(write_seek_result(no_answer()));
  const bool is_there = request->is_present && ports_.cluster.nodes().is_known(request->node);
  if (is_there && seekers_elsewhere_.size() < limits::matches_in_memory) {
    note_there(request->person.id, request->node);
  }
  answer_(*request,
          [respond](const std::expected<SeekResult, Refused>& sought) { respond(write_seek_result(sought)); });
}

void LobbyLeader::notify_changes() {
  copy_changes();
  auto change = list_.tell(seeks_.take_changes());
  if (!change || is_alone(ports_) || !is_leader()) return;
  // A change that is too long for one message, as after a takeover, is sent with the whole list.
  if (std::max(change->seeks.size(), change->seeks_gone.size()) > rows_of_a_message) return notify_all_soon();
  const wire::LobbyList message =
      wire::LobbyListChange{ports_.cluster.nodes().me(), std::move(change->seeks), std::move(change->seeks_gone)};
  if (!ports_.cluster.bus()->publish(list_subject, wire::encode(message))) notify_all_soon();
}

void LobbyLeader::look(Instant at) {
  if (is_alone(ports_) || at < whole_at_) return;
  whole_at_ = at + whole_every;
  waiters_.look();
  if (!is_leader()) {
    repeat_leaves();
    return notify_seekers_here();
  }
  list_.compare_followed();
  forget_unheard(at);
  if (ports_.cluster.nodes().size() == 1) return;
  copy_portion();
  std::vector<wire::Seek> seeks;
  for (const SeekView& view : seeks_.listed()) seeks.push_back(seek_view(view));
  const std::string& me = ports_.cluster.nodes().me();
  if (seeks.size() <= rows_of_a_message) {
    return publish(list_subject, wire::encode(wire::LobbyList(wire::LobbyListWhole{me, {}, {}, std::move(seeks)})));
  }
  for (const wire::LobbyListWhole& portion : portions_of(me, std::move(seeks))) {
    publish(list_subject, wire::encode(wire::LobbyList(portion)));
  }
}

void LobbyLeader::copy_changes() {
  const std::vector<std::string> touched = seeks_.take_touched();
  if (is_alone(ports_) || !is_leader() || ports_.cluster.nodes().size() == 1 || touched.empty()) return;
  if (touched.size() > copied_at_once) return copy_all();
  LobbyCopy copy;
  copy.node = ports_.cluster.nodes().me();
  for (const std::string& id : touched) {
    if (auto seek = seeks_.kept(id)) {
      copy.kept.push_back(*std::move(seek));
    } else {
      copy.gone.push_back(id);
    }
  }
  publish(replica_subject, write_copy(copy));
}

// All of them, for nodes that came.
void LobbyLeader::copy_all() {
  copied_up_to_.clear();
  do {
    copy_portion();
  } while (!copied_up_to_.empty());
}

// A portion of all, one after the other: for nodes that missed a change.
void LobbyLeader::copy_portion() {
  LobbyCopy copy;
  copy.node = ports_.cluster.nodes().me();
  copy.is_portion = true;
  copy.after = copied_up_to_;
  copy.kept = seeks_.kept_after(copy.after, copied_at_once);
  if (copy.kept.size() == copied_at_once) copy.last = copy.kept.back().id;
  copied_up_to_ = copy.last;
  publish(replica_subject, write_copy(copy));
}

}  // namespace crownstar::lobby
