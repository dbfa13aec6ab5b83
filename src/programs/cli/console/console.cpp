#include "programs/cli/console/console.hpp"

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/text/utf8.hpp"
#include "base/text/whole_number.hpp"

namespace crownstar::cli {

using base::printable;

void say(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void flush_output() { std::fflush(stdout); }

int complain(std::string_view reason) {
  flush_output();  // so that what was said before stands before it
  const std::string line = "crownstar: " + printable(reason) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return failure;
}

int complain(const base::Refusal& refusal) { return complain(base::to_text(refusal)); }

int complain_of_usage(std::string_view reason) {
  complain(reason);
  return wrong_usage;
}

int complain_of_usage(const base::Refusal& refusal) { return complain_of_usage(base::to_text(refusal)); }

bool finish_output() {
  const bool is_flushed = std::fflush(stdout) == 0;
  if (is_flushed && std::ferror(stdout) == 0) return true;
  complain(file_reason("write", "standard output"));
  return false;
}

std::string file_reason(std::string_view what, std::string_view file) {
  const std::error_code code(errno, std::generic_category());
  return file_reason(what, file, code.message());
}

std::string file_reason(std::string_view what, std::string_view file, std::string_view reason) {
  return fmt::format("cannot {} '{}': {}", what, printable(file), reason);
}

base::Checked<std::uint64_t> read_number(std::string_view option, std::string_view text, std::uint64_t least,
                                         std::uint64_t most) {
  return base::whole_number(option, text, least, most);
}

std::string counted(std::uint64_t count, std::string_view what, std::string_view several) {
  if (count == 1) return fmt::format("1 {}", what);
  return several.empty() ? fmt::format("{} {}s", count, what) : fmt::format("{} {}", count, several);
}

std::string date_of_today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  return fmt::format("{:04}.{:02}.{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

void keep_files_private() { ::umask(S_IRWXG | S_IRWXO); }

}  // namespace crownstar::cli
