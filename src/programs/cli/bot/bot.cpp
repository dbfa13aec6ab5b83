#include "programs/cli/bot/bot.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/quote.hpp"
#include "base/utf8.hpp"
#include "programs/cli/bot/bot_game.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/catalog/catalog.hpp"
#include "site/wire/generated/wire_lobby.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

constexpr std::uint64_t most_bot_games = 1'000'000;
constexpr std::uint64_t most_seconds = 86'400;
constexpr std::size_t most_at_once = 16;

struct Terms {
  SiteAddress address;
  std::string token;
  contest::EngineSpec engine;
  std::optional<wire::SeekTerms> seek;
  std::uint64_t games = most_bot_games;
};

// `300+3`: seconds, and seconds a move.
Checked<wire::Clock> read_clock(const std::string& text) {
  const std::size_t sign = text.find('+');
  const auto main = read_number("--clock", text.substr(0, sign), 1, most_seconds);
  if (!main) return std::unexpected(main.error());
  const auto step =
      sign == std::string::npos ? Checked<std::uint64_t>(0) : read_number("--clock", text.substr(sign + 1), 0, 3600);
  if (!step) return std::unexpected(step.error());
  wire::Clock clock;
  clock.kind = wire::ClockKind::fischer;
  clock.main_ms = static_cast<std::int64_t>(*main) * 1000;
  clock.step_ms = static_cast<std::int64_t>(*step) * 1000;
  return clock;
}

Checked<Terms> read_terms(const BotRequest& request) {
  Terms terms;
  auto address = read_site_address(request.server);
  if (!address) return std::unexpected(address.error());
  terms.address = *std::move(address);
  const char* const variable = std::getenv("CROWNSTAR_TOKEN");
  terms.token = !request.token.empty() ? request.token : variable == nullptr ? "" : variable;
  if (terms.token.empty()) return base::refuse("--token: expected an API token, here or in CROWNSTAR_TOKEN");
  if (terms.token.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~+/=") !=
      std::string::npos) {
    return base::refuse("--token: it has letters that no token has");
  }
  auto engine = contest::read_engine_spec(request.engine, [](const base::Refusal& refusal) { complain(refusal); });
  if (!engine) return base::refuse("--engine: " + base::to_text(engine.error()));
  terms.engine = *std::move(engine);
  if (!request.games.empty()) {
    const auto games = read_number("--games", request.games, 1, most_bot_games);
    if (!games) return std::unexpected(games.error());
    terms.games = *games;
  }
  if (request.seek.empty()) {
    if (request.is_rated) return base::refuse("--rated: goes with --seek only");
    return terms;
  }
  if (const auto game = game::start(request.seek); !game) return std::unexpected(game.error());
  const auto clock = read_clock(request.clock);
  if (!clock) return std::unexpected(clock.error());
  terms.seek.emplace();
  terms.seek->game = request.seek;
  terms.seek->clock = *clock;
  terms.seek->rated = request.is_rated;
  return terms;
}

// The games that are played now, each on a thread of its own.
class Bot {
 public:
  explicit Bot(const Terms& terms) : terms_(terms), site_(terms.address, terms.token) {}

  int run() {
    const auto me = site_.get("/api/me");
    if (!me) return complain(me.error());
    const auto known = wire::decode<wire::Me>(me->body);
    if (!me->is_good() || !known) return complain(reason_of(*me));
    say(fmt::format("playing as {}\n", base::printable(known->player.name)));
    flush_output();
    const int status = listen();
    for (std::jthread& game : games_) game.join();
    return status;
  }

 private:
  // Until enough games are over: the site is called again where the line is lost.
  int listen() {
    for (int lost = 0; !is_done();) {
      int status = 0;
      auto events = site_.stream("/api/stream/event", status);
      if (!events && (status == 401 || status == 403)) return complain(events.error());
      if (events) {
        lost = 0;
        hear(*events);
      } else {
        complain(events.error());
      }
      if (is_done()) break;
      std::this_thread::sleep_for(std::chrono::seconds(status == 429 ? 60 : 1 << std::min(lost++, 5)));
    }
    return success;
  }

  void hear(SiteStream& events) {
    offer();
    while (!is_done()) {
      const auto text = events.next();
      if (!text) return;
      if (text->empty()) continue;
      const auto event = wire::decode<wire::BotEvent>(*text);
      if (!event) continue;  // of a kind that this program does not know
      if (const auto* start = std::get_if<wire::BotEventGameStart>(&*event)) begin(start->game);
      if (const auto* finish = std::get_if<wire::BotEventGameFinish>(&*event)) {
        wait_for_end_of(finish->game.game_id);
        offer();
      }
    }
  }

  // One game is offered at a time, and none while one is played.
  void offer() {
    if (!terms_.seek || is_done()) return;
    {
      const std::lock_guard lock(mutex_);
      if (!playing_.empty()) return;
    }
    const auto made = site_.post("/api/seeks", wire::encode(*terms_.seek));
    if (!made) return void(complain(made.error()));
    if (!made->is_good()) complain("--seek: " + reason_of(*made));
  }

  void begin(const wire::BotGameInfo& info) {
    {
      const std::lock_guard lock(mutex_);
      if (playing_.size() >= most_at_once || !playing_.insert(info.game_id).second) return;
    }
    std::string others;
    for (const wire::BotSeat& seat : info.opponents) others += (others.empty() ? "" : ", ") + seat.name;
    say(base::printable(fmt::format("{}: {} against {}", info.game_id, info.variant.key, others)) + "\n");
    flush_output();
    games_.emplace_back([this, info] {
      const std::string end = BotGame(site_, terms_.engine, info).play();
      const std::lock_guard lock(mutex_);
      playing_.erase(info.game_id);
      ++finished_;
      say(base::printable(fmt::format("{}: {}", info.game_id, end)) + "\n");
      flush_output();
      has_ended_.notify_all();
    });
  }

  // Its own stream tells it too.
  void wait_for_end_of(const std::string& game) {
    std::unique_lock lock(mutex_);
    has_ended_.wait(lock, [&] { return !playing_.contains(game); });
  }

  bool is_done() const { return finished_ >= terms_.games; }

  const Terms& terms_;
  const SiteClient site_;
  std::mutex mutex_;
  std::condition_variable has_ended_;
  std::set<std::string> playing_;
  std::atomic<std::uint64_t> finished_ = 0;
  std::vector<std::jthread> games_;
};

}  // namespace

int run_bot(const BotRequest& request) {
  const auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  return Bot(*terms).run();
}

}  // namespace crownstar::cli
