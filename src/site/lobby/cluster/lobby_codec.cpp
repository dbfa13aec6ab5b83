#include "site/lobby/cluster/lobby_codec.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "site/wire/json/codec.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::lobby {
namespace {

// Far off, and far from where times overflow.
constexpr std::chrono::days latest_made{365 * 1'000};

// Lines, and numbers in them. What is not there reads as nothing, and the whole is refused then.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::string take() {
    if (text_.data() == nullptr) {
      is_whole_ = false;
      return {};
    }
    const std::size_t at = text_.find('\n');
    std::string line(text_.substr(0, at));
    text_ = at == std::string_view::npos ? std::string_view() : text_.substr(at + 1);
    return line;
  }
  long long number() {
    const std::string line = take();
    long long value = 0;
    const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), value);
    is_whole_ &= problem == std::errc() && end == line.data() + line.size();
    return value;
  }
  int small() { return static_cast<int>(std::clamp(number(), -1'000'000LL, 1'000'000LL)); }
  bool flag() { return number() != 0; }
  bool is_whole() const { return is_whole_; }
  void spoil() { is_whole_ = false; }

 private:
  std::string_view text_;
  bool is_whole_ = true;
};

class Written {
 public:
  Written& line(std::string_view text) {
    for (const char letter : text) text_ += letter == '\n' ? ' ' : letter;
    text_ += '\n';
    return *this;
  }
  Written& number(long long value) { return line(std::to_string(value)); }
  std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

void write_player(Written& out, const match::Player& player) {
  out.line(player.id).line(player.name).number(static_cast<int>(player.kind)).number(player.rating);
  out.number(player.is_provisional ? 1 : 0);
}

match::Player read_player(Lines& in) {
  match::Player player;
  player.id = in.take();
  player.name = in.take();
  const int kind = in.small();
  if (kind < 0 || kind > static_cast<int>(match::PlayerKind::engine)) in.spoil();
  player.kind = static_cast<match::PlayerKind>(kind);
  player.rating = in.small();
  player.is_provisional = in.flag();
  return player;
}

void write_seek(Written& out, const SeekCopy& seek) {
  out.line(seek.id).line(seek.code).number(seek.made.time_since_epoch().count());
  out.line(wire::encode(wire::to_wire(seek.offer.terms))).number(seek.offer.seats);
  out.number(seek.offer.ratings.least).number(seek.offer.ratings.most).number(seek.offer.seat);
  out.number(seek.offer.is_by_link ? 1 : 0).number(static_cast<long long>(seek.sitters.size()));
  for (const Sitter& sitter : seek.sitters) {
    write_player(out, sitter.player);
    out.number(sitter.seat);
  }
}

// The engines of the offer sit already, so they need not be named once more.
SeekCopy read_seek(Lines& in) {
  SeekCopy seek;
  seek.id = in.take();
  seek.code = in.take();
  seek.made = Instant{Milliseconds{in.number()}};
  const auto terms = wire::decode<wire::MatchTerms>(in.take());
  if (terms) {
    seek.offer.terms = wire::from_wire(*terms);
  } else {
    in.spoil();
  }
  seek.offer.seats = in.small();
  seek.offer.ratings.least = in.small();
  seek.offer.ratings.most = in.small();
  seek.offer.seat = in.small();
  seek.offer.is_by_link = in.flag();
  const int sitters = in.small();
  if (sitters < 1 || sitters > limits::seats) in.spoil();
  for (int count = 0; count < sitters && in.is_whole(); ++count) {
    match::Player player = read_player(in);
    seek.sitters.push_back({std::move(player), in.small()});
  }
  return seek;
}

// A seek as the lobby itself would have taken it.
bool is_sound(const SeekCopy& seek) {
  const auto is_seat = [&](int seat) { return seat >= -1 && seat < seek.offer.seats; };
  const auto terms = match::checked(seek.offer.terms);
  return !seek.id.empty() && terms && std::cmp_equal(seek.offer.seats, terms->clocks.size()) &&
         seek.offer.seats >= limits::seats_least && seek.offer.seats <= limits::seats &&
         std::cmp_less(seek.sitters.size(), seek.offer.seats) && is_seat(seek.offer.seat) &&
         std::ranges::all_of(seek.sitters, is_seat, &Sitter::seat) &&
         seek.sitters.front().player.kind != match::PlayerKind::engine &&
         seek.made.time_since_epoch() >= Milliseconds(0) && seek.made.time_since_epoch() < latest_made;
}

}  // namespace

