// What surrounds one part of the live site in its tests: a store that answers at once, a clock, matches that are
// there, and what the part asked of them.
// It does not know which part is tested.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/live/match/stored_event.hpp"
#include "site/live/scenarios/live_fixture_test.hpp"
#include "site/lobby/ports.hpp"
#include "site/match/seating.hpp"

namespace crownstar::live::testing_site {

// Keeps matches, lines of chat, mutes and settings, and nothing else. It answers when the test says so, and stores only
// then: `failure` fails what changes a match and is not answered yet.
class PartStore : public ControlledStore {
 public:
  PartStore() : ControlledStore(nullptr, {}) {}
  void create_match(store::MatchHeader header, std::vector<store::EventRow> first, store::Done<void> done) override {
    posted.push_back([this, header = std::move(header), first = std::move(first), done] {
      if (has_refused(done)) return;
      if (headers.contains(header.id)) return done(failed(store::FailureKind::taken));
      headers[header.id] = header;
      rows[header.id] = first;
      if (is_answer_lost) return done(failed(store::FailureKind::broken));
      done({});
    });
  }
  void append(store::Append append, store::Done<void> done) override {
    posted.push_back([this, append = std::move(append), done] {
      ++appends;
      if (has_refused(done)) return;
      auto& all = rows[append.match];
      if (append.first_number < std::ssize(all)) return done(failed(store::FailureKind::taken));
      all.insert(all.end(), append.rows.begin(), append.rows.end());
      if (append.header) headers[append.match] = *append.header;
      if (is_answer_lost) return done(failed(store::FailureKind::broken));
      done({});
    });
  }
  void find_match(std::string id, store::Done<std::optional<store::MatchHeader>> done) override {
    posted.push_back([this, id = std::move(id), done] {
      if (is_unreadable) return done(failed(store::FailureKind::broken));
      const auto found = headers.find(id);
      done(found == headers.end() ? std::nullopt : std::optional(found->second));
    });
  }
  void events(std::string match, int from, int limit, store::Done<std::vector<store::EventRow>> done) override {
    posted.push_back([this, match = std::move(match), from, limit, done] {
      if (is_unreadable) return done(failed(store::FailureKind::broken));
      const auto& all = rows[match];
      const auto first = std::min<std::ptrdiff_t>(from, std::ssize(all));
      const auto last = std::min<std::ptrdiff_t>(first + limit, std::ssize(all));
      done(std::vector<store::EventRow>(all.begin() + first, all.begin() + last));
    });
  }
  void unfinished_matches(store::PageRequest, store::Done<store::MatchPage> done) override {
    posted.push_back([this, done] {
      if (is_unreadable) return done(failed(store::FailureKind::broken));
      store::MatchPage page;
      for (const auto& [id, header] : headers) page.matches.push_back(header);
      done(std::move(page));
    });
  }
  void read_setting(std::string key, store::Done<std::optional<std::string>> done) override {
    posted.push_back([this, key = std::move(key), done] {
      const auto found = settings.find(key);
      done(found == settings.end() ? std::nullopt : std::optional(found->second));
    });
  }
  void write_setting(std::string key, std::string value, store::Done<void> done) override {
    settings[std::move(key)] = std::move(value);
    posted.push_back([done] { done({}); });
  }
  void ratings_of(std::string, store::Done<std::vector<store::RatingRow>> done) override {
    posted.push_back([done] { done(std::vector<store::RatingRow>{}); });
  }
  void mute(store::MuteRow mute, store::Done<void> done) override {
    posted.push_back([this, mute = std::move(mute), done] {
      if (has_refused(done)) return;
      mutes.push_back(mute);
      done({});
    });
  }
  void mutes_of(std::string player, store::Done<std::vector<store::MuteRow>> done) override {
    posted.push_back([this, player = std::move(player), done] {
      std::vector<store::MuteRow> found;
      std::ranges::copy_if(mutes, std::back_inserter(found), [&](const auto& mute) { return mute.player == player; });
      done(std::move(found));
    });
  }
  void append_chat(store::ChatRow line, store::Done<int> done) override {
    posted.push_back([this, line = std::move(line), done]() mutable {
      if (has_refused(done)) return;
      line.number = static_cast<int>(lines.size()) + 1;
      lines.push_back(line);
      if (is_answer_lost) return done(failed(store::FailureKind::broken));
      done(line.number);
    });
  }
  void chat(std::string, std::string, int after, int, store::Done<std::vector<store::ChatRow>> done) override {
    posted.push_back([this, after, done] {
      if (is_unreadable) return done(failed(store::FailureKind::broken));
      std::vector<store::ChatRow> found;
      std::ranges::copy_if(lines, std::back_inserter(found), [&](const auto& line) { return line.number > after; });
      done(std::move(found));
    });
  }
  void answer() {
    while (!posted.empty()) {
      const auto work = std::move(posted.front());
      posted.pop_front();
      work();
    }
  }
  bool is_unreadable = false;   // matches are, by what is not answered yet
  bool is_answer_lost = false;  // of what changes a match, and is stored all the same
  std::map<std::string, store::MatchHeader> headers;
  std::map<std::string, std::vector<store::EventRow>> rows;
  std::map<std::string, std::string> settings;
  std::vector<store::ChatRow> lines;
  std::vector<store::MuteRow> mutes;
  std::deque<std::function<void()>> posted;

