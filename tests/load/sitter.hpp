// One client: its socket, the match that it plays or watches, what it sends when, and what it does after a break.
// It does not know when the server is killed, and what follows from what it sees; that is SeenMatch's.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "load/poller.hpp"
#include "load/seen_match.hpp"
#include "load/web_socket.hpp"
#include "site/wire/generated/wire_server.hpp"

namespace crownstar::load {

struct Behaviour {
  milliseconds think_least{0};
  milliseconds think_most{80};
  int slow_one_of = 40;  // turns: then it takes its time
  milliseconds slow_least{1500};
  milliseconds slow_most{4000};
  int twice_one_of = 12;  // commands that are sent twice at once
};

// What the clients of one crowd share.
struct Room {
  Poller& poller;
  Figures& figures;
  const std::vector<Outage>& outages;
  Behaviour behaviour;
  std::vector<std::shared_ptr<const Script>> scripts;
  std::mt19937_64 random;
  std::unordered_map<std::string, std::shared_ptr<SeenMatch>> matches;
  int port = 0;
  int connecting = 0;

  // The same for all who come to it; a rematch has another script of the same game.
  std::shared_ptr<SeenMatch> match(const std::string& id, const std::string& game, ClockPlan clock);
  bool one_of(int many) { return random() % static_cast<std::uint64_t>(many) == 0; }
  milliseconds between(milliseconds least, milliseconds most);
};

class Sitter {
 public:
  Sitter(Room& room, std::shared_ptr<SeenMatch> match, ClockPlan clock, std::string cookie);

  void connect();
  void hang_up();
  bool is_there() const { return socket_.is_open() && has_match_; }
  bool is_gone() const { return socket_.is_gone(); }
  const SeenMatch& match() const { return *match_; }

 private:
  void on_open();
  void on_text(std::string_view text);
  void on_gone();
  void take(const wire::ServerSnapshot& message);
  void take(const wire::ServerEvents& message);
  void take(const wire::ServerRefused& message);
  void take(const auto&) {}

  void arrive();  // the first that is heard of the match on a connection
  void watch();
  void go_to(const std::string& next);
  void settle();    // its own command may have come about
  void consider();  // what to do next, after a while
  void act();
  void send(const std::string& request, const std::string& what);

  Room& room_;
  std::shared_ptr<SeenMatch> match_;
  ClockPlan clock_;
  WebSocket socket_;
  std::string cookie_;

  bool has_match_ = false;  // since the connection was opened
  bool is_live_ = false;    // what comes is told as it happens; the first after asking is what was missed
  int number_ = -1;         // of the last event
  std::size_t moves_ = 0;
  std::size_t known_before_ = 0;  // moves of the match that somebody had heard of before this connection
  std::optional<int> seat_;
  wire::Status status_{};
  std::uint64_t life_ = 0;  // of the connection
  bool is_pondering_ = false;
  std::string outstanding_;  // the request that nobody has answered
  std::string outstanding_text_;
};

}  // namespace crownstar::load
