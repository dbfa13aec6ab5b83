#include "programs/cli/site/serve.hpp"

#include <fmt/format.h>

#include "programs/cli/console/console.hpp"
#include "programs/cli/site/environment.hpp"
#include "site/server/config/settings.hpp"
#include "site/server/node/server.hpp"

namespace crownstar::cli {

int run_serve(const ServeRequest& request, const std::string& version) {
  const auto read = server::read_settings({request.flags, variable, request.settings_file, variable_names()});
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
