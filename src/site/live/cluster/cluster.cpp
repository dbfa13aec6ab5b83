#include "site/live/cluster/cluster.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "base/limits.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live {
namespace {

constexpr std::string_view nodes_subject = "nodes";
constexpr std::string_view heads_subject = "heads";
constexpr std::string_view mutes_subject = "mutes";
constexpr Milliseconds survey_soon{2000};
// When others are told again whom somebody mutes: after longer than messages are lost without the bus noticing.
constexpr Milliseconds mutes_again_after{3000};
constexpr Milliseconds mutes_last_after{7000};

// Somebody who sat there before has another name, or no account any more.
bool is_anybody_other(const store::MatchHeader& here, const store::MatchHeader& stored) {
  return std::ranges::any_of(stored.seats, [&](const store::SeatRow& row) {
    const auto known = std::ranges::find(here.seats, row.seat, &store::SeatRow::seat);
    if (known == here.seats.end()) return false;
    if (row.kind == store::PlayerKind::deleted) return known->kind != store::PlayerKind::deleted;
    return row.player == known->player && row.name != known->name;
  });
}

}  // namespace

void Cluster::join(Instant at) {
  if (link_.is_alone()) return;
  beat_at_ = at;
  settled_at_ = at + settings_.settle_after;
  link_.nodes.begin(at);
  survey_at_ = at + settings_.survey_every;
  link_.bus->subscribe(nodes_subject, [weak = self()](std::string_view, std::string_view text) {
    if (const auto self = weak.lock()) self->receive_node(text);
  });
  link_.bus->subscribe(heads_subject, [weak = self()](std::string_view, std::string_view text) {
    const auto self = weak.lock();
    const auto header = wire::decode_known<wire::NodeHeader>(text);
    if (self && header && header->node != self->link_.me()) self->refresh_head(header->match);
  });
  link_.bus->subscribe(mutes_subject, [weak = self()](std::string_view, std::string_view text) {
    const auto self = weak.lock();
    const auto mutes = wire::decode_known<wire::NodeMutes>(text);
    if (self && mutes && mutes->node != self->link_.me()) self->chat_rules_.read_again(mutes->person);
  });
  lobby_.join_nodes();
}

// Their other devices may be anywhere. Nothing else tells another node that it has missed the message.
void Cluster::publish_mutes(const std::string& person) {
  if (link_.is_alone()) return;
  tell_mutes(person);
  mutes_told_.insert_or_assign(person, Repeat{context_.now() + mutes_again_after});
}

void Cluster::tell_mutes(const std::string& person) {
  link_.publish(mutes_subject, wire::encode(wire::NodeMutes{link_.me(), person}));
}

void Cluster::tell_mutes_again(Instant at) {
  for (auto each = mutes_told_.begin(); each != mutes_told_.end();) {
    auto& [person, repeat] = *each;
    if (repeat.at > at) {
      ++each;
      continue;
    }
    tell_mutes(person);
    const bool was_last = repeat.is_last;
    repeat = {at + mutes_last_after, true};
    each = was_last ? mutes_told_.erase(each) : std::next(each);
  }
}

void Cluster::link_changed(bus::Link link) {
  if (link_.is_alone() || link == bus::Link::lost || !beat_at_) return;
  beat_at_ = context_.now();
  lobby_.link_is_back();
  if (link != bus::Link::back) return;
  look_at_all();
  for (const auto& [id, live] : registry_) presence_.exchange(*live);
}

void Cluster::leave() {
  if (link_.is_alone()) return;
  beat_at_.reset();
  link_.publish(nodes_subject, wire::encode(wire::NodeSign(wire::NodeLeaves{link_.me()})));
}

void Cluster::beat(Instant at) {
  beat_at_ = at + settings_.beat_every;
  const wire::NodeHere here{link_.me(), static_cast<int>(audience_.online_count()),
                            link_.nodes.since().time_since_epoch().count()};
  link_.publish(nodes_subject, wire::encode(wire::NodeSign(here)));
  tell_mutes_again(at);
}

