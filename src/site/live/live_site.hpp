// The live matches: one writer for each match, who watches it, its chat, its engines, the lobby and what runs.
// It does not know sockets, sessions and how a game is played; the transport asks, the match decides, the store keeps.
//
// All of it runs on the event loop's thread and never blocks. An event is stored before anyone hears of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/live/ports/engine_port.hpp"
#include "site/live/ports/listener.hpp"
#include "site/live/ports/live_requests.hpp"

namespace crownstar::bus {
class Bus;
enum class Link : std::uint8_t;
}  // namespace crownstar::bus
namespace crownstar::store {
class Store;
}
namespace crownstar::people {
class ChatRules;
}
namespace crownstar::lobby {
class Challenges;
}

namespace crownstar::live {

struct LivePorts {
  store::Store& store;
  EnginePort* engines = nullptr;                         // none: seats for engines are refused
  std::function<Instant()> now;                          // the site's clock, which never goes back
  std::function<void(std::string)> report;               // one line for the log: failures of the store and of engines
  std::uint64_t seed = 0;                                // of lots and ids; 0: from the system
  bus::Bus* bus = nullptr;                               // to the other nodes of this site; none: there are no others
  std::function<std::optional<LostTime>()> lost_time{};  // the time lost since the last call; none: no time is lost
  std::function<void(Instant)> go_on_from{};             // the clock of the site has shown this before the start
  std::string node_id{};                                 // among the nodes of the site; empty: made up
};

struct LiveSettings {
  Milliseconds keep_finished{120'000};  // how long a match that is over stays in memory after the last one leaves
  Milliseconds keep_idle{600'000};      // and one that waits or has no clock running
  Milliseconds alive_every{1000};       // how exactly a crash is known, for the clocks
  // Of several nodes.
  Milliseconds beat_every{1000};      // signs of life among them
  Milliseconds silent_after{4000};    // without one a node counts as gone
  Milliseconds settle_after{2500};    // from the start until the others have been heard
  Milliseconds look_every{20'000};    // a match without messages is looked up in the store
  Milliseconds survey_every{60'000};  // and so are those that this node has never heard of
  // A match without a clock ends without a result when so long nobody has done anything: before everybody has moved
  // once, and later.
  Milliseconds close_unbegun = limits::unbegun_match_life;
  Milliseconds close_quiet = limits::quiet_match_life;
  std::size_t most_in_memory = limits::matches_in_memory;
  std::size_t most_unfinished = limits::matches_unfinished;
};

class LiveSite {
 public:
  explicit LiveSite(LivePorts ports, LiveSettings settings = {});
  ~LiveSite();
  LiveSite(const LiveSite&) = delete;
  LiveSite& operator=(const LiveSite&) = delete;

  // ---- From start to stop ----
  // Takes up what ran when the store was last open. Nothing else may be asked before it has answered.
  void open(std::function<void(std::expected<Opened, std::string>)> done);
  // Refuses every command from now on, waits for what is under way, says goodbye to every listener, and answers.
  void close(std::string_view goodbye, std::function<void()> done);
  // Whatever is due: clocks, seeks, waiting matches, engines, what leaves memory. The transport calls it at
  // `next_deadline`, or a few times a second, as it likes: being late costs nobody time, for clocks count by
  // themselves.
  void tick();
  std::optional<Instant> next_deadline() const;

  // ---- Listeners ----
  void attach(Listener& listener);
  void detach(
      Listener& listener);  // gives up all that it watched and its seeks; safe at any time outside its own calls
  // `after` is the number of the last event that the listener has; -1 for none. It gets the tail or a snapshot, and
  // then all that happens, until it unwatches or is detached.
  void watch(Listener& listener, std::string_view match, int after, Done<void> done);
  void unwatch(Listener& listener, std::string_view match);

  // ---- Tables ----
  void create(const Person& person, NewMatch request, Done<Sat> done);
  void join(const Person& person, Join request, Done<Sat> done);
  void leave(const Person& person, std::string_view match, Done<void> done);  // before the start
  // The host gives every open seat to the computer.
  void fill(const Person& person, std::string_view match, std::string_view engine, Done<void> done);
  // Answered when the events are stored, or with the refusal. Watchers get the events before `done` is called.
  void command(const Person& person, MatchCommand command, Milliseconds lag, Done<Taken> done);

  // ---- Talk ----
  void say(const Person& person, const Say& say, Done<void> done);
  void mute(const Person& person, std::string_view whom, bool is_muted, Done<void> done);
  void report(const Person& person, Report report, Done<void> done);
  // What was said in the room that the person is in: at the table, or among those who watch.
  void chat_of(const Person& person, std::string_view match, Done<std::vector<ChatLine>> done);

  // ---- The lobby ----
  void watch_lobby(Listener& listener, bool is_on);
  // It hears when that is gone, attached or not.
  void follow_seek(std::weak_ptr<Listener> listener, std::string seek);
  // It outlives the person's last listener by a moment only. When it is taken, or at once, both
  // are told `paired`.
  void seek(const Person& person, const SeekRequest& request, Done<SeekResult> done);
  void unseek(const Person& person, std::string_view seek, const Done<void>& done);
  // Sits down in a listed seek, or by the code of an invitation; `match` is set where that fills the last seat.
  void take_seek(const Person& person, std::string_view seek, int seat, Done<SeekResult> done);
  void accept(const Person& person, std::string_view code, int seat, Done<SeekResult> done);
  void fill_seek(const Person& person, std::string_view seek, std::string_view engine, Done<SeekResult> done);

  lobby::Challenges& challenges();

  // ---- Reading ----
  // Public ones, those that wait for players and those to watch, the most watched first; bounded. An empty game: any.
  std::vector<MatchSummary> lobby_matches(std::string_view game = {}) const;
  std::vector<lobby::SeekView> seeks() const;
  // Accounts of programs that are connected, and whether somebody is.
  std::vector<Person> bots_online() const;
  bool is_online(std::string_view person) const;
  void find(std::string_view match, Done<MatchSummary> done);
  void matches_of(std::string_view person, std::string_view from, int most, Done<MatchPage> done);
  void export_match(std::string_view match, ExportForm form, Done<Exported> done);
  // The match itself, loaded if need be, for as long as the call lasts.
  void look(std::string_view match, std::function<void(std::expected<const match::Match*, Refused>)> done);

  // A match in the form of a snapshot on the wire, as a spectator sees it.
  void snapshot(const Person& person, std::string_view match, Done<Text> done);

  // ---- From the other rooms ----
  people::ChatRules& chat_rules();
  void person_changed(const Person& person, people::Change change);
  void person_changed_elsewhere(const std::string& person);  // at another node, which has stored it
  void chat_changed(const std::string& match);               // in the store, by an operator
  void anybody_changed_elsewhere();                          // and any chat: all is compared with the store
  void link_changed(bus::Link link);                         // of the bus in the ports
  Figures figures() const;
  // Of several nodes: this one's name, and the node to which something belongs. All that hear each other answer the
  // same.
  const std::string& node() const;
  std::string owner_of(std::string_view key) const;
  // What this node must still hear from the others before it can replace any of them; empty if nothing is missing.
  std::string_view missing() const;

  struct Parts;  // live_parts.hpp; its tests make them without this

 private:
  std::shared_ptr<Parts> parts_;
};

}  // namespace crownstar::live
