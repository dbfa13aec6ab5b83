// Parses the command line: commands, options, help texts and error messages.
#pragma once

#include <string>

namespace crownstar::cli {

// Gives the exit status.
int run_command_line(int count, const char* const* arguments, const std::string& version);

}  // namespace crownstar::cli
