// Assembles the parts of the server, starts it and stops it.
#pragma once

#include <functional>
#include <string>

#include "base/refusal.hpp"
#include "site/server/config/settings.hpp"

namespace crownstar::server {

struct ServerPlan {
  Settings settings;
  std::string version;
  std::function<void(const std::string& address)> on_ready;  // `http://127.0.0.1:8417/`
};

// Serves until a signal stops it. Refused where it cannot begin.
base::Checked<void> serve(const ServerPlan& plan);

}  // namespace crownstar::server
