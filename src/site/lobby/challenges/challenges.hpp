// Challenges from one account to another, on one node or several.
//
// Each challenge belongs to the node where it was made: only that one ends it or begins its match. The others have
// copies, so that everybody is told of theirs wherever they are connected, and they send answers there. When a node is
// gone its challenges are gone too.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/part.hpp"
#include "site/bus/bus.hpp"
#include "site/lobby/challenges/challenge.hpp"
#include "site/lobby/ports.hpp"
#include "site/people/throttle.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::lobby {

// Tells a person who is connected to this node.
using TellChallenge = std::function<void(const std::string& person, const ChallengeNotice& notice)>;

class Challenges : public base::Part<Challenges> {
 public:
  Challenges(LobbyPorts ports, TellChallenge tell);
  Challenges(const Challenges&) = delete;
  Challenges& operator=(const Challenges&) = delete;

  void join_nodes();
  void close() { is_closing_ = true; }
  void tick(Instant at);  // once a second
  void time_lost(Milliseconds time);

  void create(const Person& challenger, const Person& dest, const ChallengeRequest& request, Done<Challenge> done);
  // By the challenged: it becomes a match with the challenge's id, or is gone with a reason.
  void accept(const std::string& person, std::string_view challenge, const Done<void>& done);
  void decline(const std::string& person, std::string_view challenge, std::string reason, const Done<void>& done);
  // By the challenger.
  void cancel(const std::string& person, std::string_view challenge, const Done<void>& done);
  void person_gone(const std::string& person);

  // Of a person: to them, or by them.
  std::vector<Challenge> to(std::string_view person) const;
  std::vector<Challenge> by(std::string_view person) const;
  // Null for one that does not concern this person.
  const Challenge* find(std::string_view challenge, std::string_view person) const;
  // Accounts of programs that are connected to the other nodes.
  std::vector<Person> bots_elsewhere() const;

 private:
  struct Open {
    Challenge challenge;
    std::optional<Instant> gone;  // since when nothing has been heard of the challenger
    bool is_beginning = false;    // its match is being stored
  };
  using Opens = std::map<std::string, Open, std::less<>>;

  bool is_alone() const { return ports_.cluster.bus() == nullptr; }
  const std::string& me() const { return ports_.cluster.nodes().me(); }
  std::expected<match::Terms, Refused> check(const Person& challenger, const Person& dest,
                                             const ChallengeRequest& request);
  std::expected<void, Refused> check_limits(const Challenge& challenge) const;
  void add(Challenge challenge, const Done<Challenge>& done);
  void answer(const wire::ChallengeAction& answer, const Done<void>& done);
  void answer_own(const wire::ChallengeAction& answer, const Done<void>& done);
  void begin(Open& open, const Done<void>& done);
  void begin_with(const std::string& id, const match::Player& challenger, const match::Player& dest,
                  const Done<void>& done);
  void end(const std::string& id, ChallengeStep step, const std::string& reason = {});
  void forget(Opens::iterator open, ChallengeStep step, const std::string& reason);
  void tell(const ChallengeNotice& notice);
  bool is_present(std::string_view person) const;

  void publish(const wire::ChallengeNews& news);
  void hear(std::string_view text);
  void take(const wire::ChallengeMade& news);
  void take(const wire::ChallengeGone& news);
  void take(const wire::ChallengeAll& news);
  void take(const wire::ChallengeHere& news);
  void put_copy(const wire::ChallengeCopy& copy, const std::string& node);
  void forget_gone_nodes();
  void notify_all();
  void notify_here();

  LobbyPorts ports_;
  TellChallenge tell_;
  people::Throttle throttle_;
  Opens opens_;                                                 // by id: this node's, and copies
  std::map<std::string, Instant, std::less<>> seen_elsewhere_;  // challengers, when a node last told of them
  std::map<std::string, std::pair<Instant, std::vector<Person>>> bots_elsewhere_;  // by node
  Instant tells_at_{};
  bool is_closing_ = false;
};

}  // namespace crownstar::lobby
