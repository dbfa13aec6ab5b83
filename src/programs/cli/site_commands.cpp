#include "programs/cli/site_commands.hpp"

#include <vector>

#include "site/server/config/settings.hpp"

namespace crownstar::cli {
namespace {

void add_store(CLI::App& command, StoreRequest& request) {
  command.add_option("--store", request.store, "The store (default: the one that `serve` would open)")
      ->type_name("FILE");
  command.add_option("--settings", request.settings, "Settings file of `serve`")->type_name("FILE");
}

}  // namespace

SiteCommands::SiteCommands(Menu& menu, const std::string& version) : menu_(menu), version_(version) {
  menu_.begin_group("The site");
  add_serve();
  add_worker();
  add_backup();
  add_moderating();
  add_people();
}

void SiteCommands::add_serve() {
  CLI::App* command =
      menu_.add("serve", "Runs the server with the web page; works without any settings",
                "Example: crownstar serve --address 0.0.0.0 --port 8417 --store games.db\n"
                "Each setting is also a line of the settings file (tls_key = \"FILE\") and an environment\n"
                "variable (CROWNSTAR_TLS_KEY). Flags override the environment, which overrides the file.",
                [this] { return run_serve(serve_, version_); });
  for (const server::SettingRow& row : server::setting_rows()) {
    command
        ->add_option_function<std::vector<std::string>>(
            "--" + std::string(row.name),
            [this, name = std::string(row.name)](const std::vector<std::string>& values) {
              serve_.flags[name] = values;
            },
            std::string(row.explanation) + (row.is_list ? "; may be repeated" : ""))
        ->type_name(std::string(row.value_name))
        ->expected(row.value_name == "SWITCH" ? 0 : 1, 1)
        ->multi_option_policy(row.is_list ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast)
        ->allow_extra_args(false);
  }
  command
      ->add_option("--settings", serve_.settings_file,
                   "Settings file (default: $XDG_CONFIG_HOME/crownstar/settings.toml, if it exists)")
      ->type_name("FILE");
  command->add_flag("--print-settings", serve_.prints_settings,
                    "Show all settings and where each comes from, then exit");
}

void SiteCommands::add_worker() {
  CLI::App* command = menu_.add("worker", "Runs a site's engine searches on another machine",
                                "Example: crownstar worker --bus nats://broker.example:4222 --threads 8\n"
                                "It serves every node that runs with the same --bus.",
                                [this] { return run_worker(worker_); });
  const auto add_text = texts_of(command);
  add_text("--bus", worker_.bus, "The broker (default: $CROWNSTAR_BUS)", "ADDRESS");
  add_text("--threads", worker_.threads, "Searches at the same time (default: one per processor)", "N");
  add_text("--tables", worker_.tables, "Folder of endgame tables, or none (default: the usual folder)", "FOLDER");
}

void SiteCommands::add_backup() {
  CLI::App* backup = menu_.add("backup", "Copies the store to a new file, even while it is being served",
                               "Example: crownstar backup games-monday.db", [this] { return run_backup(store_); });
  backup->add_option("FILE", store_.file, "The new file")->required();
  CLI::App* restore =
      menu_.add("restore", "Creates a store from a backup; the store must not exist yet",
                "Example: crownstar restore games-monday.db --store games.db", [this] { return run_restore(store_); });
  restore->add_option("FILE", store_.file, "The backup")->required();
  CLI::App* check = menu_.add("check", "Replays every stored game and compares it with its stored result",
                              "Example: crownstar check --store games.db", [this] { return run_check(store_); });
  CLI::App* give = menu_.add(
      "export", "Writes a whole site to a stream, from a file or PostgreSQL, even while it is being served",
      "Examples: crownstar export site.stream --store games.db\n"
      "          crownstar export - --store postgresql://site@db/site | zstd > site.zst\n"
      "          crownstar export --games open-data --store games.db\n"
      "The stream is private: it holds password hashes and sessions. --games writes what anybody may have: finished\n"
      "rated games, without ids of players and chat, as PDN, CSV, NDJSON and Parquet by month (docs/open-data.md).",
      [this] { return run_export(store_); });
  CLI::Option* const stream = give->add_option("FILE", store_.file, "The new file; - for standard output");
  CLI::Option* const games =
      give->add_option("--games", store_.games, "Write finished rated games into this folder instead")
          ->type_name("FOLDER")
          ->excludes(stream);
  give->add_option("--month", store_.month, "Only games that ended in this month (UTC), such as 2026-11")
      ->type_name("MONTH")
      ->needs(games);
  CLI::App* take = menu_.add("import", "Creates a store from a stream, completely or not at all; it must not exist yet",
                             "Example: crownstar import site.stream --store postgresql://site@db/site\n"
                             "The imported rows are read back and compared game by game before they become visible.",
                             [this] { return run_import(store_); });
  take->add_option("FILE", store_.file, "The stream; - for standard input")->required();
  for (CLI::App* each : {give, take}) add_keep_free(*each, store_.keep_free);
  for (CLI::App* each : {backup, restore, check, give, take}) add_store(*each, store_);
}

void SiteCommands::add_moderating() {
  CLI::App* reports = menu_.add(
      "reports", "Lists open reports from players",
      "Examples: crownstar reports --json\n"
      "          crownstar reports done 12 --verdict 'silenced for a week'\n"
      "It works while the store is being served.",
      [this] { return moderating_.number.empty() ? run_reports(moderating_) : run_reports_done(moderating_); });
  reports->add_flag("--json", moderating_.is_json, "Print one JSON array");
  reports->require_subcommand(0, 1);
  add_store(*reports, moderating_.where);
  CLI::App* done =
      menu_.add_under(*reports, "done", "Marks a report as resolved", "Example: crownstar reports done 12", nullptr);
  done->add_option("N", moderating_.number, "The report's number")->required();
  done->add_option("--verdict", moderating_.verdict, "The decision, stored with the report")->type_name("TEXT");
  add_store(*done, moderating_.where);
  CLI::App* silence = menu_.add("silence", "Stops a player from writing in chat, even while the store is being served",
                                "Examples: crownstar silence Anna --days 7\n"
                                "          crownstar silence Anna --lift\n"
                                "Without a name it lists silenced players. A running server notices within seconds.",
                                [this] { return run_silence(moderating_); });
  silence->add_option("NAME", moderating_.player, "An account's name, or an id that `reports` shows");
  CLI::Option* const days =
      silence->add_option("--days", moderating_.days, "Number of days; needed with NAME, unless --lift is given")
          ->type_name("N");
  silence->add_flag("--lift", moderating_.is_lifted, "Let them write again")->excludes(days);
  silence->add_flag("--json", moderating_.is_json, "Print the list as one JSON array");
  add_store(*silence, moderating_.where);
}

void SiteCommands::add_people() {
  CLI::App* people =
      menu_.add("people", "Manages accounts: list, find, rename, ban, delete, new password; removes lines of chat",
                "Examples: crownstar people list\n"
                "          crownstar people find Anna\n"
                "          crownstar people password Anna\n"
                "          crownstar people rename Anna Annie\n"
                "          crownstar people ban Anna\n"
                "          crownstar people delete Anna --yes\n"
                "          crownstar people chat MATCH --by Anna\n"
                "          crownstar people unsay MATCH 12\n"
                "It works while the store is being served; a running server notices within seconds.",
                nullptr);
  people->require_subcommand(1);
  const auto add = [this, people](const char* name, const char* what, int (*run)(const ModeratingRequest&),
                                  const std::string& words) {
    CLI::App* command = menu_.add_under(*people, name, what, std::string("Example: crownstar people ") + name + words,
                                        [this, run] { return run(moderating_); });
    add_store(*command, moderating_.where);
    return command;
  };
  const auto add_of_one = [this, add](const char* name, const char* what, int (*run)(const ModeratingRequest&),
                                      const std::string& words = " Anna") {
    CLI::App* command = add(name, what, run, words);
    command->add_option("NAME", moderating_.player, "The account's name")->required();
    return command;
  };
  add("list", "Lists all accounts by name", run_people_list, "")
      ->add_flag("--json", moderating_.is_json, "Print one JSON object per line");
  add_of_one("find", "Shows who has this name or id", run_people_find)
      ->add_flag("--json", moderating_.is_json, "Print one JSON object");
  CLI::App* password =
      add_of_one("password", "Makes a one-time link to a new password; the old one, all sessions and tokens end",
                 run_people_password, " Anna --site https://play.example.org");
  password->add_option("--hours", moderating_.hours, "Hours for which the link is good")
      ->type_name("N")
      ->capture_default_str();
  password
      ->add_option("--site", moderating_.site,
                   "Address of the site, with which the link begins: https://play.example.org")
      ->type_name("ADDRESS");
  password->add_flag("--json", moderating_.is_json, "Print one JSON object");
  add_of_one("factor-off", "Turns off the second factor of an owner who has lost both the app and the recovery codes",
             run_people_factor_off);
  add_of_one("rename", "Gives the account another name", run_people_rename, " Anna Annie")
      ->add_option("NEW", moderating_.name, "The new name")
      ->required();
  add_of_one("ban", "Ends all sessions and tokens of the account and lets nobody sign in to it", run_people_ban)
      ->add_flag("--lift", moderating_.is_lifted, "Let them sign in again, with the old password");
  add_of_one("delete", "Deletes the account as its owner could", run_people_delete, " Anna --yes")
      ->add_flag("--yes", moderating_.is_sure, "Required, because a deleted account cannot be brought back");
  CLI::App* chat =
      add("chat", "Lists what was said at a match, with the numbers of the lines", run_people_chat, " MATCH --by Anna");
  chat->add_option("MATCH", moderating_.match, "The match's id, as its address has it")->required();
  chat->add_option("--by", moderating_.player, "Only the lines of this player: a name, or an id")->type_name("NAME");
  chat->add_flag("--json", moderating_.is_json, "Print one JSON object per line");
  CLI::App* unsay = add("unsay", "Removes a line of chat for everybody, for good", run_people_unsay, " MATCH 12");
  unsay->add_option("MATCH", moderating_.match, "The match's id, as its address has it")->required();
  unsay->add_option("N", moderating_.line, "The line's number, as `crownstar people chat` shows it")->required();
}

}  // namespace crownstar::cli
