#include "site/live/live_site.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "site/live/exports.hpp"
#include "site/live/live_parts.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::live {
namespace {

std::function<std::uint64_t()> random_of(std::uint64_t seed) {
  if (seed != 0) return [engine = std::make_shared<std::mt19937_64>(seed)] { return (*engine)(); };
  // The system's own: who sits where and which links open a seat must not be guessed.
  return [device = std::make_shared<std::random_device>()] {
    return (static_cast<std::uint64_t>((*device)()) << 32) | (*device)();
  };
}

constexpr Milliseconds a_second{1000};

}  // namespace

LiveSite::Parts::Parts(LivePorts ports, const LiveSettings& settings)
    : context{ports.store, ports.now, ports.report, ports.bus == nullptr, false, 0, [this] { shutdown.go_on(); }, {}},
      random(random_of(ports.seed)),
      chat_rules(ports.store),
      link(ports.bus, ports.node_id.empty() ? people::make_id('n') : ports.node_id),
      audience(context, loader, replication, timers, chat_rules, lobby, presence),
      chat(context, loader, chat_rules, audience, replication),
      engine_seats(context, lost_time, timers, chat, ports.engines),
      lobby(lobby_ports(ports)),
      challenges(lobby_ports(ports),
                 [this](const std::string& person, const auto& notice) { audience.send_challenge(person, notice); }),
      presence(context, link, audience, chat),
      replication(context, link, loader, pipeline, presence, chat, settings.look_every),
      cluster(context, link, registry, loader, recovery, effects, replication, presence, audience, chat_rules, lobby,
              {settings.beat_every, settings.silent_after, settings.settle_after, settings.survey_every}),
      pipeline(context, loader, timers, registry, replication, effects, effects, engine_seats),
      new_matches(context, loader, timers, effects, registry, engine_seats, replication),
      seating(context, loader, timers, new_matches, registry, engine_seats, lost_time, random),
      empty_seats(context, registry, pipeline),
      effects(context, loader, audience, lobby, cluster, engine_seats, seating, empty_seats),
      loader(context,
             {link, registry, replication, audience, chat, engine_seats, timers, pipeline, effects, effects, cluster},
             {settings.most_in_memory, settings.most_unfinished, settings.alive_every}),
      timers(context, loader, pipeline, effects,
             {settings.keep_finished, settings.keep_idle, settings.close_unbegun, settings.close_quiet}),
      lists(context, registry, loader, timers, [this](std::string_view person) { return lobby.is_away(person); }),
      account_deletion(context, registry, loader, empty_seats, presence, cluster, lobby, challenges),
      lost_time(context, link, registry, lobby, challenges, pipeline, new_matches, timers, ports.lost_time),
      sign_of_life(context, settings.alive_every),
      recovery(
          context, loader, timers, [this] { return cluster.may_look_after_matches(); }, engine_seats, sign_of_life,
          ports.go_on_from),
      shutdown(context, registry, lobby, cluster, engine_seats, pipeline, audience, lost_time, sign_of_life) {}

lobby::LobbyPorts LiveSite::Parts::lobby_ports(const LivePorts& ports) {
  return {audience,  engine_seats, seating,
          lists,     audience,     cluster,
          ports.now, random,       [this](std::string line) { context.log(std::move(line)); }};
}

void LiveSite::Parts::belong_to(const std::shared_ptr<Parts>& whole) {
  audience.belong_to(whole);
  chat.belong_to(whole);
  engine_seats.belong_to(whole);
  lobby.begin(whole);
  challenges.belong_to(whole);
  replication.belong_to(whole);
  cluster.belong_to(whole);
  pipeline.belong_to(whole);
  new_matches.belong_to(whole);
  seating.belong_to(whole);
  effects.belong_to(whole);
  loader.belong_to(whole);
  timers.belong_to(whole);
  lists.belong_to(whole);
  account_deletion.belong_to(whole);
  sign_of_life.belong_to(whole);
  recovery.belong_to(whole);
}

LiveSite::LiveSite(LivePorts ports, LiveSettings settings)
    : parts_(std::make_shared<Parts>(std::move(ports), settings)) {
  parts_->belong_to(parts_);
}
LiveSite::~LiveSite() = default;

// ---- From start to stop ----

