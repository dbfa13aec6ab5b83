#include "site/live/live_site.hpp"

#include <random>
#include <utility>

#include "site/live/live_parts.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::live {
namespace {

std::function<std::uint64_t()> random_of(std::uint64_t seed) {
  if (seed != 0) return [engine = std::mt19937_64(seed)]() mutable { return engine(); };
  // The system's own: who sits where and which links open a seat must not be guessed.
  return [device = std::make_shared<std::random_device>()] {
    return (static_cast<std::uint64_t>((*device)()) << 32) | (*device)();
  };
}

}  // namespace

LiveSite::Parts::Parts(LivePorts given_ports, LiveSettings given_settings)
    : ports(std::move(given_ports)),
      settings(given_settings),
      site{ports.store, ports.now, ports.report, ports.bus == nullptr, false, 0, [this] { finish_closing(); }, {}},
      random(random_of(ports.seed)),
      chat_rules(ports.store),
      link(ports.bus, people::make_id('n')),
      audience(site, *this, chat_rules, *this),
      chat(site, *this, chat_rules, audience, *this),
      engine_seats(site, *this, chat, ports.engines),
      lobby({*this, *this, *this, *this, ports.now, [this] { return draw(); },
             [this](std::string line) { log(std::move(line)); }}),
      presence(link, audience, chat),
      replication(site, link, *this, presence, chat, settings.look_every),
      cluster(site, link, registry, *this, replication, presence, audience, chat_rules, lobby,
              {settings.beat_every, settings.silent_after, settings.settle_after, settings.survey_every}),
      pipeline(site, *this, registry, replication, *this),
      seating(site, *this, *this, registry, engine_seats, replication, pipeline, [this] { return draw(); }) {}

LiveSite::LiveSite(LivePorts ports, LiveSettings settings)
    : parts_(std::make_shared<Parts>(std::move(ports), settings)) {
  parts_->audience.belong_to(parts_);
  parts_->chat.belong_to(parts_);
  parts_->engine_seats.belong_to(parts_);
  parts_->lobby.begin(parts_);
  parts_->replication.belong_to(parts_);
  parts_->cluster.belong_to(parts_);
  parts_->pipeline.belong_to(parts_);
  parts_->seating.belong_to(parts_);
}
LiveSite::~LiveSite() = default;

void LiveSite::open(std::function<void(std::expected<Opened, std::string>)> done) { parts_->open(std::move(done)); }
void LiveSite::close(std::string_view goodbye, std::function<void()> done) { parts_->close(goodbye, std::move(done)); }
void LiveSite::tick() { parts_->tick(); }
std::optional<Instant> LiveSite::next_deadline() const { return parts_->next_deadline(); }

void LiveSite::attach(Listener& listener) { parts_->audience.attach(listener); }
void LiveSite::detach(Listener& listener) { parts_->audience.detach(listener); }
void LiveSite::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
  parts_->audience.watch(listener, match, after, std::move(done));
}
void LiveSite::unwatch(Listener& listener, std::string_view match) { parts_->audience.unwatch(listener, match); }

void LiveSite::create(const Person& person, NewMatch wish, Done<Sat> done) {
  parts_->seating.create(person, std::move(wish), std::move(done));
}
void LiveSite::join(const Person& person, Join wish, Done<Sat> done) {
  parts_->seating.join(person, std::move(wish), std::move(done));
}
void LiveSite::leave(const Person& person, std::string_view match, Done<void> done) {
  parts_->seating.leave(person, match, std::move(done));
}
void LiveSite::fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done) {
  parts_->seating.fill(person, match, engine, std::move(done));
}
void LiveSite::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  parts_->look_for_lost_time();
  parts_->pipeline.command(person, std::move(command), lag, std::move(done));
}