void Cluster::receive_node(std::string_view text) {
  const auto sign = wire::decode_known<wire::NodeSign>(text);
  if (!sign || context_.is_closing) return;
  std::visit(
      [this](const auto& each) {
        if (each.node != link_.me()) take(each);
      },
      *sign);
}

void Cluster::take(const wire::NodeLeaves& sign) {
  if (!link_.nodes.gone(sign.node)) return;
  look_at_all();
  nodes_changed();
}

void Cluster::take(const wire::NodeHere& sign) {
  const Instant since{Milliseconds{sign.since}};
  if (!link_.nodes.heard(sign.node, context_.now(), sign.online, since)) return;
  beat(context_.now());                                   // it wants to know who is here
  chat_rules_.read_all_again();                           // one that ended unheard may have stored a mute
  if (since + settings_.silent_after < context_.now()) {  // it was there before, and was not heard
    look_at_all();
    for (const auto& [id, live] : registry_) presence_.ask(*live);  // who is connected there was forgotten with it
  }
  nodes_changed();
}

// Some matches are looked after by another node now.
void Cluster::nodes_changed() {
  for (const auto& [id, live] : registry_) {
    live->copy.is_mine = link_.nodes.is_mine(id);
    presence_.nodes_changed(*live);
    owned_.owner_changed(*live);
  }
  owned_.load_owed();
  lobby_.nodes_changed();
}

void Cluster::tick(Instant at) {
  if (*beat_at_ <= at) {
    beat(at);
    if (link_.nodes.forget_silent(at - settings_.silent_after)) {
      look_at_all();  // it may not have published what it stored last
      nodes_changed();
    }
    if (settled_at_ && *settled_at_ <= at) {
      settled_at_.reset();
      lobby_.settled();
    }
  }
  replication_.look(at);
  presence_.ask_again(at);
  lobby_.look(at);
  if (survey_at_ <= at && !is_surveying_) survey_now();
}

// Recent messages may have been lost.
void Cluster::look_at_all() {
  const Instant at = context_.now();
  chat_rules_.read_all_again();
  for (const auto& [id, live] : registry_) {
    if (live->match) replication_.doubt(*live, at);
  }
  survey_at_ = std::min(survey_at_, at);
}

// Their name, or the owner of a seat, has changed in the store.
void Cluster::person_changed_elsewhere(const std::string& person) {
  std::vector<std::string> theirs;
  for (const auto& [id, live] : registry_) {
    const bool is_named = live->details.names(person) || live->chat.has_said(person);
    if (live->seat_of(person) >= 0 || is_named) theirs.push_back(id);
  }
  for (const std::string& id : theirs) {
    LiveMatch& live = *registry_.find(id);
    live.match || live.loads.is_loading() ? memory_.read_anew(live) : refresh_head(id);
  }
}

// ---- Matches by their headers ----

void Cluster::publish_header(const std::string& id) {
  if (!link_.is_alone()) link_.publish(heads_subject, wire::encode(wire::NodeHeader{link_.me(), id}));
}

// A match in memory is followed through its own subject.
void Cluster::refresh_head(const std::string& id) {
  if (id.empty() || id.size() > limits::id_letters || context_.is_closing) return;
  if (LiveMatch* const known = registry_.find(id); known != nullptr && (known->match || known->loads.is_loading()))
    return;
  if (heads_asked_.size() >= limits::heads_asked) {
    survey_at_ = std::min(survey_at_, context_.now() + survey_soon);
    return;
  }
  const auto [asked, is_new] = heads_asked_.try_emplace(id, false);
  if (!is_new) {
    asked->second = true;
    return;
  }
  context_.store.find_match(id, [weak = self(), id](auto header) {
    const auto self = weak.lock();
    if (!self) return;
    const auto node = self->heads_asked_.extract(id);
    const bool is_asked_again = !node.empty() && node.mapped();
    if (!header) self->survey_at_ = std::min(self->survey_at_, self->context_.now() + survey_soon);
    if (header && *header) {
      self->compare_people(**header);  // it may have come into memory meanwhile
      self->take_head(**std::move(header));
    }
    if (is_asked_again) self->refresh_head(id);
  });
}

