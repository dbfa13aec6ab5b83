#include "site/server/api/socket_handler.hpp"

#include <algorithm>

#include "site/lobby/challenges/challenge.hpp"
#include "site/server/api/lobby_json.hpp"
#include "site/server/api/socket_refusal.hpp"
#include "site/wire/json/codec.hpp"
#include "site/wire/match_wire.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::server {
namespace {

using match::Refused;
using people::Scope;

constexpr std::chrono::milliseconds most_lag_told{60'000};

std::string request_of(std::string_view text) {
  // What cannot be read may still have said which request it was; a client waits for the answer under that name.
  constexpr std::string_view key = "\"request\":\"";
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view value = text.substr(at + key.size(), limits::id_letters + 1);
  const std::string_view id = value.substr(0, value.find('"'));
  const bool is_id = std::ranges::all_of(id, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '-' || letter == '_';
  });
  return is_id && id.size() <= static_cast<std::size_t>(limits::id_letters) ? std::string(id) : "";
}

wire::ChallengeStep step_on_wire(lobby::ChallengeStep step) {
  switch (step) {
    case lobby::ChallengeStep::made:
      return wire::ChallengeStep::made;
    case lobby::ChallengeStep::canceled:
      return wire::ChallengeStep::canceled;
    case lobby::ChallengeStep::declined:
      return wire::ChallengeStep::declined;
    case lobby::ChallengeStep::accepted:
      break;
  }
  return wire::ChallengeStep::accepted;
}

}  // namespace

SocketHandler::SocketHandler(Services& services, const std::optional<people::Visitor>& visitor, std::string address,
                             std::string throttle_key, bool is_throttled)
    : services_(services),
      address_(std::move(address)),
      throttle_key_(std::move(throttle_key)),
      is_throttled_(is_throttled) {
  if (!visitor) return;
  visitor_ = *visitor;
  handle_ = visitor_.session.empty() ? visitor_.token : visitor_.session;
}

void SocketHandler::on_open(Outlet& outlet) {
  outlet_ = &outlet;
  services_.presence.enter(*this);
  wire::ServerWelcome welcome;
  if (!visitor_.person.id.empty()) welcome.you = player_of(visitor_.person);
  welcome.version = services_.version;
  welcome.now = wire::to_wire(services_.now());
  say(welcome);
  services_.live.attach(*this);
}

void SocketHandler::on_close() {
  services_.live.detach(*this);
  services_.presence.leave(*this);
  outlet_ = nullptr;
}

void SocketHandler::send(live::Text text) {
  if (outlet_ != nullptr) outlet_->send(std::move(text));
}

void SocketHandler::cut_off(std::string_view reason) {
  if (outlet_ != nullptr) outlet_->close(reason);
}

void SocketHandler::receive_challenge(const lobby::ChallengeNotice& notice) {
  const lobby::Challenge& challenge = *notice.challenge;
  say(wire::ServerChallenge{challenge.id, step_on_wire(notice.step), wire::to_wire(challenge.challenger.player),
                            wire::to_wire(challenge.dest.player)});
}

live::Milliseconds SocketHandler::lag() const { return outlet_ == nullptr ? live::Milliseconds(0) : outlet_->lag(); }

void SocketHandler::dismiss(std::string_view reason) {
  wire::ServerGoodbye goodbye;
  goodbye.reason = reason == "replaced" ? wire::GoodbyeReason::replaced : wire::GoodbyeReason::signed_out;
  say(goodbye);
  cut_off(reason);
}

void SocketHandler::rename(const people::Person& person) { visitor_.person = person; }

void SocketHandler::say(const wire::ServerMessage& message) { send(bytes_of(wire::encode(message))); }

void SocketHandler::refuse(const Refused& refused, std::string_view request, std::string_view match) {
  const wire::ErrorBody error = noted_refusal(services_.log, services_.security, wire::error_body(refused),
                                              {address_, visitor_.person.id, match});
  say(wire::refused_message(error, request, match));
}

// What the player does, and not what the page asks by itself: a tab that was left open is not in use.
void SocketHandler::note_use() {
  const people::Instant now = services_.now();
  if (now - use_noted_ < limits::session_seen_every) return;
  use_noted_ = now;
  services_.people.note_use(visitor_, now);
}

bool SocketHandler::may(Scope scope, std::string_view request, std::string_view match) {
  if (visitor_.person.id.empty()) {
    refuse({"not_signed_in", "", "only with a session: begin as a guest, or sign in"}, request, match);
    return false;
  }
  if (scope == Scope::play) note_use();
  if (scope == Scope::read || visitor_.scope == Scope::play) return true;
  refuse({"scope_missing", "", "this token was not made for that"}, request, match);
  return false;
}

bool SocketHandler::may_make(std::string_view request) {
  return may_take(services_.of_address.games, "games from this address", request);
}

bool SocketHandler::may_take(people::AddressThrottle& throttle, std::string_view what, std::string_view request,
                             std::string_view match) {
  if (!is_throttled_) return true;
  const auto taken = throttle.take(throttle_key_, services_.now(), what);
  if (taken) return true;
  refuse({taken.error().code, "", taken.error().reason}, request, match);
  return false;
}

live::Done<void> SocketHandler::done_for(std::string request, std::string match) {
  return [self = shared_from_this(), request = std::move(request), match = std::move(match)](const auto& result) {
    if (!result) return self->refuse(result.error(), request, match);
    wire::ServerDone done;
    done.request = request;
    self->say(done);
  };
}

