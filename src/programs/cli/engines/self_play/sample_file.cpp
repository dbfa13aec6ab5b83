#include "programs/cli/engines/self_play/sample_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text/quote.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::Sample;
using contest::SampleRun;

// What a file holds, whatever it says of itself.
struct Contents {
  std::uint64_t bytes_of_broken_one = 0;  // behind the last whole one
  std::uint64_t samples = 0;
  std::uint64_t of_last_game = 0;
  std::uint32_t last_game = 0;
};

// From behind the head on.
Contents contents_of(std::FILE* file, std::size_t sample_bytes) {
  Contents contents;
  std::array<unsigned char, contest::most_sample_bytes> bytes{};
  std::size_t read = 0;
  while ((read = std::fread(bytes.data(), 1, sample_bytes, file)) == sample_bytes) {
    const Sample sample = contest::read_sample(std::span(bytes).first(sample_bytes));
    const bool goes_on = contents.samples > 0 && sample.game == contents.last_game;
    contents.of_last_game = goes_on ? contents.of_last_game + 1 : 1;
    contents.last_game = sample.game;
    ++contents.samples;
  }
  contents.bytes_of_broken_one = read;
  return contents;
}

// Up to where the games are whole. A file that does not say it, or has lost some of what it says, may have been cut off
// in its last game, which is played again; unless all that is wanted is there, and whole to the byte.
SampleRun whole_part(const Contents& contents, const std::optional<SampleRun>& said, std::uint32_t wanted) {
  if (said && said->samples <= contents.samples) return *said;
  SampleRun run;
  const bool is_complete =
      !said && contents.samples > 0 && contents.last_game + 1 >= wanted && contents.bytes_of_broken_one == 0;
  run.games = contents.last_game + (is_complete ? 1 : 0);
  run.samples = contents.samples - (is_complete ? 0 : contents.of_last_game);
  return run;
}

}  // namespace

Checked<SampleFile> SampleFile::open(const std::string& name, const std::string& token, std::uint64_t seed,
                                     std::uint64_t terms, std::uint32_t games, KeepFree keep) {
  SampleFile opened(name, token, {seed, terms, 0, 0}, keep);
  opened.file_.reset(std::fopen(name.c_str(), "r+b"));
  if (!opened.file_ && errno == ENOENT) {
    opened.file_.reset(std::fopen(name.c_str(), "wb"));
    opened.is_new_ = true;
  }
  if (!opened.file_) return base::refuse(file_reason("write", name));
  const Checked<void> ready = opened.is_new_ ? opened.begin() : opened.go_on(games);
  if (!ready) return std::unexpected(ready.error());
  return opened;
}

Checked<void> SampleFile::begin() {
  if (write_head() && std::fseek(file_.get(), 0, SEEK_END) == 0) return {};
  return base::refuse(file_reason("write", name_));
}

Checked<void> SampleFile::go_on(std::uint32_t games) {
  std::array<unsigned char, contest::sample_head_bytes> head{};
  if (std::fread(head.data(), 1, head.size(), file_.get()) != head.size()) {
    return base::refuse(base::quoted(name_) + " is too short to be a file of positions");
  }
  const auto its_token = contest::read_sample_head(head);
  if (!its_token) return std::unexpected(its_token.error());
  if (*its_token != token_) {
    return base::refuse(fmt::format("{} has positions of {}, not of {}", base::quoted(name_), *its_token, token_));
  }
  const auto said = contest::read_sample_run(head);
  if (said && said->seed != run_.seed) {
    return base::refuse(fmt::format("{} was started with --seed {}", base::quoted(name_), said->seed));
  }
  if (said && said->terms != run_.terms) {
    return base::refuse(base::quoted(name_) +
                        " was started with another --nodes, --engine, --starts, --steady or --referee");
  }
  const Contents contents = contents_of(file_.get(), sample_bytes_);
  const SampleRun whole = whole_part(contents, said, games);
  run_.games = whole.games;
  run_.samples = whole.samples;
  const std::uint64_t end = contest::sample_head_bytes + run_.samples * sample_bytes_;
  const bool is_whole = run_.samples == contents.samples && contents.bytes_of_broken_one == 0;
  const bool is_cut = is_whole || ftruncate(fileno(file_.get()), static_cast<off_t>(end)) == 0;
  if (is_cut && std::fseek(file_.get(), static_cast<long>(end), SEEK_SET) == 0) return {};
  return base::refuse(file_reason("write", name_));
}

// The positions first: until the head counts them they are of a game that was broken off.
Checked<void> SampleFile::add(const std::vector<Sample>& samples) {
  if (const auto enough = room_.add(samples.size() * sample_bytes_); !enough) {
    return base::refuse(file_reason("write", name_, enough.error().reason));
  }
  for (const Sample& sample : samples) {
    const auto bytes = contest::write_sample(sample);
    std::fwrite(bytes.data(), 1, sample_bytes_, file_.get());
  }
  if (std::fflush(file_.get()) != 0 || std::ferror(file_.get()) != 0) return base::refuse(file_reason("write", name_));
  ++run_.games;
  run_.samples += samples.size();
  if (!write_head()) return base::refuse(file_reason("write", name_));
  return {};
}

void SampleFile::remove_if_empty() {
  if (is_new_ && run_.games == 0) std::remove(name_.c_str());
}

// Beside the stream, which stays where it is.
bool SampleFile::write_head() {
  const auto head = contest::write_sample_head(token_, run_);
  return ::pwrite(fileno(file_.get()), head.data(), head.size(), 0) == static_cast<ssize_t>(head.size());
}

}  // namespace crownstar::cli
