#include "programs/cli/engine_commands.hpp"

#include <utility>

namespace crownstar::cli {

EngineCommands::EngineCommands(Menu& menu, const std::string& version) : menu_(menu), version_(version) {
  add_engine();
  add_match();
  add_analyse();
  add_self_play();
  add_bench();
  add_tables();
  add_solve();
}

void EngineCommands::add_engine() {
  CLI::App* command =
      menu_.add("engine", "Plays for other programs, which speak Hub with its standard input and output",
                "Examples: printf 'hub\\ninit\\npos pos=… \\ngo think\\n' | crownstar engine (docs/hub.md)\n"
                "          crownstar engine --dxp wait:27531 --time 0.2\n"
                "          crownstar engine --dxp localhost:27531 --games 2 --minutes 1",
                [this] { return run_engine(engine_, version_); });
  const auto option = texts_of(command);
  command->add_option("GAME", engine_.game, "The game at the beginning; international if not said");
  option("--level", engine_.level, "How strong it plays; the strongest if not said", "LEVEL");
  option("--threads", engine_.threads, "Threads that search together; 1 if not said", "N");
  option("--memory", engine_.memory, "Mebibytes for what was searched before; 32 if not said", "M");
  option("--tables", engine_.tables, "Where endgame tables are, or none; where they usually are if not said", "FOLDER");
  option("--net", engine_.net, "A network, or none; what the program has in it if not said", "FILE");
  option("--dxp", engine_.dxp, "Plays over DamExchange: calls HOST[:PORT], or waits: wait[:[HOST:]PORT]", "WHERE");
  option("--time", engine_.time, "Over DamExchange: seconds a move; by the game's clock if not said", "S");
  option("--games", engine_.games, "Over DamExchange: games to ask for; 1 if not said", "N");
  option("--minutes", engine_.minutes, "Over DamExchange: each side's clock of those; 5 if not said", "N");
  option("--moves", engine_.moves, "Over DamExchange: for so many moves, 0 for all; 75 if not said", "N");
}

void EngineCommands::add_match() {
  CLI::App* command = menu_.add(
      "match", "Plays engines against each other and says which is stronger, and how surely",
      "Examples: crownstar match keen steady --game american --games 200 --nodes 20000\n"
      "          crownstar match full,time=0.2 'time=0.2,hub:./other engine' --sprt 0,5 --pdn games.pdn\n"
      "An engine is parts with commas: a level, time=SECONDS, nodes=N, depth=N, threads=N, memory=MIB, net=FILE,\n"
      "tables=FOLDER; for another program set.NAME=VALUE and at the end hub:PROGRAM ARGUMENT...; limits of its own\n"
      "go before --time and --nodes.\n"
      "Every start is played with A on each side: a seat, or in teams all seats of one team. All others are B.\n"
      "With two sides wins, draws and losses are counted, with more the places of A. A game that nobody wins alone is\n"
      "undecided: a draw with two sides, no first place with more. The error after ± holds 95 of 100 times and counts\n"
      "starts, since games from one start hang together; docs/matches.md has more.",
      [this] { return run_match(match_); });
  command->add_option("A", match_.a, "An engine")->required();
  command->add_option("B", match_.b, "Another")->required();
  const auto option = texts_of(command);
  option("--game", match_.game, "A game: ID or ID:key=value,key=value; american if not said", "GAME");
  option("--games", match_.games, "How many, rounded up to whole starts; 100 if not said", "N");
  option("--time", match_.time, "Seconds a move; 0.1 if no limit is said", "S");
  option("--nodes", match_.nodes, "Positions a move; such a match can be repeated", "N");
  option("--depth", match_.depth, "Half-moves ahead", "N");
  option("--starts", match_.starts, "three-move, eleven-man, random or first; what suits the game if not said", "KIND");
  option("--random-moves", match_.random_moves, "Of each seat, for random starts", "N");
  option("--seed", match_.seed, "The same seed, the same starts; 1 if not said", "S");
  option("--threads", match_.threads, "Games at the same time; 1 if not said", "N");
  option("--most-moves", match_.most_moves, "Of each seat, then it is undecided; 300 if not said", "N");
  option("--sprt", match_.test, "Ends as soon as one of two differences is ruled out", "ELO0,ELO1");
  option("--agreed-win", match_.agreed_win, "Ends a game where both see such a lead, in hundredths of a man", "N");
  option("--agreed-draw", match_.agreed_draw, "Ends a game where both see nothing after so many moves each", "N");
  option("--referee", match_.referee, "Ends a game of draughts that endgame tables in this folder know", "FOLDER");
  option("--pdn", match_.pdn, "Writes the games", "FILE");
  command->add_flag("--json", match_.is_json, "Writes one JSON object");
}

void EngineCommands::add_analyse() {
  CLI::App* command =
      menu_.add("analyse", "Goes over games of two: marks blunders, shows better moves and what each position is worth",
                "Example: crownstar analyse games.pdn --time 1 --output analysed.pdn\n"
                "Scores are in men, on a star in turns; + is good for the side that moves first, as on the page.",
                [this] { return run_analyse(analyse_); });
  command->add_option("FILE", analyse_.file, "A collection in PDN; - is standard input")->required();
  const auto option = texts_of(command);
  option("--game", analyse_.fallback, "What a game without a GameType is; american if not said", "GAME");
  option("--time", analyse_.time, "Seconds a position; 0.5 if no limit is said", "S");
  option("--nodes", analyse_.nodes, "Positions looked at for each; such an analysis can be repeated", "N");
  option("--threads", analyse_.threads, "Threads that search together; 1 if not said", "N");
  option("--memory", analyse_.memory, "Mebibytes for what was searched before; 32 if not said", "M");
  option("--tables", analyse_.tables, "Where endgame tables are, or none; where they usually are if not said",
         "FOLDER");
  option("--net", analyse_.net, "A network, or none; what the program has in it if not said", "FILE");
  option("--output", analyse_.output, "The file to write; standard output if not said", "FILE");
  command->add_flag("--json", analyse_.is_json, "Writes one JSON object");
}

void EngineCommands::add_self_play() {
  CLI::App* command =
      menu_.add("selfplay", "Lets our engine play itself and keeps positions to train a network with",
                "Example: crownstar selfplay american --games 2000 --nodes 1000 --seed 1 --out american.pos\n"
                "A file that is there already is gone on with; docs/nets.md says what becomes of it.",
                [this] { return run_self_play(self_play_); });
  command->add_option("GAME", self_play_.game, "A game of draughts with at most 64 squares in play")->required();
  command->add_option("--out", self_play_.file, "The file of positions")->type_name("FILE")->required();
  command->add_option("--games", self_play_.games, "How many in all; 1000 if not said")->type_name("N");
  command->add_option("--nodes", self_play_.nodes, "Positions looked at for each move; 2000 if not said")
      ->type_name("N");
  command->add_option("--seed", self_play_.seed, "The same seed, the same games; 1 if not said")->type_name("S");
  command->add_option("--engine", self_play_.engine, "As match has it; the strongest if not said")->type_name("ENGINE");
  command->add_option("--starts", self_play_.starts, "As match has them; a few moves by chance if not said")
      ->type_name("KIND");
  command->add_flag("--steady", self_play_.is_steady, "No moves by chance but at the beginning");
  command->add_option("--referee", self_play_.referee, "Ends a game that endgame tables in this folder know")
      ->type_name("FOLDER");
}

void EngineCommands::add_bench() {
  CLI::App* command = menu_.add("bench", "Searches fixed positions: how many nodes that takes, and how fast it is",
                                "Example: crownstar bench", [this] { return run_bench(bench_); });
  command->add_flag("--json", bench_.is_json, "Writes one JSON object");
  command->add_flag("--nodes", bench_.has_nodes_only, "Prints the nodes only, as tests/search_nodes.txt has them")
      ->excludes("--json");
}

void EngineCommands::add_tables() {
  CLI::App* tables = menu_.add("tables", "Builds, verifies and asks endgame tables",
                               "Example: crownstar tables build american --pieces 4", nullptr);
  tables->require_subcommand(0, 1);
  CLI::App* build =
      menu_.add_under(*tables, "build", "Works out every position with few pieces; goes on where it was interrupted",
                      "Example: crownstar tables build american --pieces 5\n"
                      "Values are made for up to N pieces, distances for up to N-1; docs/tables.md has more.",
                      [this] { return run_tables_build(tables_); });
  CLI::App* verify = menu_.add_under(*tables, "verify", "Holds every entry against those of its successors",
                                     "Example: crownstar tables verify american --pieces 4 --json",
                                     [this] { return run_tables_verify(tables_); });
  for (CLI::App* each : {build, verify}) {
    each->add_option("GAME", tables_.game, "A draughts game")->required();
    each->add_option("--pieces", tables_.pieces, "Up to how many pieces, both sides together; 4 if not said")
        ->type_name("N");
    each->add_option("--threads", tables_.threads, "Threads that share the work; one a core if not said")
        ->type_name("N");
    each->add_option("--memory", tables_.memory, "Mebibytes that may be used; 2048 if not said")->type_name("M");
    each->add_flag("--json", tables_.is_json, "Writes one JSON object");
  }
  CLI::App* probe = menu_.add_under(*tables, "probe", "Shows what a position and each of its moves is worth",
                                    "Example: crownstar tables probe american 'W:WK14:BK6,K7'",
                                    [this] { return run_tables_probe(probe_); });
  probe->add_option("GAME", probe_.position.token, "A draughts game")->required();
  probe->add_option("POSITION", probe_.position.position, "A position: FEN")->required();
  probe_.position.has_position = true;
  probe->add_flag("--json", probe_.is_json, "Writes one JSON object");
  for (auto [command, folder] :
       {std::pair{build, &tables_.folder}, {verify, &tables_.folder}, {probe, &probe_.folder}}) {
    command->add_option("--folder", *folder, "Where tables are; ~/.local/share/crownstar/tables if not said")
        ->type_name("FOLDER");
  }
}

void EngineCommands::add_solve() {
  CLI::App* solve = menu_.add("solve", "Works out small things of Chinese checkers exactly",
                              "Example: crownstar solve rhombus --side 4 --pieces 3", nullptr);
  solve->require_subcommand(0, 1);
  CLI::App* transfer = menu_.add_under(
      *solve, "transfer",
      "One army alone on the board: positions within so many moves, a short way across, or a proof that none is",
      "Example: crownstar solve transfer --depth 5 --json\n"
      "Positions are counted up to mirror image. Without --depth and --none-in a short way across is looked for.\n"
      "A kept file that is damaged or is of something else is refused by name, and stays as it is.",
      [this] { return run_solve_transfer(transfer_); });
  transfer->add_option("--board", transfer_.board, "rhombus or star (121 holes); rhombus if not said");
  transfer->add_option("--side", transfer_.side, "Holes along a side of a rhombus; 9 if not said")->type_name("N");
  transfer->add_option("--pieces", transfer_.pieces, "1, 3, 6, 10, ... on a rhombus; 10 if not said")->type_name("N");
  transfer->add_option("--depth", transfer_.depth, "Counts the positions within so many moves")->type_name("D");
  transfer->add_option("--none-in", transfer_.none_in, "Proves that no way across has so many moves or fewer")
      ->type_name("MOVES");
  transfer->add_option("--folder", transfer_.folder, "With either: keeps what is finished there, and goes on from it")
      ->type_name("FOLDER");
  transfer->add_option("--width", transfer_.width, "Positions kept a move on the way across; 20000 if not said")
      ->type_name("N");
  transfer->add_option("--most", transfer_.most, "A way across of so many moves at most; 60 if not said")
      ->type_name("N");
  CLI::App* rhombus =
      menu_.add_under(*solve, "rhombus", "Who wins a game of two on a small rhombus",
                      "Example: crownstar solve rhombus --side 5 --pieces 3 --json\n"
                      "docs/solving.md has the conventions, and how much memory boards take.\n"
                      "A kept file that is damaged or is of something else is refused by name, and stays as it is.",
                      [this] { return run_solve_rhombus(rhombus_); });
  rhombus->add_option("--side", rhombus_.side, "Holes along a side, up to 8; 4 if not said")->type_name("N");
  rhombus->add_option("--pieces", rhombus_.pieces, "Of each player: 1, 3, 6 or 10; 3 if not said")->type_name("N");
  rhombus->add_option("--folder", rhombus_.folder, "Keeps what is known there, and goes on from it")
      ->type_name("FOLDER");
  rhombus->add_option("--threads", rhombus_.threads, "Threads that share the work; one a core if not said")
      ->type_name("N");
  for (auto [command, memory] : {std::pair{transfer, &transfer_.memory}, {rhombus, &rhombus_.memory}}) {
    command->add_option("--memory", *memory, "Mebibytes that may be used; 2048 if not said")->type_name("M");
  }
  transfer->add_flag("--json", transfer_.is_json, "Writes one JSON object");
  rhombus->add_flag("--json", rhombus_.is_json, "Writes one JSON object");
}

}  // namespace crownstar::cli
