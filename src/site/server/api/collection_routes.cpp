// HTTP routes of collections of games: which there are, what is found in one, a game, and what was played in a
// position.
#include <algorithm>
#include <array>
#include <utility>

#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "site/collections/collection_searcher.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/wire/generated/wire_collections.hpp"
#include "site/wire/refusal_wire.hpp"

namespace crownstar::server {
namespace {

using collections::SearchTerms;
using wire::RefusalCode;

// What a search is asked with in the query of an address.
struct Search {
  SearchTerms terms;
  collections::FoundPage page{.most = limits::collection_usual_page};
  std::optional<std::string> at;
};

struct TextTerm {
  std::string_view name;
  std::string SearchTerms::* place;
};
constexpr std::array text_terms{std::to_array<TextTerm>({
    {"white", &SearchTerms::white},
    {"black", &SearchTerms::black},
    {"event", &SearchTerms::event},
    {"year", &SearchTerms::years},
    {"winner", &SearchTerms::winner},
    {"game", &SearchTerms::game},
    {"plies", &SearchTerms::plies},
    {"opening", &SearchTerms::opening},
    {"position", &SearchTerms::position},
    {"moves", &SearchTerms::moves},
    {"material", &SearchTerms::material},
})};

base::Checked<void> read_yes(bool& place, const Field& field) {
  if (field.value == "yes" || field.value == "no") {
    place = field.value == "yes";
    return {};
  }
  return base::refuse(field.name + ": expected yes or no instead of " + base::quoted(field.value));
}

base::Checked<void> read_whole(std::int64_t& place, const Field& field, std::int64_t least, std::int64_t most) {
  const auto number = base::whole_number(field.name, field.value, least, most);
  if (!number) return std::unexpected(number.error());
  place = *number;
  return {};
}

base::Checked<void> read_field(Search& search, const Field& field, bool is_list) {
  const auto text = std::ranges::find(text_terms, std::string_view(field.name), &TextTerm::name);
  if (text != text_terms.end()) {
    search.terms.*(text->place) = field.value;
    return {};
  }
  if (field.name == "player") {
    search.terms.players.push_back(field.value);
    return {};
  }
  if (field.name == "turned") return read_yes(search.terms.is_turned, field);
  if (field.name == "duplicates") return read_yes(search.terms.wants_duplicates, field);
  if (is_list && field.name == "from") return read_whole(search.page.after, field, 1, limits::collection_games);
  if (is_list && field.name == "limit") return read_whole(search.page.most, field, 1, limits::collection_page);
  if (!is_list && field.name == "at") {
    search.at = field.value;
    return {};
  }
  return base::refuse("there is no " + base::quoted(field.name) +
                      " in a search: expected player, white, black, event, " +
                      "year, winner, game, plies, opening, position, moves, material, turned, duplicates, " +
                      (is_list ? "from or limit" : "or at"));
}

// An empty field is one that was not filled in.
base::Checked<Search> read_search(const Request& request, bool is_list) {
  Search search;
  std::vector<std::string_view> seen;
  for (const Field& field : request.query) {
    if (field.value.empty()) continue;
    if (field.name != "player" && std::ranges::find(seen, field.name) != seen.end()) {
      return base::refuse(field.name + ": given twice; only player may be repeated");
    }
    seen.push_back(field.name);
    if (const auto read = read_field(search, field, is_list); !read) return std::unexpected(read.error());
  }
  search.terms.has_position = !search.terms.position.empty();
  return search;
}

void refuse_search(const ContextPtr& context, const collections::Refused& refused) {
  using enum collections::Why;
  RefusalCode code = RefusalCode::malformed;
  if (refused.why == not_found) code = RefusalCode::not_found;
  if (refused.why == too_long) code = RefusalCode::search_too_long;
  if (refused.why == busy) code = RefusalCode::busy;
  context->refuse(wire::error_body(code, refused.reason, refused.rule));
}

std::string note_of(const std::string& text) { return wire::shortened(text, limits::note_letters); }

int game_count(std::int64_t count) {
  return static_cast<int>(std::clamp<std::int64_t>(count, 0, limits::collection_games));
}

wire::CollectionList list_view(const std::vector<collections::CollectionSummary>& summaries) {
  wire::CollectionList list;
  for (const collections::CollectionSummary& each : summaries) {
    wire::Collection& collection = list.collections.emplace_back();
    collection.name = each.name;
    collection.games = game_count(each.games);
    for (const auto& [game, count] : each.kinds) {
      collection.kinds.push_back({wire::shortened(game, limits::game_letters), game_count(count)});
    }
    collection.first_year = each.first_year;
    collection.last_year = each.last_year;
  }
  return list;
}

wire::CollectionGame game_view(const collections::FoundGame& found) {
  wire::CollectionGame game;
  game.number = game_count(found.number);
  game.game = wire::shortened(found.game, limits::game_letters);
  game.event = note_of(found.event);
  game.site = note_of(found.site);
  game.date = note_of(found.date);
  game.round = note_of(found.round);
  for (const std::string& player : found.players) {
    if (game.players.size() < limits::seats) game.players.push_back(note_of(player));
  }
  game.result = note_of(found.result);
  game.plies = static_cast<int>(std::clamp<std::int64_t>(found.plies, 0, limits::plies));
  if (found.duplicate_of) game.duplicate_of = game_count(*found.duplicate_of);
  game.file = note_of(found.file.substr(found.file.rfind('/') + 1));  // where it lies is the operator's alone
  game.line = game_count(found.line);
  return game;
}

wire::CollectionGames games_view(const collections::FoundGames& found) {
  wire::CollectionGames games;
  for (const collections::FoundGame& each : found.games) games.games.push_back(game_view(each));
  if (found.has_more && !games.games.empty()) games.next = games.games.back().number;
  if (found.found) games.found = static_cast<int>(*found.found);
  games.more = found.is_count_cut;
  return games;
}

wire::CollectionMoves moves_view(const collections::ExploredMoves& explored) {
  wire::CollectionMoves moves;
  moves.game = explored.game;
  moves.position = explored.position.text;
  moves.cut = explored.is_cut;
  for (const collections::FoundMove& each : explored.moves) {
    if (moves.moves.size() == limits::collection_moves) break;
    wire::CollectionMove& move = moves.moves.emplace_back();
    move.move = wire::shortened(each.move, limits::move_letters);
    move.games = game_count(each.games);
    if (explored.position.sides.empty()) continue;
    move.wins = {game_count(each.first_wins), game_count(each.second_wins)};
    move.draws = game_count(each.draws);
  }
  return moves;
}

// Whether this address may ask just now; if not, it has been told.
bool may_ask(Services& services, const ContextPtr& context) {
  const auto may =
      services.of_address.searches.take(throttle_key(services, context->request), services.now(), "searches");
  if (!may) context->refuse(may.error());
  return may.has_value();
}

// Answers with what `view` makes of the answer.
template <typename T, typename View>
collections::Done<T> shown(const ContextPtr& context, View view) {
  return [context, view](const collections::Answer<T>& answer) {
    if (!answer) return refuse_search(context, answer.error());
    context->answer_with(view(*answer));
  };
}

void find_games(Services& services, const ContextPtr& context) {
  auto search = read_search(context->request, true);
  if (!search) return context->refuse(RefusalCode::malformed, search.error().reason);
  if (!may_ask(services, context)) return;
  services.collections.find(std::string(context->request.parameter(0)), std::move(search->terms), search->page,
                            shown<collections::FoundGames>(context, games_view));
}

void explore(Services& services, const ContextPtr& context) {
  auto search = read_search(context->request, false);
  if (!search) return context->refuse(RefusalCode::malformed, search.error().reason);
  if (!may_ask(services, context)) return;
  services.collections.moves(std::string(context->request.parameter(0)), std::move(search->terms),
                             std::move(search->at), shown<collections::ExploredMoves>(context, moves_view));
}

void give_record(Services& services, const ContextPtr& context) {
  const auto number = base::parse_number<std::int64_t>(context->request.parameter(1));
  if (!number || *number < 1) return context->refuse(RefusalCode::not_found, "expected the number of a game");
  if (!may_ask(services, context)) return;
  services.collections.record(std::string(context->request.parameter(0)), *number,
                              [context](const collections::Answer<collections::FoundGame>& game) {
                                if (!game) return refuse_search(context, game.error());
                                context->answer(text_answer(game->pdn, "text/plain; charset=utf-8"));
                              });
}

}  // namespace

void add_collection_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/collections", {Need::anyone}, [&services](const ContextPtr& context) {
    if (services.settings.collections.empty()) return context->answer_with(wire::CollectionList());
    if (!may_ask(services, context)) return;
    services.collections.list(shown<std::vector<collections::CollectionSummary>>(context, list_view));
  });
  add(Method::get, "/api/collections/{collection}/games", {Need::anyone},
      [&services](const ContextPtr& context) { find_games(services, context); });
  add(Method::get, "/api/collections/{collection}/games/{number}", {Need::anyone},
      [&services](const ContextPtr& context) { give_record(services, context); });
  add(Method::get, "/api/collections/{collection}/moves", {Need::anyone},
      [&services](const ContextPtr& context) { explore(services, context); });
}

}  // namespace crownstar::server
