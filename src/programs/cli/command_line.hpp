// Knows the command line: its commands, options, help texts, and what is said of one that cannot be understood.
// Refuses to know what the commands do.
#pragma once

#include <string>

namespace crownstar::cli {

// Gives the exit status.
int run_command_line(int count, const char* const* arguments, const std::string& version);

}  // namespace crownstar::cli