void LiveSite::open(std::function<void(std::expected<Opened, std::string>)> done) {
  parts_->timers.begin(parts_->context.now());
  parts_->cluster.join(parts_->context.now());
  parts_->challenges.join_nodes();
  const auto opened = [weak = std::weak_ptr(parts_),
                       done = std::move(done)](std::expected<Opened, std::string> opening) {
    const auto parts = weak.lock();
    if (!parts) return;
    if (opening) parts->second_at = parts->context.now();
    for (const auto& [id, live] : parts->registry) {
      const bool is_open = live->header.is_listed && live->header.state == store::MatchState::open;
      if (is_open) parts->lobby.table_is_open(live->details.host);
    }
    done(std::move(opening));
  };
  parts_->chat_rules.open([weak = std::weak_ptr(parts_), opened](auto read) {
    const auto parts = weak.lock();
    if (!parts) return;
    if (!read) return opened(std::unexpected("the silenced could not be read: " + read.error().reason));
    parts->recovery.open(opened);
  });
}

void LiveSite::close(std::string_view goodbye, std::function<void()> done) {
  parts_->challenges.close();
  parts_->shutdown.close(goodbye, std::move(done));
}

void LiveSite::tick() {
  if (parts_->context.is_closing) return;
  parts_->lost_time.look();
  const Instant at = parts_->context.now();
  parts_->timers.tick(at);
  parts_->sign_of_life.tick(at, parts_->timers.running_clocks() > 0);
  if (parts_->cluster.next()) parts_->cluster.tick(at);
  parts_->recovery.load_owed();
  if (!parts_->second_at || *parts_->second_at > at) return;
  if (parts_->context.is_alone) parts_->replication.look(at);
  parts_->new_matches.look_again();
  parts_->effects.tell_again();
  parts_->account_deletion.tick();
  parts_->chat.tick();
  parts_->lobby.tick(at);
  parts_->challenges.tick(at);
  parts_->audience.send_presence_owed();
  parts_->audience.read_mutes_owed();
  parts_->second_at = at + a_second;
}

std::optional<Instant> LiveSite::next_deadline() const {
  std::optional<Instant> next = parts_->timers.next();
  for (const auto& other : {parts_->sign_of_life.next(), parts_->second_at, parts_->cluster.next()}) {
    if (other && (!next || *other < *next)) next = other;
  }
  return next;
}

// ---- Listeners ----

void LiveSite::attach(Listener& listener) { parts_->audience.attach(listener); }
void LiveSite::detach(Listener& listener) { parts_->audience.detach(listener); }
void LiveSite::watch(Listener& listener, std::string_view match, int after, Done<void> done) {
  parts_->audience.watch(listener, match, after, std::move(done));
}
void LiveSite::unwatch(Listener& listener, std::string_view match) { parts_->audience.unwatch(listener, match); }

void LiveSite::create(const Person& person, NewMatch request, Done<Sat> done) {
  parts_->seating.create(person, std::move(request), std::move(done));
}
void LiveSite::join(const Person& person, Join request, Done<Sat> done) {
  parts_->seating.join(person, std::move(request), std::move(done));
}
void LiveSite::leave(const Person& person, std::string_view match, Done<void> done) {
  parts_->seating.leave(person, match, std::move(done));
}
void LiveSite::fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done) {
  parts_->seating.fill(person, match, engine, std::move(done));
}
void LiveSite::command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done) {
  parts_->lost_time.look();
  parts_->pipeline.command(person, std::move(command), lag, std::move(done));
}

void LiveSite::say(const Person& person, const Say& say, Done<void> done) {
  parts_->chat.say(person, say, std::move(done));
}
void LiveSite::mute(const Person& person, std::string_view whom, bool is_muted, Done<void> done) {
  parts_->chat_rules.mute(person, std::string(whom), is_muted, parts_->context.now(),
                          [weak = std::weak_ptr(parts_), person = person.id, done = std::move(done)](auto outcome) {
                            const auto parts = weak.lock();  // the rules, which are one of them, may keep this
                            if (!parts) return;
                            if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                            parts->cluster.publish_mutes(person);
                            done({});
                          });
}
void LiveSite::report(const Person& person, Report report, Done<void> done) {
  parts_->chat_rules.report(person, std::move(report.person), std::move(report.match), report.text,
                            parts_->context.now(), [done = std::move(done)](auto outcome) {
                              if (!outcome) return done(std::unexpected(as_match(outcome.error())));
                              done({});
                            });
}

void LiveSite::chat_of(const Person& person, std::string_view match, Done<std::vector<ChatLine>> done) {
  parts_->chat.read(person.id, match, std::move(done));
}

