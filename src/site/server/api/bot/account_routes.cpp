// Routes of the bot API about accounts: whose token it is, its games, bot accounts, and who is connected.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/text/parse_number.hpp"
#include "site/people/accounts/people.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/wire/generated/wire_bot.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

using people::Answer;
using people::Scope;
using wire::RefusalCode;

constexpr int most_users_asked = 50;
constexpr int most_bots_listed = 200;

// `nb`: how many at most.
int most_of(const ContextPtr& context, int usual) {
  return std::clamp(base::parse_number<int>(context->request.query_value("nb")).value_or(usual), 0, usual);
}

void describe_account(Services& services, const ContextPtr& context) {
  services.ratings(context->person().id, [context](const Answer<std::vector<wire::Rating>>& ratings) {
    if (!ratings) return context->refuse(ratings.error());
    context->answer_with(bot_account(context->person(), *ratings));
  });
}

// One game after the other: a match may have to be read first.
struct Playing {
  ContextPtr context;
  std::vector<std::string> matches;
  std::size_t most = 0;
  wire::BotNowPlaying found;
};

void look_at_next(Services& services, const std::shared_ptr<Playing>& playing) {
  if (playing->matches.empty() || playing->found.now_playing.size() >= playing->most) {
    return playing->context->answer_with(playing->found);
  }
  const std::string id = playing->matches.back();
  playing->matches.pop_back();
  services.live.look(id, [&services, playing, id](const auto& match) {
    const auto seat = match ? (*match)->seat_of(playing->context->person().id) : std::nullopt;
    if (seat && (*match)->phase() == match::Phase::playing) {
      playing->found.now_playing.push_back(bot_info(id, **match, *seat, services.now()));
    }
    look_at_next(services, playing);
  });
}

void list_playing(Services& services, const ContextPtr& context) {
  const auto most = static_cast<std::size_t>(most_of(context, limits::matches_of_a_player));
  services.live.matches_of(context->person().id, {}, limits::listed_matches,
                           [&services, context, most](const std::expected<live::MatchPage, match::Refused>& page) {
                             if (!page) return context->refuse(page.error());
                             auto playing = std::make_shared<Playing>(Playing{context, {}, most, {}});
                             for (const live::MatchSummary& each : page->matches) {
                               if (each.header.state == store::MatchState::running) {
                                 playing->matches.insert(playing->matches.begin(), each.header.id);
                               }
                             }
                             look_at_next(services, playing);
                           });
}

void become_a_bot(Services& services, const ContextPtr& context) {
  services.people.become_bot(*context->visitor, [&services, context](const Answer<void>& done) {
    const std::string address = write_address(context->request.address);
    context->is_noted = true;
    if (!done) {
      services.security.note("bot_account_refused", address, context->person().id, done.error().code);
      return context->refuse(done.error());
    }
    services.security.note("bot_account", address, context->person().id);
    context->answer_with(wire::BotOk{true});
  });
}

void list_bots(Services& services, const ContextPtr& context) {
  std::string lines;
  int left = most_of(context, most_bots_listed);
  for (const people::Person& each : services.live.bots_online()) {
    if (left-- <= 0) break;
    lines += wire::encode(wire::BotUser{each.id, each.name, wire::BotTitle::BOT}) + "\n";
  }
  context->answer(text_answer(std::move(lines), "application/x-ndjson"));
}

struct AskedUsers {
  ContextPtr context;
  std::vector<std::string> names;  // or ids
  std::string found;               // so far, as the items of a list
};

void find_next(Services& services, const std::shared_ptr<AskedUsers>& asked) {
  if (asked->names.empty()) return asked->context->answer(json_answer("[" + asked->found + "]"));
  const std::string name = asked->names.back();
  asked->names.pop_back();
  const auto found = [&services, asked](const Answer<people::Person>& person) {
    if (person) {
      const bool is_online = services.live.is_online(person->id);
      asked->found += (asked->found.empty() ? "" : ",") +
                      wire::encode(wire::BotUserStatus{person->id, person->name, bot_title(*person), is_online});
    }
    find_next(services, asked);
  };
  services.people.find_person(name, [&services, name, found](const Answer<people::Person>& person) {
    if (person) return found(person);
    services.people.find_account(name, found);
  });
}

void list_users_status(Services& services, const ContextPtr& context) {
  auto asked = std::make_shared<AskedUsers>(AskedUsers{context, {}, {}});
  std::string_view rest = context->request.query_value("ids");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (end > 0) asked->names.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (asked->names.size() > most_users_asked) {
    return context->refuse(RefusalCode::malformed, "ids: at most " + std::to_string(most_users_asked));
  }
  std::ranges::reverse(asked->names);
  find_next(services, asked);
}

void export_game(Services& services, const ContextPtr& context) {
  services.live.export_match(context->request.parameter(0), live::ExportForm::pdn,
                             [context](const std::expected<live::Exported, match::Refused>& result) {
                               if (!result) return context->refuse(result.error());
                               context->answer(text_answer(result->text, result->content_type));
                             });
}

}  // namespace

void add_bot_account_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/account", {Need::player},
      [&services](const ContextPtr& context) { describe_account(services, context); });
  add(Method::get, "/api/account/playing", {Need::player},
      [&services](const ContextPtr& context) { list_playing(services, context); });
  add(Method::post, "/api/bot/account/upgrade", {Need::player, Scope::play},
      [&services](const ContextPtr& context) { become_a_bot(services, context); });
  add(Method::get, "/api/bot/online", {Need::anyone},
      [&services](const ContextPtr& context) { list_bots(services, context); });
  add(Method::get, "/api/users/status", {Need::anyone},
      [&services](const ContextPtr& context) { list_users_status(services, context); });
  add(Method::get, "/game/export/{game}", {Need::anyone},
      [&services](const ContextPtr& context) { export_game(services, context); });
}

}  // namespace crownstar::server
