// Reads lines from standard input, with Ctrl-C, end of input and overlong lines handled.
#pragma once

#include <csignal>
#include <string>

namespace crownstar::cli {

enum class LineKind { line, too_long, end, interrupted };

// While one exists SIGINT does not end the program; the next reading reports it.
class LineReader {
 public:
  explicit LineReader(std::size_t longest_line = 4096);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  LineKind read(std::string& line);  // without its line end
  static bool is_interrupted();

 private:
  bool take_line(std::string& line);
  LineKind fill();

  const std::size_t longest_line_;
  std::string waiting_;  // what has been read and not handed over
  bool has_ended_ = false;
  bool is_too_long_ = false;  // the line at hand; what it held has been dropped
  sigset_t mask_before_{};
  struct sigaction action_before_{};
};

}  // namespace crownstar::cli
