#include "load/crowd.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "load/http_caller.hpp"
#include "load/tables.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::load {
namespace {

constexpr int most_connecting = 200;

// Every second table has clocks: long enough that none runs out.
constexpr ClockPlan with_clock{3'600'000, 1'000};

ClockPlan clock_of(int table) { return table % 2 == 0 ? with_clock : ClockPlan{}; }

std::string request_of(const std::string& game, ClockPlan clock) {
  std::string request = R"({"game":")" + game + R"(","draw_seats":false)";
  if (clock.has_clock()) {
    request += R"(,"clocks":[{"kind":"fischer","main_ms":)" + std::to_string(clock.main_ms) + R"(,"step_ms":)" +
               std::to_string(clock.step_ms) + "}]";
  }
  return request + "}";
}

}  // namespace

Crowd::Crowd(Poller& poller, CrowdPlan plan)
    : plan_(std::move(plan)),
      room_{poller, figures_, outages_, plan_.behaviour, {}, std::mt19937_64(plan_.seed), {}, 0, 0} {
  std::uint64_t seed = plan_.seed;
  for (const std::string& game : plan_.games) {
    for (std::size_t i = 0; i < plan_.scripts_of_a_game; ++i) {
      room_.scripts.push_back(std::make_shared<const Script>(random_script(game, ++seed, plan_.most_plies)));
    }
  }
}

bool Crowd::sit_down(int port) {
  room_.port = port;
  const auto game_of = [&](int table) { return plan_.games[static_cast<std::size_t>(table) % plan_.games.size()]; };
  std::vector<int> first_guest;
  int guests = 0;
  for (int table = 0; table < plan_.tables; ++table) {
    first_guest.push_back(guests);
    guests += random_script(game_of(table), 1, 1).seats;
  }
  first_guest.push_back(guests);
  const std::vector<std::string> cookies = make_guests(port, guests);
  std::vector<std::string> matches(static_cast<std::size_t>(plan_.tables));
  const auto at_table = [&](std::size_t table) {
    return std::vector<std::string>(cookies.begin() + first_guest[table], cookies.begin() + first_guest[table + 1]);
  };
  in_parallel(most_callers, plan_.tables, port, [&](HttpCaller& caller, int number) {
    const auto table = static_cast<std::size_t>(number);
    matches[table] = make_match(caller, request_of(game_of(number), clock_of(number)), at_table(table));
  });
  for (int number = 0; number < plan_.tables; ++number) {
    const auto table = static_cast<std::size_t>(number);
    if (matches[table].empty()) return false;
    const auto match = room_.match(matches[table], game_of(number), clock_of(number));
    for (const std::string& cookie : at_table(table)) {
      sitters_.push_back(std::make_unique<Sitter>(room_, match, clock_of(number), cookie));
    }
    if (plan_.spectator_every == 0 || number % plan_.spectator_every != 0) continue;
    sitters_.push_back(std::make_unique<Sitter>(room_, match, clock_of(number), ""));
  }
  return true;
}

void Crowd::come_back() {
  if (sitters_.empty()) return;
  // From anywhere, so that nobody is always the last.
  const std::size_t start = room_.random() % sitters_.size();
  for (std::size_t i = 0; i < sitters_.size() && room_.connecting < most_connecting; ++i) {
    Sitter& sitter = *sitters_[(start + i) % sitters_.size()];
    if (sitter.is_gone()) sitter.connect();
  }
}

void Crowd::hang_up_all() {
  for (const auto& sitter : sitters_) sitter->hang_up();
}

void Crowd::hang_up_one() { sitters_[room_.random() % sitters_.size()]->hang_up(); }

bool Crowd::are_all_there() const {
  return std::ranges::all_of(sitters_, [](const auto& sitter) { return sitter->is_there(); });
}

void Crowd::mark() {
  marks_.clear();
  for (const auto& sitter : sitters_) marks_.push_back({&sitter->match(), sitter->match().moves()});
}

bool Crowd::have_all_got_on(std::size_t moves) const {
  for (std::size_t i = 0; i < sitters_.size(); ++i) {
    const SeenMatch& match = sitters_[i]->match();
    if (&match == marks_[i].match && match.moves() < marks_[i].moves + moves) return false;
  }
  return true;
}

void Crowd::check_all_over_http(int port) {
  std::vector<SeenMatch*> all;
  for (const auto& [id, match] : room_.matches) all.push_back(match.get());
  std::mutex mutex;
  in_parallel(most_callers / 2, static_cast<int>(all.size()), port, [&](HttpCaller& caller, int number) {
    SeenMatch& match = *all[static_cast<std::size_t>(number)];
    const Answer answer = caller.ask("GET", "/api/matches/" + match.id(), "");
    const auto read = wire::decode<wire::ServerMessage>(answer.body);
    const std::lock_guard lock(mutex);
    const auto* message = read ? std::get_if<wire::ServerSnapshot>(&*read) : nullptr;
    if (message == nullptr) {
      return figures_.fault(figures_.wrong_answers,
                            match.id() + ": " + std::to_string(answer.status) + " " + answer.body);
    }
    match.see_all(message->snapshot.moves, match.moves());
  });
}

void Crowd::print(const char* what) const {
  std::printf("%s: %d tables, %zu matches, %zu of them finished, %zu connections made\n", what, plan_.tables,
              room_.matches.size(), figures_.games_finished, figures_.reconnections);
  std::printf("  commands %zu, sent a second time %zu\n", figures_.commands, figures_.sent_again);
  std::printf("  moves acknowledged %zu, lost %zu, doubled or out of place %zu\n", figures_.moves, figures_.lost,
              figures_.out_of_place);
  std::printf(
      "  gaps %zu, wrong clocks %zu, wrong answers %zu; most time of a turn charged to nobody %lld ms, held by the "
      "store %lld ms\n",
      figures_.gaps, figures_.wrong_clocks, figures_.wrong_answers, static_cast<long long>(figures_.most_given_ms),
      static_cast<long long>(figures_.most_held_ms));
  for (const auto& [code, count] : figures_.refusals) std::printf("  refused as %s: %zu\n", code.c_str(), count);
  for (const std::string& fault : figures_.faults) std::printf("  FAULT %s\n", fault.c_str());
  std::fflush(stdout);
}

}  // namespace crownstar::load
