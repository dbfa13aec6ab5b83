// Builds the list of subcommands: description, example and function of each, and which one was chosen.
#pragma once

#include <functional>
#include <string>

#include <CLI/CLI.hpp>

#include "programs/cli/console/position_request.hpp"

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
    command->allow_extras();
    command->footer(footer);
    if (run) command->callback([this, run = std::move(run)] { chosen_ = run; });
    return command;
  }

  // Empty while no subcommand was chosen that does something.
  const std::function<int()>& chosen() const { return chosen_; }

 private:
  CLI::App& app_;
  std::function<int()> chosen_;
};

// Adds options that are kept as they were written.
inline auto texts_of(CLI::App* command) {
  return [command](const std::string& name, std::string& value, const std::string& text, const char* type) {
    command->add_option(name, value, text)->type_name(type);
  };
}

}  // namespace crownstar::cli
