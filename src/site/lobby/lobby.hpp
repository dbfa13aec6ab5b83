// The lobby of a site: requests for opponents come in, people who fit together are seated, and a match begins.
// It does not know sockets, and how a match is stored; ports.hpp has what it asks of the rest of the site.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/lobby/absent_hosts.hpp"
#include "site/lobby/lobby_leader.hpp"
#include "site/lobby/lobby_list.hpp"
#include "site/lobby/ports.hpp"
#include "site/lobby/quick_waiters.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::lobby {

// Of several nodes, each has a lobby, and that of the leader decides.
class Lobby : public base::Part<Lobby>, public Arrivals {
 public:
  explicit Lobby(LobbyPorts ports);
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  // Called once, before the lobby is used: holding one part of it keeps all of it alive.
  void begin(const std::shared_ptr<void>& whole);

  // ---- Requests ----
  void seek(const Person& person, const SeekRequest& request, Done<SeekResult> done);
  void unseek(const Person& person, const std::string& seek, const Done<SeekResult>& done);  // none: all
  void take(const Person& person, std::string_view seek, int seat, Done<SeekResult> done);
  void accept(const Person& person, std::string_view code, int seat, Done<SeekResult> done);
  void fill(const Person& person, std::string_view seek, std::string_view engine, Done<SeekResult> done);

  // ---- The list ----
  std::vector<SeekView> listed() const { return seeks_.listed(); }
  std::size_t listed_size() const { return seeks_.listed_size(); }
  // For a new viewer. `is_first`: there was no viewer before.
  Text whole(bool is_first);
  void match_changed(const std::string& match) { list_.match_changed(match); }

  // ---- What happens at the site ----
  void arrived(const std::string& person) override;
  void left(const std::string& person) override;
  // A table that everybody may see waits for players. Its host may have no connection at all.
  void table_is_open(const std::string& host);
  bool is_away(std::string_view person) const { return absent_.is_away(person); }
  void is_paired(const std::string& person);
  void stop_waiting(const std::string& person) { seeks_.stop_waiting(person); }  // another leader has paired them
  void close() { is_closing_ = true, leader_.close(); }
  void tick(Instant at);  // once a second
  // The server stood still for so long: this time counts neither as waiting nor as absence.
  void time_lost(Milliseconds time);

  // ---- Of several nodes ----
  void join_nodes();
  void nodes_changed() { leader_.nodes_changed(); }
  void settled() { leader_.run_delayed(); }  // all nodes must have been heard
  void link_is_back() { leader_.notify_all_soon(); }
  void look(Instant at) { leader_.look(at); }
  std::string_view missing() { return leader_.missing(); }

 private:
  using Placing = std::function<std::expected<Placed, Refused>(Lobby& lobby, const match::Player& player)>;

  std::optional<Refused> may_seek(const Person& person);
  void answer(const LobbyRequest& request, const Done<SeekResult>& done);
  void place(const Person& person, const match::Terms& terms, Placing placing, bool is_listed, Done<SeekResult> done);
  void placed(const std::string& person, bool is_listed, std::expected<Placed, Refused> outcome, Done<SeekResult> done);
  void doubt_waits();
  void end_seeks_at_match_limit();
  void hide_the_absent(Instant at);
  void host_is_back(std::string_view person);
  void receive_moved(const wire::LobbySeeker& moved);
  void begin_match(Pairing pairing, bool is_listed, const std::string& person, Done<SeekResult> done);

  LobbyPorts ports_;
  OpenSeeks seeks_;
  people::Throttle throttle_;
  LobbyList list_;
  QuickWaiters waiters_;
  AbsentHosts absent_;
  LobbyLeader leader_;
  bool is_closing_ = false;
};

}  // namespace crownstar::lobby
