// Builds the list of subcommands: description, example and function of each, and which one was chosen.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "programs/cli/console/disk_room.hpp"
#include "programs/cli/console/position_request.hpp"
#include "rules/catalog/game_names.hpp"

namespace crownstar::cli {

class Menu {
 public:
  explicit Menu(CLI::App& app) : app_(app) {}

  CLI::App* add(const std::string& name, const std::string& description, const std::string& footer,
                std::function<int()> run) {
    return add_under(app_, name, description, footer, std::move(run));
  }

  CLI::App* add_under(CLI::App& parent, const std::string& name, const std::string& description,
                      const std::string& footer, std::function<int()> run) {
    CLI::App* command = parent.add_subcommand(name, description);
    command->group(&parent == &app_ && !group_.empty() ? group_ : "Commands");
    command->allow_extras();
    command->footer(footer);
    if (run) command->callback([this, run = std::move(run)] { chosen_ = run; });
    return command;
  }

  // Under this heading the help lists the commands that are added from here on.
  void begin_group(const std::string& name) { group_ = name; }

  // Empty while no subcommand was chosen that does something.
  const std::function<int()>& chosen() const { return chosen_; }

 private:
  CLI::App& app_;
  std::string group_;
  std::function<int()> chosen_;
};

// Adds an option that is a game: any of its names is understood, and the id is kept.
inline CLI::Option* add_game(CLI::App* command, const std::string& name, std::string& game, const std::string& text) {
  CLI::Option* option = command->add_option(name, game, text);
  option->transform([](const std::string& token) { return game::with_known_id(token); });
  if (name.starts_with('-')) option->type_name("GAME");
  return option;
}

// Adds an option, or an argument, that is the position to start from.
inline void add_position_text(CLI::App& command, const std::string& name, PositionRequest& request,
                              const std::string& text) {
  CLI::Option* option = command.add_option_function<std::string>(
      name,
      [&request](const std::string& position) {
        request.position = position;
        request.has_position = true;
      },
      text);
  if (name.starts_with('-')) option->type_name("POSITION");
}

// The game, and from where: a position and moves.
inline void add_position(CLI::App& command, PositionRequest& request) {
  add_game(&command, "GAME", request.token, "A game: ID or ID:key=value,key=value")->required();
  add_position_text(command, "--position", request, "Start from this position: FEN, or the star position format");
  command.add_option("--moves", request.moves, "Moves to play from there, separated by spaces")->type_name("MOVES");
}

inline void add_positions(CLI::App& command, PositionRequest& request) {
  command.add_option("--positions", request.file, "Read positions from this file, one per line; - for standard input")
      ->type_name("FILE");
}

// Adds the limit of a command that writes files of a size that its input decides.
inline void add_keep_free(CLI::App& command, KeepFree& keep) {
  command
      .add_option_function<std::string>(
          "--keep-free",
          [&keep](const std::string& text) {
            const auto read = read_keep_free(text);
            if (!read) throw CLI::ConversionError(read.error().reason);
            keep = *read;
          },
          "Write nothing that would leave less than this free on a disk (default: a tenth of what is free now)")
      ->type_name("MIB");
}

// Adds options that are kept as they were written.
inline auto texts_of(CLI::App* command) {
  return [command](const std::string& name, std::string& value, const std::string& text, const char* type) {
    command->add_option(name, value, text)->type_name(type);
  };
}

}  // namespace crownstar::cli
