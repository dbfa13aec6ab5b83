#include "site/live/lobby_codec.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>
#include <vector>

#include "site/wire/json/codec.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::live {
namespace {

// Far off, and far from where times overflow.
constexpr std::chrono::days latest_made{365 * 1'000};

// Lines, and numbers in them. What is not there reads as nothing, and the whole is no wish then.
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

void write_kept(Written& out, const lobby::Kept& kept) {
  out.line(kept.id).line(kept.code).number(kept.made.time_since_epoch().count());
  out.line(protocol::encode(protocol::to_wire(kept.wish.terms))).number(kept.wish.seats);
  out.number(kept.wish.ratings.least).number(kept.wish.ratings.most).number(kept.wish.seat);
  out.number(kept.wish.is_by_link ? 1 : 0).number(static_cast<long long>(kept.sitters.size()));
  for (const lobby::Sitter& sitter : kept.sitters) {
    write_player(out, sitter.player);
    out.number(sitter.seat);
  }
}

// The engines of the wish sit already, so they need not be named once more.
lobby::Kept read_kept(Lines& in) {
  lobby::Kept kept;
  kept.id = in.take();
  kept.code = in.take();
  kept.made = Instant{Milliseconds{in.number()}};
  const auto terms = protocol::decode<protocol::MatchTerms>(in.take());
  if (terms) {
    kept.wish.terms = protocol::from_wire(*terms);
  } else {
    in.spoil();
  }
  kept.wish.seats = in.small();
  kept.wish.ratings.least = in.small();
  kept.wish.ratings.most = in.small();
  kept.wish.seat = in.small();
  kept.wish.is_by_link = in.flag();
  const int sitters = in.small();
  if (sitters < 1 || sitters > limits::seats) in.spoil();
  for (int count = 0; count < sitters && in.is_whole(); ++count) {
    match::Player player = read_player(in);
    kept.sitters.push_back({std::move(player), in.small()});
  }
  return kept;
}

// A seek as the lobby itself would have taken it.
bool is_sound(const lobby::Kept& kept) {
  const auto is_seat = [&](int seat) { return seat >= -1 && seat < kept.wish.seats; };
  const auto terms = match::checked(kept.wish.terms);
  return !kept.id.empty() && terms && std::cmp_equal(kept.wish.seats, terms->clocks.size()) &&
         kept.wish.seats >= limits::seats_least && kept.wish.seats <= limits::seats &&
         std::cmp_less(kept.sitters.size(), kept.wish.seats) && is_seat(kept.wish.seat) &&
         std::ranges::all_of(kept.sitters, is_seat, &lobby::Sitter::seat) &&
         kept.sitters.front().player.kind != match::PlayerKind::engine &&
         kept.made.time_since_epoch() >= Milliseconds(0) && kept.made.time_since_epoch() < latest_made;
}

}  // namespace

std::string write_copy(const LobbyCopy& copy) {
  Written out;
  out.line(copy.node).number(copy.is_portion ? 1 : 0).line(copy.after).line(copy.last);
  out.number(static_cast<long long>(copy.gone.size()));
  for (const std::string& seek : copy.gone) out.line(seek);
  out.number(static_cast<long long>(copy.kept.size()));
  for (const lobby::Kept& kept : copy.kept) write_kept(out, kept);
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
  for (int count = 0; count < kept && in.is_whole(); ++count) copy.kept.push_back(read_kept(in));
  const bool is_in_order = copy.last.empty() || copy.after <= copy.last;
  if (!in.is_whole() || copy.node.empty() || !is_in_order || !std::ranges::all_of(copy.kept, is_sound)) {
    return std::nullopt;
  }
  return copy;
}

std::string write_wish(const LobbyWish& wish) {
  Written out;
  out.number(static_cast<int>(wish.kind)).line(wish.node).line(wish.person.id).line(wish.person.name);
  out.number(static_cast<int>(wish.person.kind)).number(wish.person.made.time_since_epoch().count());
  out.number(wish.is_present ? 1 : 0).line(wish.named).number(wish.seat).line(wish.engine);
  if (wish.kind == LobbyWish::Kind::seek) {
    const SeekRequest& seek = wish.wish;
    out.line(protocol::encode(protocol::to_wire(seek.terms)));
    out.number(seek.ratings.least).number(seek.ratings.most).number(seek.seat);
    out.number(seek.is_by_link ? 1 : 0).number(seek.is_quick ? 1 : 0);
    out.number(static_cast<long long>(seek.engines.size()));
    for (const SeekRequest::EngineSeat& engine : seek.engines) out.line(engine.engine).number(engine.seat);
    out.line(seek.id);
  }
  return std::move(out).text();
}

std::optional<LobbyWish> read_wish(std::string_view text) {
  Lines in(text);
  LobbyWish wish;
  const long long kind = in.number();
  if (kind < 0 || kind > static_cast<int>(LobbyWish::Kind::leave)) return std::nullopt;
  wish.kind = static_cast<LobbyWish::Kind>(kind);
  wish.node = in.take();
  wish.person.id = in.take();
  wish.person.name = in.take();
  wish.person.kind = in.flag() ? people::PersonKind::account : people::PersonKind::guest;
  wish.person.made = Instant{Milliseconds{in.number()}};
  wish.is_present = in.flag();
  wish.named = in.take();
  wish.seat = in.small();
  wish.engine = in.take();
  if (wish.kind == LobbyWish::Kind::seek) {
    const auto terms = protocol::decode<protocol::MatchTerms>(in.take());
    if (!terms) return std::nullopt;
    SeekRequest& seek = wish.wish;
    seek.terms = protocol::from_wire(*terms);
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
  if (!in.is_whole() || wish.person.id.empty()) return std::nullopt;
  return wish;
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

}  // namespace crownstar::live
