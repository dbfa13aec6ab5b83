// Connections and what each of them watches. Broadcasts what happens there: each text is made once and
// shared by all who get it.
// It does not know how matches change, and who is at other nodes.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/part.hpp"
#include "site/live/context/by_text.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/match_set.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/lobby/ports.hpp"
#include "site/people/chat/chat_rules.hpp"

namespace crownstar::live {

class WatchersObserver {
 public:
  virtual ~WatchersObserver() = default;
  virtual void watchers_changed(LiveMatch& live) = 0;
};

// For a listener that wants no text.
ChatLine heard_line(const wire::ChatLine& line);

class Audience : public base::Part<Audience>, public lobby::LobbyPeople, public lobby::LobbyViewers {
 public:
  Audience(LiveContext& context, Matches& matches, StoredEvents& stored, Schedule& schedule,
           people::ChatRules& chat_rules, lobby::Arrivals& arrivals, WatchersObserver& watchers)
      : context_(context),
        matches_(matches),
        stored_(stored),
        schedule_(schedule),
        chat_rules_(chat_rules),
        arrivals_(arrivals),
        watchers_(watchers) {}

  // ---- Connections ----
  void attach(Listener& listener);
  void detach(Listener& listener);
  std::size_t connections() const { return connections_.size(); }
  const Person* online(std::string_view person) const override;
  std::vector<std::string> everybody_online() const override;
  std::size_t online_count() const override;
  void say_goodbye(std::string_view reason);

  // ---- Watching ----
  void watch(Listener& listener, std::string_view match, int after, Done<void> done);
  void unwatch(Listener& listener, std::string_view match);
  void seats_changed(LiveMatch& live);  // updates watchers' seats after somebody sat down or got up
  bool is_present(const LiveMatch& live, int seat) const;

  // ---- The lobby's list ----
  // True if the listener is to get the list; `is_first`: there was no viewer before.
  struct LobbyViewing {
    bool is_new = false;
    bool is_first = false;
  };
  LobbyViewing watch_lobby(Listener& listener, bool is_on);
  bool is_lobby_watched() const override { return !lobby_viewers_.empty(); }
  void show_lobby(const Text& text) override;
  // It hears when that is gone, attached or not.
  void follow_seek(std::weak_ptr<Listener> listener, std::string seek);
  std::vector<std::string> followed_seeks() const override;
  void seeks_gone(const std::vector<std::string>& seeks) override;

  // ---- Broadcast ----
  void send_events(LiveMatch& live, const std::vector<match::Event>& events);
  void send_pause(LiveMatch& live);  // its clocks do not run
  void send_setup(LiveMatch& live);
  void send_whole(LiveMatch& live);  // to all who watch
  void send_line(LiveMatch& live, const wire::ChatLine& line);
  void send_paired(LiveMatch& live);
  void send_finished(LiveMatch& live);
  void send_challenge(const std::string& person, const lobby::ChallengeNotice& notice);
  void send_presence(LiveMatch& live);  // to other nodes too
  void show_presence(LiveMatch& live);
  void send_presence_owed();  // once a second
  // Once a second: of those whose mutes could not be read when they arrived. They get what they did not hear meanwhile.
  void read_mutes_owed();
  Text snapshot_of(LiveMatch& live, int seat, std::string_view reader);

 private:
  struct Connection {
    MatchSet watched;                    // each has this listener among its watchers
    std::vector<std::string> asked_for;  // being read for it; one that is left is not watched after all
    std::uint64_t serial = 0;            // another one for each time that a listener is attached
  };
  // Wants to watch, and waits until the person's mutes are loaded.
  struct Arriving {
    Listener* listener = nullptr;
    std::uint64_t serial = 0;
    std::string match;
    int after = -1;
    Done<void> done;
  };

  bool is_attached(Listener* listener, std::uint64_t serial) const;
  void watch_latest(Listener& listener, LiveMatch& live, int after, const Done<void>& done);
  void begin_watching(Listener& listener, LiveMatch& live, int after, const Done<void>& done);
  bool is_still_wanted(Listener& listener, std::string_view match);
  void unwatch(Listener& listener, LiveMatch& live);
  void send_tail(Listener& listener, LiveMatch& live, int after);
  void send_whole(Listener& listener, LiveMatch& live, int seat);
  void show_whole(const std::string& person);  // all that they watch
  Text presence_of(const LiveMatch& live) const;
  // Of the seat's room, or the spectators' for -1; without those whom the reader has muted.
  std::vector<wire::ChatLine> lines_for(const LiveMatch& live, int seat, std::string_view reader) const;
  template <typename Tell>
  void each_of(const std::string& person, Tell tell) {
    if (const auto found = persons_.find(person); found != persons_.end()) {
      for (Listener* listener : found->second) tell(*listener);
    }
  }

  LiveContext& context_;
  Matches& matches_;
  StoredEvents& stored_;
  Schedule& schedule_;
  people::ChatRules& chat_rules_;
  lobby::Arrivals& arrivals_;
  WatchersObserver& watchers_;

  std::unordered_map<Listener*, Connection> connections_;
  ByText<std::vector<Listener*>>::Map persons_;  // those who are connected
  std::uint64_t last_serial_ = 0;
  std::unordered_map<std::string, std::vector<Arriving>> arriving_;  // until their mutes are known
  std::unordered_set<Listener*> lobby_viewers_;
  std::multimap<std::string, std::weak_ptr<Listener>> seek_followers_;  // by seek
  MatchSet presence_owed_;
};

}  // namespace crownstar::live
