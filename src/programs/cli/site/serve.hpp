// The command `serve`: its flags, which are the server's settings, and what it prints at startup.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace crownstar::cli {

struct ServeRequest {
  std::map<std::string, std::vector<std::string>, std::less<>> flags;  // by the setting's name
  std::string settings_file;
  bool prints_settings = false;
};

int run_serve(const ServeRequest& request, const std::string& version);

}  // namespace crownstar::cli
