#include "site/server/node/nodes_people.hpp"

#include <variant>

#include "site/live/live_site.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/secrets.hpp"
#include "site/server/api/presence.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

constexpr std::string_view subject = "people";

}  // namespace

NodesPeople::NodesPeople(bus::Bus& bus, people::People& people, live::LiveSite& live, Presence& presence)
    : bus_(bus), people_(people), live_(live), presence_(presence), me_(people::make_id('n')) {
  heard_ = bus_.subscribe(subject, [this](std::string_view, std::string_view text) { hear(text); });
}

NodesPeople::~NodesPeople() { bus_.unsubscribe(heard_); }

// A node that misses this finds out from the store, because nothing is cached for long.
void NodesPeople::publish(const wire::NodePeople& message) {
  [[maybe_unused]] const auto published = bus_.publish(subject, wire::encode(message));
}

void NodesPeople::notify_ended(const std::vector<std::string>& handles) {
  publish(wire::NodeSessionsEnded{me_, handles});
}

// That somebody is about to leave changes nothing yet.
void NodesPeople::notify_changed(const people::Person& person, people::Change change) {
  if (change == people::Change::leaves) return;
  const wire::NodePerson changed{person.id, person.kind == people::PersonKind::account, person.name, person.is_bot};
  if (change == people::Change::is_gone) return publish(wire::NodePersonGone{me_, changed});
  publish(wire::NodePersonChanged{me_, changed});
}

void NodesPeople::hear(std::string_view text) {
  const auto message = wire::decode_known<wire::NodePeople>(text);
  if (!message) return;
  std::visit(
      [this](const auto& each) {
        if (each.node != me_) take(each);
      },
      *message);
}

void NodesPeople::take(const wire::NodeSessionsEnded& message) {
  presence_.end_handles(message.handles);
  people_.forget_handles(message.handles);
}

void NodesPeople::take(const wire::NodePersonChanged& message) {
  people::Person person;
  person.id = message.person.id;
  person.kind = message.person.account ? people::PersonKind::account : people::PersonKind::guest;
  person.name = message.person.name;
  person.is_bot = message.person.bot;
  forget(person.id);
  presence_.rename(person);
}

void NodesPeople::take(const wire::NodePersonGone& message) {
  forget(message.person.id);
  presence_.end_person(message.person.id);
}

void NodesPeople::forget(const std::string& person) {
  people_.forget_person(person);
  live_.person_changed_elsewhere(person);
}

}  // namespace crownstar::server
