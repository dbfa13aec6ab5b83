// Knows the command `serve`: its flags, which are the server's settings, and what a person who starts it is told.
// Refuses to know what the settings mean and how the server works.
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
