// Knows how the parts of the live site fit together: the matches, who is attached, what is under way. One file of the
// live site's sources for each heading. Refuses to know anything that the transport could see: live_site.hpp is its
// face.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "site/bus/nodes/live_nodes.hpp"
#include "site/live/continuation.hpp"
#include "site/live/deadlines.hpp"
#include "site/live/live_match.hpp"
#include "site/live/live_site.hpp"
#include "site/lobby/lobby.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/ratings/ratings.hpp"
#include "site/people/throttle.hpp"
#include "site/store/store.hpp"
#include "site/wire/generated/wire_server.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live {

template <typename Value>
struct ByText {  // found by a view, without making a text
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Map = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;
};

struct Attendant {
  std::vector<LiveMatch*> watched;
  std::vector<std::string> asked_for;  // matches that are being read for it; one that is left is not watched after all
  std::uint64_t serial = 0;            // another one for each time that a listener is attached
  bool is_in_lobby = false;
};

// Wants to watch, and waits until it is known whom they have muted.
struct Arriving {
  Listener* listener = nullptr;
  std::uint64_t serial = 0;
  std::string match;
  int after = -1;
  Done<void> done;
};

inline constexpr Milliseconds presence_wait{1000};  // how late the number of spectators may be told

inline std::unexpected<Refused> refused(std::string_view code, std::string reason) {
  return match::refused(code, std::move(reason));
}
inline Refused house_is_full() {
  return {"busy", "", "the server has as many matches as it can; try again in a moment"};
}

// What a copy that may be old cannot answer: the client waits and asks again.
inline Refused cannot_be_read() {
  return {"store_unavailable", "", "the match cannot be read just now; try again in a moment"};
}

inline Refused as_match(people::Refused refusal) { return {std::move(refusal.code), "", std::move(refusal.reason)}; }

// Who plays is checked when they sit down.
inline std::optional<Refused> not_ratable(const match::Terms& terms) {
  if (!terms.is_rated) return std::nullopt;
  auto checked = people::check_rated(terms);
  return checked ? std::nullopt : std::optional(as_match(std::move(checked.error())));
}

