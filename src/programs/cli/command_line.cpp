#include "programs/cli/command_line.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/menu.hpp"
#include "programs/cli/engine_commands.hpp"
#include "programs/cli/playing_commands.hpp"
#include "programs/cli/site_commands.hpp"

namespace crownstar::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

class CommandLine {
 public:
  explicit CommandLine(const std::string& version) : engines_(menu_, version), site_(menu_, version) {
    app_.set_version_flag("--version", "crownstar " + version, "Show the version and exit");
    app_.set_help_flag("--help,-h", "Show this help and exit");
    app_.require_subcommand(0, 1);
    app_.allow_extras();
    app_.footer(
        "Example: crownstar play american\n"
        "Run `crownstar COMMAND --help` for a command's options and an example.\n"
        "Exit status: 0 success, 1 refused or failed, 2 bad command line, 130 interrupted.");
  }

  int run(int count, const char* const* arguments) {
    std::vector<const char*> words(arguments, arguments + count);
    if (words.size() > 1 && std::string_view(words[1]) == "help") {  // `help perft` as well as `perft --help`
      words.erase(words.begin() + 1);
      words.push_back("--help");
    }
    try {
      app_.parse(static_cast<int>(words.size()), words.data());
    } catch (const CLI::Success& answer) {  // --help or --version
      if (const std::string wrong = unknown_command(words); !wrong.empty()) return complain_of(unknown(app_, wrong));
      return app_.exit(answer) == 0 ? success : failure;
    } catch (const CLI::ParseError& problem) {
      return complain_of(problem.what());
    }
    const CLI::App* chosen = &app_;
    while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().front();
    const std::vector<std::string> extras = app_.remaining(true);
    if (!extras.empty()) return complain_of(unknown(*chosen, extras.front()));
    if (!menu_.chosen()) return complain_of("expected a command: " + joined(commands_of(*chosen)), chosen);
    return menu_.chosen()();
  }

 private:
  static std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
    return names;
  }

  // Help is given before the words are looked at: that of `frobnicate --help` would be of everything.
  std::string unknown_command(const std::vector<const char*>& words) const {
    if (words.size() < 2 || words[1][0] == '-') return {};
    const auto known = app_.get_subcommands([&](const CLI::App* each) { return each->check_name(words[1]); });
    return known.empty() ? words[1] : "";
  }

  static std::string unknown(const CLI::App& app, const std::string& word) {
    const std::string shown = base::quoted(word);
    if (!word.starts_with('-') || word == "-") {
      if (const auto names = commands_of(app); !names.empty()) {
        return "unknown command " + shown + "; known commands: " + joined(names);
      }
      return "unexpected argument " + shown + "; " + app.get_name() + " takes no more arguments";
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

  CLI::App app_{"Draughts and Chinese checkers, played exactly by the rules", "crownstar"};
  Menu menu_{app_};
  PlayingCommands playing_{menu_};
  EngineCommands engines_;
  SiteCommands site_;
};

}  // namespace

int run_command_line(int count, const char* const* arguments, const std::string& version) {
  return CommandLine(version).run(count, arguments);
}

}  // namespace crownstar::cli
