#include "programs/cli/playing_commands.hpp"

#include <cstddef>
#include <string>

#include "programs/cli/play/play_players.hpp"

namespace crownstar::cli {
namespace {

void add_position(CLI::App& command, PositionRequest& request) {
  command.add_option("GAME", request.token, "A game: ID or ID:key=value,key=value")->required();
  command
      .add_option_function<std::string>(
          "--position",
          [&request](const std::string& text) {
            request.position = text;
            request.has_position = true;
          },
          "A position instead of the first one: FEN, or the star's own text")
      ->type_name("POSITION");
}

}  // namespace

PlayingCommands::PlayingCommands(Menu& menu) : menu_(menu) {
  add_games();
  add_perft();
  add_moves();
  add_play();
  add_pdn();
}

void PlayingCommands::add_games() {
  CLI::App* command = menu_.add("games", "Lists the games, or explains one of them and its options",
                                "Example: crownstar games sternhalma", [this] { return run_games(games_); });
  command->add_option("GAME", games_.id, "The id of a game");
  command->add_flag("--json", games_.is_json, "Writes one JSON object");
}

void PlayingCommands::add_moves() {
  CLI::App* command =
      menu_.add("moves", "Lists the legal moves of a position",
                "Example: crownstar moves american --position 'B:W18:B14,K4'", [this] { return run_moves(moves_); });
  add_position(*command, moves_.position);
  command->add_flag("--json", moves_.is_json, "Writes one JSON object");
}

void PlayingCommands::add_perft() {
  CLI::App* command =
      menu_.add("perft", "Counts the ways to go on from a position, to every depth from 1 on",
                "Examples: crownstar perft american --depth 9 --threads 2\n"
                "          crownstar perft russian --position 'W:Wc1,g3,Kh2:Bb6,d6,f8' --depth 4 --divide",
                [this] { return run_perft(perft_); });
  add_position(*command, perft_.position);
  command->add_option("--depth", perft_.depth, "Half-moves, from 1 to 100; 6 if not said")->type_name("N");
  command->add_option("--threads", perft_.threads, "Threads that share the work; 1 if not said")->type_name("N");
  command
      ->add_option("--count", perft_.count,
                   "moves: distinct from, to and captured pieces; paths: every way to capture; moves if not said")
      ->type_name("WHAT");
  command->add_flag("--divide", perft_.is_divided, "Shows the count of each move at the last depth");
  command->add_flag("--json", perft_.is_json, "Writes one JSON object");
}

void PlayingCommands::add_play() {
  CLI::App* command = menu_.add("play", "Plays a game in the terminal: people and the computer",
                                "Examples: crownstar play american --against keen\n"
                                "          crownstar play sternhalma:players=3 --seat-2 human --seat-3 strong\n"
                                "Typed there, help lists what can be typed.",
                                [this] { return run_play(play_); });
  add_position(*command, play_.position);
  const std::string who = known_players();
  command
      ->add_option("--against", play_.against,
                   "Who has the seats but the first that are not named: " + who + "; casual if not said")
      ->type_name("WHO");
  for (int seat = 1; seat <= most_seats; ++seat) {
    const std::string number = std::to_string(seat);
    command
        ->add_option("--seat-" + number, play_.seats[static_cast<std::size_t>(seat - 1)],
                     "Who has seat " + number + (seat == 1 ? "; human if not said" : ""))
        ->type_name("WHO");
  }
  command->add_option("--seed", play_.seed, "The same seed, the same choices of the computer and of the random mover")
      ->type_name("S");
  command->add_flag("--unicode", play_.is_unicode, "Draws the board with more than ASCII has");
}

void PlayingCommands::add_pdn() {
  CLI::App* command = menu_.add("pdn", "Checks and converts collections of games in PDN",
                                "Example: crownstar pdn check games.pdn", nullptr);
  command->require_subcommand(0, 1);
  CLI::App* check =
      menu_.add_under(*command, "check", "Reads collections and says what is wrong with them, and where",
                      "Example: crownstar pdn check games.pdn more.pdn", [this] { return run_pdn_check(check_); });
  check->add_option("FILE", check_.files, "Files; - is standard input")->required();
  check->add_flag("--json", check_.is_json, "Writes one JSON object");
  CLI::App* convert =
      menu_.add_under(*command, "convert", "Writes the good games of a collection as strict PDN or as JSON",
                      "Examples: crownstar pdn convert old.pdn --output new.pdn\n"
                      "          crownstar pdn convert - --to json < games.pdn",
                      [this] { return run_pdn_convert(convert_); });
  convert->add_option("FILE", convert_.file, "A file; - is standard input")->required();
  convert->add_option("--to", convert_.form, "pdn, or json: an array with a game a line; pdn if not said")
      ->type_name("FORM");
  convert->add_option("--output", convert_.output, "The file to write; standard output if not said")->type_name("FILE");
  const std::string explanation = "What a game without a GameType is; american if not said";
  check->add_option("--game", check_.fallback, explanation)->type_name("GAME");
  convert->add_option("--game", convert_.fallback, explanation)->type_name("GAME");
}

}  // namespace crownstar::cli
