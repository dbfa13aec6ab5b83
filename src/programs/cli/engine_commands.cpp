#include "programs/cli/engine_commands.hpp"

#include <utility>

namespace crownstar::cli {
namespace {

void add_equipment(CLI::App& command, EngineEquipment& equipment) {
  const auto option = texts_of(&command);
  option("--threads", equipment.threads, "Search threads (default: 1)", "N");
  option("--memory", equipment.memory, "Size of the transposition table in MiB (default: 32)", "M");
  option("--tables", equipment.tables, "Folder of endgame tables, or none (default: the usual folder)", "FOLDER");
  option("--net", equipment.net, "Evaluation network, or none (default: the built-in one)", "FILE");
}

}  // namespace

EngineCommands::EngineCommands(Menu& menu, const std::string& version) : menu_(menu), version_(version) {
  menu_.begin_group("Engines, tables and analysis");
  add_search();
  add_engine();
  add_match();
  add_bot();
  add_analyse();
  add_puzzles();
  add_self_play();
  add_samples();
  add_tune();
  add_bench();
  add_tables();
  add_solve();
}

void EngineCommands::add_engine() {
  CLI::App* command =
      menu_.add("engine", "Runs the engine for other programs, with the Hub protocol on standard input and output",
                "Examples: printf 'hub\\ninit\\nquit\\n' | crownstar engine\n"
                "          crownstar engine --dxp wait:27531 --time 0.2\n"
                "          crownstar engine --dxp localhost:27531 --games 2 --minutes 1\n"
                "`crownstar hub` is the same command, for programs that start engines as `scan hub`. docs/hub.md has "
                "the protocol.",
                [this] { return run_engine(engine_, version_); });
  command->alias("hub");
  const auto option = texts_of(command);
  add_game(command, "GAME", engine_.game, "The game to begin with (default: international)");
  option("--level", engine_.level, "Playing strength (default: the strongest)", "LEVEL");
  add_equipment(*command, engine_.equipment);
  option("--dxp", engine_.dxp, "Play over DamExchange: connect to HOST[:PORT], or wait[:[HOST:]PORT] for a connection",
         "WHERE");
  option("--time", engine_.time, "DamExchange: seconds per move (default: by the game's clock)", "S");
  option("--games", engine_.games, "DamExchange: number of games to ask for (default: 1)", "N");
  option("--minutes", engine_.minutes, "DamExchange: minutes for each side in those games (default: 5)", "N");
  option("--moves", engine_.moves, "DamExchange: moves in that time, 0 for all moves (default: 75)", "N");
}

void EngineCommands::add_search() {
  CLI::App* command = menu_.add("search", "Searches a position once: its best moves with their scores",
                                "Examples: crownstar search american --moves '11-15 23-19' --depth 15 --lines 3\n"
                                "          crownstar search russian --positions problems.fen --time 0.5 --json",
                                [this] { return run_search(search_); });
  add_position(*command, search_.position);
  add_positions(*command, search_.position);
  const auto option = texts_of(command);
  option("--depth", search_.depth, "Search depth in half-moves", "D");
  option("--nodes", search_.nodes, "Nodes; makes the search reproducible", "N");
  option("--time", search_.time, "Seconds (default: 1 if there is no other limit)", "S");
  option("--lines", search_.lines, "Number of best moves (default: 1)", "N");
  option("--level", search_.level, "Playing strength (default: the strongest)", "LEVEL");
  add_equipment(*command, search_.equipment);
  command->add_flag("--json", search_.is_json, "Print one JSON object, or one per line with --positions");
}

void EngineCommands::add_match() {
  CLI::App* command = menu_.add(
      "match", "Plays engines against each other and estimates which is stronger",
      "Examples: crownstar match keen steady --game american --games 200 --nodes 20000\n"
      "          crownstar match full,time=0.2 'time=0.2,hub:./other engine' --sprt 0,5 --pdn games.pdn\n"
      "          crownstar match name=Ann,keen name=Ben,steady casual --games 100 --state ladder --plot ladder.svg\n"
      "An engine is a comma-separated list: name=NAME, a level, time=SECONDS, nodes=N, depth=N, threads=N, "
      "memory=MIB,\n"
      "net=FILE, tables=FOLDER, set.NAME=VALUE (a parameter of another program, or one of ours that `tune` knows) "
      "and,\n"
      "last, hub:PROGRAM ARGUMENT... for another program. An engine's own\n"
      "limits override --time and --nodes. player=NAME alone is a simple player: random, careless, careful or three.\n"
      "More than two engines play a round robin, or with --gauntlet A plays each of the others; a cross table with "
      "Elo\n"
      "is printed. --state keeps finished rounds in a file, and the same command goes on with it.\n"
      "Each starting position is played once with A on each side: one seat, or all seats of a team. B plays the rest.\n"
      "With two sides the result counts wins, draws and losses; with more it counts the places of A. A game that no\n"
      "single side wins is a draw between two sides, and without a first place among more. The margin after ± is a "
      "95%\n"
      "confidence interval over starting positions, because games from the same start are not independent;\n"
      "see docs/matches.md.",
      [this] { return run_match(match_); });
  command->add_option("A", match_.a, "The first engine")->required();
  command->add_option("B", match_.b, "The second engine")->required();
  command->add_option("MORE", match_.more, "More engines");
  command->add_flag("--gauntlet", match_.is_gauntlet, "A plays each of the others, who do not play each other");
  const auto option = texts_of(command);
  add_game(command, "--game", match_.game, "A game: ID or ID:key=value,key=value (default: american)");
  option("--games", match_.games,
         "Number of games of two engines, rounded up to whole starting positions (default: 100)", "N");
  option("--time", match_.time, "Seconds per move (default: 0.1 if there is no other limit)", "S");
  option("--nodes", match_.nodes, "Nodes per move; makes the match reproducible", "N");
  option("--depth", match_.depth, "Search depth in half-moves", "N");
  option("--starts", match_.starts,
         "three-move, eleven-man, random, or first: the game's own start (default: what suits the game)", "KIND");
  option("--random-moves", match_.random_moves, "Random moves of each seat, for random starts", "N");
  option("--seed", match_.seed, "Seed of the starting positions (default: 1)", "S");
  option("--threads", match_.threads, "Games played at the same time (default: 1)", "N");
  option("--most-moves", match_.most_moves, "Moves of each seat until a game ends undecided (default: 300)", "N");
  option("--sprt", match_.test, "Sequential test: stop as soon as one of two Elo differences is rejected", "ELO0,ELO1");
  option("--agreed-win", match_.agreed_win, "End a game when both engines see this lead, in hundredths of a man", "N");
  option("--agreed-draw", match_.agreed_draw,
         "End a game as drawn when both see an even score after this many moves each", "N");
  option("--referee", match_.referee, "End a draughts game by the endgame tables in this folder", "FOLDER");
  option("--pdn", match_.pdn, "Write the games to this file, with the score, depth and time of each move", "FILE");
  option("--state", match_.state, "Keep finished rounds in this file, and go on from there if it exists", "FILE");
  option("--plot", match_.plot, "Draw Elo against games to this file (SVG)", "FILE");
  add_keep_free(*command, match_.keep_free);
  command->add_flag("--json", match_.is_json, "Print one JSON object");
}

void EngineCommands::add_bot() {
  CLI::App* command = menu_.add(
      "bot", "Plays on a site as an account: our engine, or another program that speaks Hub",
      "Examples: crownstar bot --server https://example.org --token SECRET --engine keen\n"
      "          crownstar bot --server http://127.0.0.1:8417 --seek russian --engine 'time=1,hub:./engine'\n"
      "It plays every game that the account takes part in, running ones included. The account's "
      "page\n"
      "makes a token; where --token is not given it is read from CROWNSTAR_TOKEN, which other users cannot see.",
      [this] { return run_bot(bot_); });
  const auto option = texts_of(command);
  command->add_option("--server", bot_.server, "The site's address")->type_name("URL")->required();
  option("--token", bot_.token, "The account's API token, with the right to play", "SECRET");
  option("--engine", bot_.engine, "An engine as in `match` (default: the strongest)", "ENGINE");
  add_game(command, "--seek", bot_.seek, "Offer this game in the lobby, one at a time");
  option("--clock", bot_.clock, "The clock of these games: seconds, + seconds a move (default: 300+3)", "CLOCK");
  command->add_flag("--rated", bot_.is_rated, "Offer rated games");
  option("--games", bot_.games, "Stop after this many games (default: never)", "N");
}

void EngineCommands::add_analyse() {
  CLI::App* command =
      menu_.add("analyse", "Analyses games of two players: evaluations, blunders and better moves",
                "Example: crownstar analyse games.pdn --time 1 --output analysed.pdn\n"
                "Scores are in men, on a star in turns; + favours the side that moves first, as on the page.",
                [this] { return run_analyse(analyse_); });
  command->add_option("FILE", analyse_.file, "A PDN collection; - for standard input")->required();
  const auto option = texts_of(command);
  add_game(command, "--game", analyse_.fallback, "The game where GameType is missing (default: auto, guessed)");
  option("--time", analyse_.time, "Seconds per position (default: 0.5 if there is no other limit)", "S");
  option("--nodes", analyse_.nodes, "Nodes per position; makes the analysis reproducible", "N");
  add_equipment(*command, analyse_.equipment);
  option("--output", analyse_.output, "Output file (default: standard output)", "FILE");
  add_keep_free(*command, analyse_.keep_free);
  command->add_flag("--json", analyse_.is_json, "Print one JSON object");
}

void EngineCommands::add_puzzles() {
  CLI::App* puzzles =
      menu_.add("puzzles", "Makes draughts puzzles: positions in which only one move wins, with their solutions",
                "Example: crownstar puzzles make american --count 20 --out american.csv", nullptr);
  puzzles->require_subcommand(0, 1);
  CLI::App* make =
      menu_.add_under(*puzzles, "make", "Finds puzzles in games and writes them as CSV; adds to a file that exists",
                      "Examples: crownstar puzzles make american --count 20 --out american.csv\n"
                      "          crownstar puzzles make russian --pdn club.pdn --out club.csv\n"
                      "Without --pdn the engine plays games of its own, with a random move now and then. "
                      "docs/puzzles.md has the columns.",
                      [this] { return run_puzzles_make(puzzles_); });
  add_game(make, "GAME", puzzles_.game, "A draughts game")->required();
  make->add_option("--out", puzzles_.file, "The deck")->type_name("FILE")->required();
  const auto option = texts_of(make);
  option("--count", puzzles_.count, "Stop after this many puzzles (default: 100)", "N");
  option("--pdn", puzzles_.collection, "Look for puzzles in these games; - for standard input", "FILE");
  option("--seed", puzzles_.seed, "Seed of the engine's games: another seed finds others (default: 1)", "S");
  option("--nodes", puzzles_.nodes, "Nodes to prove that one move alone wins (default: 400000)", "N");
  option("--effort", puzzles_.effort, "Leave out puzzles that a search of fewer nodes solves (default: 0)", "N");
  add_keep_free(*make, puzzles_.keep_free);
  CLI::App* check = menu_.add_under(*puzzles, "check", "Plays every puzzle of a deck, and lists the wrong ones",
                                    "Example: crownstar puzzles check american.csv",
                                    [this] { return run_puzzles_check(puzzle_deck_); });
  check->add_option("FILE", puzzle_deck_, "A deck of puzzles")->required();
}

void EngineCommands::add_self_play() {
  CLI::App* command =
      menu_.add("selfplay", "Plays the engine against itself and saves positions for training a network",
                "Example: crownstar selfplay american --games 2000 --nodes 1000 --seed 1 --out american.pos\n"
                "An existing file is continued; `samples` writes it as a table. See docs/nets.md.",
                [this] { return run_self_play(self_play_); });
  add_game(command, "GAME", self_play_.game, "A draughts game")->required();
  command->add_option("--out", self_play_.file, "The file of positions")->type_name("FILE")->required();
  command->add_option("--games", self_play_.games, "Number of games in total (default: 1000)")->type_name("N");
  command->add_option("--nodes", self_play_.nodes, "Nodes per move (default: 2000)")->type_name("N");
  command->add_option("--seed", self_play_.seed, "Seed of the games (default: 1)")->type_name("S");
  command->add_option("--engine", self_play_.engine, "An engine as in `match` (default: the strongest)")
      ->type_name("ENGINE");
  command
      ->add_option("--starts", self_play_.starts,
                   "Starting positions as in `match` (default: after a few random moves)")
      ->type_name("KIND");
  command->add_flag("--steady", self_play_.is_steady, "Random moves at the beginning only");
  command->add_option("--referee", self_play_.referee, "End a game by the endgame tables in this folder")
      ->type_name("FOLDER");
  add_keep_free(*command, self_play_.keep_free);
}

void EngineCommands::add_samples() {
  CLI::App* command = menu_.add("samples", "Writes the positions of `selfplay` as a table for other programs",
                                "Example: crownstar samples american.pos --to parquet --output american.parquet\n"
                                "docs/nets.md has the columns.",
                                [this] { return run_sample_table(samples_); });
  command->add_option("FILE", samples_.file, "A file of positions; - for standard input")->required();
  const auto option = texts_of(command);
  option("--to", samples_.form, "csv, ndjson: one object per line, or parquet (default: csv)", "FORM");
  option("--output", samples_.output, "Output file (default: standard output)", "FILE");
  add_keep_free(*command, samples_.keep_free);
}

void EngineCommands::add_tune() {
  CLI::App* command = menu_.add(
      "tune", "Tunes parameters of an engine by games against itself (SPSA); resumes where it was interrupted",
      "Examples: crownstar tune international --rounds 1000 --nodes 5000 --out international.tune\n"
      "          crownstar tune american --parameter futility_margin --parameter futility_base --out margins.tune\n"
      "          crownstar tune american --engine 'hub:./engine' --parameter aggression=10,0,50 --out engine.tune\n"
      "In each round all parameters are moved a step up or down at random, the two opposite changes play each other,\n"
      "and all parameters move a little towards the winner. FILE has the values after each round; the same command\n"
      "continues it.",
      [this] { return run_tune(tune_); });
  add_game(command, "GAME", tune_.game, "A game for two players")->required();
  command->add_option("--out", tune_.file, "The file of rounds")->type_name("FILE")->required();
  command
      ->add_option(
          "--parameter", tune_.parameters,
          "A parameter to tune; may be repeated (default: all of our search). Another program's needs its range")
      ->type_name("NAME[=START,LEAST,MOST]")
      ->take_all();
  const auto option = texts_of(command);
  option("--engine", tune_.engine, "An engine as in `match`, without limits (default: the strongest)", "ENGINE");
  option("--rounds", tune_.rounds, "Number of rounds in total (default: 500)", "N");
  option("--games", tune_.games, "Games per round (default: 16)", "N");
  option("--nodes", tune_.nodes, "Nodes per move (default: 5000)", "N");
  option("--starts", tune_.starts, "Starting positions as in `match` (default: what suits the game)", "KIND");
  option("--rate", tune_.rate,
         "How far a won game moves a parameter in the last round, as a share of its step (default: 0.01)", "R");
  option("--seed", tune_.seed, "Seed of the random changes and starting positions (default: 1)", "S");
  option("--threads", tune_.threads, "Games played at the same time (default: one per core)", "N");
}

void EngineCommands::add_bench() {
  CLI::App* command = menu_.add("bench", "Searches a fixed set of positions: total nodes and speed",
                                "Example: crownstar bench", [this] { return run_bench(bench_); });
  command->add_flag("--json", bench_.is_json, "Print one JSON object");
  command
      ->add_flag("--nodes", bench_.has_nodes_only,
                 "Print the node counts only, in the format of tests/search_nodes.txt")
      ->excludes("--json");
}

void EngineCommands::add_tables() {
  CLI::App* tables = menu_.add("tables", "Builds, verifies and queries endgame tables",
                               "Example: crownstar tables build american --pieces 4", nullptr);
  tables->require_subcommand(0, 1);
  CLI::App* build =
      menu_.add_under(*tables, "build", "Solves all positions with few pieces; resumes where it was interrupted",
                      "Example: crownstar tables build american --pieces 5\n"
                      "Distances, which take most of the room, are kept for fewer pieces; see docs/tables.md.",
                      [this] { return run_tables_build(tables_); });
  CLI::App* verify = menu_.add_under(*tables, "verify", "Checks every entry against its successors",
                                     "Example: crownstar tables verify american --pieces 4 --json",
                                     [this] { return run_tables_verify(tables_); });
  for (CLI::App* each : {build, verify}) {
    add_game(each, "GAME", tables_.game, "A draughts game")->required();
    each->add_option("--pieces", tables_.pieces, "Pieces of both sides together, at most (default: 4)")->type_name("N");
    each->add_option("--distances", tables_.distances,
                     "Pieces with distances, at most (default: 5, fewer than --pieces)")
        ->type_name("D");
    each->add_option("--threads", tables_.threads, "Threads (default: one per core)")->type_name("N");
    each->add_option("--memory", tables_.memory, "Memory limit in MiB (default: 2048)")->type_name("M");
    each->add_flag("--json", tables_.is_json, "Print one JSON object");
  }
  CLI::App* probe = menu_.add_under(*tables, "probe", "Shows the result of a position and of each of its moves",
                                    "Example: crownstar tables probe american 'W:WK14:BK6,K7'",
                                    [this] { return run_tables_probe(probe_); });
  add_game(probe, "GAME", probe_.position.token, "A draughts game")->required();
  add_position_text(*probe, "POSITION", probe_.position, "A position in FEN");
  add_positions(*probe, probe_.position);
  probe->add_flag("--json", probe_.is_json, "Print one JSON object, or one per line with --positions");
  CLI::App* compare = add_tables_compare(*tables);
  for (auto [command, folder] : {std::pair{build, &tables_.folder},
                                 {verify, &tables_.folder},
                                 {probe, &probe_.folder},
                                 {compare, &comparison_.folder}}) {
    command->add_option("--folder", *folder, "Folder of the tables (default: ~/.local/share/crownstar/tables)")
        ->type_name("FOLDER");
  }
}

CLI::App* EngineCommands::add_tables_compare(CLI::App& tables) {
  CLI::App* compare = menu_.add_under(tables, "compare", "Compares another program's databases with these tables",
                                      "Example: crownstar tables compare american chinook --pieces 4\n"
                                      "Reads Chinook's and Cake's databases of american and Scan's bitbases of "
                                      "international; see docs/tables.md.",
                                      [this] { return run_tables_compare(comparison_); });
  add_game(compare, "GAME", comparison_.game, "A draughts game")->required();
  compare->add_option("DATABASES", comparison_.foreign_folder, "Folder of the other program's databases")->required();
  compare->add_option("--pieces", comparison_.pieces, "Pieces of both sides together, at most (default: 4)")
      ->type_name("N");
  compare->add_option("--threads", comparison_.threads, "Threads (default: one per core)")->type_name("N");
  compare->add_flag("--json", comparison_.is_json, "Print one JSON object");
  return compare;
}

void EngineCommands::add_solve() {
  CLI::App* solve = menu_.add("solve", "Solves small problems of Chinese checkers exactly",
                              "Example: crownstar solve rhombus --side 4 --pieces 3", nullptr);
  solve->require_subcommand(0, 1);
  CLI::App* transfer = menu_.add_under(
      *solve, "transfer",
      "One army alone on the board: counts positions, finds a short crossing, or proves that none exists",
      "Example: crownstar solve transfer --depth 5 --json\n"
      "Positions are counted up to reflection. Without --depth and --none-in it searches for a short crossing.\n"
      "A saved file that is damaged or belongs to another problem is rejected, and left as it is.",
      [this] { return run_solve_transfer(transfer_); });
  transfer->add_option("--board", transfer_.board, "rhombus, or star (121 holes) (default: rhombus)");
  transfer->add_option("--side", transfer_.side, "Holes along a side of the rhombus (default: 9)")->type_name("N");
  transfer->add_option("--pieces", transfer_.pieces, "1, 3, 6, 10, ... on a rhombus (default: 10)")->type_name("N");
  transfer->add_option("--depth", transfer_.depth, "Count the positions within this many moves")->type_name("D");
  transfer->add_option("--none-in", transfer_.none_in, "Prove that no crossing takes this many moves or fewer")
      ->type_name("MOVES");
  transfer
      ->add_option("--folder", transfer_.folder,
                   "With --depth or --none-in: save finished work there, and resume from it")
      ->type_name("FOLDER");
  transfer->add_option("--width", transfer_.width, "Beam width: positions kept per move (default: 20000)")
      ->type_name("N");
  transfer->add_option("--most", transfer_.most, "Longest crossing to look for, in moves (default: 60)")
      ->type_name("N");
  CLI::App* rhombus =
      menu_.add_under(*solve, "rhombus", "Solves the two-player game on a small rhombus",
                      "Example: crownstar solve rhombus --side 5 --pieces 3 --json\n"
                      "See docs/solving.md for conventions and memory use.\n"
                      "A saved file that is damaged or belongs to another problem is rejected, and left as it is.",
                      [this] { return run_solve_rhombus(rhombus_); });
  rhombus->add_option("--side", rhombus_.side, "Holes along a side, up to 8 (default: 4)")->type_name("N");
  rhombus->add_option("--pieces", rhombus_.pieces, "Pieces of each player: 1, 3, 6 or 10 (default: 3)")->type_name("N");
  rhombus->add_option("--folder", rhombus_.folder, "Save solved positions there, and resume from them")
      ->type_name("FOLDER");
  rhombus->add_option("--threads", rhombus_.threads, "Threads (default: one per core)")->type_name("N");
  for (auto [command, memory] : {std::pair{transfer, &transfer_.memory}, {rhombus, &rhombus_.memory}}) {
    command->add_option("--memory", *memory, "Memory limit in MiB (default: 2048)")->type_name("M");
  }
  transfer->add_flag("--json", transfer_.is_json, "Print one JSON object");
  rhombus->add_flag("--json", rhombus_.is_json, "Print one JSON object");
}

}  // namespace crownstar::cli
