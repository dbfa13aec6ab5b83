// The file of a tuning run: its terms, and the values after each round. A run goes on from the last whole line.
#pragma once

#include <string>
#include <vector>

#include "engines/contest/tuning/spsa.hpp"
#include "programs/cli/console/text_file.hpp"

namespace crownstar::cli {

class TuneFile {
 public:
  // A file that is there must be of the same terms; `tuning` then has the values of its last round.
  static base::Checked<TuneFile> open(const std::string& name, const std::string& terms, contest::Spsa& tuning);

  int rounds() const { return rounds_; }
  base::Checked<void> add(int lead, const std::vector<double>& values);

 private:
  TuneFile(std::string name, InputFile file) : name_(std::move(name)), file_(std::move(file)) {}

  base::Checked<void> begin(const std::string& terms, const contest::Spsa& tuning);
  base::Checked<void> go_on(const std::string& terms, contest::Spsa& tuning);

  std::string name_;
  InputFile file_;
  int rounds_ = 0;
};

}  // namespace crownstar::cli