std::string write_copy(const LobbyCopy& copy) {
  Written out;
  out.line(copy.node).number(copy.is_portion ? 1 : 0).line(copy.after).line(copy.last);
  out.number(static_cast<long long>(copy.gone.size()));
  for (const std::string& seek : copy.gone) out.line(seek);
  out.number(static_cast<long long>(copy.kept.size()));
  for (const SeekCopy& seek : copy.kept) write_seek(out, seek);
  return std::move(out).text();
}

std::optional<LobbyCopy> read_copy(std::string_view text) {
  Lines in(text);
  LobbyCopy copy;
  copy.node = in.take();
  copy.is_portion = in.flag();
  copy.after = in.take();
  copy.last = in.take();
  const int gone = in.small();
  for (int count = 0; count < gone && in.is_whole(); ++count) copy.gone.push_back(in.take());
  const int kept = in.small();
  for (int count = 0; count < kept && in.is_whole(); ++count) copy.kept.push_back(read_seek(in));
  const bool is_in_order = copy.last.empty() || copy.after <= copy.last;
  if (!in.is_whole() || copy.node.empty() || !is_in_order || !std::ranges::all_of(copy.kept, is_sound)) {
    return std::nullopt;
  }
  return copy;
}

std::string write_request(const LobbyRequest& request) {
  Written out;
  out.number(static_cast<int>(request.kind)).line(request.node).line(request.person.id).line(request.person.name);
  out.number(static_cast<int>(request.person.kind)).number(request.person.made.time_since_epoch().count());
  out.number(request.is_present ? 1 : 0).line(request.named).number(request.seat).line(request.engine);
  if (request.kind == LobbyRequest::Kind::seek) {
    const SeekRequest& seek = request.seek;
    out.line(wire::encode(wire::to_wire(seek.terms)));
    out.number(seek.ratings.least).number(seek.ratings.most).number(seek.seat);
    out.number(seek.is_by_link ? 1 : 0).number(seek.is_quick ? 1 : 0);
    out.number(static_cast<long long>(seek.engines.size()));
    for (const SeekRequest::EngineSeat& engine : seek.engines) out.line(engine.engine).number(engine.seat);
    out.line(seek.id);
  }
  return std::move(out).text();
}

std::optional<LobbyRequest> read_request(std::string_view text) {
  Lines in(text);
  LobbyRequest request;
  const long long kind = in.number();
  if (kind < 0 || kind > static_cast<int>(LobbyRequest::Kind::leave)) return std::nullopt;
  request.kind = static_cast<LobbyRequest::Kind>(kind);
  request.node = in.take();
  request.person.id = in.take();
  request.person.name = in.take();
  request.person.kind = in.flag() ? people::PersonKind::account : people::PersonKind::guest;
  request.person.made = Instant{Milliseconds{in.number()}};
  request.is_present = in.flag();
  request.named = in.take();
  request.seat = in.small();
  request.engine = in.take();
  if (request.kind == LobbyRequest::Kind::seek) {
    const auto terms = wire::decode<wire::MatchTerms>(in.take());
    if (!terms) return std::nullopt;
    SeekRequest& seek = request.seek;
    seek.terms = wire::from_wire(*terms);
    seek.ratings.least = in.small();
    seek.ratings.most = in.small();
    seek.seat = in.small();
    seek.is_by_link = in.flag();
    seek.is_quick = in.flag();
    const int engines = in.small();
    if (engines < 0 || engines > limits::seats) return std::nullopt;
    for (int count = 0; count < engines; ++count) {
      std::string engine = in.take();
      seek.engines.push_back({std::move(engine), in.small()});
    }
    seek.id = in.take();
  }
  if (!in.is_whole() || request.person.id.empty()) return std::nullopt;
  return request;
}

std::string write_sought(const std::expected<Sought, Refused>& sought) {
  Written out;
  if (!sought) {
    out.line("no").line(sought.error().code).line(sought.error().rule).line(sought.error().reason);
    return std::move(out).text();
  }
  out.line("yes").line(sought->seek).line(sought->code);
  if (sought->match) out.line(sought->match->match).number(sought->match->seat).line(sought->match->code);
  return std::move(out).text();
}

std::expected<Sought, Refused> read_sought(std::string_view text) {
  Lines in(text);
  if (in.take() != "yes") {
    Refused refusal;
    refusal.code = in.take();
    refusal.rule = in.take();
    refusal.reason = in.take();
    if (!in.is_whole() || refusal.code.empty()) return match::refused("busy", "the lobby does not answer; try again");
    return std::unexpected(std::move(refusal));
  }
  Sought sought;
  sought.seek = in.take();
  sought.code = in.take();
  if (std::string match = in.take(); !match.empty()) {
    const int seat = in.small();
    sought.match = Sat{std::move(match), seat, in.take()};
  }
  return sought;
}

}  // namespace crownstar::lobby
