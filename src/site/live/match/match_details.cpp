#include "site/live/match/match_details.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/text/parse_number.hpp"
#include "base/text/take_to.hpp"
#include "rules/record/record_result.hpp"
#include "rules/record/record_source.hpp"
#include "site/people/ratings/ratings.hpp"

namespace crownstar::live {
namespace {

long long number_of(std::string_view text) { return base::parse_number<long long>(text).value_or(0); }

match::ClockTerms read_clock(std::string_view text) {
  constexpr std::array kinds{match::ClockKind::none,    match::ClockKind::fischer, match::ClockKind::delay,
                             match::ClockKind::byoyomi, match::ClockKind::days,    match::ClockKind::turn};
  match::ClockTerms clock;
  const std::string_view name = base::take_to(text, ' ');
  for (const match::ClockKind kind : kinds) {
    if (match::name_of(kind) == name) clock.kind = kind;
  }
  clock.main = match::Milliseconds{number_of(base::take_to(text, ' '))};
  clock.step = match::Milliseconds{number_of(base::take_to(text, ' '))};
  clock.periods = static_cast<int>(number_of(text));
  return clock;
}

game::ResultForm result_form_of(const std::string& token) {
  static const game::RecordSource source = game::catalog_source();
  const game::RecordedGame* game = source.find_id(token);
  return game == nullptr ? game::ResultForm::one_point : game->result_form;
}

store::PlayerKind stored_kind(match::PlayerKind kind) {
  switch (kind) {
    case match::PlayerKind::guest:
      return store::PlayerKind::guest;
    case match::PlayerKind::account:
      return store::PlayerKind::account;
    case match::PlayerKind::engine:
      break;
  }
  return store::PlayerKind::engine;
}

// What each event does to the header; the others do nothing.
struct Rewrite {
  store::MatchHeader& header;
  int& moves;
  bool& is_changed;
  std::span<const match::Event> earlier;

  void operator()(const match::Seated& seated) const {
    std::erase_if(header.seats, [&](const store::SeatRow& row) { return row.seat == seated.seat; });
    const match::Player& player = seated.player;
    header.seats.push_back(
        {seated.seat, stored_kind(player.kind), player.id, player.name, player.rating, player.is_provisional});
    std::ranges::sort(header.seats, {}, &store::SeatRow::seat);
    is_changed = true;
  }
  void operator()(const match::Unseated& unseated) const {
    const auto is_that = [&](const store::SeatRow& row) { return row.seat == unseated.seat; };
    const auto found = std::ranges::find_if(header.seats, is_that);
    const std::string person = found == header.seats.end() ? std::string() : found->player;
    std::erase_if(header.seats, is_that);
    pass_on_from(person);
    is_changed = true;
  }
  void operator()(const match::Started&) const {
    header.state = store::MatchState::running;
    forget_details(false);
    is_changed = true;
  }
  void operator()(const match::Substituted&) const {
    header.is_rated = false;
    is_changed = true;
  }
  void operator()(const match::Missed&) const {
    is_changed |= header.is_rated;
    header.is_rated = false;
  }
  void operator()(const match::Moved&) const { ++moves; }
  void operator()(const match::TakenBack& taken_back) const { moves = taken_back.moves_left; }
  void operator()(const match::Ended& ended) const {
    header.state = store::MatchState::over;
    header.ending = match::name_of(ended.kind);
    header.result = ended.kind == match::EndKind::abort
                        ? ""
                        : game::write_result(game::result_of(ended.outcome), result_form_of(header.game));
    forget_details(true);
    is_changed = true;
  }
  void operator()(const auto&) const {}

  void pass_on_from(const std::string& person) const {
    MatchDetails details = read_details(header.details);
    if (person.empty() || details.host != person || !details.kept_for.empty()) return;
    const store::SeatRow* next = nullptr;
    for (const store::SeatRow& row : header.seats) {
      if (row.kind == store::PlayerKind::engine || row.player.empty()) continue;
      if (next == nullptr || seated_at(row) < seated_at(*next)) next = &row;
    }
    if (next == nullptr) return;
    details.host = next->player;
    header.details = write_details(details);
  }
  // The number of the event; before all of them where it is not among the earlier ones any more.
  int seated_at(const store::SeatRow& row) const {
    int number = -1;
    for (const match::Event& event : earlier) {
      const auto* seated = std::get_if<match::Seated>(&event.what);
      if (seated != nullptr && seated->seat == row.seat) number = event.number;
    }
    return number;
  }

  // Whoever is named without having sat down is found by no seat when their account is deleted. A host is needed until
  // the match ends.
  void forget_details(bool is_over) const {
    MatchDetails details = read_details(header.details);
    const auto is_theirs = [&](const store::SeatRow& row) { return row.player == details.host; };
    const bool is_host_absent = !details.host.empty() && std::ranges::none_of(header.seats, is_theirs);
    if (details.kept_for.empty() && !(is_over && is_host_absent)) return;
    details.kept_for.clear();
    if (is_over && is_host_absent) details.host.clear();
    header.details = write_details(details);
  }
};

}  // namespace

std::string write_details(const MatchDetails& details) {
  std::string text = fmt::format("seats={}\n", details.seats);
  if (!details.host.empty()) text += fmt::format("host={}\n", details.host);
  if (!details.code.empty()) text += fmt::format("code={}\n", details.code);
  if (!details.previous.empty()) text += fmt::format("previous={}\n", details.previous);
  for (const std::string& person : details.kept_for) text += fmt::format("kept_for={}\n", person);
  for (const match::ClockTerms& clock : details.clocks) {
    text += fmt::format("clock={} {} {} {}\n", match::name_of(clock.kind), clock.main.count(), clock.step.count(),
                        clock.periods);
  }
  return text;
}

MatchDetails read_details(std::string_view text) {
  MatchDetails details;
  while (!text.empty()) {
    std::string_view line = base::take_to(text, '\n');
    const std::string_view key = base::take_to(line, '=');
    if (key == "seats") details.seats = static_cast<int>(number_of(line));
    if (key == "host") details.host = line;
    if (key == "code") details.code = line;
    if (key == "previous") details.previous = line;
    if (key == "kept_for") details.kept_for.emplace_back(line);
    if (key == "clock") details.clocks.push_back(read_clock(line));
  }
  return details;
}

store::MatchHeader first_header(std::string id, const match::Terms& terms, const MatchDetails& details, bool is_listed,
                                match::Instant now) {
  store::MatchHeader header;
  header.id = std::move(id);
  header.game = terms.game;
  header.family = people::rating_family(terms.game);
  header.speed = people::name_of(people::pace_of(terms.clocks.front()));
  header.is_rated = terms.is_rated;
  header.is_listed = is_listed;
  header.created = now;
  header.updated = now;
  header.details = write_details(details);
  return header;
}

std::optional<store::MatchHeader> header_after(const store::MatchHeader& before,
                                               const std::vector<match::Event>& events, int moves,
                                               std::span<const match::Event> earlier) {
  // Most batches are a move: then nothing is copied.
  const bool is_move = events.size() == 1 && std::holds_alternative<match::Moved>(events.front().what);
  if (is_move) return std::nullopt;
  store::MatchHeader header = before;
  bool is_changed = false;
  for (const match::Event& event : events) std::visit(Rewrite{header, moves, is_changed, earlier}, event.what);
  if (!is_changed) return std::nullopt;
  header.moves = moves;
  header.updated = events.back().at;
  if (header.state == store::MatchState::over && !header.ended) header.ended = header.updated;
  return header;
}

}  // namespace crownstar::live
