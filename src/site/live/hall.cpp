#include "site/live/hall.hpp"

#include <random>
#include <utility>

#include "site/live/inside.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::hall {
namespace {

people::ThrottleTerms terms_of(const limits::Throttle& throttle) {
  return {throttle.burst, throttle.each, static_cast<std::size_t>(limits::throttled_keys)};
}

std::function<std::uint64_t()> random_of(std::uint64_t seed) {
  if (seed != 0) return [engine = std::mt19937_64(seed)]() mutable { return engine(); };
  // The system's own: who sits where and which links open a seat must not be guessed.
  return [device = std::make_shared<std::random_device>()] {
    return (static_cast<std::uint64_t>((*device)()) << 32) | (*device)();
  };
}

}  // namespace

Hall::Inside::Inside(HallPorts given_ports, HallSettings given_settings)
    : ports(std::move(given_ports)),
      settings(given_settings),
      random(random_of(ports.seed)),
      chat_rules(ports.store),
      command_throttle(terms_of(limits::commands_of_a_player)),
      making_throttle(terms_of(limits::matches_made_of_a_player)),
      seeking_throttle(terms_of(limits::seeks_made_of_a_player)),
      nodes(people::make_id('n')) {}

Hall::Hall(HallPorts ports, HallSettings settings) : inside_(std::make_shared<Inside>(std::move(ports), settings)) {}
Hall::~Hall() = default;

void Hall::open(std::function<void(std::expected<Opened, std::string>)> done) { inside_->open(std::move(done)); }
void Hall::close(std::string_view goodbye, std::function<void()> done) { inside_->close(goodbye, std::move(done)); }
void Hall::tick() { inside_->tick(); }
std::optional<Instant> Hall::next_deadline() const { return inside_->next_deadline(); }

void Hall::attach(Listener& listener) { inside_->attach(listener); }
void Hall::detach(Listener& listener) { inside_->detach(listener); }
void Hall::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
  inside_->watch(listener, match, after, std::move(done));
}
void Hall::unwatch(Listener& listener, std::string_view match) { inside_->unwatch(listener, match); }

void Hall::create(const Person& person, NewMatch wish, Done<Sat> done) {
  inside_->create(person, std::move(wish), std::move(done));
}
void Hall::join(const Person& person, Join wish, Done<Sat> done) {
  inside_->join(person, std::move(wish), std::move(done));
}
void Hall::leave(const Person& person, std::string_view match, Done<void> done) {
  inside_->leave(person, match, std::move(done));
}
void Hall::fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done) {
  inside_->fill(person, match, engine, std::move(done));
}
void Hall::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  inside_->command(person, std::move(command), lag, std::move(done));
}

void Hall::say(const Person& person, const Say& say, Done<void> done) { inside_->say(person, say, std::move(done)); }
void Hall::mute(const Person& person, std::string_view whom, bool is_muted, Done<void> done) {
  inside_->chat_rules.mute(person, std::string(whom), is_muted, inside_->now(),
                           [inside = inside_, person = person.id, done = std::move(done)](auto outcome) {
                             if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                             inside->tell_mutes(person);
                             done({});
                           });
}
void Hall::report(const Person& person, Report report, Done<void> done) {
  inside_->chat_rules.report(person, std::move(report.person), std::move(report.match), report.text, inside_->now(),
                             [done = std::move(done)](auto outcome) {
                               if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                               done({});
                             });
}

void Hall::watch_lobby(Listener& listener, bool is_on) { inside_->watch_lobby(listener, is_on); }
void Hall::seek(const Person& person, const SeekWish& wish, Done<Sought> done) {
  inside_->seek(person, wish, std::move(done));
}
void Hall::unseek(const Person& person, std::string_view seek, const Done<void>& done) {
  if (seek.empty()) return done(refused("no_such_seek", "the seek is gone"));
  inside_->unseek(person, std::string(seek), [done](const std::expected<Sought, Refused>& left) {
    if (!left) return done(std::unexpected(left.error()));
    done({});
  });
}
void Hall::take_seek(const Person& person, std::string_view seek, int seat, Done<Sought> done) {
  inside_->take_seek(person, seek, seat, std::move(done));
}
void Hall::accept(const Person& person, std::string_view code, int seat, Done<Sought> done) {
  inside_->accept(person, code, seat, std::move(done));
}
void Hall::fill_seek(const Person& person, std::string_view seek, std::string_view engine, Done<Sought> done) {
  inside_->fill_seek(person, seek, engine, std::move(done));
}

std::vector<MatchSummary> Hall::lobby_matches(std::string_view game) const { return inside_->lobby_matches(game); }
std::vector<lobby::SeekView> Hall::seeks() const { return inside_->seeks.listed(); }

void Hall::find(std::string_view match, Done<MatchSummary> done) {
  if (const Table* table = inside_->find(match)) return done(inside_->summary(*table));
  inside_->ports.store.find_match(std::string(match), [done = std::move(done)](auto header) {
    if (!header) return done(refused("store_unavailable", "the match cannot be read just now; try again in a moment"));
    if (!*header) return done(refused("no_such_match", "there is no such match"));
    done(Inside::summary(**header));
  });
}
void Hall::matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) {
  inside_->matches_of(person, from, most, std::move(done));
}
void Hall::export_match(std::string_view match, ExportForm form, Done<Exported> done) {
  inside_->export_match(match, form, std::move(done));
}
void Hall::look(std::string_view match, std::function<void(std::expected<const match::Match*, Refused>)> done) {
  inside_->with_table(match, [done = std::move(done)](std::expected<Table*, Refused> table) {
    if (!table) return done(std::unexpected(table.error()));
    done((*table)->match.get());
  });
}
void Hall::snapshot(const Person& person, std::string_view match, Done<Text> done) {
  const auto inside = inside_;
  inside_->with_table(match,
                      [inside, person = person.id, done = std::move(done)](std::expected<Table*, Refused> table) {
                        if (!table) return done(std::unexpected(table.error()));
                        done(inside->snapshot_of(**table, (*table)->seat_of(person), person));
                      });
}

people::ChatRules& Hall::chat_rules() { return inside_->chat_rules; }
void Hall::person_changed_elsewhere(const std::string& person) { inside_->person_changed_elsewhere(person); }
void Hall::link_changed(bus::Link link) { inside_->link_changed(link); }
void Hall::person_changed(const Person& person, people::Change change) { inside_->person_changed(person, change); }

std::string_view Hall::missing() const { return inside_->missing(); }

Figures Hall::figures() const {
  Figures figures = inside_->counts;
  figures.listeners = inside_->attendants.size();
  figures.seeks = inside_->seeks.listed_size();
  return figures;
}

}  // namespace crownstar::hall