void LiveSite::say(const Person& person, const Say& say, Done<void> done) {
  parts_->chat.say(person, say, std::move(done));
}
void LiveSite::mute(const Person& person, std::string_view whom, bool is_muted, Done<void> done) {
  parts_->chat_rules.mute(person, std::string(whom), is_muted, parts_->now(),
                          [parts = parts_, person = person.id, done = std::move(done)](auto outcome) {
                            if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                            parts->cluster.tell_mutes(person);
                            done({});
                          });
}
void LiveSite::report(const Person& person, Report report, Done<void> done) {
  parts_->chat_rules.report(person, std::move(report.person), std::move(report.match), report.text, parts_->now(),
                            [done = std::move(done)](auto outcome) {
                              if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                              done({});
                            });
}

void LiveSite::watch_lobby(Listener& listener, bool is_on) { parts_->watch_lobby(listener, is_on); }
void LiveSite::seek(const Person& person, const SeekRequest& wish, Done<Sought> done) {
  parts_->lobby.seek(person, wish, std::move(done));
}
void LiveSite::unseek(const Person& person, std::string_view seek, const Done<void>& done) {
  if (seek.empty()) return done(refused("no_such_seek", "the seek is gone"));
  parts_->lobby.unseek(person, std::string(seek), [done](const std::expected<Sought, Refused>& left) {
    if (!left) return done(std::unexpected(left.error()));
    done({});
  });
}
void LiveSite::take_seek(const Person& person, std::string_view seek, int seat, Done<Sought> done) {
  parts_->lobby.take(person, seek, seat, std::move(done));
}
void LiveSite::accept(const Person& person, std::string_view code, int seat, Done<Sought> done) {
  parts_->lobby.accept(person, code, seat, std::move(done));
}
void LiveSite::fill_seek(const Person& person, std::string_view seek, std::string_view engine, Done<Sought> done) {
  parts_->lobby.fill(person, seek, engine, std::move(done));
}

std::vector<MatchSummary> LiveSite::lobby_matches(std::string_view game) const { return parts_->lobby_matches(game); }
std::vector<lobby::SeekView> LiveSite::seeks() const { return parts_->lobby.listed(); }

void LiveSite::find(std::string_view match, Done<MatchSummary> done) {
  if (const LiveMatch* live = parts_->find(match)) return done(parts_->summary(*live));
  parts_->ports.store.find_match(std::string(match), [done = std::move(done)](auto header) {
    if (!header) return done(refused("store_unavailable", "the match cannot be read just now; try again in a moment"));
    if (!*header) return done(refused("no_such_match", "there is no such match"));
    done(Parts::summary(**header));
  });
}
void LiveSite::matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) {
  parts_->matches_of(person, from, most, std::move(done));
}
void LiveSite::export_match(std::string_view match, ExportForm form, Done<Exported> done) {
  parts_->export_match(match, form, std::move(done));
}
void LiveSite::look(std::string_view match, std::function<void(std::expected<const match::Match*, Refused>)> done) {
  parts_->with_match(match, [done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    if (!live) return done(std::unexpected(live.error()));
    done((*live)->match.get());
  });
}
void LiveSite::snapshot(const Person& person, std::string_view match, Done<Text> done) {
  const auto parts = parts_;
  parts_->with_match(match,
                     [parts, person = person.id, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
                       if (!live) return done(std::unexpected(live.error()));
                       done(parts->audience.snapshot_of(**live, (*live)->seat_of(person), person));
                     });
}

people::ChatRules& LiveSite::chat_rules() { return parts_->chat_rules; }
void LiveSite::person_changed_elsewhere(const std::string& person) { parts_->cluster.person_changed_elsewhere(person); }
void LiveSite::link_changed(bus::Link link) { parts_->cluster.link_changed(link); }
void LiveSite::person_changed(const Person& person, people::Change change) { parts_->person_changed(person, change); }

std::string_view LiveSite::missing() const { return parts_->lobby.missing(); }

Figures LiveSite::figures() const {
  Figures figures = parts_->site.counts;
  figures.listeners = parts_->audience.connections();
  figures.seeks = parts_->lobby.listed_size();
  return figures;
}

}  // namespace crownstar::live
