#include "site/server/node/nodes_people.hpp"

#include <algorithm>

#include "site/live/live_site.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/secrets.hpp"
#include "site/server/api/presence.hpp"

namespace crownstar::server {
namespace {

constexpr std::string_view subject = "crownstar.people";

std::string take_word(std::string_view& text) {
  const std::size_t at = std::min(text.find(' '), text.size());
  std::string word(text.substr(0, at));
  text.remove_prefix(std::min(at + 1, text.size()));
  return word;
}

}  // namespace

NodesPeople::NodesPeople(bus::Bus& bus, people::People& people, live::LiveSite& live, Presence& presence)
    : bus_(bus), people_(people), live_(live), presence_(presence), me_(people::make_id('n')) {
  heard_ = bus_.subscribe(subject, [this](std::string_view, std::string_view text) { hear(text); });
}

NodesPeople::~NodesPeople() { bus_.unsubscribe(heard_); }

// Where it cannot be told the others find it in the store, for nothing is remembered for long.
void NodesPeople::publish(const std::string& text) {
  [[maybe_unused]] const auto told = bus_.publish(subject, me_ + " " + text);
}

void NodesPeople::tell_ended(const std::vector<std::string>& handles) {
  std::string text = "ended";
  for (const std::string& handle : handles) text += " " + handle;
  publish(text);
}

// That somebody is about to go changes nothing yet.
void NodesPeople::tell_changed(const people::Person& person, people::Change change) {
  if (change == people::Change::leaves) return;
  publish((change == people::Change::is_gone ? "gone " : "changed ") + person.id + " " +
          (person.kind == people::PersonKind::account ? "account " : "guest ") + person.name);
}

void NodesPeople::hear(std::string_view text) {
  if (take_word(text) == me_) return;
  const std::string verb = take_word(text);
  if (verb == "ended") {
    std::vector<std::string> handles;
    while (!text.empty()) handles.push_back(take_word(text));
    presence_.end_handles(handles);
    people_.forget_handles(handles);
    return;
  }
  people::Person person;
  person.id = take_word(text);
  person.kind = take_word(text) == "account" ? people::PersonKind::account : people::PersonKind::guest;
  person.name = text;
  if (person.id.empty()) return;
  people_.forget_person(person.id);
  live_.person_changed_elsewhere(person.id);
  verb == "gone" ? presence_.end_person(person.id) : presence_.rename(person);
}

}  // namespace crownstar::server
