// Subcommands of a site: serving, backup, transfer and moderation; options, help texts, and the request each fills.
#pragma once

#include <string>

#include "programs/cli/console/menu.hpp"
#include "programs/cli/site/backup.hpp"
#include "programs/cli/site/moderating.hpp"
#include "programs/cli/site/serve.hpp"
#include "programs/cli/site/transfer.hpp"
#include "programs/cli/site/worker.hpp"

namespace crownstar::cli {

class SiteCommands {
 public:
  SiteCommands(Menu& menu, const std::string& version);
  SiteCommands(const SiteCommands&) = delete;  // the menu keeps what leads to these requests
  SiteCommands& operator=(const SiteCommands&) = delete;
  ~SiteCommands() = default;

 private:
  void add_serve();
  void add_worker();
  void add_backup();
  void add_moderating();
  void add_people();

  Menu& menu_;
  std::string version_;
  ServeRequest serve_;
  WorkerRequest worker_;
  StoreRequest store_;
  ModeratingRequest moderating_;
};

}  // namespace crownstar::cli
