#include "engines/service/engines.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "engines/hub/hub_searcher.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::engine {
namespace {

// A job's number says in which lane it is: the other programs', and our own.
constexpr JobNumber most_lanes = limits::external_engines + 1;

bool is_id(std::string_view id) {
  return !id.empty() && id.size() <= limits::engine_id_letters && std::ranges::all_of(id, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
  });
}

Checked<void> check_game(const hub::ExternalEngine& engine, const std::string& id) {
  const auto entry = std::ranges::find(game::catalog(), id, &game::CatalogEntry::id);
  if (entry == game::catalog().end()) {
    return base::refuse("the engine " + engine.id + " is to play " + base::quoted(id) + ", which is no game here");
  }
  if (entry->family == game::Family::draughts) return {};
  return base::refuse("the engine " + engine.id + " is to play " + id + "; external engines play draughts");
}

Checked<void> check(const EngineSettings& settings) {
  std::set<std::string, std::less<>> known;
  for (const Level& level : search::levels()) known.emplace(level.id);
  if (settings.external.size() > limits::external_engines) return base::refuse("there are too many external engines");
  for (const hub::ExternalEngine& engine : settings.external) {
    if (!is_id(engine.id)) {
      return base::refuse("an engine's id is lower case letters, digits and '-', found " + base::quoted(engine.id));
    }
    if (!known.insert(engine.id).second) return base::refuse("there are two engines with the id " + engine.id);
    if (engine.command.empty()) return base::refuse("the engine " + engine.id + " has no command");
    if (engine.processes < 1 || engine.processes > limits::processes_of_an_engine) {
      return base::refuse("the engine " + engine.id + " may have 1 to " +
                          std::to_string(limits::processes_of_an_engine) + " processes");
    }
    for (const std::string& id : engine.games) {
      if (auto checked = check_game(engine, id); !checked) return checked;
    }
  }
  return {};
}

PoolLimits limits_of(const hub::ExternalEngine& engine, PoolLimits own) {
  own.threads = engine.processes;
  own.longest_search = std::max(own.longest_search, engine.move_time);
  return own;
}

}  // namespace

// An engine with the threads that wait for it, apart from all others: one that hangs holds up only its own.
struct Engines::EngineQueue {
  EngineQueue(const PoolLimits& limits, MakeSearcher make, const Post& post) : pool(limits, std::move(make), post) {}

  std::vector<EngineChoice> choices;
  std::vector<std::string> games;  // empty: all
  Pool pool;

  bool plays(std::string_view token) const {
    return games.empty() || std::ranges::find(games, game::id_of(token)) != games.end();
  }
};

Checked<std::unique_ptr<Engines>> Engines::create(EngineSettings settings, const Post& post) {
  if (auto checked = check(settings); !checked) return std::unexpected(checked.error());
  return std::unique_ptr<Engines>(new Engines(std::move(settings), post));
}

Engines::Engines(EngineSettings settings, const Post& post) {
  search::SearcherSettings tools;
  tools.find_tables = settings.find_tables;
  auto own = std::make_unique<EngineQueue>(settings.own, [tools] { return search::make_searcher(tools); }, post);
  for (const Level& level : search::levels()) {
    own->choices.push_back({std::string(level.id), std::string(level.name), std::string(level.description), false});
  }
  queues_.push_back(std::move(own));
  for (hub::ExternalEngine& engine : settings.external) {
    // The only game that Hub itself knows.
    if (engine.games.empty()) engine.games.emplace_back("international");
    auto queue = std::make_unique<EngineQueue>(
        limits_of(engine, settings.own), [engine] { return hub::make_hub_searcher(engine); }, post);
    queue->choices.push_back({engine.id, engine.name.empty() ? engine.id : engine.name, engine.description, true});
    queue->games = engine.games;
    queues_.push_back(std::move(queue));
  }
}

Engines::~Engines() = default;

std::vector<EngineChoice> Engines::choices(std::string_view token) const {
  std::vector<EngineChoice> all;
  const auto entry = std::ranges::find(game::catalog(), game::id_of(token), &game::CatalogEntry::id);
  const bool is_star = entry != game::catalog().end() && entry->family == game::Family::star;
  for (const auto& queue : queues_) {
    if (queue->plays(token)) all.insert(all.end(), queue->choices.begin(), queue->choices.end());
  }
  for (EngineChoice& choice : all) {
    const auto level = std::ranges::find(search::levels(), choice.id, &Level::id);
    if (is_star && !choice.is_external && level != search::levels().end()) choice.description = level->on_the_star;
  }
  return all;
}

Checked<JobNumber> Engines::ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress) {
  for (std::size_t number = 0; number < queues_.size(); ++number) {
    EngineQueue& queue = *queues_[number];
    const bool is_own = number == 0;
    const bool is_asked_for = std::ranges::find(queue.choices, request.level, &EngineChoice::id) != queue.choices.end();
    if (!is_asked_for && !(is_own && request.level.empty())) continue;
    if (!queue.plays(request.token)) {
      return base::refuse("the engine " + request.level + " does not play " + request.token);
    }
    const auto job = queue.pool.ask(std::move(request), priority, std::move(done), std::move(progress));
    if (!job) return job;
    return *job * most_lanes + number;
  }
  return base::refuse("there is no engine " + base::quoted(request.level));
}

void Engines::cancel(JobNumber job) {
  if (job % most_lanes < queues_.size()) queues_[job % most_lanes]->pool.cancel(job / most_lanes);
}

void Engines::hurry(JobNumber job) {
  if (job % most_lanes < queues_.size()) queues_[job % most_lanes]->pool.hurry(job / most_lanes);
}

PoolLoad Engines::load() const {
  PoolLoad all;
  for (const auto& queue : queues_) {
    const PoolLoad load = queue->pool.load();
    all.running += load.running;
    all.waiting += load.waiting;
    all.finished += load.finished;
    all.turned_away += load.turned_away;
  }
  return all;
}

}  // namespace crownstar::engine
