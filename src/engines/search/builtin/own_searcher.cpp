#include "engines/search/builtin/own_searcher.hpp"

#include <algorithm>
#include <array>
#ifndef __wasm__
#include <thread>
#endif

#include "base/quote.hpp"
#include "engines/search/draughts/search.hpp"
#include "engines/search/draughts/transposition_table.hpp"
#include "engines/search/findings.hpp"
#include "engines/search/levels.hpp"
#include "engines/search/net/embedded.hpp"
#include "engines/search/star/star_net.hpp"
#include "engines/search/star/star_search.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::search {
namespace {

// How each seat of a star has stood, so that it does not come back to it for ever.
class Stands {
 public:
  void note(const game::Game& before) {
    positions_.push_back(before.position());
    if (before.layout().shape != game::BoardShape::star) return;
    const int seat = before.seat_to_move();
    std::uint64_t stand = 0;
    for (const game::PieceView& piece : before.pieces()) {
      if (piece.seat == seat) stand += stand_of_piece(piece.set, piece.point);
    }
    seats_[static_cast<std::size_t>(seat)].push_back(stand);
  }

  const std::vector<std::uint64_t>& of(int seat) const { return seats_[static_cast<std::size_t>(seat)]; }
  // The whole positions, before each turn.
  const std::vector<std::string>& positions() const { return positions_; }

 private:
  std::vector<std::string> positions_;
  std::array<std::vector<std::uint64_t>, 6> seats_;
};

// Threads that wait for a processor hold up those that search, and the end of the search.
SearcherSettings bounded(SearcherSettings settings) {
#ifndef __wasm__
  const int processors = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  settings.threads = std::min(settings.threads, 4 * processors);
#endif
  return settings;
}

class OwnSearcher final : public Searcher {
 public:
  explicit OwnSearcher(const SearcherSettings& settings) : settings_(bounded(settings)), star_(settings.memory_bytes) {}

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override {
    const auto level = level_named(request.level);
    if (!level) return std::unexpected(level.error());
    if (request.lines > most_lines)
      return board::refuse("a search tells of at most " + std::to_string(most_lines) + " moves");
    Stands stands;
    const auto game = game_of(request, [&](const game::Game& before) { stands.note(before); });
    if (!game) return std::unexpected(game.error());
    const game::Outcome& outcome = (*game)->outcome();
    if (outcome.is_over) return board::refuse(outcome.rule, "the game is over: " + outcome.reason);

    const Skill& at_best = skill_of(static_cast<std::size_t>(*level - levels().data()));
    const Skill skill = skill_at_turn(at_best, seed_of(request, **game));
    const bool is_limited = request.limits.time || request.limits.nodes || request.limits.depth || request.is_analysis;
    const bool is_free = *level == &levels().back() && is_limited;
    const bool is_star = (*game)->layout().shape == game::BoardShape::star;
    const net::Network* network = network_for(network_name(**game));
    Budget budget(request.limits,
                  is_free   ? 0
                  : is_star ? nodes_of(skill.star, network)
                            : skill.draughts.nodes,
                  stop, request.is_pondering);
    const tablebase::Tables* tables =
        settings_.find_tables ? settings_.find_tables(game::id_of(request.token)) : nullptr;
    const Task task{request,
                    **game,
                    skill,
                    is_free,
                    budget,
                    progress,
                    stands.of((*game)->seat_to_move()),
                    stands.positions(),
                    is_star ? unused_ : memory_for(request, is_free, skill),
                    tables,
                    settings_.threads,
                    network};
    const auto found = is_star ? star_.search(task) : search_draughts(task);
    if (!found) return std::unexpected(found.error());
    return result_of(task, *found);
  }

  void forget() override {
    star_.forget();
    memory_.forget();
  }

 private:
  static std::uint64_t nodes_of(const StarSkill& skill, const net::Network* network) {
    return network != nullptr && skill.network_nodes > 0 ? skill.network_nodes : skill.nodes;
  }

  // Of what chance has in it at this turn.
  static std::uint64_t seed_of(const SearchRequest& request, const game::Game& game) {
    return request.seed ^ game.key();
  }

  static SearchResult result_of(const Task& task, Findings found) {
    misjudge(found.candidates, found.noise, seed_of(task.request, task.game));
    SearchResult result;
    result.reached = progress_of(task, found);
    result.move = found.candidates.front().moves.front();
    result.was_stopped = task.budget.was_stopped();
    return result;
  }

  const net::Network* network_for(std::string_view game) const {
    return settings_.find_network ? settings_.find_network(game) : net::embedded_network(game);
  }

  // A level remembers nothing, so that the same seed gives the same move; what it visits is little.
  Memory& memory_for(const SearchRequest& request, bool is_free, const Skill& skill) {
    constexpr std::size_t bytes_a_node = 24;
    if (!is_free && skill.draughts.depth < deepest_of_levels) {
      level_memory_.make_room(
          std::min(settings_.memory_bytes, static_cast<std::size_t>(skill.draughts.nodes) * bytes_a_node));
      level_memory_.forget();
      return level_memory_;
    }
    if (request.token != remembered_game_) memory_.forget();
    remembered_game_ = request.token;
    memory_.make_room(settings_.memory_bytes);
    memory_.begin_search();
    return memory_;
  }

  static constexpr int deepest_of_levels = 50;

  const SearcherSettings settings_;
  Memory memory_;
  Memory level_memory_;
  Memory unused_;  // the star's own search has no use for one
  std::string remembered_game_;
  StarMover star_;
};

}  // namespace

std::string network_name(const game::Game& game) {
  if (game.layout().shape == game::BoardShape::star) return star_network_name(game);
  return std::string(game::id_of(game.token()));
}

Checked<void> check_network(const net::Network& network) {
  const auto fits = [&](int squares, bool is_shape_known) -> Checked<void> {
    if (network.squares == squares && is_shape_known) return {};
    return board::refuse("the network says that it judges " + board::quoted(network.game) + ", but it has " +
                         std::to_string(network.squares) + " squares and not " + std::to_string(squares) +
                         (is_shape_known ? "" : ", or layers of another size"));
  };
  if (is_star_net_name(network.game)) return fits(StarNet<4>::squares, network.shape == net::narrow);
  const auto game = game::start(network.game);
  if (!game || (*game)->layout().shape != game::BoardShape::squares) {
    return board::refuse("the network judges " + board::quoted(network.game) + ", which is no game here");
  }
  const auto squares = std::ranges::count_if((*game)->layout().points, &game::LayoutPoint::is_playable);
  return fits(static_cast<int>(squares), true);
}

std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings) {
  return std::make_unique<OwnSearcher>(settings);
}

}  // namespace crownstar::search
