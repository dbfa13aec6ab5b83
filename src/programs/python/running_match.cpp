#include "programs/python/running_match.hpp"

#include <utility>

#include "rules/catalog/catalog.hpp"
#include "rules/game/sides.hpp"
#include "rules/record/record_source.hpp"
#include "rules/record/record_writer.hpp"

namespace crownstar::python {
namespace {

// Every match, as long as somebody holds it.
class OpenMatches {
 public:
  void add(const std::shared_ptr<RunningMatch>& match) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(matches_, [](const auto& each) { return each.expired(); });
    matches_.push_back(match);
  }
  std::vector<std::weak_ptr<RunningMatch>> all() {
    const std::scoped_lock lock(mutex_);
    return matches_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<RunningMatch>> matches_;
};

OpenMatches& open_matches() {
  static OpenMatches matches;
  return matches;
}

std::string name_of(const contest::EngineSpec& spec) {
  if (!spec.name.empty()) return spec.name;
  return spec.text.empty() ? "the strongest" : spec.text;
}

}  // namespace

std::string MatchGame::termination() const {
  if (played.failed_seat >= 0) return "rules infraction";
  return played.was_agreed || played.was_adjudicated || played.was_too_long ? "adjudication" : "normal";
}

RunningMatch::RunningMatch(contest::ArenaTerms terms) : terms_(std::move(terms)) {
  thread_ = std::thread([this] { run(); });
}

std::shared_ptr<RunningMatch> RunningMatch::start(contest::ArenaTerms terms) {
  const std::shared_ptr<RunningMatch> match(new RunningMatch(std::move(terms)));
  open_matches().add(match);
  return match;
}

void RunningMatch::run() {
  contest::ArenaListeners listeners;
  listeners.on_game = [this](const contest::PlayedGame& played, const contest::FinishedRound& round, int side_of_a) {
    note_game(played, round, side_of_a);
  };
  auto result = contest::run_arena(terms_, listeners);
  const std::scoped_lock lock(mutex_);
  result_ = std::move(result);
  changed_.notify_all();
}

// PDN's White and Black are the seats that it calls so, whatever begins; a star's seats have numbers.
void RunningMatch::note_game(const contest::PlayedGame& played, const contest::FinishedRound& round, int side_of_a) {
  MatchGame ended{round.round, {}, played};
  game::GameRecord& record = ended.played.record;
  const auto game = game::start(terms_.game.token);
  const game::Sides sides = game::sides_of(**game);
  const contest::Pairing& pairing = terms_.pairings[round.pairing];
  record.set_tag("Event", "crownstar match");
  record.set_tag("Round", std::to_string(round.round + 1) + "." + std::to_string(side_of_a + 1));
  record.set_tag("Termination", ended.termination());
  for (int seat = 0; seat < (*game)->seats(); ++seat) {
    ended.engines.push_back(sides.of_seat(seat) == side_of_a ? pairing.a : pairing.b);
    record.set_tag(game::tag_of_seat(record, **game, seat), name_of(terms_.engines[ended.engines.back()]));
  }
  const std::scoped_lock lock(mutex_);
  games_.push_back(std::move(ended));
  changed_.notify_all();
}

void RunningMatch::end() {
  stop();
  // Only one of those who wait for the thread may join it.
  std::thread thread;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return result_.has_value(); });
    thread.swap(thread_);
  }
  if (thread.joinable()) thread.join();
}

bool RunningMatch::is_done() const {
  const std::scoped_lock lock(mutex_);
  return result_.has_value();
}

void RunningMatch::wait(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [this] { return !games_.empty() || result_.has_value(); });
}

std::vector<MatchGame> RunningMatch::take_games() {
  const std::scoped_lock lock(mutex_);
  return std::exchange(games_, {});
}

std::optional<base::Checked<contest::ArenaResult>> RunningMatch::result() const {
  const std::scoped_lock lock(mutex_);
  return result_;
}

void end_all_matches() {
  for (const auto& each : open_matches().all()) {
    if (const auto match = each.lock()) match->end();
  }
}

}  // namespace crownstar::python