 private:
  static std::unexpected<store::Failure> failed(store::FailureKind kind) {
    return std::unexpected(store::Failure{kind, "the store does not want it"});
  }
  template <typename T>
  bool has_refused(const store::Done<T>& done) {
    if (failure) done(failed(*failure));
    return failure.has_value();
  }
};

inline match::Player guest_player(const std::string& id) {
  return {id, "Guest " + id, match::PlayerKind::guest, 0, false};
}
inline match::Player toy_player() { return {"toy", "Toy", match::PlayerKind::engine, 0, false}; }

// A match that has begun, in the store alone.
inline std::vector<match::Event> put_begun(PartStore& store, const std::string& id,
                                           const std::vector<match::Player>& players, const match::Terms& asked,
                                           Instant at) {
  const auto terms = match::checked(asked);
  const auto events = match::opening(*terms, players, at);
  MatchDetails details;
  details.seats = static_cast<int>(players.size());
  details.clocks = terms->clocks;
  const store::MatchHeader header = first_header(id, *terms, details, true, at);
  store.headers[id] = *header_after(header, *events, 0);
  for (const match::Event& event : *events) store.rows[id].push_back(row_of(event, {}, match::server_seat));
  return *events;
}

// A match of two guests, as the lobby hands it over.
inline lobby::MatchToBegin match_to_begin(const std::string& id, Instant at) {
  return {id, "", true,
          *match::opening(*match::checked(blitz()), std::vector{guest_player("ann"), guest_player("ben")}, at)};
}

class PartTest : public testing::Test,
                 public Matches,
                 public StoredEvents,
                 public Commands,
                 public Schedule,
                 public lobby::Arrivals,
                 public WatchersObserver,
                 public ChatObserver {
 protected:
  PartTest() {
    audience->belong_to(audience);
    chat->belong_to(chat);
  }

  // A match that has begun, in memory.
  LiveMatch& begun(const std::string& id, const std::vector<match::Player>& players,
                   const match::Terms& asked = blitz()) {
    const std::vector<match::Event> events = store_begun(id, players, asked);
    LiveMatch& live = registry.add(store.headers.at(id));
    live.match = std::make_unique<match::Match>(*match::Match::replay(events));
    live.recent.assign(events);
    return live;
  }
  // The same in the store alone.
  std::vector<match::Event> store_begun(const std::string& id, const std::vector<match::Player>& players,
                                        const match::Terms& asked = blitz()) {
    return put_begun(store, id, players, asked, now);
  }
  static match::Player person(const std::string& id) { return guest_player(id); }
  static match::Player toy() { return toy_player(); }

  LiveMatch* find(std::string_view id) override { return registry.find(id); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override {
    LiveMatch* const live = registry.find(id);
    if (live == nullptr) return then(refused("no_such_match", "there is no such match"));
    then(live);
  }
  void look_first(LiveMatch&, std::move_only_function<void(bool is_known)> then) override {
    looking.push_back(std::move(then));
  }
  void submit(LiveMatch&, Operation operation) override { submitted.push_back(std::move(operation)); }
  void schedule(LiveMatch&) override { ++scheduled; }
  std::optional<Instant> departs_at(const LiveMatch&, int) const override { return std::nullopt; }
  void arrived(const std::string& who) override { came.push_back(who); }
  void left(const std::string& who) override { went.push_back(who); }
  void watchers_changed(LiveMatch&) override { ++watchers_changes; }
  void line_stored(const store::ChatRow& row) override { stored.push_back(row.text); }

  Instant now{std::chrono::days{20000}};
  PartStore store;
  LiveContext context{store, [this] { return now; }, {}, true, false, 0, [this] { ++quiet; }, {}};
  MatchRegistry registry;
  people::ChatRules rules{store};
  std::shared_ptr<Audience> audience = std::make_shared<Audience>(context, *this, *this, *this, rules, *this, *this);
  std::shared_ptr<Chat> chat = std::make_shared<Chat>(context, *this, rules, *audience, *this);

  std::vector<std::move_only_function<void(bool is_known)>> looking;
  std::vector<Operation> submitted;
  std::vector<std::string> came;
  std::vector<std::string> went;
  std::vector<std::string> stored;
  int scheduled = 0;
  int watchers_changes = 0;
  int quiet = 0;
};

}  // namespace crownstar::live::testing_site
