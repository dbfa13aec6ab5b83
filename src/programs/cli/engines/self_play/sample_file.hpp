// The file of training positions that `selfplay` appends to: counts what is there, and keeps only whole games.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engines/contest/self_play/samples.hpp"
#include "programs/cli/console/text_file.hpp"

namespace crownstar::cli {

class SampleFile {
 public:
  // A file that is there is gone on with, and one that has `games` already is left as it is. Refused where it is of
  // another game, or where it says that it was begun with another seed or on other terms.
  static base::Checked<SampleFile> open(const std::string& name, const std::string& token, std::uint64_t seed,
                                        std::uint64_t terms, std::uint32_t games, KeepFree keep);

  // So many whole games it holds, from the first on, with so many positions.
  std::uint32_t games() const { return run_.games; }
  std::uint64_t samples() const { return run_.samples; }

  // The next game's.
  base::Checked<void> add(const std::vector<contest::Sample>& samples);
  // Nothing is left of a file that was made here and has no game.
  void remove_if_empty();

 private:
  SampleFile(std::string name, std::string token, contest::SampleRun run, KeepFree keep)
      : name_(std::move(name)),
        token_(std::move(token)),
        sample_bytes_(contest::sample_bytes(token_)),
        run_(run),
        room_(DiskRoom::of_file(name_, keep)) {}

  base::Checked<void> begin();
  base::Checked<void> go_on(std::uint32_t games);
  bool write_head();

  std::string name_;
  std::string token_;
  std::size_t sample_bytes_;
  contest::SampleRun run_;
  DiskRoom room_;
  InputFile file_{};
  bool is_new_ = false;
};

}  // namespace crownstar::cli