struct LiveSite::Inside final : std::enable_shared_from_this<LiveSite::Inside>,
                                lobby::LobbyPeople,
                                lobby::LobbyMatches,
                                lobby::LobbyViewers,
                                lobby::LobbyCluster {
  Inside(LivePorts given_ports, LiveSettings given_settings);

  // ---- From start to stop: starting.cpp
  void open(std::function<void(std::expected<Opened, std::string>)> done);
  void read_page(std::string after, Opened so_far, std::function<void(std::expected<Opened, std::string>)> done);
  void load_clocked();
  void close(std::string_view goodbye, std::function<void()> done);
  void finish_closing();
  void mark_alive(std::function<void()> done);

  // ---- Time: ticking.cpp
  void tick();
  void schedule(LiveMatch& live);
  void on_due(LiveMatch& live, Instant at);
  std::optional<Instant> due_at(const LiveMatch& live) const;
  std::optional<Instant> next_deadline() const;
  bool is_leaving_due(const LiveMatch& live, Instant now) const;
  std::optional<Instant> closing_at(const LiveMatch& live) const;  // of a match that nobody plays any more
  void close_quiet(LiveMatch& live, Instant at);
  void count(LiveMatch& live);

  // ---- Tables in memory: loading.cpp
  LiveMatch* find(std::string_view id);
  LiveMatch& add(store::MatchHeader header);
  void with_match(std::string_view id,
                  LiveMatch::Loaded then);  // loaded; refused as no_such_match or store_unavailable
  void load(LiveMatch& live, LiveMatch::Loaded then);
  void read_events(LiveMatch& live, std::vector<store::EventRow> rows);
  void read_header(LiveMatch& live, std::vector<store::EventRow> rows);
  void replay(LiveMatch& live, const std::vector<store::EventRow>& rows);
  void finish_load(LiveMatch& live, std::optional<Refused> refusal);
  void reload(LiveMatch& live);     // somebody else has written to it
  void read_anew(LiveMatch& live);  // the same, as soon as nothing is being stored or read
  void unload(LiveMatch& live);
  bool make_room();  // for one more in memory
  void index(LiveMatch& live, const store::MatchHeader* before);

  // ---- The one writer: writing.cpp
  void command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  void command_at(LiveMatch& live, const std::string& person, MatchCommand command, Milliseconds lag, Done<Taken> done);
  void submit(LiveMatch& live, Operation operation);
  void run(LiveMatch& live, Operation operation);
  void store_events(LiveMatch& live, Operation operation, std::vector<match::Event> events);
  void read_ratings(LiveMatch& live);
  void append(LiveMatch& live, std::vector<store::RatingRow> ratings);
  void complete(LiveMatch& live, store::Outcome<void> outcome);
  void after_events(LiveMatch& live, const std::vector<match::Event>& events);
  void fail(LiveMatch& live, const store::Failure& failure);
  void pump(LiveMatch& live);
  void refuse(Operation& operation, const Refused& refusal);
  void house(LiveMatch& live, match::Command command);

  void release(LiveMatch& live);  // nothing is being stored any more

  // ---- The time that is nobody's: standing.cpp
  void note_told(LiveMatch& live, int first);
  void stand_still(LiveMatch& live, Instant since);
  static match::Command resume_of(const LiveMatch& live);
  void settle_standing(LiveMatch& live, std::span<const match::Event> events);

  // ---- One match on several nodes: following.cpp
  void follow(LiveMatch& live);
  void unfollow(LiveMatch& live);
  void tell_nodes(LiveMatch& live, int first);
  void hear_news(const std::string& id, std::string_view text);
  bool is_behind(const LiveMatch& live) const { return live.match && live.heard > live.match->number(); }
  void overtaken(LiveMatch& live);  // another node was quicker: its events first, then the command again
  void catch_up(LiveMatch& live);
  // When all that is stored is here, or, with false, when that cannot be read.
  void look_first(LiveMatch& live, std::move_only_function<void(bool is_known)> then);
  void could_not_look(LiveMatch& live);
  void caught_up(LiveMatch& live, store::Outcome<std::vector<store::EventRow>> rows);
  bool take_in(LiveMatch& live, std::span<const std::string_view> bodies, std::optional<store::MatchHeader> header);
  void took_in(LiveMatch& live, bool is_right);
  void look_later(LiveMatch& live, Milliseconds wait);
  Milliseconds grace_of(const LiveMatch& live) const;  // what another node has first
  bool is_alone() const { return ports.bus == nullptr; }

  static std::string subject_of(std::string_view match) { return "crownstar.match." + std::string(match); }

  // ---- What no event says: missed.cpp
  void doubt(LiveMatch& live, Instant at);
  void look_beyond_events(LiveMatch& live);
  void compare_header(LiveMatch& live);
  void take_line(LiveMatch& live, protocol::ChatLine line);
  void tell_line(LiveMatch& live, protocol::ChatLine line);
  void read_said(LiveMatch& live);
  void said_was_read(LiveMatch& live, store::Outcome<std::vector<store::ChatRow>> rows, std::int64_t last);
  void read_chat(LiveMatch& live);  // of a match that is being loaded

  // ---- Who is there at other nodes, and what is said: around_the_table.cpp
  bool hear_around(const std::string& id, std::string_view text);
  void tell_nodes_line(const store::ChatRow& row);
  void hear_line(LiveMatch& live, std::string_view head, std::string_view text);
  void note_there(LiveMatch& live);
  void tell_there(const LiveMatch& live);
  void ask_who(const LiveMatch& live);
  void tell_anew(const std::string& id);
  void forget_gone_nodes(LiveMatch& live);

  // ---- The nodes: neighbours.cpp
  void link_changed(bus::Link link);
  void person_changed_elsewhere(const std::string& person);
  void join_nodes();
  void leave_nodes();
  void beat(Instant at);
  void hear_node(std::string_view text);
  void nodes_changed();
  void nodes_tick(Instant at);
  void look_at_all();
  void tell_mutes(const std::string& person);
  void tell_head(const std::string& id);
  void refresh_head(const std::string& id);
  void take_head(store::MatchHeader header);
  void survey(std::string after);
  void end_survey();
  bool is_to_be_kept(const LiveMatch& live) const;  // in memory, by one of the nodes
  void owe_load(const LiveMatch& live);

  // ---- Who sits where: seating.cpp
  void create(const Person& person, NewMatch wish, Done<Sat> done);
  void create_with(const Person& person, NewMatch wish, const match::Player& maker, Done<Sat> done);
  void store_match(std::string id, MatchDetails details, bool is_listed, std::vector<match::Event> events,
                   Done<LiveMatch*> done);
  void join(const Person& person, Join wish, Done<Sat> done);
  void sit(LiveMatch& live, const match::Player& player, std::optional<int> wish, Done<Sat> done);
  void leave(const Person& person, std::string_view match, Done<void> done);
  void fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done);
  void rematch(LiveMatch& live);
  void begin_rematch(LiveMatch& live, std::vector<match::Player> players);
  int unfinished_of(std::string_view person) const;
  bool is_full() { return counts.matches_running + counts.matches_waiting >= settings.most_unfinished || !make_room(); }

  // ---- Who listens: watching.cpp
  void attach(Listener& listener);
  void detach(Listener& listener);
  bool is_attached(Listener* listener, std::uint64_t serial) const;
  void watch(Listener& listener, std::string_view match, int after, Done<void> done);
  void begin_watching(Listener& listener, LiveMatch& live, int after, const Done<void>& done);
  bool is_still_wanted(Listener& listener, std::string_view match);
  void unwatch(Listener& listener, std::string_view match);
  void unwatch(Listener& listener, LiveMatch& live);
  void seat_changed(LiveMatch& live);   // watchers' seats anew, after somebody sat down or got up
  void presence_owed(LiveMatch& live);  // told with the next look at the lobby
  bool is_present(const LiveMatch& live, int seat) const;

  // ---- What is told: telling.cpp
  void tell_events(LiveMatch& live, const std::vector<match::Event>& events);
  void tell_tail(Listener& listener, LiveMatch& live, int after);
  void tell_whole(Listener& listener, LiveMatch& live, int seat);
  void tell_setup(LiveMatch& live);
  void tell_presence(LiveMatch& live);
  void show_presence(LiveMatch& live);
  Text presence_of(const LiveMatch& live) const;
  void tell_paired(LiveMatch& live);
  void tell_finished(LiveMatch& live);
  Text snapshot_of(LiveMatch& live, int seat, std::string_view reader);

  // ---- Talk: talking.cpp
  void say(const Person& person, const Say& say, Done<void> done);
  std::optional<std::expected<void, Refused>> answer_known_line(const std::string& name) const;
  void remember_line(const std::string& name);
  void say_at(LiveMatch& live, std::string person, std::string name, protocol::Room room, std::string text,
              Done<void> done);
  void show_line(LiveMatch& live, const protocol::ChatLine& line);

  // ---- Engines: engine_seats.cpp
  void ask_engine(LiveMatch& live);
  void engine_answered(LiveMatch& live, EngineAnswer answer);
  void engine_failed(LiveMatch& live, int seat, const std::string& reason);
  Instant note_absent(LiveMatch& live, int number, const std::string& reason);
  void answer_for_engines(LiveMatch& live);
  void forget_engine(LiveMatch& live);
  Instant engine_turn(const LiveMatch& live) const;  // when this node may ask one

  // ---- What the lobby asks: lobby_ports.cpp
  const Person* online(std::string_view person) const override;
  std::vector<std::string> everybody_online() const override;
  std::size_t online_count() const override { return persons.size(); }
  void with_player(const Person& person, const match::Terms& terms, std::function<void(match::Player)> then) override;
  std::optional<Refused> no_more_matches(std::string_view person) override;
  std::expected<match::Player, Refused> engine(std::string_view name, const match::Terms& terms) const override;
  void begin(lobby::MatchToBegin begun, std::vector<std::string> players, Done<std::vector<int>> done) override;
  bool is_known(std::string_view match) const override { return matches.contains(match); }
  std::vector<protocol::MatchSummary> listed() const override;
  std::optional<protocol::MatchSummary> unfinished(const std::string& match) const override;
  bool is_anybody() const override { return !lobby_listeners.empty(); }
  void show(const Text& text) override;
  bus::Bus* bus() const override { return ports.bus; }
  const bus::LiveNodes& nodes() const override { return live_nodes; }
  bool is_settled() const override { return !settled_at; }
  void survey_by(Instant at) override { survey_at = std::min(survey_at, at); }
  bool is_surveying() const override { return is_survey_under_way; }

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
  Instant now() const { return ports.now(); }
  void log(std::string line) const {
    if (ports.report) ports.report(std::move(line));
  }
  template <typename Message>
  static Text text_of(const Message& message) {
    return std::make_shared<const std::string>(protocol::encode(message));
  }
  template <typename Tell>
  void each_of(const std::string& person, Tell tell) {
    if (const auto found = persons.find(person); found != persons.end()) {
      for (Listener* listener : found->second) tell(*listener);
    }
  }

  LivePorts ports;
  LiveSettings settings;
  std::function<std::uint64_t()> random;
  people::ChatRules chat_rules;
  people::Throttle command_throttle;
  people::Throttle making_throttle;

  ByText<std::shared_ptr<LiveMatch>>::Map matches;
  ByText<std::vector<LiveMatch::Loaded>>::Map being_found;  // ids whose headers are being read
  ByText<std::vector<LiveMatch*>>::Map matches_by_person;   // unfinished ones, by person
  Deadlines<LiveMatch> deadlines;
  Deadlines<LiveMatch> leaving;  // in memory and needed by nobody just now, since when
  std::size_t being_closed = 0;  // read only to be closed, at this moment
  Instant opened_at{};
  std::vector<std::string> to_load;  // clocked ones, after the start; from the back
  std::size_t loading = 0;           // of these, at this moment

  // Whose account is being deleted, and the matches that are to be read again when it has been.
  std::unordered_map<std::string, std::vector<std::string>> left_behind;

  std::unordered_map<Listener*, Attendant> attendants;
  ByText<std::vector<Listener*>>::Map persons;  // those who are connected
  std::uint64_t last_serial = 0;
  std::uint64_t last_ticket = 0;
  std::unordered_map<std::string, std::vector<Arriving>> arriving;  // until their mutes are known

  // What somebody asked to be said lately, by person and request: whether it has been.
  std::unordered_map<std::string, bool> lines_asked;
  std::deque<std::string> lines_asked_order;

  bus::LiveNodes live_nodes;
  std::optional<Instant> beat_at;     // none: there are no other nodes
  std::optional<Instant> settled_at;  // until then nobody knows who is there
  Deadlines<LiveMatch> looking;       // matches in memory, and when the store is asked for what nobody has told of them
  ByText<bool>::Map heads_asked;      // being read; and whether to read once more
  Instant survey_at{};
  std::uint64_t surveys = 0;
  bool is_survey_under_way = false;

  lobby::Lobby lobby;
  std::unordered_set<Listener*> lobby_listeners;
  std::unordered_set<LiveMatch*> presence_untold;
  std::optional<Instant> second_at;  // when what is told once a second is told next

  std::optional<Instant> alive_at;  // when the next sign of life is stored
  Instant down_since{};
  bool is_alive_marked = false;  // every match with a clock has been taken up again
  bool is_marking = false;
  int timed = 0;  // matches whose clock runs

  int under_way = 0;  // writes that the store has not answered
  bool is_closing = false;
  std::string goodbye;
  std::function<void()> closed;
  Figures counts;
};

}  // namespace crownstar::live
