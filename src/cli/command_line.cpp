#include "cli/command_line.hpp"

#include <array>
#include <functional>
#include <vector>

#include <CLI/CLI.hpp>

#include "board/quote.hpp"
#include "cli/analyse.hpp"
#include "cli/bench.hpp"
#include "cli/console.hpp"
#include "cli/engine.hpp"
#include "cli/games.hpp"
#include "cli/keeping.hpp"
#include "cli/match.hpp"
#include "cli/moderating.hpp"
#include "cli/moves.hpp"
#include "cli/moving.hpp"
#include "cli/pdn.hpp"
#include "cli/perft.hpp"
#include "cli/play.hpp"
#include "cli/self_play.hpp"
#include "cli/serve.hpp"
#include "cli/solve.hpp"
#include "cli/tables.hpp"
#include "cli/worker.hpp"
#include "server/settings.hpp"

namespace crownstar::cli {
namespace {

// Adds options that are kept as they were written.
auto texts_of(CLI::App* command) {
  return [command](const std::string& name, std::string& value, const std::string& text, const char* type) {
    command->add_option(name, value, text)->type_name(type);
  };
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class CommandLine {
 public:
  explicit CommandLine(const std::string& version) : version_(version) {
    app_.set_version_flag("--version", "crownstar " + version, "Shows the version and exits");
    app_.set_help_flag("--help,-h", "Shows this help and exits");
    app_.require_subcommand(0, 1);
    app_.allow_extras();
    app_.footer(
        "Example: crownstar play american\n"
        "`crownstar COMMAND --help` shows a command's options and an example.\n"
        "Exit status: 0 success, 1 something was refused or failed, 2 the command line was wrong, 130 interrupted.");
    add_games();
    add_perft();
    add_moves();
    add_play();
    add_pdn();
    add_engine();
    add_match();
    add_analyse();
    add_self_play();
    add_bench();
    add_serve();
    add_worker();
    add_keeping();
    add_moderating();
    add_tables();
    add_solve();
  }

  int run(int count, const char* const* arguments) {
    try {
      app_.parse(count, arguments);
    } catch (const CLI::Success& answer) {  // --help or --version
      return app_.exit(answer) == 0 ? success : failure;
    } catch (const CLI::ParseError& problem) {
      return complain_of(problem.what());
    }
    const CLI::App* chosen = &app_;
    while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
    const std::vector<std::string> extras = app_.remaining(true);
    if (!extras.empty()) return complain_of(unknown(*chosen, extras.front()));
    const bool is_whole = run_ != nullptr;
    if (!is_whole) return complain_of("expected a command: " + joined(commands_of(*chosen)), chosen);
    return run_();
  }

 private:
  static std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
    return names;
  }

  static std::string unknown(const CLI::App& app, const std::string& word) {
    const std::string shown = board::quoted(word);
    if (!word.starts_with('-') || word == "-") {
      if (const auto names = commands_of(app); !names.empty()) {
        return "unknown command " + shown + "; known commands: " + joined(names);
      }
      return "unexpected argument " + shown + "; " + app.get_name() + " takes no more of them";
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      if (!option->get_positional()) names.push_back("--" + option->get_lnames().front());
    }
    return "unknown option " + shown + "; known options: " + joined(names);
  }

  int complain_of(const std::string& reason, const CLI::App* app = nullptr) {
    if (app == nullptr) {
      app = &app_;
      while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
    }
    std::string path;
    for (const CLI::App* each = app; each != nullptr; each = each->get_parent()) path = each->get_name() + " " + path;
    complain(reason + " (see " + path + "--help)");
    return wrong_usage;
  }

  CLI::App* add(CLI::App& parent, const std::string& name, const std::string& description, const std::string& footer,
                std::function<int()> run) {
    CLI::App* command = parent.add_subcommand(name, description);
    command->allow_extras();
    command->footer(footer);
    if (run) command->callback([this, run = std::move(run)] { run_ = run; });
    return command;
  }

  static void add_position(CLI::App& command, PositionRequest& request) {
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

  void add_games() {
    CLI::App* command = add(app_, "games", "Lists the games, or explains one of them and its options",
                            "Example: crownstar games sternhalma", [this] { return run_games(games_); });
    command->add_option("GAME", games_.id, "The id of a game");
    command->add_flag("--json", games_.is_json, "Writes one JSON object");
  }

  void add_engine() {
    CLI::App* command =
        add(app_, "engine", "Plays for other programs, which speak Hub with its standard input and output",
            "Examples: printf 'hub\\ninit\\npos pos=… \\ngo think\\n' | crownstar engine (docs/hub.md)\n"
            "          crownstar engine --dxp wait:27531 --time 0.2\n"
            "          crownstar engine --dxp localhost:27531 --games 2 --minutes 1",
            [this] { return run_engine(engine_, version_); });
    const auto option = texts_of(command);
    command->add_option("GAME", engine_.game, "The game at the beginning; international if not said");
    option("--level", engine_.level, "How strong it plays; the strongest if not said", "LEVEL");
    option("--threads", engine_.threads, "Threads that search together; 1 if not said", "N");
    option("--memory", engine_.memory, "Mebibytes for what was searched before; 32 if not said", "M");
    option("--tables", engine_.tables, "Where endgame tables are, or none; where they usually are if not said",
           "FOLDER");
    option("--net", engine_.net, "A network, or none; what the program has in it if not said", "FILE");
    option("--dxp", engine_.dxp, "Plays over DamExchange: calls HOST[:PORT], or waits: wait[:[HOST:]PORT]", "WHERE");
    option("--time", engine_.time, "Over DamExchange: seconds a move; by the game's clock if not said", "S");
    option("--games", engine_.games, "Over DamExchange: games to ask for; 1 if not said", "N");
    option("--minutes", engine_.minutes, "Over DamExchange: each side's clock of those; 5 if not said", "N");
    option("--moves", engine_.moves, "Over DamExchange: for so many moves, 0 for all; 75 if not said", "N");
  }

  void add_bench() {
    CLI::App* command = add(app_, "bench", "Searches fixed positions: how many nodes that takes, and how fast it is",
                            "Example: crownstar bench", [this] { return run_bench(bench_); });
    command->add_flag("--json", bench_.is_json, "Writes one JSON object");
  }

  void add_match() {
    CLI::App* command =
        add(app_, "match", "Plays engines against each other and says which is stronger, and how surely",
            "Examples: crownstar match keen steady --game american --games 200 --nodes 20000\n"
            "          crownstar match full,time=0.2 'time=0.2,hub:./other engine' --sprt 0,5 --pdn games.pdn\n"
            "An engine is parts with commas: a level, time=SECONDS, nodes=N, depth=N; for another program\n"
            "set.NAME=VALUE and at the end hub:PROGRAM ARGUMENT...; limits of its own go before --time and --nodes.\n"
            "Every start is played with A in each seat; with more than two seats all others are B.",
            [this] { return run_match(match_); });
    command->add_option("A", match_.a, "An engine")->required();
    command->add_option("B", match_.b, "Another")->required();
    const auto option = texts_of(command);
    option("--game", match_.game, "A game: ID or ID:key=value,key=value; american if not said", "GAME");
    option("--games", match_.games, "How many at most; 100 if not said", "N");
    option("--time", match_.time, "Seconds a move; 0.1 if no limit is said", "S");
    option("--nodes", match_.nodes, "Positions a move; such a match can be repeated", "N");
    option("--depth", match_.depth, "Half-moves ahead", "N");
    option("--starts", match_.starts, "three-move, eleven-man, random or first; what suits the game if not said",
           "KIND");
    option("--random-moves", match_.random_moves, "Of each seat, for random starts", "N");
    option("--seed", match_.seed, "The same seed, the same starts; 1 if not said", "S");
    option("--threads", match_.threads, "Games at the same time; 1 if not said", "N");
    option("--most-moves", match_.most_moves, "Of each seat, then it is a draw; 300 if not said", "N");
    option("--sprt", match_.test, "Ends as soon as one of two differences is ruled out", "ELO0,ELO1");
    option("--agreed-win", match_.agreed_win, "Ends a game where both see such a lead, in hundredths of a man", "N");
    option("--agreed-draw", match_.agreed_draw, "Ends a game where both see nothing after so many moves each", "N");
    option("--pdn", match_.pdn, "Writes the games", "FILE");
    command->add_flag("--json", match_.is_json, "Writes one JSON object");
  }

  void add_analyse() {
    CLI::App* command = add(
        app_, "analyse", "Goes over games of two: marks blunders, shows better moves and what each position is worth",
        "Example: crownstar analyse games.pdn --time 1 --output analysed.pdn\n"
        "Scores are in hundredths of a man from White's view, on a star in hundredths of a turn from Seat 1's.",
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

  void add_self_play() {
    CLI::App* command =
        add(app_, "selfplay", "Lets our engine play itself and keeps positions to train a network with",
            "Example: crownstar selfplay american --games 2000 --nodes 1000 --seed 1 --out american.pos\n"
            "A file that is there already is gone on with; docs/nets.md says what becomes of it.",
            [this] { return run_self_play(self_play_); });
    command->add_option("GAME", self_play_.game, "A game of draughts on at most 64 squares")->required();
    command->add_option("--out", self_play_.file, "The file of positions")->type_name("FILE")->required();
    command->add_option("--games", self_play_.games, "How many in all; 1000 if not said")->type_name("N");
    command->add_option("--nodes", self_play_.nodes, "Positions looked at for each move; 2000 if not said")
        ->type_name("N");
    command->add_option("--seed", self_play_.seed, "The same seed, the same games; 1 if not said")->type_name("S");
    command->add_option("--engine", self_play_.engine, "As match has it; the strongest if not said")
        ->type_name("ENGINE");
  }

  void add_perft() {
    CLI::App* command = add(app_, "perft", "Counts the ways to go on from a position, to every depth from 1 on",
                            "Examples: crownstar perft american --depth 9 --threads 2\n"
                            "          crownstar perft russian --position 'W:Wc3,Kf2:Bd4,e7' --depth 4 --divide --json",
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

  void add_moves() {
    CLI::App* command =
        add(app_, "moves", "Lists the legal moves of a position",
            "Example: crownstar moves american --position 'B:W18:B14,K4'", [this] { return run_moves(moves_); });
    add_position(*command, moves_.position);
    command->add_flag("--json", moves_.is_json, "Writes one JSON object");
  }

  void add_play() {
    CLI::App* command = add(app_, "play", "Plays a game in the terminal: people, or a mover that chooses at random",
                            "Examples: crownstar play american\n"
                            "          crownstar play sternhalma:players=3 --seat-1 random --seat-2 human --seed 7\n"
                            "Typed there, help lists what can be typed.",
                            [this] { return run_play(play_); });
    add_position(*command, play_.position);
    for (int seat = 1; seat <= most_seats; ++seat) {
      const std::string fallback = seat == 1 ? "human" : "random";
      command
          ->add_option("--seat-" + std::to_string(seat), play_.seats[static_cast<std::size_t>(seat - 1)],
                       "Who has seat " + std::to_string(seat) + ": human or random; " + fallback + " if not said")
          ->type_name("WHO");
    }
    command->add_option("--seed", play_.seed, "The same seed makes the random mover choose the same")->type_name("S");
    command->add_flag("--unicode", play_.is_unicode, "Draws the board with more than ASCII has");
  }

  void add_pdn() {
    CLI::App* command = add(app_, "pdn", "Checks and converts collections of games in PDN",
                            "Example: crownstar pdn check games.pdn", nullptr);
    command->require_subcommand(0, 1);
    CLI::App* check = add(*command, "check", "Reads collections and says what is wrong with them, and where",
                          "Example: crownstar pdn check games.pdn more.pdn", [this] { return run_pdn_check(check_); });
    check->add_option("FILE", check_.files, "Files; - is standard input")->required();
    check->add_flag("--json", check_.is_json, "Writes one JSON object");
    CLI::App* convert = add(*command, "convert", "Writes the good games of a collection as strict PDN or as JSON",
                            "Examples: crownstar pdn convert old.pdn --output new.pdn\n"
                            "          crownstar pdn convert - --to json < games.pdn",
                            [this] { return run_pdn_convert(convert_); });
    convert->add_option("FILE", convert_.file, "A file; - is standard input")->required();
    convert->add_option("--to", convert_.form, "pdn, or json: an array with a game a line; pdn if not said")
        ->type_name("FORM");
    convert->add_option("--output", convert_.output, "The file to write; standard output if not said")
        ->type_name("FILE");
    const std::string explanation = "What a game without a GameType is; american if not said";
    check->add_option("--game", check_.fallback, explanation)->type_name("GAME");
    convert->add_option("--game", convert_.fallback, explanation)->type_name("GAME");
  }

  void add_serve() {
    CLI::App* command =
        add(app_, "serve", "Serves the games and their page, with a store of its own; nothing need be set",
            "Example: crownstar serve --address 0.0.0.0 --port 8417 --store games.db\n"
            "Each setting is also a line of the settings file (tls_key = \"FILE\") and a variable of the\n"
            "environment (CROWNSTAR_TLS_KEY). A flag counts before the environment, that before the file.",
            [this] { return run_serve(serve_, version_); });
    for (const server::SettingRow& row : server::setting_rows()) {
      command
          ->add_option_function<std::vector<std::string>>(
              "--" + std::string(row.name),
              [this, name = std::string(row.name)](const std::vector<std::string>& values) {
                serve_.flags[name] = values;
              },
              std::string(row.explanation) + (row.is_list ? "; may be given again" : ""))
          ->type_name(std::string(row.value_name))
          ->expected(1)
          ->multi_option_policy(row.is_list ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast)
          ->allow_extra_args(false);
    }
    command
        ->add_option("--settings", serve_.settings_file,
                     "The settings file; $XDG_CONFIG_HOME/crownstar/settings.toml if not said and there is one")
        ->type_name("FILE");
    command->add_flag("--print-settings", serve_.prints_settings,
                      "Shows all settings, and where each comes from, and exits");
  }

  void add_worker() {
    CLI::App* command = add(app_, "worker", "Thinks for the computers of a site, on a machine of its own",
                            "Example: crownstar worker --bus nats://broker.example:4222 --threads 8\n"
                            "It takes searches from every node that serves with the same --bus.",
                            [this] { return run_worker(worker_); });
    const auto add_text = texts_of(command);
    add_text("--bus", worker_.bus, "The broker; the environment's CROWNSTAR_BUS if not said", "ADDRESS");
    add_text("--threads", worker_.threads, "Searches at once; as many as there are processors if not said", "N");
    add_text("--tables", worker_.tables, "Endgame tables: a folder, or none; the usual folder if not said", "FOLDER");
  }

  void add_keeping() {
    CLI::App* backup = add(app_, "backup", "Copies the store into a new file, also while it is served",
                           "Example: crownstar backup games-monday.db", [this] { return run_backup(keeping_); });
    backup->add_option("FILE", keeping_.file, "The new file")->required();
    CLI::App* restore =
        add(app_, "restore", "Makes a store of a backup, where there is none yet",
            "Example: crownstar restore games-monday.db --store games.db", [this] { return run_restore(keeping_); });
    restore->add_option("FILE", keeping_.file, "The backup")->required();
    CLI::App* check = add(app_, "check", "Plays every stored game through again and compares it with its stored result",
                          "Example: crownstar check --store games.db", [this] { return run_check(keeping_); });
    CLI::App* give =
        add(app_, "export", "Writes a whole site into a stream, from a file or PostgreSQL, also while it is served",
            "Example: crownstar export site.stream --store games.db\n"
            "         crownstar export - --store postgresql://site@db/site | zstd > site.zst",
            [this] { return run_export(keeping_); });
    give->add_option("FILE", keeping_.file, "The new file; - for standard output")->required();
    CLI::App* take = add(app_, "import", "Makes a store of a stream, where there is none yet; all of it or nothing",
                         "Example: crownstar import site.stream --store postgresql://site@db/site\n"
                         "What came is read back and compared game by game before it is there for anyone.",
                         [this] { return run_import(keeping_); });
    take->add_option("FILE", keeping_.file, "The stream; - for standard input")->required();
    for (CLI::App* each : {backup, restore, check, give, take}) add_store(*each, keeping_);
  }

  static void add_store(CLI::App& command, KeepingRequest& request) {
    command.add_option("--store", request.store, "The store; if not said, the one that serve would open")
        ->type_name("FILE");
    command.add_option("--settings", request.settings, "The settings file of serve")->type_name("FILE");
  }

  void add_moderating() {
    CLI::App* reports =
        add(app_, "reports", "Lists what players have reported and nobody has looked at yet",
            "Example: crownstar reports --json\n"
            "         crownstar reports done 12 --verdict 'silenced for a week'\n"
            "Also while the store is served.",
            [this] { return moderating_.number.empty() ? run_reports(moderating_) : run_reports_done(moderating_); });
    reports->add_flag("--json", moderating_.is_json, "Writes one JSON array");
    reports->require_subcommand(0, 1);
    add_store(*reports, moderating_.where);
    CLI::App* done =
        add(*reports, "done", "Takes a report from the list", "Example: crownstar reports done 12", nullptr);
    done->add_option("N", moderating_.number, "The report's number")->required();
    done->add_option("--verdict", moderating_.verdict, "What was decided; kept with it")->type_name("TEXT");
    add_store(*done, moderating_.where);
    CLI::App* silence = add(app_, "silence", "Keeps a player from writing in the chat, also while the store is served",
                            "Example: crownstar silence Anna --days 7\n"
                            "         crownstar silence Anna --lift\n"
                            "Without a name it lists who is silenced. The server knows within seconds.",
                            [this] { return run_silence(moderating_); });
    silence->add_option("NAME", moderating_.player, "An account's name, or the id that reports shows");
    CLI::Option* const days = silence->add_option("--days", moderating_.days, "For so long")->type_name("N");
    silence->add_flag("--lift", moderating_.is_lifted, "Lets them write again")->excludes(days);
    silence->add_flag("--json", moderating_.is_json, "Writes the list as one JSON array");
    add_store(*silence, moderating_.where);
  }

  void add_tables() {
    CLI::App* tables = add(app_, "tables", "Builds, verifies and asks endgame tables",
                           "Example: crownstar tables build american --pieces 4", nullptr);
    tables->require_subcommand(0, 1);
    CLI::App* build =
        add(*tables, "build", "Works out every position with few pieces; goes on where it was interrupted",
            "Example: crownstar tables build american --pieces 5\n"
            "Values are made for up to N pieces, distances for up to N-1; docs/tables.md has more.",
            [this] { return run_tables_build(tables_); });
    CLI::App* verify = add(*tables, "verify", "Holds every entry against those of its successors",
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
    CLI::App* probe =
        add(*tables, "probe", "Shows what a position and each of its moves is worth",
            "Example: crownstar tables probe american 'W:WK14:BK6,K7'", [this] { return run_tables_probe(probe_); });
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

  void add_solve() {
    CLI::App* solve = add(app_, "solve", "Works out small things of Chinese checkers exactly",
                          "Example: crownstar solve rhombus --side 4 --pieces 3", nullptr);
    solve->require_subcommand(0, 1);
    CLI::App* transfer =
        add(*solve, "transfer", "One army alone on the board: positions within so many moves, or a short way across",
            "Example: crownstar solve transfer --depth 5 --json\n"
            "Positions are counted up to mirror image. Without --depth a short way across is looked for.",
            [this] { return run_solve_transfer(transfer_); });
    transfer->add_option("--board", transfer_.board, "rhombus or star (121 holes); rhombus if not said");
    transfer->add_option("--side", transfer_.side, "Holes along a side of the rhombus; 9 if not said")->type_name("N");
    transfer->add_option("--pieces", transfer_.pieces, "1, 3, 6, 10, ... on a rhombus; 10 if not said")->type_name("N");
    transfer->add_option("--depth", transfer_.depth, "Counts the positions within so many moves")->type_name("D");
    transfer->add_option("--folder", transfer_.folder, "Keeps what is counted there, and goes on from it")
        ->type_name("FOLDER");
    transfer->add_option("--width", transfer_.width, "Positions kept a move on the way across; 20000 if not said")
        ->type_name("N");
    transfer->add_option("--most", transfer_.most, "A way across of so many moves at most; 60 if not said")
        ->type_name("N");
    CLI::App* rhombus = add(*solve, "rhombus", "Who wins a game of two on a small rhombus",
                            "Example: crownstar solve rhombus --side 5 --pieces 3 --json\n"
                            "docs/solving.md has the conventions.",
                            [this] { return run_solve_rhombus(rhombus_); });
    rhombus->add_option("--side", rhombus_.side, "Holes along a side, up to 8; 4 if not said")->type_name("N");
    rhombus->add_option("--pieces", rhombus_.pieces, "Of each player: 1, 3, 6 or 10; 3 if not said")->type_name("N");
    for (auto [command, memory] : {std::pair{transfer, &transfer_.memory}, {rhombus, &rhombus_.memory}}) {
      command->add_option("--memory", *memory, "Mebibytes that may be used; 2048 if not said")->type_name("M");
    }
    transfer->add_flag("--json", transfer_.is_json, "Writes one JSON object");
    rhombus->add_flag("--json", rhombus_.is_json, "Writes one JSON object");
  }

  CLI::App app_{"Draughts and Chinese checkers, played exactly by the rules", "crownstar"};
  GamesRequest games_;
  EngineRequest engine_;
  MatchRequest match_;
  SelfPlayRequest self_play_;
  AnalyseRequest analyse_;
  BenchRequest bench_;
  PerftRequest perft_;
  MovesRequest moves_;
  PlayRequest play_;
  PdnCheckRequest check_;
  PdnConvertRequest convert_;
  ServeRequest serve_;
  WorkerRequest worker_;
  KeepingRequest keeping_;
  ModeratingRequest moderating_;
  TablesRequest tables_;
  TablesProbeRequest probe_;
  SolveTransferRequest transfer_;
  SolveRhombusRequest rhombus_;
  std::string version_;
  std::function<int()> run_;
};

}  // namespace

int run_command_line(int count, const char* const* arguments, const std::string& version) {
  return CommandLine(version).run(count, arguments);
}

}  // namespace crownstar::cli
