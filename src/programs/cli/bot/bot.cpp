#include "programs/cli/bot/bot.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "base/text/percent_encoding.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"
#include "programs/cli/bot/bot_game.hpp"
#include "programs/cli/bot/unread_lines.hpp"
#include "programs/cli/console/console.hpp"
#include "rules/catalog/catalog.hpp"
#include "site/wire/generated/wire_bot.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/generated/wire_lobby.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

constexpr std::uint64_t most_bot_games = 1'000'000;
constexpr std::uint64_t most_seconds = 86'400;
// Each game has a stream, and the events have one: the site ends the oldest where there are more.
constexpr std::size_t most_at_once = limits::player_streams - 1;
constexpr std::chrono::minutes offer_life = limits::seek_life - std::chrono::minutes{5};  // anew before it expires
constexpr std::chrono::seconds after_refusal{60};

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
  if (!terms.address.is_private()) {
    complain("--server: without https, others on the way to " + base::quoted(terms.address.host) +
             " can read the token");
  }
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
    if (!request.clock.empty()) return base::refuse("--clock: goes with --seek only");
    return terms;
  }
  const auto game = game::start(request.seek);
  if (!game) return std::unexpected(game.error());
  if ((*game)->seats() != 2) return base::refuse("--seek: expected a game of two");
  const auto clock = read_clock(request.clock.empty() ? "300+3" : request.clock);
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
    const auto known = wire::decode_known<wire::Me>(me->body);
    if (!me->is_good() || !known) return complain(reason_of(*me));
    say(fmt::format("playing as {}\n", base::printable(known->player.name)));
    flush_output();
    const int status = listen();
    {
      const std::lock_guard lock(mutex_);
      waiting_.clear();  // so that none begins any more
    }
    for (auto& [id, played] : games_) {
      if (played.thread.joinable()) played.thread.join();
    }
    return status;
  }

 private:
  struct Played {
    search::StopSignal stop;
    std::jthread thread;
  };
  struct OwnSeek {
    std::string id;
    std::chrono::steady_clock::time_point made;
    bool may_be_taken = false;  // a game has begun since
    bool may_be_gone = false;   // the site was away, and keeps no seeks
  };

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
      join_ended();
      if (is_done()) break;
      std::this_thread::sleep_for(std::chrono::seconds(status == 429 ? 60 : 1 << std::min(lost++, 5)));
    }
    return is_refused_ ? failure : success;
  }

  // The games that run already are told first. After the first beat they are known, and another may be offered.
  void hear(SiteStream& events) {
    knows_games_ = false;
    {
      const std::lock_guard lock(offering_);
      if (seek_) seek_->may_be_gone = true;
    }
    while (!is_done()) {
      const auto text = events.next();
      if (!text) break;
      join_ended();
      if (text->empty()) knows_games_ = true;
      if (!text->empty()) hear(*text);
      offer();
    }
    knows_games_ = false;
  }

  void hear(const std::string& line) {
    const auto event = wire::decode_known<wire::BotEvent>(line);  // a newer site's may have more members
    if (!event) return unread_.note(line, event.error().reason);
    if (const auto* start = std::get_if<wire::BotEventGameStart>(&*event)) take(start->game);
    if (const auto* finish = std::get_if<wire::BotEventGameFinish>(&*event)) stop(finish->game.game_id);
  }

  // One game is offered at a time, and none while one is played. Asked again and again, by any thread: a seek that was
  // not taken expires, and one that could not be posted is posted later.
  void offer() {
    const std::lock_guard lock(offering_);
    const auto now = std::chrono::steady_clock::now();
    if (!terms_.seek || !knows_games_ || is_done() || now < next_offer_ || is_playing()) return;
    if (seek_ && !seek_->may_be_taken && !seek_->may_be_gone && now - seek_->made < offer_life) return;
    if (seek_) {
      const auto removed = site_.remove("/api/seeks/" + base::percent_encoded(seek_->id));
      if (!removed) return void(complain(removed.error()));
      // Gone, and no game has come of it yet: the next line may tell of it.
      const bool may_be_under_way = !removed->is_good() && !seek_->may_be_taken;
      seek_.reset();
      if (may_be_under_way) return;
    }
    const auto answer = site_.post("/api/seeks", wire::encode(*terms_.seek));
    if (!answer) return void(complain(answer.error()));
    const auto made = wire::decode_known<wire::SeekMade>(answer->body);
    if (answer->is_good() && made) {
      if (!made->match) seek_ = OwnSeek{made->seek, now};
      return;
    }
    complain("--seek: " + reason_of(*answer));
    if (answer->status == 409 || answer->status == 429) {
      next_offer_ = now + after_refusal;
    } else if (answer->status >= 400 && answer->status < 500) {
      is_refused_ = true;
    }
  }

  bool is_playing() {
    const std::lock_guard lock(mutex_);
    return playing_ > 0 || !waiting_.empty();
  }

  void take(const wire::BotGameInfo& info) {
    {
      const std::lock_guard lock(mutex_);
      const auto is_this = [&](const wire::BotGameInfo& each) { return each.game_id == info.game_id; };
      if (games_.contains(info.game_id) || std::ranges::any_of(waiting_, is_this)) return;
      waiting_.push_back(info);
    }
    {
      const std::lock_guard lock(offering_);
      if (seek_) seek_->may_be_taken = true;
    }
    begin_waiting();
  }

  // As many as the site has streams for.
  void begin_waiting() {
    const std::lock_guard lock(mutex_);
    while (playing_ < most_at_once && !waiting_.empty() && !is_done()) {
      const wire::BotGameInfo info = std::move(waiting_.front());
      waiting_.pop_front();
      std::string others;
      for (const wire::BotSeat& seat : info.opponents) others += (others.empty() ? "" : ", ") + seat.name;
      say(base::printable(fmt::format("{}: {} against {}", info.game_id, info.variant.game, others)) + "\n");
      flush_output();
      ++playing_;
      Played& played = games_[info.game_id];
      played.thread = std::jthread([this, info, stop = played.stop] { play(info, stop); });
    }
  }

  void play(const wire::BotGameInfo& info, const search::StopSignal& stop) {
    const std::string end = BotGame(site_, terms_.engine, unread_, info, stop).play();
    {
      const std::lock_guard lock(mutex_);
      --playing_;
      ++finished_;
      say(base::printable(fmt::format("{}: {}", info.game_id, end)) + "\n");
      flush_output();
    }
    begin_waiting();
    offer();
    const std::lock_guard lock(mutex_);
    ended_.push_back(info.game_id);
  }

  // Its own stream tells how it ended; what its engine still thinks about is of no use.
  void stop(const std::string& game) {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const wire::BotGameInfo& each) { return each.game_id == game; });
    if (const auto found = games_.find(game); found != games_.end()) found->second.stop.stop();
  }

  void join_ended() {
    std::vector<Played> ended;
    {
      const std::lock_guard lock(mutex_);
      for (const std::string& game : std::exchange(ended_, {})) {
        ended.push_back(std::move(games_.extract(game).mapped()));
      }
    }
    // Their threads have nothing more to do; the list joins them.
  }

  bool is_done() const { return finished_ >= terms_.games || is_refused_; }

  const Terms& terms_;
  const SiteClient site_;
  UnreadLines unread_{[](const std::string& line) { complain(line); }};

  std::mutex mutex_;  // of the games
  std::map<std::string, Played> games_;
  std::deque<wire::BotGameInfo> waiting_;  // for one of these to end
  std::vector<std::string> ended_;         // whose threads can be joined
  std::size_t playing_ = 0;
  std::atomic<std::uint64_t> finished_ = 0;

  std::mutex offering_;  // of the seek; it is taken before the other one
  std::optional<OwnSeek> seek_;
  std::chrono::steady_clock::time_point next_offer_;
  std::atomic<bool> knows_games_ = false;
  std::atomic<bool> is_refused_ = false;  // such a game cannot be offered
};

}  // namespace

int run_bot(const BotRequest& request) {
  const auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  return Bot(*terms).run();
}

}  // namespace crownstar::cli
