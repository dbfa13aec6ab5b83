// Finds the leader of the lobby, sends it the requests of this node's people, and shares the seeks if this node leads.
// It does not know how seeks are paired.
//
// The eldest node leads. The others ask it, show its list, and keep a copy with which the next eldest goes on.
// That a seek is paired once does not depend on any of this: the store's key of matches decides.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/part.hpp"
#include "site/lobby/cluster/lobby_replica.hpp"
#include "site/lobby/lobby_list.hpp"
#include "site/lobby/ports.hpp"
#include "site/lobby/quick_waiters.hpp"
#include "site/lobby/withdrawals.hpp"

namespace crownstar::lobby {

class LobbyLeader : public base::Part<LobbyLeader> {
 public:
  using Answer = std::function<void(const LobbyRequest&, const Done<SeekResult>&)>;

  // `answer`: carries out the request of another node for one of its people.
  LobbyLeader(LobbyPorts& ports, OpenSeeks& seeks, LobbyList& list, QuickWaiters& waiters, Answer answer)
      : ports_(ports), seeks_(seeks), list_(list), waiters_(waiters), answer_(std::move(answer)) {}

  void join();
  void close();

  // ---- Who leads ----
  bool is_leader() const;
  void nodes_changed();
  // Queues lobby requests until all nodes must have been heard. False if the request is to be carried out at once.
  bool delay(std::function<void()> request);
  void run_delayed();
  // What this node must still hear before it can stand in for any other. Nothing once it has.
  std::string_view missing();

  // ---- Of the others ----
  void ask(LobbyRequest request, Done<SeekResult> done);
  // From a seek, or, without one, from all. It is asked for again where no answer comes, and with another leader.
  void ask_to_leave(const Person& person, const std::string& seek, Done<SeekResult> done);
  void person_moved(const std::string& person, bool is_here);
  bool is_at_another_node(const std::string& person) const { return seekers_elsewhere_.contains(person); }

  // ---- Of the leader ----
  void receive_seeker(const wire::LobbySeeker& seeker);  // at another node
  // Sends changes of the seeks to viewers and to the other nodes.
  void notify_changes();
  // A seek was given up. An elder leader that was not heard just then still has it, and is told once it is back.
  void note_left(const Person& person, const std::string& seek);
  void notify_all_soon() { whole_at_ = ports_.now(); }
  void time_lost(Milliseconds time, Instant now);
  // Now and then: all seeks, for nodes that came and for those that missed a change.
  void look(Instant at);

 private:
  void receive_list(std::string_view text);
  void receive_replica(std::string_view text);
  void receive_copy(const wire::LobbyCopy& message);
  void answer(std::string_view text, const bus::Respond& respond);
  void begin_leading();
  void stop_leading();
  void forget_gone_nodes();
  void note_there(const std::string& person, const std::string& node);
  void hear(const wire::LobbyWaiting& waiting);
  void forget_unheard(Instant at);
  void ask_to_leave(const Withdrawals::Withdrawal& withdrawal, Done<SeekResult> done);
  void repeat_leaves();
  void notify_seekers_here();
  void copy_changes();
  void copy_all();
  void copy_portion();
  void publish(std::string_view subject, std::string_view text);

  LobbyPorts& ports_;
  OpenSeeks& seeks_;
  LobbyList& list_;
  QuickWaiters& waiters_;
  Answer answer_;

  LobbyReplica replica_;
  // Where somebody is, and when that was said last.
  struct There {
    std::string node;
    Instant heard{};
  };
  std::unordered_map<std::string, There> seekers_elsewhere_;  // by person
  Withdrawals withdrawals_;
  std::vector<std::function<void()>> delayed_;
  std::string copied_up_to_;  // of all seeks, in portions; empty: from the first
  Instant whole_at_{};        // when all seeks are sent next
  bool was_leader_ = true;
  bool has_been_whole_ = false;
  bool is_closing_ = false;
};

}  // namespace crownstar::lobby
