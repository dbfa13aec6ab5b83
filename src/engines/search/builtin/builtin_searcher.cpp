#include "engines/search/builtin/builtin_searcher.hpp"

#include <algorithm>

#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "engines/search/draughts/draughts_searcher.hpp"
#include "engines/search/draughts/state/margins.hpp"
#include "engines/search/star/evaluation/several_seats_net.hpp"
#include "engines/search/star/star_searcher.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/game/token.hpp"

namespace crownstar::search {
namespace {

class BuiltinSearcher final : public Searcher {
 public:
  explicit BuiltinSearcher(const SearcherSettings& settings) : draughts_(settings), star_(settings) {}

  Checked<SearchResult> search(const SearchRequest& request, const StopSignal& stop,
                               const OnProgress& progress) override {
    return searcher_of(request.token).search(request, stop, progress);
  }

  void forget() override {
    draughts_.forget();
    star_.forget();
  }

 private:
  // A token that is no game's is refused by either.
  Searcher& searcher_of(std::string_view token) {
    if (game::id_of(token) == star::game_id) return star_;
    return draughts_;
  }

  draughts::DraughtsSearcher draughts_;
  star::StarSearcher star_;
};

}  // namespace

std::string network_name(const game::Game& game) {
  if (game.layout().shape == game::BoardShape::star) return star::network_name(game);
  return std::string(game::id_of(game.token()));
}

Checked<void> check_network(const net::Network& network) {
  const auto fits = [&](int squares, bool is_shape_known) -> Checked<void> {
    if (network.squares == squares && is_shape_known) return {};
    return base::refuse("the network says that it judges " + base::quoted(network.game) + ", but it has " +
                        std::to_string(network.squares) + " squares and not " + std::to_string(squares) +
                        (is_shape_known ? "" : ", or layers of another size"));
  };
  if (star::is_net_name(network.game)) {
    const bool has_several_seats = star::is_of_several_seats(network.game);
    return fits(has_several_seats ? star::SeveralSeatsNet<4>::squares : star::NetEvaluation<4>::squares,
                network.shape == net::narrow);
  }
  const auto game = game::start(network.game);
  if (!game || (*game)->layout().shape != game::BoardShape::squares) {
    return base::refuse("the network judges " + base::quoted(network.game) + ", which is no game here");
  }
  const auto squares = std::ranges::count_if((*game)->layout().points, &game::LayoutPoint::is_playable);
  return fits(static_cast<int>(squares), true);
}

std::vector<TunableParameter> tunable_parameters() {
  std::vector<TunableParameter> parameters;
  const draughts::Margins usual;
  for (const draughts::NamedMargin& each : draughts::named_margins) {
    parameters.push_back({each.name, usual.*each.number, each.least, each.most});
  }
  return parameters;
}

Checked<TunableParameter> find_tunable_parameter(std::string_view name) {
  std::string known;
  for (const TunableParameter& each : tunable_parameters()) {
    if (each.name == name) return each;
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  return base::refuse("our search has no parameter " + base::quoted(name) + "; expected " + known);
}

bool has_tunable_parameters(const game::Game& game) { return game.layout().shape == game::BoardShape::squares; }

Checked<int> read_tunable_parameter(std::string_view name, std::string_view value) {
  const auto number = find_tunable_parameter(name);
  if (!number) return std::unexpected(number.error());
  return base::whole_number<int>(name, value, number->least, number->most);
}

std::unique_ptr<Searcher> make_searcher(const SearcherSettings& settings) {
  return std::make_unique<BuiltinSearcher>(settings);
}

}  // namespace crownstar::search
