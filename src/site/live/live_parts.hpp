// Knows the parts of the live site and where they meet, and has what is not a part of its own yet: loading, timers,
// start and stop, lists. Refuses to know anything that the transport could see: live_site.hpp is its face.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/cluster.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/remote_presence.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/engines/engine_seats.hpp"
#include "site/live/live_site.hpp"
#include "site/live/match/by_text.hpp"
#include "site/live/match/continuation.hpp"
#include "site/live/match/deadlines.hpp"
#include "site/live/match/live_match.hpp"
#include "site/live/match/registry.hpp"
#include "site/live/match/site.hpp"
#include "site/live/matches/commit_pipeline.hpp"
#include "site/live/matches/seating.hpp"
#include "site/lobby/lobby.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/store/store.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live {

struct LiveSite::Parts final : std::enable_shared_from_this<LiveSite::Parts>,
                               Matches,
                               AudienceObserver,
                               ChatObserver,
                               CommitObserver,
                               ReplicatedMatches,
                               SeatingSite,
                               ClusterMatches,
                               lobby::LobbyPeople,
                               lobby::LobbyMatches,
                               lobby::LobbyViewers,
                               lobby::LobbyCluster {
  Parts(LivePorts given_ports, LiveSettings given_settings);

  // ---- From start to stop: starting.cpp
  void open(std::function<void(std::expected<Opened, std::string>)> done);
  void read_page(std::string after, Opened so_far, std::function<void(std::expected<Opened, std::string>)> done);
  void load_clocked();
  void close(std::string_view goodbye, std::function<void()> done);
  void finish_closing();
  void mark_alive(std::function<void()> done);

  // ---- Time: timers.cpp
  void tick();
  void look_for_lost_time();  // lost_time.cpp; before anything is judged by the time
  void schedule(LiveMatch& live) override;
  void on_due(LiveMatch& live, Instant at);
  std::optional<Instant> due_at(const LiveMatch& live) const;
  std::optional<Instant> next_deadline() const;
  bool is_leaving_due(const LiveMatch& live, Instant now) const;
  std::optional<Instant> closing_at(const LiveMatch& live) const;  // of a match that nobody plays any more
  Instant waits_until(const LiveMatch& live) const;
  void close_quiet(LiveMatch& live, Instant at);
  void count(LiveMatch& live);

  // ---- Matches in memory: loading.cpp
  LiveMatch* find(std::string_view id) override { return registry.find(id); }
  // Loaded; refused as no_such_match or store_unavailable.
  void with_match(std::string_view id, LiveMatch::Loaded then) override;
  void load(LiveMatch& live, LiveMatch::Loaded then);
  void read_events(LiveMatch& live, std::vector<store::EventRow> rows);
  void read_header(LiveMatch& live, std::vector<store::EventRow> rows);
  void replay(LiveMatch& live, const std::vector<store::EventRow>& rows);
  void finish_load(LiveMatch& live, std::optional<Refused> refusal);
  void reload(LiveMatch& live) override;     // somebody else has written to it
  void read_anew(LiveMatch& live) override;  // the same, as soon as nothing is being stored or read
  void unload(LiveMatch& live) override;
  bool make_room();  // for one more in memory

  // ---- What follows from a commit: parts.cpp
  void submit(LiveMatch& live, Operation operation) override {
    look_for_lost_time();
    pipeline.submit(live, std::move(operation));
  }
  void refuse(Operation& operation, const Refused& refusal) override { pipeline.refuse(operation, refusal); }
  void release(LiveMatch& live) override { pipeline.release(live); }
  void applied(LiveMatch& live, const std::vector<match::Event>& events) override;
  void header_stored(const std::string& match) override { cluster.tell_head(match); }
  void pause_began(LiveMatch& live) override { audience.tell_pause(live); }
  void is_free(LiveMatch& live) override;

  // ---- What the cluster asks: parts.cpp
  void events_came(LiveMatch& live, const std::vector<match::Event>& events,
                   std::optional<store::MatchHeader> header) override {
    pipeline.came_from_another_node(live, events, std::move(header));
  }
  LiveMatch& add(store::MatchHeader header) override;
  void header_came(LiveMatch& live) override;
  void owner_changed(LiveMatch& live) override;
  void load_owed() override { load_clocked(); }
  void tell_seated(const std::string& id, bool is_over) override;
  void owe_load(const LiveMatch& live);
  bool is_alone() const { return site.is_alone; }

  // ---- What seating asks: parts.cpp
  bool is_full() override {
    return site.counts.matches_running + site.counts.matches_waiting >= settings.most_unfinished || !make_room();
  }
  void made(LiveMatch& live) override;

  // ---- What the parts ask: parts.cpp
  void arrived(const std::string& person) override { lobby.arrived(person); }
  void left(const std::string& person) override { lobby.left(person); }
  void watchers_changed(LiveMatch& live) override { presence.watchers_changed(live); }
  void line_stored(const store::ChatRow& row) override { presence.tell_line(row); }
  void chat_not_read(LiveMatch& live) override;
  void tell_paired(LiveMatch& live);

  // ---- What the lobby asks: parts.cpp
  const Person* online(std::string_view person) const override { return audience.online(person); }
  std::vector<std::string> everybody_online() const override { return audience.everybody_online(); }
  std::size_t online_count() const override { return audience.online_count(); }
  void with_player(const Person& person, const match::Terms& terms, std::function<void(match::Player)> then) override {
    seating.with_player(person, terms, std::move(then));
  }
  std::optional<Refused> no_more_matches(std::string_view person) override { return seating.no_more_matches(person); }
  std::expected<match::Player, Refused> engine(std::string_view name, const match::Terms& terms) const override {
    return engine_seats.player(name, terms);
  }
  void begin(lobby::MatchToBegin begun, std::vector<std::string> players, Done<std::vector<int>> done) override;
  bool is_known(std::string_view match) const override { return registry.find(match) != nullptr; }
  std::vector<wire::MatchSummary> listed() const override;
  std::optional<wire::MatchSummary> unfinished(const std::string& match) const override;
  bool is_anybody() const override { return audience.is_lobby_watched(); }
  void show(const Text& text) override { audience.show_lobby(text); }
  bus::Bus* bus() const override { return ports.bus; }
  const bus::LiveNodes& nodes() const override { return link.nodes; }
  bool is_settled() const override { return cluster.is_settled(); }
  void survey_by(Instant at) override { cluster.survey_by(at); }
  bool is_surveying() const override { return cluster.is_surveying(); }

  void watch_lobby(Listener& listener, bool is_on);
  void tell_once_a_second(Instant at);
  void match_changed(const LiveMatch& live) {
    if (live.header.is_listed) lobby.match_changed(live.id);
  }

  // ---- Reading: reading.cpp
  MatchSummary summary(const LiveMatch& live) const;
  static MatchSummary summary(const store::MatchHeader& header);
  std::vector<MatchSummary> lobby_matches(std::string_view game) const;
  void matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done);
  void export_match(std::string_view match, ExportForm form, Done<Exported> done);
  void person_changed(const Person& person, people::Change change);
  void forget_person(LiveMatch& live, const std::string& person);

  std::uint64_t draw() { return random(); }
  Instant now() const { return site.now(); }
  void log(std::string line) const { site.log(std::move(line)); }
  LivePorts ports;
  LiveSettings settings;
  Site site;
  std::function<std::uint64_t()> random;
  people::ChatRules chat_rules;

  MatchRegistry registry;
  ByText<std::vector<LiveMatch::Loaded>>::Map being_found;  // ids whose headers are being read
  Deadlines<LiveMatch> deadlines;
  Deadlines<LiveMatch> leaving;  // in memory and needed by nobody just now, since when
  std::size_t being_closed = 0;  // read only to be closed, at this moment
  Instant opened_at{};
  std::vector<std::string> to_load;  // clocked ones, after the start; from the back
  std::size_t loading = 0;           // of these, at this moment

  // Whose account is being deleted, and the matches that are to be read again when it has been.
  std::unordered_map<std::string, std::vector<std::string>> left_behind;

  NodeLink link;
  Audience audience;
  Chat chat;
  EngineSeats engine_seats;
  lobby::Lobby lobby;
  RemotePresence presence;
  Replication replication;
  Cluster cluster;
  CommitPipeline pipeline;
  Seating seating;
  std::optional<Instant> second_at;  // when what is told once a second is told next

  std::optional<Instant> alive_at;  // when the next sign of life is stored
  Instant down_since{};
  bool is_alive_marked = false;  // every match with a clock has been taken up again
  bool is_marking = false;
  int timed = 0;  // matches whose clock runs

  std::string goodbye;
  std::function<void()> closed;
};

}  // namespace crownstar::live
