#include "programs/cli/site/serve.hpp"

#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "programs/cli/console/console.hpp"
#include "site/server/config/settings.hpp"
#include "site/server/node/server.hpp"

namespace crownstar::cli {

int run_serve(const ServeRequest& request, const std::string& version) {
  const auto environment = [](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
  std::vector<std::string> variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view line = *each;
    variables.emplace_back(line.substr(0, line.find('=')));
  }
  const auto read = server::read_settings({request.flags, environment, request.settings_file, variables});
  if (!read) return read.error().is_of_a_flag ? complain_of_usage(read.error()) : complain(read.error());
  if (request.prints_settings) {
    say(server::write_settings(*read));
    return success;
  }
  keep_files_private();
  const auto served = server::serve({read->settings, version, [](const std::string& address) {
                                       say(fmt::format("Crownstar is at {} (Ctrl-C stops it)\n", address));
                                       flush_output();
                                     }});
  return served ? success : complain(served.error());
}

}  // namespace crownstar::cli
