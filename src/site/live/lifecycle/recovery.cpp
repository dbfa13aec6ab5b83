#include "site/live/lifecycle/recovery.hpp"

#include <algorithm>
#include <utility>

#include "base/limits.hpp"

namespace crownstar::live {
namespace {

// A clock that runs needs its deadline, and an engine whose turn it is must be asked. Nobody waits for somebody who is
// deleted.
bool is_to_be_loaded(const LiveMatch& live) {
  const bool is_running = live.header.state == store::MatchState::running;
  if (is_running && (live.has_clock() || live.has_engine())) return true;
  return live.is_unfinished() && (live.has_empty_seat() || live.waits_for_nobody());
}

}  // namespace

void Recovery::open(OnOpened done) {
  sign_of_life_.read([weak = self(), done = std::move(done)](std::expected<Instant, std::string> alive) {
    const auto self = weak.lock();
    if (!self) return;
    if (!alive) return done(std::unexpected(alive.error()));
    self->down_since_ = *alive;
    self->go_on_from(*alive);
    self->read_page("", {}, done);
  });
}

void Recovery::go_on_from(Instant shown) {
  if (go_on_from_) go_on_from_(shown);
  opened_at_ = context_.now();
  timers_.begin(opened_at_);
}

void Recovery::read_page(std::string after, Opened so_far, OnOpened done) {
  const auto then = [weak = self(), so_far, done = std::move(done)](auto page) mutable {
    const auto self = weak.lock();
    if (!self) return;
    if (!page) return done(std::unexpected(page.error().text));
    // Of a server that went down before its first sign of life, the matches are the only sign.
    const auto latest = std::ranges::max_element(page->matches, {}, &store::MatchHeader::updated);
    if (latest != page->matches.end() && latest->updated > self->opened_at_) self->go_on_from(latest->updated);
    for (store::MatchHeader& header : page->matches) {
      if (LiveMatch* const known = self->memory_.find(header.id)) {  // another node that starts has told of it
        self->owe_credit(*known);
        continue;
      }
      ++(header.state == store::MatchState::running ? so_far.running : so_far.waiting);
      self->take_up(std::move(header));
    }
    if (!page->next.empty()) return self->read_page(std::move(page->next), so_far, std::move(done));
    self->is_opened_ = true;
    self->load_owed();
    done(so_far);
  };
  context_.store.unfinished_matches({std::move(after), limits::rows_a_page}, then);
}

void Recovery::take_up(store::MatchHeader header) {
  LiveMatch& live = memory_.add(std::move(header));
  owe_credit(live);
  if (is_to_be_loaded(live)) to_load_.push_back(live.id);
  timers_.schedule(live);
}

// For the time in which no node ran. If the last sign of life is recent, other nodes were running and no time was lost.
// Where another node has stored the credit already, that is found when the match is read.
void Recovery::owe_credit(LiveMatch& live) {
  const bool is_served = !context_.is_alone && down_since_ + 3 * sign_of_life_.every() > opened_at_;
  const bool is_running = live.header.state == store::MatchState::running;
  if (!is_running || !live.has_clock() || is_served || live.match) return;
  live.pause.since = down_since_;
  live.pause.begun = opened_at_;
}

// Not before all are known: a match that is read without the credit that is owed to it loses by time.
void Recovery::load_owed() {
  if (!is_opened_ || !may_load_()) return;
  while (!to_load_.empty() && loading_ < limits::matches_loading && !context_.is_closing) {
    LiveMatch* const found = memory_.find(to_load_.back());
    to_load_.pop_back();
    if (found == nullptr || found->match || !found->copy.is_mine) continue;
    ++loading_;
    memory_.load(*found, [weak = self()](std::expected<LiveMatch*, Refused> loaded) {
      const auto self = weak.lock();
      if (!self) return;
      --self->loading_;
      if (!loaded) self->context_.log("a match that was running could not be taken up: " + loaded.error().reason);
      self->load_owed();
    });
  }
  // Before that, the stored mark must keep the time at which the server went down: matches not loaded yet still count
  // from there.
  const bool is_all_loaded = is_opened_ && to_load_.empty() && loading_ == 0;
  if (is_all_loaded && !sign_of_life_.has_begun()) sign_of_life_.begin(context_.now());
}

void Recovery::header_came(LiveMatch& live) {
  timers_.schedule(live);
  owe_load(live);
  load_owed();
}

void Recovery::owner_changed(LiveMatch& live) {
  if (!live.match) return owe_load(live);
  live.engine.ask_again_now();
  if (!live.is_storing()) engine_seats_.ask(live);
  timers_.schedule(live);
}

void Recovery::owe_load(const LiveMatch& live) {
  if (live.match || !live.copy.is_mine || !is_to_be_loaded(live)) return;
  to_load_.push_back(live.id);
}

}  // namespace crownstar::live
