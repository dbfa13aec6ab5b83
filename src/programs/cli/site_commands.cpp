#include "programs/cli/site_commands.hpp"

#include <vector>

#include "site/server/config/settings.hpp"

namespace crownstar::cli {
namespace {

void add_store(CLI::App& command, KeepingRequest& request) {
  command.add_option("--store", request.store, "The store; if not said, the one that serve would open")
      ->type_name("FILE");
  command.add_option("--settings", request.settings, "The settings file of serve")->type_name("FILE");
}

}  // namespace

SiteCommands::SiteCommands(Menu& menu, const std::string& version) : menu_(menu), version_(version) {
  add_serve();
  add_worker();
  add_keeping();
  add_moderating();
}

void SiteCommands::add_serve() {
  CLI::App* command =
      menu_.add("serve", "Serves the games and their page, with a store of its own; nothing need be set",
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

void SiteCommands::add_worker() {
  CLI::App* command = menu_.add("worker", "Thinks for the computers of a site, on a machine of its own",
                                "Example: crownstar worker --bus nats://broker.example:4222 --threads 8\n"
                                "It takes searches from every node that serves with the same --bus.",
                                [this] { return run_worker(worker_); });
  const auto add_text = texts_of(command);
  add_text("--bus", worker_.bus, "The broker; the environment's CROWNSTAR_BUS if not said", "ADDRESS");
  add_text("--threads", worker_.threads, "Searches at once; as many as there are processors if not said", "N");
  add_text("--tables", worker_.tables, "Endgame tables: a folder, or none; the usual folder if not said", "FOLDER");
}

void SiteCommands::add_keeping() {
  CLI::App* backup = menu_.add("backup", "Copies the store into a new file, also while it is served",
                               "Example: crownstar backup games-monday.db", [this] { return run_backup(keeping_); });
  backup->add_option("FILE", keeping_.file, "The new file")->required();
  CLI::App* restore = menu_.add("restore", "Makes a store of a backup, where there is none yet",
                                "Example: crownstar restore games-monday.db --store games.db",
                                [this] { return run_restore(keeping_); });
  restore->add_option("FILE", keeping_.file, "The backup")->required();
  CLI::App* check = menu_.add("check", "Plays every stored game through again and compares it with its stored result",
                              "Example: crownstar check --store games.db", [this] { return run_check(keeping_); });
  CLI::App* give =
      menu_.add("export", "Writes a whole site into a stream, from a file or PostgreSQL, also while it is served",
                "Example: crownstar export site.stream --store games.db\n"
                "         crownstar export - --store postgresql://site@db/site | zstd > site.zst",
                [this] { return run_export(keeping_); });
  give->add_option("FILE", keeping_.file, "The new file; - for standard output")->required();
  CLI::App* take = menu_.add("import", "Makes a store of a stream, where there is none yet; all of it or nothing",
                             "Example: crownstar import site.stream --store postgresql://site@db/site\n"
                             "What came is read back and compared game by game before it is there for anyone.",
                             [this] { return run_import(keeping_); });
  take->add_option("FILE", keeping_.file, "The stream; - for standard input")->required();
  for (CLI::App* each : {backup, restore, check, give, take}) add_store(*each, keeping_);
}

void SiteCommands::add_moderating() {
  CLI::App* reports = menu_.add(
      "reports", "Lists what players have reported and nobody has looked at yet",
      "Example: crownstar reports --json\n"
      "         crownstar reports done 12 --verdict 'silenced for a week'\n"
      "Also while the store is served.",
      [this] { return moderating_.number.empty() ? run_reports(moderating_) : run_reports_done(moderating_); });
  reports->add_flag("--json", moderating_.is_json, "Writes one JSON array");
  reports->require_subcommand(0, 1);
  add_store(*reports, moderating_.where);
  CLI::App* done =
      menu_.add_under(*reports, "done", "Takes a report from the list", "Example: crownstar reports done 12", nullptr);
  done->add_option("N", moderating_.number, "The report's number")->required();
  done->add_option("--verdict", moderating_.verdict, "What was decided; kept with it")->type_name("TEXT");
  add_store(*done, moderating_.where);
  CLI::App* silence = menu_.add("silence", "Keeps a player from writing in the chat, also while the store is served",
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

}  // namespace crownstar::cli
