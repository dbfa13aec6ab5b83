#include "programs/cli/playing_commands.hpp"

#include <cstddef>
#include <string>

#include "programs/cli/play/players.hpp"

namespace crownstar::cli {
PlayingCommands::PlayingCommands(Menu& menu) : menu_(menu) {
  menu_.begin_group("Games, positions and records");
  add_games();
  add_perft();
  add_moves();
  add_play();
  add_pdn();
  add_position_command();
  add_convert();
}

void PlayingCommands::add_games() {
  CLI::App* command = menu_.add("games", "Lists all games, or explains one game and its options",
                                "Example: crownstar games sternhalma", [this] { return run_games(games_); });
  add_game(command, "GAME", games_.id, "A game's id, or another name of it");
  command->add_flag("--json", games_.is_json, "Print one JSON object");
}

void PlayingCommands::add_moves() {
  CLI::App* command =
      menu_.add("moves", "Lists the legal moves of a position",
                "Example: crownstar moves american --position 'B:W18:B14,K4'", [this] { return run_moves(moves_); });
  add_position(*command, moves_.position);
  add_positions(*command, moves_.position);
  command->add_flag("--json", moves_.is_json, "Print one JSON object, or one per line with --positions");
}

void PlayingCommands::add_position_command() {
  CLI::App* command = menu_.add("position", "Prints the position after moves",
                                "Example: crownstar position american --moves '11-15 23-19'",
                                [this] { return run_position(position_); });
  add_position(*command, position_.position);
  add_positions(*command, position_.position);
  command->add_flag("--json", position_.is_json, "Print one JSON object, or one per line with --positions");
}

void PlayingCommands::add_convert() {
  CLI::App* command = menu_.add("convert", "Writes a position and moves in another notation",
                                "Examples: crownstar convert russian --moves 'c3-d4 f6-e5' --to numbers\n"
                                "          crownstar convert international --position 'W:W31:B20' --to hub\n"
                                "Prints the position before the moves, then the moves. For whole games: pdn convert.",
                                [this] { return run_convert(convert_position_); });
  add_position(*command, convert_position_.position);
  add_positions(*command, convert_position_.position);
  command
      ->add_option("--from", convert_position_.from,
                   "any: FEN and moves with numbers or letters; hub; scan: Hub with squares=scan (default: any)")
      ->type_name("NOTATION");
  command
      ->add_option("--to", convert_position_.to,
                   "game: the game's usual notation; letters; numbers; hub; scan: Hub with squares=scan\n"
                   "(default: game)")
      ->type_name("NOTATION");
  command->add_flag("--json", convert_position_.is_json, "Print one JSON object, or one per line with --positions");
}

void PlayingCommands::add_perft() {
  CLI::App* command =
      menu_.add("perft", "Counts the move sequences from a position, for each depth from 1",
                "Examples: crownstar perft american --depth 9 --threads 2\n"
                "          crownstar perft russian --position 'W:Wc1,g3,Kh2:Bb6,d6,f8' --depth 4 --divide",
                [this] { return run_perft(perft_); });
  add_position(*command, perft_.position);
  add_positions(*command, perft_.position);
  command->add_option("--depth", perft_.depth, "Depth in half-moves, 1 to 100 (default: 6)")->type_name("N");
  command->add_option("--threads", perft_.threads, "Threads (default: 1)")->type_name("N");
  command
      ->add_option("--count", perft_.count,
                   "moves: distinct by origin, destination and captures; paths: every capture path (default: moves)")
      ->type_name("WHAT");
  command->add_flag("--divide", perft_.is_divided, "Show the count of each move at the last depth");
  command->add_flag("--json", perft_.is_json, "Print one JSON object");
}

void PlayingCommands::add_play() {
  CLI::App* command = menu_.add("play", "Plays a game in the terminal, against the computer or other people",
                                "Examples: crownstar play american --against keen\n"
                                "          crownstar play sternhalma:players=3 --seat-2 human --seat-3 strong\n"
                                "Type help during a game for a list of commands.",
                                [this] { return run_play(play_); });
  add_position(*command, play_.position);
  const std::string who = known_players();
  command
      ->add_option("--against", play_.against,
                   "Player for every unnamed seat except the first: " + who + " (default: casual)")
      ->type_name("WHO");
  for (int seat = 1; seat <= most_seats; ++seat) {
    const std::string number = std::to_string(seat);
    command
        ->add_option("--seat-" + number, play_.seats[static_cast<std::size_t>(seat - 1)],
                     "Player for seat " + number + (seat == 1 ? " (default: human)" : ""))
        ->type_name("WHO");
  }
  command->add_option("--seed", play_.seed, "Seed for the choices of the computer and of random players")
      ->type_name("S");
  command->add_flag("--unicode", play_.is_unicode, "Draw the board with Unicode characters");
}

void PlayingCommands::add_pdn() {
  CLI::App* command = menu_.add("pdn", "Checks, converts and searches PDN game collections",
                                "Example: crownstar pdn check games.pdn", nullptr);
  command->require_subcommand(0, 1);
  CLI::App* check = menu_.add_under(
      *command, "check", "Reports errors in collections, with line and column",
      "Examples: crownstar pdn check games.pdn more.pdn.gz\n          crownstar pdn check --strict mine.pdn",
      [this] { return run_pdn_check(check_); });
  check->add_flag("--strict", check_.is_strict, "Check by the grammar of PDN 3.0 only, not by the rules of the games");
  check->add_flag("--json", check_.is_json, "Print one JSON object");
  CLI::App* convert =
      menu_.add_under(*command, "convert", "Writes the valid games of a collection as strict PDN or JSON",
                      "Examples: crownstar pdn convert old.pdn --output new.pdn\n"
                      "          crownstar pdn convert - --to json < games.pdn",
                      [this] { return run_pdn_convert(convert_); });
  convert
      ->add_option("--notation", convert_.notation,
                   "letters or numbers, for every game (default: as each GameType says)")
      ->type_name("KIND");
  convert
      ->add_option("--to", convert_.form,
                   "pdn; json: an array with one game per line; ndjson: one object per half-move;\n"
                   "fen: one position per line; parquet: a table with a row per half-move (default: pdn)")
      ->type_name("FORM");
  convert->add_option("--output", convert_.output, "Output file (default: standard output)")->type_name("FILE");
  CLI::App* index =
      menu_.add_under(*command, "index", "Makes collections searchable: a database of their games, for `pdn search`",
                      "Example: crownstar pdn index *.pdn old.pdn.gz --database games.db\n"
                      "Games are added to a database that exists. Games with the same moves by the same players are "
                      "marked as repeated.",
                      [this] { return run_pdn_index(index_); });
  index->add_option("--database", index_.database, "The database (SQLite)")->type_name("FILE")->required();
  add_keep_free(*convert, convert_.keep_free);
  add_keep_free(*index, index_.keep_free);
  add_pdn_search(*command);
  for (const auto& [each, input] :
       {std::pair{check, &check_.input}, {convert, &convert_.input}, {index, &index_.input}}) {
    each->add_option("FILE", input->files, "Files, also packed with gzip; - for standard input")->required();
    add_game(each, "--game", input->fallback, "The game where GameType is missing (default: auto, guessed)");
    each->add_option("--encoding", input->encoding,
                     "auto, utf-8, windows-1251, windows-1252, utf-16le or utf-16be (default: auto, guessed)")
        ->type_name("NAME");
    each->add_option("--threads", input->threads, "Threads (default: one per core)")->type_name("N");
  }
}

void PlayingCommands::add_pdn_search(CLI::App& pdn) {
  CLI::App* command = menu_.add_under(
      pdn, "search", "Finds games in a database of `pdn index`",
      "Examples: crownstar pdn search games.db --player tinsley --year 1950-1979 --winner draw\n"
      "          crownstar pdn search games.db --game american --position 'W:W18,24:B12,K22' --turned --to pdn\n"
      "          crownstar pdn search games.db --opening '11-15 23-19' --to moves --moves '11-15 23-19'\n"
      "A game must match all options. A part of a name or event is enough; case does not matter.",
      [this] { return run_pdn_search(search_); });
  command->add_option("DATABASE", search_.database, "A database that `pdn index` has made")->required();
  const auto option = texts_of(command);
  add_game(command, "--game", search_.position.token, "A game: ID or ID:key=value,key=value (default: any)");
  command->add_option("--player", search_.players, "A player, at any seat; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  option("--white", search_.white, "The player with White", "NAME");
  option("--black", search_.black, "The player with Black, which some games call Red", "NAME");
  option("--event", search_.event, "The event", "NAME");
  option("--year", search_.years, "A year, or years such as 1900-1909 or 1990-", "YEARS");
  option("--winner", search_.winner, "white, black, draw, or the number of a star's seat", "WHO");
  option("--plies", search_.plies, "Length in half-moves: a number, or a range such as 80-", "RANGE");
  option("--opening", search_.opening, "The first moves, in this order", "MOVES");
  add_position_text(*command, "--position", search_.position, "A position that came up: FEN, or a star's text");
  option("--moves", search_.position.moves,
         "Moves to play from --position, or from the start: the position searched for is the one after them", "MOVES");
  option("--material", search_.material, "Men and kings of the sides, such as W3K:B2K or B2M1K; draughts only",
         "MATERIAL");
  command->add_flag("--turned", search_.is_turned, "Search for the position or material with colours swapped, too");
  command->add_flag("--duplicates", search_.wants_duplicates, "Only games that repeat an earlier one");
  option("--to", search_.form,
         "list; json: one object per line; pdn; count; moves: what was played in the position (default: list)", "FORM");
  option("--limit", search_.limit, "At most this many games (default: 50 in a list, otherwise all)", "N");
}

}  // namespace crownstar::cli
