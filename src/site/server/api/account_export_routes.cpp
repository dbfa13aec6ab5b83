// Everything that is kept about somebody, for themselves. It comes in pages, so that however much there is, only a page
// of it is in memory: the mark of a page is empty for the account, `g` and a mark for games, `c` and a mark for chat.
#include <algorithm>
#include <memory>
#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/server/api/lobby_json.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

constexpr int own_games_a_page = 20;
constexpr int own_lines_a_page = 100;
constexpr char games_mark = 'g';
constexpr char lines_mark = 'c';

wire::OwnAccount own_account(const people::OwnData& data, std::vector<wire::Rating> ratings) {
  wire::OwnAccount account;
  account.player = player_of(data.person);
  account.created_at = wire::to_wire(data.made);
  account.seen_at = wire::to_wire(data.seen);
  account.ratings = std::move(ratings);
  for (const people::SessionView& each : data.sessions) {
    if (std::ssize(account.sessions) == limits::sessions_of_a_player) break;
    wire::OwnSession& session = account.sessions.emplace_back();
    session.id = each.session;
    session.created_at = wire::to_wire(each.made);
    session.seen_at = wire::to_wire(each.seen);
    session.expires_at = wire::to_wire(each.expires);
    session.browser = each.label;
    session.current = each.is_this_one;
  }
  for (const people::TokenView& each : data.tokens) account.tokens.push_back(token_of(each));
  account.muted = data.muted;
  account.second_factor = data.has_second_factor;
  return account;
}

// Of what may be long, a line is a text.
std::vector<std::string> record_lines_of(std::string_view record) {
  std::vector<std::string> lines;
  for (std::string_view rest = record; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

// One page of games on its way: their records are read one after the other.
class OwnGames : public std::enable_shared_from_this<OwnGames> {
 public:
  OwnGames(Services& services, ContextPtr context, wire::OwnData page)
      : services_(services), context_(std::move(context)), page_(std::move(page)) {}

  void read(std::string_view from) {
    const std::string person = context_->person().id;
    services_.live.matches_of(person, from, own_games_a_page, [self = shared_from_this(), person](const auto& found) {
      if (!found) return self->context_->refuse(found.error());
      for (const live::MatchSummary& each : found->matches) {
        const wire::MatchSummary summary = summary_view(each, person);
        wire::OwnGame& game = self->page_.games.emplace_back();
        game.match = summary.match;
        game.path = "/match/" + summary.match;
        game.seat = summary.seat;
        game.created_at = summary.created_at;
      }
      self->page_.next = found->next.empty() ? std::string(1, lines_mark) : games_mark + found->next;
      self->read_record(0);
    });
  }

 private:
  void read_record(std::size_t at) {
    if (at == page_.games.size()) return context_->answer_with(page_);
    services_.live.export_match(page_.games[at].match, live::ExportForm::pdn,
                                [self = shared_from_this(), at](const auto& record) {
                                  // A game that cannot be read now is still named.
                                  if (record) self->page_.games[at].record = record_lines_of(record->text);
                                  self->read_record(at + 1);
                                });
  }

  Services& services_;
  ContextPtr context_;
  wire::OwnData page_;
};

void answer_account(Services& services, const ContextPtr& context) {
  services.people.own_data(*context->visitor, services.now(),
                           [&services, context](people::Answer<people::OwnData> data) {
                             if (!data) return context->refuse(data.error());
                             services.ratings(context->person().id, [context, data = *std::move(data)](auto ratings) {
                               if (!ratings) return context->refuse(ratings.error());
                               wire::OwnData page;
                               page.account = own_account(data, *std::move(ratings));
                               page.next = std::string(1, games_mark);
                               context->answer_with(page);
                             });
                           });
}

void answer_lines(Services& services, const ContextPtr& context, std::string_view from) {
  services.people.own_lines(*context->visitor, from, own_lines_a_page,
                            [context](people::Answer<people::OwnLines> found) {
                              if (!found) return context->refuse(found.error());
                              wire::OwnData page;
                              for (people::OwnLine& each : found->lines) {
                                page.lines.push_back({std::move(each.match),
                                                      each.is_to_players ? wire::Room::players : wire::Room::spectators,
                                                      wire::to_wire(each.at), std::move(each.text)});
                              }
                              if (!found->next.empty()) page.next = lines_mark + found->next;
                              context->answer_with(page);
                            });
}

}  // namespace

void add_account_export_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/account/data", {Need::session}, [&services](const ContextPtr& context) {
    const std::string_view from = context->request.query_value("from");
    if (from.empty()) return answer_account(services, context);
    if (from.front() == games_mark)
      return std::make_shared<OwnGames>(services, context, wire::OwnData{})->read(from.substr(1));
    if (from.front() == lines_mark) return answer_lines(services, context, from.substr(1));
    context->refuse(wire::RefusalCode::malformed, "from: expected what `next` of the page before says");
  });
}

}  // namespace crownstar::server
