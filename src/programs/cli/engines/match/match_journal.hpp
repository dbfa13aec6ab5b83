// The file in which `match` keeps its finished rounds, with their games, to go on after an interruption.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/contest/arena.hpp"
#include "programs/cli/console/text_file.hpp"

namespace crownstar::cli {

// Lines of fields with tabs between. A round counts when its last line, a checksum, stands there: what a power cut
// leaves behind is cut off.
class MatchJournal {
 public:
  // A file that is there is gone on with. Refused where another match was begun in it, where it is no such file, or
  // where another program holds it.
  static base::Checked<MatchJournal> open(const std::string& name, const std::string& identity, KeepFree keep);

  std::vector<contest::FinishedRound> take_finished() { return std::move(finished_); }
  // With its games as PDN. From the first that cannot be written on nothing is; `check` says why.
  void add(const contest::FinishedRound& round, const std::vector<std::string>& games);
  base::Checked<void> check() const;
  // All games from the first on, in the order in which their rounds ended.
  base::Checked<void> for_each_game(const std::function<void(std::string_view)>& visit) const;

 private:
  MatchJournal(std::string name, InputFile file, DiskRoom room)
      : name_(std::move(name)), file_(std::move(file)), room_(std::move(room)) {}

  std::string name_;
  InputFile file_;
  DiskRoom room_;
  std::optional<base::Refusal> failed_;
  std::vector<contest::FinishedRound> finished_;
};

}  // namespace crownstar::cli
