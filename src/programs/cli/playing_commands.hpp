// Subcommands of rules and of play in the terminal: options, help texts, and the request each fills.
#pragma once

#include "programs/cli/collections/pdn_index.hpp"
#include "programs/cli/collections/pdn_search.hpp"
#include "programs/cli/console/menu.hpp"
#include "programs/cli/games/games.hpp"
#include "programs/cli/games/moves.hpp"
#include "programs/cli/games/perft.hpp"
#include "programs/cli/notation/convert.hpp"
#include "programs/cli/pdn/pdn.hpp"
#include "programs/cli/play/play.hpp"

namespace crownstar::cli {

class PlayingCommands {
 public:
  explicit PlayingCommands(Menu& menu);
  PlayingCommands(const PlayingCommands&) = delete;  // the menu keeps what leads to these requests
  PlayingCommands& operator=(const PlayingCommands&) = delete;
  ~PlayingCommands() = default;

 private:
  void add_games();
  void add_perft();
  void add_moves();
  void add_position_command();
  void add_convert();
  void add_play();
  void add_pdn();
  void add_pdn_search(CLI::App& pdn);

  Menu& menu_;
  GamesRequest games_;
  MovesRequest moves_;
  MovesRequest position_;
  ConversionRequest convert_position_;
  PerftRequest perft_;
  PlayRequest play_;
  PdnCheckRequest check_;
  PdnConvertRequest convert_;
  PdnIndexRequest index_;
  PdnSearchRequest search_;
};

}  // namespace crownstar::cli
