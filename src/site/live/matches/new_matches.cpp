#include "site/live/matches/new_matches.hpp"

#include <memory>
#include <utility>

#include "site/live/match/stored_event.hpp"

namespace crownstar::live {

void NewMatches::store(std::string id, MatchDetails details, bool is_listed, std::vector<match::Event> events,
                       Done<LiveMatch*> done) {
  const auto& terms = std::get<match::Created>(events.front().what).terms;
  details.seats = static_cast<int>(terms.clocks.size());
  details.clocks = terms.clocks;
  store::MatchHeader header = first_header(std::move(id), terms, details, is_listed, events.front().at);
  if (auto changed = header_after(header, events, 0)) header = *std::move(changed);
  std::vector<store::EventRow> rows;
  rows.reserve(events.size());
  for (const match::Event& event : events) rows.push_back(row_of(event, {}, match::server_seat));
  ++context_.open_writes;
  done = count_while_stored(std::move(done));
  const auto then = [weak = self(), header, events = std::move(events), losses = losses_,
                     done = std::move(done)](auto outcome) {
    const auto self = weak.lock();
    if (!self) return;
    --self->context_.open_writes;
    const bool is_there = !outcome && outcome.error().kind == store::FailureKind::taken;
    if (!outcome && !is_there) {
      ++self->context_.counts.appends_failed;
      self->context_.log("match " + header.id + ": not stored: " + outcome.error().text);
      if (outcome.error().kind == store::FailureKind::broken) {
        self->look_for_stored({header.id, true, losses, done});
      } else {
        done(std::unexpected(not_stored()));
      }
    } else if (is_there || self->registry_.find(header.id) != nullptr) {  // or read as soon as it was stored
      self->take_up({header.id, !is_there, losses, done});
    } else {
      LiveMatch& live = self->matches_.add(header);
      live.match = std::make_unique<match::Match>(*match::Match::replay(events));
      live.recent.assign(events);
      self->begin_first_turn(live, losses);
      self->replication_.follow(live);
      self->context_.counts.events_stored += events.size();
      self->observer_.made(live);
      done(&live);
      self->engines_.ask(live);
      self->schedule_.schedule(live);
    }
    self->context_.write_is_done();
  };
  context_.store.create_match(std::move(header), std::move(rows), then);
}

Done<LiveMatch*> NewMatches::count_while_stored(Done<LiveMatch*> done) {
  ++being_stored_;
  return [weak = self(), losses = losses_, done = std::move(done)](std::expected<LiveMatch*, Refused> made) {
    const auto self = weak.lock();
    if (!self) return;
    --self->being_stored_;
    if (losses != self->losses_) {
      --self->being_stored_since_loss_;
      --self->context_.counts.clocks_standing;
    }
    done(std::move(made));
  };
}

// It begins when it is told. What was lost before that is stored at once, for a server that went down now would know
// nothing of it.
void NewMatches::begin_first_turn(LiveMatch& live, int losses) {
  if (!live.match->moves().empty()) return;
  live.note_told(0, context_.now());
  const bool is_owed = losses != losses_ && live.match->deadline() && !live.pause.since;
  if (is_owed) live.stand_still(context_.now());
}

// Perhaps it is stored, and only the answer was lost.
void NewMatches::look_for_stored(InDoubt match) {
  ++context_.open_writes;
  const std::string id = match.id;
  context_.store.find_match(id, [weak = self(), match = std::move(match)](const auto& found) {
    const auto self = weak.lock();
    if (!self) return;
    --self->context_.open_writes;
    if (found && *found) {
      self->take_up(match);
    } else if (found) {
      match.done(std::unexpected(not_stored()));
    } else {
      self->doubt(match);
    }
    self->context_.write_is_done();
  });
}

// It is stored, so whoever asked for it is not refused because it cannot be read just now.
void NewMatches::take_up(InDoubt match) {
  const std::string id = match.id;
  matches_.with_match(id, [weak = self(), match = std::move(match)](std::expected<LiveMatch*, Refused> live) {
    const auto self = weak.lock();
    if (!self) return;
    if (!live) return self->doubt(match);
    if (match.is_ours) {
      self->begin_first_turn(**live, match.losses);
      self->observer_.made(**live);
    }
    match.done(live);
    self->schedule_.schedule(**live);
  });
}

void NewMatches::doubt(const InDoubt& match) {
  if (context_.is_closing) return match.done(std::unexpected(stopping()));
  in_doubt_.push_back(match);
}

void NewMatches::look_again() {
  for (InDoubt& match : std::exchange(in_doubt_, {})) look_for_stored(std::move(match));
}

}  // namespace crownstar::live
