// Knows the subcommands for a site: served, kept, moderated: options, help texts, and the request each
// fills. Refuses to know what they do.
#pragma once

#include <string>

#include "cli/keeping.hpp"
#include "cli/menu.hpp"
#include "cli/moderating.hpp"
#include "cli/moving.hpp"
#include "cli/serve.hpp"
#include "cli/worker.hpp"

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
  void add_keeping();
  void add_moderating();

  Menu& menu_;
  std::string version_;
  ServeRequest serve_;
  WorkerRequest worker_;
  KeepingRequest keeping_;
  ModeratingRequest moderating_;
};

}  // namespace crownstar::cli
