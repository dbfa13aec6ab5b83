// What the lobby asks of the live matches and of those who are connected.
#include <algorithm>
#include <utility>

#include "site/live/inside.hpp"
#include "site/live/summary_view.hpp"

namespace crownstar::live {
namespace {

constexpr Milliseconds a_second{1000};

}  // namespace

const Person* LiveSite::Inside::online(std::string_view person) const {
  const auto found = persons.find(person);
  return found == persons.end() ? nullptr : &found->second.front()->who();
}

std::vector<std::string> LiveSite::Inside::everybody_online() const {
  std::vector<std::string> everybody;
  everybody.reserve(persons.size());
  for (const auto& [person, listeners] : persons) everybody.push_back(person);
  return everybody;
}

std::optional<Refused> LiveSite::Inside::no_more_matches(std::string_view person) {
  if (is_full()) return house_is_full();
  if (unfinished_of(person) < limits::matches_of_a_player) return std::nullopt;
  return Refused{"too_many_matches", "", "you have as many matches as one can; finish one of them first"};
}

std::expected<match::Player, Refused> LiveSite::Inside::engine(std::string_view name, const match::Terms& terms) const {
  if (ports.engines == nullptr) return refused("no_such_engine", "no computer plays here");
  return ports.engines->player(name, terms);
}

void LiveSite::Inside::begin(lobby::MatchToBegin begun, std::vector<std::string> players, Done<std::vector<int>> done) {
  MatchDetails details;
  details.host = begun.host;
  store_match(std::move(begun.id), std::move(details), begun.is_listed, std::move(begun.events),
              [players = std::move(players), done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
                if (!made) return done(std::unexpected(made.error()));
                std::vector<int> seats;
                for (const std::string& player : players) seats.push_back((*made)->seat_of(player));
                done(std::move(seats));
              });
}

std::vector<protocol::MatchSummary> LiveSite::Inside::listed() const {
  std::vector<protocol::MatchSummary> all;
  for (const MatchSummary& each : lobby_matches({})) all.push_back(summary_view(each));
  return all;
}

std::optional<protocol::MatchSummary> LiveSite::Inside::unfinished(const std::string& match) const {
  const auto found = matches.find(match);
  if (found == matches.end() || !found->second->is_unfinished()) return std::nullopt;
  return summary_view(summary(*found->second));
}

void LiveSite::Inside::show(const Text& text) {
  for (Listener* listener : lobby_listeners) listener->send(text);
}

void LiveSite::Inside::watch_lobby(Listener& listener, bool is_on) {
  const auto attendant = attendants.find(&listener);
  if (attendant == attendants.end()) return;
  if (!is_on) {
    lobby_listeners.erase(&listener);
    return;
  }
  if (!listener.wants_text()) return;
  const bool is_first = lobby_listeners.insert(&listener).second && lobby_listeners.size() == 1;
  listener.send(lobby.whole(is_first));
}

void LiveSite::Inside::tell_once_a_second(Instant at) {
  lobby.tick(at);
  std::vector<LiveMatch*> untold(presence_untold.begin(), presence_untold.end());
  for (LiveMatch* live : untold) tell_presence(*live);
  second_at = at + a_second;
}

}  // namespace crownstar::live
