#include "cli/self_play.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "board/quote.hpp"
#include "cli/console.hpp"
#include "cli/progress.hpp"
#include "cli/referee.hpp"
#include "cli/text_file.hpp"
#include "contest/self_play.hpp"
#include "contest/starts.hpp"
#include "game/catalog.hpp"

namespace crownstar::cli {
namespace {

using board::Checked;
using contest::Sample;

constexpr std::uint64_t most_games = 1'000'000'000;
constexpr std::uint64_t most_nodes = 1'000'000'000;

// What is there already: a file of the same game, up to its last whole game.
struct Begun {
  std::uint32_t next_game = 0;
  std::uint64_t samples = 0;
};

Checked<Begun> look_at(std::FILE* file, const std::string& name, const std::string& token) {
  std::array<unsigned char, contest::sample_head_bytes> head{};
  if (std::fread(head.data(), 1, head.size(), file) != head.size()) {
    return board::refuse(board::quoted(name) + " is too short to be a file of positions");
  }
  const auto its_token = contest::read_sample_head(head);
  if (!its_token) return std::unexpected(its_token.error());
  if (*its_token != token) {
    return board::refuse(fmt::format("{} has positions of {}, not of {}", board::quoted(name), *its_token, token));
  }
  Begun begun;
  std::uint64_t of_last_game = 0;
  std::array<unsigned char, contest::sample_bytes> bytes{};
  while (std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size()) {
    const Sample sample = contest::read_sample(bytes);
    of_last_game = sample.game == begun.next_game && begun.samples > 0 ? of_last_game + 1 : 1;
    begun.next_game = sample.game;
    ++begun.samples;
  }
  // The last game may have been cut off: it is played again.
  begun.samples -= of_last_game;
  return begun;
}

Checked<InputFile> open_samples(const std::string& name, const std::string& token, Begun& begun) {
  InputFile file(std::fopen(name.c_str(), "r+b"));
  if (file) {
    const auto found = look_at(file.get(), name, token);
    if (!found) return std::unexpected(found.error());
    begun = *found;
    const auto end = static_cast<long>(contest::sample_head_bytes + begun.samples * contest::sample_bytes);
    if (ftruncate(fileno(file.get()), end) != 0 || std::fseek(file.get(), end, SEEK_SET) != 0) {
      return board::refuse(file_reason("write", name));
    }
    return file;
  }
  if (errno == ENOENT) file.reset(std::fopen(name.c_str(), "wb"));
  if (!file) return board::refuse(file_reason("write", name));
  const auto head = contest::write_sample_head(token);
  if (std::fwrite(head.data(), 1, head.size(), file.get()) != head.size()) {
    return board::refuse(file_reason("write", name));
  }
  return file;
}

Checked<contest::SelfPlayTerms> read_terms(const SelfPlayRequest& request) {
  contest::SelfPlayTerms terms;
  const auto game = game::start(request.game);
  if (!game) return std::unexpected(game.error());
  terms.token = (*game)->token();
  auto engine = contest::read_engine_spec(request.engine, [](const board::Refusal& refusal) { complain(refusal); });
  if (!engine) return std::unexpected(engine.error());
  terms.engine = *std::move(engine);
  const auto games = read_number("--games", request.games, 1, most_games);
  if (!games) return std::unexpected(games.error());
  terms.games = static_cast<std::uint32_t>(*games);
  const auto nodes = read_number("--nodes", request.nodes, 1, most_nodes);
  if (!nodes) return std::unexpected(nodes.error());
  terms.engine.limits.nodes = *nodes;
  const auto seed = read_number("--seed", request.seed, 0, ~std::uint64_t{0});
  if (!seed) return std::unexpected(seed.error());
  terms.seed = *seed;
  if (!request.starts.empty()) {
    if (const auto known = contest::check_starts(terms.token, request.starts); !known) {
      return std::unexpected(known.error());
    }
  }
  terms.starts = request.starts;
  terms.is_steady = request.is_steady;
  auto referee = read_referee(request.referee, terms.token);
  if (!referee) return std::unexpected(referee.error());
  terms.referee = *std::move(referee);
  return terms;
}

}  // namespace

int run_self_play(const SelfPlayRequest& request) {
  auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  Begun begun;
  auto file = open_samples(request.file, terms->token, begun);
  if (!file) return complain(file.error());
  terms->first_game = begun.next_game;
  Progress progress;
  std::uint64_t samples = begun.samples;
  bool is_written = true;
  const auto played = contest::play_itself(*terms, [&](std::uint32_t game, const std::vector<Sample>& found) {
    for (const Sample& sample : found) {
      const auto bytes = contest::write_sample(sample);
      is_written = is_written && std::fwrite(bytes.data(), 1, bytes.size(), file->get()) == bytes.size();
    }
    samples += found.size();
    progress.tell([&] {
      return fmt::format("{} of {} games, {} positions, {:.0f} positions/s", game + 1, terms->games, samples,
                         static_cast<double>(samples - begun.samples) / progress.seconds());
    });
    return is_written;
  });
  progress.wipe();
  if (!is_written || std::fflush(file->get()) != 0) return complain(file_reason("write", request.file));
  if (!played) return complain(played.error());
  say(fmt::format("{} positions of {} games in {}\n", samples, terms->games, request.file));
  return success;
}

}  // namespace crownstar::cli
