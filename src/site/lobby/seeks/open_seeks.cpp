#include "site/lobby/seeks/open_seeks.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/put_off.hpp"
#include "site/lobby/seeks/open_seeks_impl.hpp"

namespace crownstar::lobby {
namespace {

std::unexpected<Refused> no_such_seek() { return match::refused("no_such_seek", "the seek is gone"); }

}  // namespace

OpenSeeks::OpenSeeks(Bounds bounds) : impl_(std::make_unique<Impl>(bounds)) {}
OpenSeeks::~OpenSeeks() = default;

std::expected<Placed, Refused> OpenSeeks::seek(Offer offer, const Player& host, Instant now, const Draw& draw) {
  if (auto checked = check_offer(offer, host); !checked) return std::unexpected(checked.error());
  if (auto allowed = impl_->may_have_another(host); !allowed) return std::unexpected(allowed.error());
  if (!impl_->has_room(offer.is_by_link) && !impl_->make_room(offer.is_by_link, host.id)) {
    return match::refused("too_many_seeks", "the lobby is full just now; try again in a minute");
  }
  Gathering gathering;
  gathering.id = impl_->new_id('s', draw);
  if (offer.is_by_link) {
    gathering.code = letters_of(draw(), 12) + letters_of(draw(), 12);
  }
  gathering.sitters.push_back({host, offer.seat});
  for (const EngineOffer& engine : offer.engines) gathering.sitters.push_back({engine.engine, engine.seat});
  gathering.made = now;
  gathering.pool = pool_of(offer.terms, offer.seats);
  gathering.offer = std::move(offer);
  return impl_->placed(impl_->add(std::move(gathering)).id, draw);
}

std::expected<Placed, Refused> OpenSeeks::quick(const QuickOffer& offer, const Player& player, Instant now,
                                                const Draw& draw) {
  Offer plain;
  plain.terms = offer.terms;
  plain.seats = offer.seats;
  if (auto checked = check_offer(plain, player); !checked) return std::unexpected(checked.error());
  impl_->quick.remove(player.id);
  if (auto allowed = impl_->may_have_another(player); !allowed) return std::unexpected(allowed.error());
  const bool is_known = !offer.id.empty() && impl_->quick.find_seek(offer.id) == nullptr;
  Quick waiting{is_known ? offer.id : impl_->new_id('q', draw),
                player,
                offer.terms,
                offer.seats,
                now,
                pool_of(offer.terms, offer.seats)};
  if (const Gathering* found = impl_->seek_for(waiting, impl_->bounds.first_window)) {
    return impl_->sit(found->id, player, -1, draw);
  }
  const std::string id = waiting.id;
  const Quick* const added = impl_->quick.add(std::move(waiting));
  if (added == nullptr) {
    return match::refused("too_many_seeks", "too many people wait for a game just now; try again in a minute");
  }
  impl_->tell(*added);
  std::optional<Pairing> pairing = impl_->quick.pairing_with(player.id, now, draw);
  if (pairing) impl_->free_the_paired(*pairing);
  return Placed{id, {}, std::move(pairing)};
}

std::expected<Placed, Refused> OpenSeeks::take(std::string_view seek, const Player& player, int seat, Instant,
                                               const Draw& draw) {
  if (const Quick* waiting = impl_->quick.find_seek(seek)) {
    if (waiting->seats != 2) return no_such_seek();
    return impl_->play(*waiting, player, draw);
  }
  const Gathering* found = impl_->gathering(seek);
  if (found == nullptr || !found->is_listed()) return no_such_seek();
  if (!found->admits(rating_of(player)) && !found->has(player.id)) {
    return match::refused("rating_out_of_range", "this seek asks for ratings from " +
                                                     std::to_string(found->offer.ratings.least) + " to " +
                                                     std::to_string(found->offer.ratings.most));
  }
  return impl_->sit(found->id, player, seat, draw);
}

std::expected<Placed, Refused> OpenSeeks::accept(std::string_view code, const Player& player, int seat, Instant,
                                                 const Draw& draw) {
  const auto found = impl_->seek_of_code.find(code);
  if (found == impl_->seek_of_code.end()) return no_such_seek();
  return impl_->sit(found->second, player, seat, draw);
}

std::expected<Placed, Refused> OpenSeeks::fill(std::string_view seek, std::string_view host, const Player& engine,
                                               Instant, const Draw& draw) {
  const auto found = impl_->gatherings.find(seek);
  if (found == impl_->gatherings.end()) return no_such_seek();
  Gathering& gathering = found->second;
  if (gathering.host().id != host) return match::refused("not_host", "only who made the seek may fill its seats");
  if (is_person(engine)) return match::refused("no_such_engine", "only an engine can be named for the empty seats");
  if (auto allowed = gathering.may_sit(engine, -1); !allowed) return std::unexpected(allowed.error());
  while (!gathering.is_full()) gathering.sitters.push_back({engine, -1});
  return impl_->placed(gathering.id, draw);
}

std::expected<void, Refused> OpenSeeks::leave(std::string_view seek, std::string_view person) {
  if (const Quick* waiting = impl_->quick.find(person); waiting != nullptr && waiting->id == seek) {
    impl_->quick.remove(person);
    impl_->forget_if_absent(std::string(person));
    return {};
  }
  const Gathering* found = impl_->gathering(seek);
  if (found == nullptr || !found->has(person)) return no_such_seek();
  impl_->leave(std::string(seek), std::string(person));
  return {};
}

void OpenSeeks::leave_all(std::string_view person) {
  impl_->quick.remove(person);
  if (const auto found = impl_->seeks_of.find(person); found != impl_->seeks_of.end()) {
    for (const std::string& id : std::set<std::string>(found->second)) impl_->leave(id, std::string(person));
  }
  impl_->forget_if_absent(std::string(person));
}

void OpenSeeks::clear() {
  while (!impl_->gatherings.empty()) impl_->take_out(impl_->gatherings.begin()->first);
  while (!impl_->quick.waiting().empty()) {
    impl_->quick.remove(std::string(impl_->quick.waiting().front().player.id));
  }
  impl_->gone_since.clear();
}

void OpenSeeks::gone(std::string_view person, Instant now) {
  if (seeks_something(person)) {
    impl_->gone_since.try_emplace(std::string(person), now);
  }
}

void OpenSeeks::time_lost(Milliseconds time, Instant now) {
  for (auto& [id, gathering] : impl_->gatherings) gathering.made = base::put_off(gathering.made, time, now);
  for (auto& [person, since] : impl_->gone_since) since = base::put_off(since, time, now);
  impl_->quick.time_lost(time, now);
}

void OpenSeeks::back(std::string_view person) {
  if (const auto found = impl_->gone_since.find(person); found != impl_->gone_since.end()) {
    impl_->gone_since.erase(found);
  }
}

std::vector<Pairing> OpenSeeks::tick(Instant now, const Draw& draw) {
  impl_->end_the_old(now);
  impl_->end_the_absent(now);
  return impl_->quick_pairings(now, draw);
}

std::vector<SeekView> OpenSeeks::listed() const {
  std::vector<SeekView> views;
  for (const auto& [id, gathering] : impl_->gatherings) {
    if (gathering.is_listed()) views.push_back(gathering.view());
  }
  for (const Quick& waiting : impl_->quick.waiting()) {
    if (waiting.is_listed) views.push_back(waiting.view());
  }
  std::ranges::sort(views, {}, [](const SeekView& view) { return std::pair(view.made, view.id); });
  return views;
}

std::size_t OpenSeeks::listed_size() const { return static_cast<std::size_t>(impl_->listed_count); }

std::vector<SeekView> OpenSeeks::seeks_of(std::string_view person) const {
  std::vector<SeekView> views;
  const auto found = impl_->seeks_of.find(person);
  if (found == impl_->seeks_of.end()) return views;
  for (const std::string& id : found->second) views.push_back(impl_->gathering(id)->view());
  return views;
}

std::optional<SeekView> OpenSeeks::invitation(std::string_view code) const {
  const auto found = impl_->seek_of_code.find(code);
  if (found == impl_->seek_of_code.end()) return std::nullopt;
  return impl_->gathering(found->second)->view();
}

std::optional<SeekView> OpenSeeks::find(std::string_view seek) const {
  if (const Quick* waiting = impl_->quick.find_seek(seek)) return waiting->view();
  const Gathering* found = impl_->gathering(seek);
  if (found == nullptr || !found->is_listed()) return std::nullopt;
  return found->view();
}

std::vector<Change> OpenSeeks::take_changes() {
  std::vector<Change> taken;
  for (auto& [id, change] : impl_->changes) {
    if (change.kind == Change::Kind::added) impl_->told.insert(id);
    taken.push_back(std::move(change));
  }
  impl_->changes.clear();
  return taken;
}

std::vector<std::string> OpenSeeks::take_touched() {
  std::vector<std::string> taken(impl_->touched.begin(), impl_->touched.end());
  impl_->touched.clear();
  return taken;
}

std::optional<SeekCopy> OpenSeeks::kept(std::string_view seek) const {
  const Gathering* found = impl_->gathering(seek);
  if (found == nullptr) return std::nullopt;
  return SeekCopy{found->id, found->code, found->offer, found->sitters, found->made};
}

std::vector<SeekCopy> OpenSeeks::kept_after(std::string_view seek, std::size_t most) const {
  std::vector<SeekCopy> all;
  for (auto each = impl_->gatherings.upper_bound(seek); each != impl_->gatherings.end() && all.size() < most; ++each) {
    all.push_back(*kept(each->first));
  }
  return all;
}

void OpenSeeks::adopt(SeekCopy kept, Instant now) {
  Gathering gathering{
      std::move(kept.id), std::move(kept.code), std::move(kept.offer), std::move(kept.sitters), kept.made, {}};
  const bool is_one = !gathering.sitters.empty() && is_person(gathering.host()) && !gathering.is_full();
  if (!is_one || impl_->gatherings.contains(gathering.id)) return;
  gathering.pool = pool_of(gathering.offer.terms, gathering.offer.seats);
  const Gathering& added = impl_->add(std::move(gathering));
  for (const Sitter& sitter : added.sitters) {
    if (is_person(sitter.player)) gone(sitter.player.id, now);
  }
  impl_->tell(added);
}

void OpenSeeks::stop_waiting(std::string_view person) {
  impl_->quick.remove(person);
  impl_->forget_if_absent(std::string(person));
}

std::vector<std::string> OpenSeeks::seekers() const {
  std::vector<std::string> persons;
  for (const auto& [person, seeks] : impl_->seeks_of) persons.push_back(person);
  for (const Quick& waiting : impl_->quick.waiting()) {
    if (!impl_->seeks_of.contains(waiting.player.id)) persons.push_back(waiting.player.id);
  }
  return persons;
}

bool OpenSeeks::seeks_something(std::string_view person) const {
  return impl_->quick.has(person) || impl_->seeks_of.contains(person);
}

}  // namespace crownstar::lobby