// A match in memory may have been read by an older header.
void Cluster::compare_people(const store::MatchHeader& stored) {
  LiveMatch* const known = registry_.find(stored.id);
  const bool is_in_memory = known != nullptr && (known->match || known->loads.is_loading());
  if (is_in_memory && !context_.is_closing && is_anybody_other(known->header, stored)) memory_.read_anew(*known);
}

bool Cluster::concerns_somebody_here(const store::MatchHeader& header) const {
  return std::ranges::any_of(header.seats, [&](const store::SeatRow& row) {
    return !row.player.empty() && audience_.online(row.player) != nullptr;
  });
}

// The message that follows will find the match known, so all that it would cause is done here.
void Cluster::head_was_read(LiveMatch& live, bool has_begun) {
  if (context_.is_closing) return;
  if (live.header.is_listed) lobby_.match_changed(live.id);
  if (!has_begun) return;
  stop_waiting_for(live);
  if (concerns_somebody_here(live.header)) seated_.notify_seated(live.id, false);
}

// Another leader may have paired them.
void Cluster::stop_waiting_for(const LiveMatch& live) {
  if (!live.has_clock()) return;
  for (const store::SeatRow& row : live.header.seats) lobby_.stop_waiting(row.player);
}

void Cluster::take_head(store::MatchHeader header) {
  if (context_.is_closing) return;
  LiveMatch* live = registry_.find(header.id);
  if (live != nullptr && (live->match || live->loads.is_loading())) return;
  const bool was_running = live != nullptr && live->header.state != store::MatchState::open;
  const bool is_over = header.state == store::MatchState::over;
  const bool concerns = concerns_somebody_here(header);
  if (live == nullptr) {
    if (is_over) return;
    live = &memory_.add(std::move(header));
  } else {
    registry_.put_header(*live, std::move(header));
  }
  if (live->header.is_listed) lobby_.match_changed(live->id);
  const bool has_begun = live->header.state == store::MatchState::running && !was_running;
  if (has_begun) stop_waiting_for(*live);
  if (concerns && (is_over || has_begun)) return seated_.notify_seated(live->id, is_over);
  // Who watches a match that cannot be read just now is shown its end later.
  const bool is_needed = !live->watchers.empty() || live->is_busy();
  if (is_over && !is_needed) return memory_.unload(*live);
  owned_.header_came(*live);
}

void Cluster::survey_now() {
  if (std::exchange(is_surveying_, true)) {
    is_survey_owed_ = true;
    return;
  }
  ++link_.surveys;
  survey("");
}

// All unfinished matches, in pages: those of which no message came, and those whose end no message reported.
void Cluster::survey(std::string after) {
  context_.store.unfinished_matches({std::move(after), limits::rows_a_page}, [weak = self()](auto page) {
    const auto self = weak.lock();
    if (!self || self->context_.is_closing) return;
    if (!page) {
      self->context_.log("the unfinished matches were not read: " + page.error().text);
      self->is_surveying_ = false;
      self->survey_at_ = self->context_.now() + survey_soon;
      return;
    }
    for (store::MatchHeader& header : page->matches) {
      LiveMatch* const known = self->registry_.find(header.id);
      if (known != nullptr) known->copy.surveyed = self->link_.surveys;
      self->compare_people(header);
      if (known == nullptr || known->header != header) self->take_head(std::move(header));
    }
    if (!page->next.empty()) return self->survey(std::move(page->next));
    self->end_survey();
  });
}

void Cluster::end_survey() {
  is_surveying_ = false;
  survey_at_ = context_.now() + settings_.survey_every;
  std::vector<std::string> missed;
  for (const auto& [id, live] : registry_) {
    if (live->is_unfinished() && !live->match && live->copy.surveyed != link_.surveys) missed.push_back(id);
  }
  for (const std::string& id : missed) refresh_head(id);
  if (std::exchange(is_survey_owed_, false)) survey_now();
}

}  // namespace crownstar::live
