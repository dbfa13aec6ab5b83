// HTTP routes of other people's accounts: who somebody is, how well they play, and their games.
#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "site/people/accounts/people.hpp"
#include "site/server/api/lobby_json.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/generated/wire_people.hpp"

namespace crownstar::server {
namespace {

using people::Answer;

// The account that the address names, by its name or its id; refused where there is none.
void with_account(Services& services, const ContextPtr& context,
                  const std::function<void(const people::Person&)>& then) {
  const std::string name(context->request.parameter(0));
  services.people.find_person(name, [&services, context, name, then](const Answer<people::Person>& known) {
    if (known) return then(*known);
    services.people.find_account(name, [context, then](const Answer<people::Person>& found) {
      if (!found) return context->refuse(found.error());
      then(*found);
    });
  });
}

void show_player(Services& services, const ContextPtr& context) {
  with_account(services, context, [&services, context](const people::Person& person) {
    services.ratings(person.id, [&services, context, person](Answer<std::vector<wire::Rating>> ratings) {
      if (!ratings) return context->refuse(ratings.error());
      wire::Profile profile;
      profile.player = player_of(person);
      profile.bot = person.is_bot;
      profile.online = services.live.is_online(person.id);
      profile.ratings = std::move(*ratings);
      context->answer_with(profile);
    });
  });
}

void answer_rating_history(Services& services, const ContextPtr& context) {
  const auto pace = std::ranges::find(wire::pace_words, context->request.parameter(2));
  if (pace == wire::pace_words.end()) return context->refuse(wire::RefusalCode::malformed, "there is no such pace");
  const auto wanted = static_cast<wire::Pace>(pace - wire::pace_words.begin());
  with_account(services, context, [&services, context, wanted](const people::Person& person) {
    const std::string family(context->request.parameter(1));
    services.rating_history(person.id, family, wanted, [context](const Answer<wire::RatingHistory>& history) {
      if (!history) return context->refuse(history.error());
      context->answer_with(*history);
    });
  });
}

// A game by link is for those who have the link: of these only the reader's own are listed. Neither is a table that
// still waits for players.
bool may_see(const wire::MatchSummary& match) {
  return match.phase != wire::Phase::waiting && (match.visibility == wire::Visibility::lobby || match.seat);
}

void list_games(Services& services, const ContextPtr& context) {
  with_account(services, context, [&services, context](const people::Person& person) {
    const std::string reader = context->visitor ? context->person().id : std::string();
    services.live.matches_of(person.id, context->request.query_value("from"), limits::listed_matches,
                             [context, reader](const std::expected<live::MatchPage, match::Refused>& page) {
                               if (!page) return context->refuse(page.error());
                               wire::MatchList list;
                               for (const auto& each : page->matches) {
                                 wire::MatchSummary match = summary_view(each, reader);
                                 if (may_see(match)) list.matches.push_back(std::move(match));
                               }
                               list.next = page->next;
                               context->answer_with(list);
                             });
  });
}

}  // namespace

void add_player_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/players/{username}", {Need::anyone},
      [&services](const ContextPtr& context) { show_player(services, context); });
  add(Method::get, "/api/players/{username}/ratings/{family}/{pace}", {Need::anyone},
      [&services](const ContextPtr& context) { answer_rating_history(services, context); });
  add(Method::get, "/api/players/{username}/matches", {Need::anyone},
      [&services](const ContextPtr& context) { list_games(services, context); });
}

}  // namespace crownstar::server
