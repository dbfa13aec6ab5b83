#include "site/match/record/record.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "rules/record/record_source.hpp"
#include "site/match/rules.hpp"

namespace crownstar::match {

namespace {

std::string seconds_of(Milliseconds time) {
  const auto whole = time.count() / 1000;
  const auto rest = time.count() % 1000;
  return rest == 0 ? fmt::format("{}", whole) : fmt::format("{}.{:03}", whole, rest);
}

std::string date_of(Instant at) {
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(at));
  return fmt::format("{:04}.{:02}.{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

// The computer is told by its level, as at the table.
std::string name_in_record(const Player& player) {
  return player.kind == PlayerKind::engine ? fmt::format("Computer ({})", player.name) : player.name;
}

std::string_view termination_of(const Match& match) {
  if (!match.ended()) return "unterminated";
  switch (match.ended()->kind) {
    case EndKind::time:
      return "time forfeit";
    case EndKind::abort:
    case EndKind::absence:
      return "abandoned";
    default:
      return "normal";
  }
}

class MatchRecord {
 public:
  MatchRecord(const Match& match, std::unique_ptr<game::Game> game)
      : match_(match), game_(std::move(game)), record_(game::begin_record(*game_, game::catalog_source())) {}

  game::GameRecord write(const RecordTags& tags) {
    write_line();
    write_end();
    write_tags(tags);
    return std::move(record_);
  }

 private:
  bool has_places() const { return record_.result_form == game::ResultForm::places; }

  void write_line() {
    auto leaving = match_.withdrawals().begin();
    for (int count = 0; std::cmp_less_equal(count, match_.moves().size()); ++count) {
      for (; leaving != match_.withdrawals().end() && leaving->moves == count; ++leaving) write_leaving(*leaving);
      if (std::cmp_less(count, match_.moves().size())) write_move(match_.moves()[static_cast<std::size_t>(count)]);
    }
  }

  // Where a seat that leaves ends the game at once the result says it.
  void write_leaving(const Withdrawal& leaving) {
    if (!has_places()) return;
    const std::string_view how = way_of_leaving(leaving.way);
    last_ = game::add_leaving(record_, last_, leaving.seat, how);
    [[maybe_unused]] const auto left = game_->withdraw(leaving.seat, game::leaving_reason(*game_, leaving.seat, how));
    assert(left);
  }

  void write_move(const PlayedMove& move) {
    const auto read = read_move(*game_, move.text);
    assert(read);
    last_ = game::add_move(record_, last_, *game_, read->view);
    // A clock of turns stands at the whole turn after every move: what the move took says more.
    const ClockKind kind = match_.seat(move.seat).clock.terms().kind;
    const bool has_clock = kind != ClockKind::none && kind != ClockKind::turn;
    record_.node(last_).clocks.push_back(
        {has_clock ? game::ClockKind::remaining : game::ClockKind::move_time,
         {{has_clock ? move.clock.left.count() : move.spent.count(), game::ClockSide::mover, false}}});
    [[maybe_unused]] const auto played = game_->play(read->view);
    assert(played);
  }

  void write_end() {
    const auto& ended = match_.ended();
    if (!ended) return;
    if (ended->kind != EndKind::abort) record_.result = game::result_of(ended->outcome);
    record_.node(last_).comments.push_back(
        game::tidy_comment(base::to_text({ended->outcome.rule, ended->outcome.reason})));
  }

  void add_tag(std::string name, std::string value) {
    if (!value.empty()) record_.tags.push_back({std::move(name), std::move(value)});
  }

  void write_tags(const RecordTags& tags) {
    record_.tags.clear();
    add_tag("Event", tags.event);
    add_tag("Site", tags.site);
    add_tag("Round", tags.round);
    add_tag("Date", date_of(match_.started_at()));
    for (int seat = 0; seat < match_.seats(); ++seat) {
      const auto& player = match_.seat(seat).player;
      if (!player) continue;
      const std::string name = game::tag_of_seat(record_, *game_, seat);
      const auto& substitute = match_.seat(seat).substitute;
      add_tag(name, name_in_record(*player) + (substitute ? " / " + name_in_record(*substitute) : ""));
      if (player->rating > 0) add_tag(name + "Rating", fmt::format("{}", player->rating));
    }
    write_time_control();
    add_tag("Termination", std::string(termination_of(match_)));
    add_tag("PlyCount", fmt::format("{}", match_.moves().size()));
    game::complete_tags(record_);
  }

  void write_time_control() {
    const std::vector<ClockTerms>& clocks = match_.terms().clocks;
    const bool is_even = std::ranges::count(clocks, clocks.front()) == std::ssize(clocks);
    if (is_even) return add_tag("TimeControl", time_control(clocks.front()));
    for (std::size_t seat = 0; seat < clocks.size(); ++seat) {
      add_tag(fmt::format("TimeControl{}", seat + 1), time_control(clocks[seat]));
    }
  }

  const Match& match_;
  std::unique_ptr<game::Game> game_;
  game::GameRecord record_;
  int last_ = 0;
};

}  // namespace

std::string time_control(const ClockTerms& clock) {
  const std::string main = seconds_of(clock.main);
  const std::string step = seconds_of(clock.step);
  switch (clock.kind) {
    case ClockKind::none:
      return "-";
    case ClockKind::fischer:
      return clock.step.count() == 0 ? main : main + "+" + step;
    case ClockKind::delay:
      return main + "d" + step;
    case ClockKind::byoyomi:
      return fmt::format("{}:{}x{}", main, clock.periods, step);
    case ClockKind::days:
      return "1/" + step;
    case ClockKind::turn:
      return fmt::format("1/{}x{}", step, clock.periods);
  }
  return "?";
}

game::GameRecord record_of(const Match& match, const RecordTags& tags) {
  auto game = begun_game(match.terms());
  assert(game);
  return MatchRecord(match, *std::move(game)).write(tags);
}

}  // namespace crownstar::match
