#include "site/lobby/cluster/lobby_codec.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "site/wire/json/codec.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::lobby {
namespace {

// Far off, and far from where times overflow.
constexpr std::chrono::days latest_made{365 * 1'000};

// A seat that is drawn by lot is left out on the wire.
std::optional<int> seat_on_wire(int seat) { return seat == -1 ? std::nullopt : std::optional(seat); }

wire::LobbySeekCopy to_wire(const SeekCopy& seek) {
  wire::LobbySeekCopy copy;
  copy.id = seek.id;
  copy.code = seek.code;
  copy.made_at = wire::to_wire(seek.made);
  copy.terms = wire::to_wire(seek.offer.terms);
  copy.seats = seek.offer.seats;
  copy.rating_least = seek.offer.ratings.least;
  copy.rating_most = seek.offer.ratings.most;
  copy.seat = seat_on_wire(seek.offer.seat);
  copy.by_link = seek.offer.is_by_link;
  for (const Sitter& sitter : seek.sitters) {
    copy.sitters.push_back({wire::to_wire(sitter.player), seat_on_wire(sitter.seat)});
  }
  return copy;
}

// The engines of the offer sit already, so they need not be named once more.
SeekCopy from_wire(const wire::LobbySeekCopy& copy) {
  SeekCopy seek;
  seek.id = copy.id;
  seek.code = copy.code;
  seek.made = wire::instant_of(copy.made_at);
  seek.offer.terms = wire::from_wire(copy.terms);
  seek.offer.seats = copy.seats;
  seek.offer.ratings = {copy.rating_least, copy.rating_most};
  seek.offer.seat = copy.seat.value_or(-1);
  seek.offer.is_by_link = copy.by_link;
  for (const wire::Sitter& sitter : copy.sitters) {
    seek.sitters.push_back({wire::from_wire(sitter.player), sitter.seat.value_or(-1)});
  }
  return seek;
}

// A seek that this node's own lobby would have accepted.
bool is_sound(const SeekCopy& seek) {
  const auto is_seat = [&](int seat) { return seat >= -1 && seat < seek.offer.seats; };
  const auto terms = match::checked(seek.offer.terms);
  return terms && std::cmp_equal(seek.offer.seats, terms->clocks.size()) &&
         std::cmp_less(seek.sitters.size(), seek.offer.seats) && is_seat(seek.offer.seat) &&
         std::ranges::all_of(seek.sitters, is_seat, &Sitter::seat) &&
         seek.sitters.front().player.kind != match::PlayerKind::engine && seek.made.time_since_epoch() < latest_made;
}

wire::LobbySeek seek_on_wire(const SeekRequest& seek) {
  wire::LobbySeek action;
  action.terms = wire::to_wire(seek.terms);
  action.rating_least = seek.ratings.least;
  action.rating_most = seek.ratings.most;
  action.seat = seat_on_wire(seek.seat);
  action.by_link = seek.is_by_link;
  action.quick = seek.is_quick;
  for (const SeekRequest::EngineSeat& each : seek.engines) {
    action.engines.push_back({each.engine, seat_on_wire(each.seat)});
  }
  action.seek = seek.id;
  return action;
}

wire::LobbyAction action_of(const LobbyRequest& request) {
  switch (request.kind) {
    case LobbyRequest::Kind::seek:
      break;
    case LobbyRequest::Kind::take:
      return wire::LobbyTake{request.named, seat_on_wire(request.seat)};
    case LobbyRequest::Kind::accept:
      return wire::LobbyAccept{request.named, seat_on_wire(request.seat)};
    case LobbyRequest::Kind::fill:
      return wire::LobbyFill{request.named, request.engine};
    case LobbyRequest::Kind::leave:
      return wire::LobbyLeave{request.named};
  }
  return seek_on_wire(request.seek);
}

// Puts what is asked into a request that has everything else.
struct ActionReader {
  LobbyRequest& request;

  void operator()(const wire::LobbySeek& action) const {
    request.kind = LobbyRequest::Kind::seek;
    SeekRequest& seek = request.seek;
    seek.terms = wire::from_wire(action.terms);
    seek.ratings = {action.rating_least, action.rating_most};
    seek.seat = action.seat.value_or(-1);
    seek.is_by_link = action.by_link;
    seek.is_quick = action.quick;
    for (const wire::EngineSeat& each : action.engines) seek.engines.push_back({each.engine, each.seat.value_or(-1)});
    seek.id = action.seek;
  }
  void operator()(const wire::LobbyTake& action) const {
    request.kind = LobbyRequest::Kind::take;
    request.named = action.seek;
    request.seat = action.seat.value_or(-1);
  }
  void operator()(const wire::LobbyAccept& action) const {
    request.kind = LobbyRequest::Kind::accept;
    request.named = action.code;
    request.seat = action.seat.value_or(-1);
  }
  void operator()(const wire::LobbyFill& action) const {
    request.kind = LobbyRequest::Kind::fill;
    request.named = action.seek;
    request.engine = action.engine;
  }
  void operator()(const wire::LobbyLeave& action) const {
    request.kind = LobbyRequest::Kind::leave;
    request.named = action.seek;
  }
};

}  // namespace

std::string write_copy(const LobbyCopy& copy) {
  wire::LobbyCopy message{copy.node, copy.is_portion, copy.after, copy.last, copy.gone, {}};
  for (const SeekCopy& seek : copy.kept) message.kept.push_back(to_wire(seek));
  return wire::encode(wire::LobbyReplicaMessage(std::move(message)));
}

std::optional<LobbyCopy> copy_of(const wire::LobbyCopy& message) {
  if (!message.last.empty() && message.after > message.last) return std::nullopt;
  LobbyCopy copy{message.node, message.portion, message.after, message.last, message.gone, {}};
  for (const wire::LobbySeekCopy& seek : message.kept) copy.kept.push_back(from_wire(seek));
  if (!std::ranges::all_of(copy.kept, is_sound)) return std::nullopt;
  return copy;
}

std::string write_request(const LobbyRequest& request) {
  const Person& person = request.person;
  const bool is_account = person.kind == people::PersonKind::account;
  const wire::LobbyPerson asking{person.id, is_account, person.name, wire::to_wire(person.made)};
  return wire::encode(wire::LobbyRequest{request.node, asking, request.is_present, action_of(request)});
}

std::optional<LobbyRequest> read_request(std::string_view text) {
  const auto message = wire::decode_known<wire::LobbyRequest>(text);
  if (!message) return std::nullopt;
  LobbyRequest request;
  request.node = message->node;
  request.person.id = message->person.id;
  request.person.name = message->person.name;
  request.person.kind = message->person.account ? people::PersonKind::account : people::PersonKind::guest;
  request.person.made = wire::instant_of(message->person.made_at);
  request.is_present = message->present;
  std::visit(ActionReader{request}, message->action);
  return request;
}

std::string write_seek_result(const std::expected<SeekResult, Refused>& sought) {
  if (!sought) {
    const Refused& refusal = sought.error();
    return wire::encode(wire::LobbyAnswer(wire::LobbyRefused{refusal.code, refusal.rule, refusal.reason}));
  }
  wire::LobbyDone done{sought->seek, sought->code, {}};
  if (sought->match) {
    const Sat& sat = *sought->match;
    done.match = wire::LobbySeat{sat.match, seat_on_wire(sat.seat), sat.code};
  }
  return wire::encode(wire::LobbyAnswer(std::move(done)));
}

std::expected<SeekResult, Refused> read_seek_result(std::string_view text) {
  const auto answer = wire::decode_known<wire::LobbyAnswer>(text);
  if (!answer) return match::refused("busy", "the lobby does not answer; try again");
  if (const auto* refused = std::get_if<wire::LobbyRefused>(&*answer)) {
    return std::unexpected(Refused{refused->code, refused->rule, refused->reason});
  }
  const auto& done = std::get<wire::LobbyDone>(*answer);
  SeekResult sought{done.seek, done.code, {}};
  if (done.match) sought.match = Sat{done.match->match, done.match->seat.value_or(-1), done.match->code};
  return sought;
}

}  // namespace crownstar::lobby