live::Done<live::SeekResult> SocketHandler::sought_for(std::string request, std::string taken) {
  return [self = shared_from_this(), request = std::move(request), taken = std::move(taken)](const auto& result) {
    if (!result) return self->refuse(result.error(), request);
    if (!taken.empty() && result->match) {
      wire::ServerPaired paired;
      paired.match = result->match->match;
      paired.seat = result->match->seat;
      paired.seek = taken;
      paired.request = request;
      return self->say(paired);
    }
    wire::ServerDone done;
    done.request = request;
    done.seek = result->seek;
    done.code = result->code;
    if (result->match) done.match = result->match->match;
    self->say(done);
  };
}

void SocketHandler::on_message(std::string_view text) {
  auto message = wire::decode<wire::ClientMessage>(text);
  if (!message) return refuse({"malformed", "", message.error().reason}, request_of(text));
  std::visit([this](auto& each) { take(each); }, *message);
}

void SocketHandler::take(wire::ClientWatch& message) {
  const bool is_new = std::ranges::find(watched_, message.match) == watched_.end();
  if (is_new && watched_.size() >= static_cast<std::size_t>(limits::watched_of_a_socket)) {
    return refuse({"too_many_watched", "", "this connection watches too many matches: leave one"}, "", message.match);
  }
  if (is_new) watched_.push_back(message.match);
  services_.live.watch(*this, message.match, message.after,
                       [self = shared_from_this(), match = message.match](const auto& result) {
                         if (result) return;
                         std::erase(self->watched_, match);
                         self->refuse(result.error(), "", match);
                       });
}

void SocketHandler::take(wire::ClientLeave& message) {
  std::erase(watched_, message.match);
  services_.live.unwatch(*this, message.match);
}

void SocketHandler::take(wire::ClientCommand& message) {
  if (!may(Scope::play, message.request, message.match)) return;
  live::MatchCommand command;
  command.match = message.match;
  command.request = message.request;
  command.is_throttled = is_throttled_;
  command.command = wire::command_of(message.do_, message.seat.value_or(match::server_seat), message.after, lag());
  services_.live.command(visitor_.person, std::move(command), lag(),
                         [self = shared_from_this(), request = std::move(message.request),
                          match = std::move(message.match)](const auto& result) {
                           if (!result) return self->refuse(result.error(), request, match);
                           // Watchers have got the events, which say that it is done.
                           if (std::ranges::find(self->watched_, match) != self->watched_.end()) return;
                           wire::ServerDone done;
                           done.request = request;
                           self->say(done);
                         });
}

void SocketHandler::take(wire::ClientSay& message) {
  if (!may(Scope::play, message.request, message.match)) return;
  auto& chat = services_.of_address.chat;
  if (!may_take(chat, "lines of chat from this address", message.request, message.match)) return;
  // Made first: compilers differ in which argument of a call they look at first.
  const live::Say said{message.match, message.room == wire::Room::players, std::move(message.text), message.request};
  services_.live.say(visitor_.person, said, done_for(std::move(message.request), message.match));
}

void SocketHandler::take(wire::ClientLobby& message) { services_.live.watch_lobby(*this, message.on); }

void SocketHandler::take(wire::ClientSeek& message) {
  if (!may(Scope::play, message.request) || !may_make(message.request)) return;
  services_.live.seek(visitor_.person, seek_request_of(message.terms), sought_for(std::move(message.request)));
}

void SocketHandler::take(wire::ClientUnseek& message) {
  if (!may(Scope::play, message.request)) return;
  services_.live.unseek(visitor_.person, message.seek, done_for(std::move(message.request)));
}

void SocketHandler::take(wire::ClientTakeSeek& message) {
  if (!may(Scope::play, message.request) || !may_make(message.request)) return;
  services_.live.take_seek(visitor_.person, message.seek, -1, sought_for(std::move(message.request), message.seek));
}

void SocketHandler::take(wire::ClientMute& message) {
  if (!may(Scope::play, message.request)) return;
  services_.live.mute(visitor_.person, message.player, message.on, done_for(std::move(message.request)));
}

void SocketHandler::take(wire::ClientReport& message) {
  if (!may(Scope::play, message.request)) return;
  if (!may_take(services_.of_address.reports, "reports from this address", message.request)) return;
  const std::string match = message.match.value_or("");
  services_.live.report(visitor_.person, {match, message.player, std::move(message.text)},
                        [self = shared_from_this(), match, accused = message.player,
                         done = done_for(std::move(message.request))](const auto& result) {
                          if (result) self->note_report(accused, match);
                          done(result);
                        });
}

// What was written is in the list of reports, and not in the log.
void SocketHandler::note_report(std::string_view accused, std::string_view match) {
  services_.security.record(
      LogLevel::info, "player_reported",
      {{"address", address_}, {"person", visitor_.person.id}, {"accused", accused}, {"match", match}});
}

void SocketHandler::take(wire::ClientPing& message) {
  wire::ServerPong pong;
  pong.mark = message.mark;
  pong.now = wire::to_wire(services_.now());
  pong.lag_ms = static_cast<int>(std::min<live::Milliseconds>(lag(), most_lag_told).count());
  say(pong);
}

}  // namespace crownstar::server