void LiveSite::watch_lobby(Listener& listener, bool is_on) {
  const Audience::LobbyViewing viewing = parts_->audience.watch_lobby(listener, is_on);
  if (viewing.is_new) listener.send(parts_->lobby.whole(viewing.is_first));
}
void LiveSite::follow_seek(std::weak_ptr<Listener> listener, std::string seek) {
  parts_->audience.follow_seek(std::move(listener), std::move(seek));
}
void LiveSite::seek(const Person& person, const SeekRequest& request, Done<SeekResult> done) {
  parts_->lobby.seek(person, request, std::move(done));
}
void LiveSite::unseek(const Person& person, std::string_view seek, const Done<void>& done) {
  if (seek.empty()) return done(refused("no_such_seek", "the seek is gone"));
  parts_->lobby.unseek(person, std::string(seek), [done](const std::expected<SeekResult, Refused>& left) {
    if (!left) return done(std::unexpected(left.error()));
    done({});
  });
}
void LiveSite::take_seek(const Person& person, std::string_view seek, int seat, Done<SeekResult> done) {
  parts_->lobby.take(person, seek, seat, std::move(done));
}
void LiveSite::accept(const Person& person, std::string_view code, int seat, Done<SeekResult> done) {
  parts_->lobby.accept(person, code, seat, std::move(done));
}
void LiveSite::fill_seek(const Person& person, std::string_view seek, std::string_view engine, Done<SeekResult> done) {
  parts_->lobby.fill(person, seek, engine, std::move(done));
}

std::vector<MatchSummary> LiveSite::lobby_matches(std::string_view game) const {
  return parts_->lists.lobby_matches(game);
}
std::vector<lobby::SeekView> LiveSite::seeks() const { return parts_->lobby.listed(); }
std::vector<Person> LiveSite::bots_online() const {
  std::vector<Person> bots;
  for (const std::string& id : parts_->audience.everybody_online()) {
    const Person* person = parts_->audience.online(id);
    if (person != nullptr && person->is_bot) bots.push_back(*person);
  }
  for (Person& person : parts_->challenges.bots_elsewhere()) {
    if (std::ranges::find(bots, person.id, &Person::id) == bots.end()) bots.push_back(std::move(person));
  }
  return bots;
}
bool LiveSite::is_online(std::string_view person) const { return parts_->audience.online(person) != nullptr; }
void LiveSite::find(std::string_view match, Done<MatchSummary> done) { parts_->lists.find(match, std::move(done)); }
void LiveSite::matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done) {
  parts_->lists.matches_of(person, from, most, std::move(done));
}
void LiveSite::export_match(std::string_view match, ExportForm form, Done<Exported> done) {
  parts_->loader.with_match(
      match, [form, at = parts_->context.now(), done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
        if (!live) return done(std::unexpected(live.error()));
        done(exported(**live, form, at));
      });
}
void LiveSite::look(std::string_view match, std::function<void(std::expected<const match::Match*, Refused>)> done) {
  parts_->loader.with_match(match, [done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
    if (!live) return done(std::unexpected(live.error()));
    done((*live)->match.get());
  });
}
void LiveSite::snapshot(const Person& person, std::string_view match, Done<Text> done) {
  const auto parts = parts_;
  parts_->loader.with_match(
      match, [parts, person = person.id, done = std::move(done)](std::expected<LiveMatch*, Refused> live) {
        if (!live) return done(std::unexpected(live.error()));
        done(parts->audience.snapshot_of(**live, (*live)->seat_of(person), person));
      });
}

lobby::Challenges& LiveSite::challenges() { return parts_->challenges; }
people::ChatRules& LiveSite::chat_rules() { return parts_->chat_rules; }
void LiveSite::person_changed_elsewhere(const std::string& person) {
  parts_->account_deletion.person_changed_elsewhere(person);
}
void LiveSite::anybody_changed_elsewhere() {
  std::vector<std::string> there;
  for (const auto& [id, live] : parts_->registry) there.push_back(id);
  for (const std::string& id : there) parts_->chat.changed_elsewhere(id);
  parts_->cluster.survey_now();
}
void LiveSite::chat_changed(const std::string& match) { parts_->chat.changed_elsewhere(match); }
void LiveSite::link_changed(bus::Link link) { parts_->cluster.link_changed(link); }
void LiveSite::person_changed(const Person& person, people::Change change) {
  parts_->account_deletion.person_changed(person, change);
}

std::string_view LiveSite::missing() const { return parts_->lobby.missing(); }

const std::string& LiveSite::node() const { return parts_->cluster.nodes().me(); }
std::string LiveSite::owner_of(std::string_view key) const {
  return std::string(parts_->cluster.nodes().owner_of(key));
}

Figures LiveSite::figures() const {
  Figures figures = parts_->context.counts;
  figures.listeners = parts_->audience.connections();
  figures.seeks = parts_->lobby.listed_size();
  return figures;
}

}  // namespace crownstar::live
