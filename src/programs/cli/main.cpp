#include <exception>

#include "programs/cli/command_line.hpp"
#include "programs/cli/console/console.hpp"

int main(int count, char** arguments) {
  // Ours are values; these are the libraries': no memory, no more threads.
  try {
    const int status = crownstar::cli::run_command_line(count, arguments, CROWNSTAR_VERSION);
    return crownstar::cli::finish_output() ? status : crownstar::cli::failure;
  } catch (const std::exception& problem) {
    return crownstar::cli::complain(problem.what());
  }
}
