// Every command that a seat, or the server itself, may give to a match. Authorisation has been checked before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "site/match/player.hpp"
#include "site/match/terms/instant.hpp"

namespace crownstar::match {

inline constexpr int server_seat = -1;  // the seat of commands from the server itself

// From a seat.
struct Move {
  std::string text;  // full or short, as Game::parse reads it; of a star also every landing
};
struct Resign {};
struct Abort {         // by a seat: while fewer moves are made than there are seats, and nobody has left
  std::string reason;  // by the server: at any time before the end, with its reason
};
struct OfferDraw {};  // while another seat's offer is open: accepts it
struct AnswerDraw {
  bool accepts = false;  // false from the seat that offered: takes the offer back
};
struct ClaimDraw {};  // of those who have gone for long, where nobody else plays on
struct ClaimWin {};   // likewise
struct TakeOff {};    // those who have gone for long leave, and the others play on (CC-22)
struct Substitute {   // in a game of three or more, the computer plays for those who have gone, until they are back
  Player engine;
};
struct OfferTakeback {};  // to the seat's last own turn
struct AnswerTakeback {
  bool accepts = false;
};
struct OfferRematch {};
struct AnswerRematch {
  bool accepts = false;
};

// From the server, with or without a seat.
struct Sit {  // Command::seat is the seat
  Player player;
};
struct Leave {  // who has Command::seat gets up, before the start; nobody else who has it by now
  std::string player;
};
struct Tick {};       // the deadline has come
struct Depart {};     // Command::seat has had no connection for as long as one is waited for
struct Return {};     // Command::seat is back
struct StandDown {};  // the computer that plays for the player of Command::seat cannot go on
struct Resume {       // after all stored events were applied
  Instant down_since;
};
struct NameRematch {  // everybody has agreed, and the next match is made
  std::string match;
};
struct CallOff {       // before the start, by whoever made the match or for them
  std::string reason;  // empty: it was taken back
};

struct Command {
  int seat = server_seat;
  // The number of the last event that the sender has seen. A command that means the board before it (a move, an offer,
  // an acceptance) is stale if another seat has moved, or something was taken back, since. Resigning, aborting,
  // declining and rematches are not asked. Nor is the server.
  int after = -1;
  std::variant<Move, Resign, Abort, OfferDraw, AnswerDraw, ClaimDraw, OfferTakeback, AnswerTakeback, OfferRematch,
               AnswerRematch, Sit, Leave, Tick, Resume, NameRematch, ClaimWin, TakeOff, Depart, Return, Substitute,
               StandDown, CallOff>
      what;
  Milliseconds lag{0};          // measured by the server, for the credit of a move
  bool is_by_computer = false;  // which has the seat, or plays for its player; then it is no sign of the player
  // The computer that moves where a turn was missed. Nobody: then the flag falls as with any other clock.
  std::optional<Player> stand_in{};
};

// Given by whoever has the seat, and not by the server for it.
inline bool is_of_seat(const Command& command) {
  const auto is_for_server = [](const auto& what) {
    using Kind = std::remove_cvref_t<decltype(what)>;
    return std::is_same_v<Kind, Sit> || std::is_same_v<Kind, Leave> || std::is_same_v<Kind, Tick> ||
           std::is_same_v<Kind, Resume> || std::is_same_v<Kind, NameRematch> || std::is_same_v<Kind, Depart> ||
           std::is_same_v<Kind, Return> || std::is_same_v<Kind, StandDown> || std::is_same_v<Kind, CallOff>;
  };
  return command.seat != server_seat && !std::visit(is_for_server, command.what);
}

// A command of a seat without its particulars: what Match::actions answers with. The wire has the same, in this order.
enum class Action : std::uint8_t {
  move,  // some legal move
  resign,
  abort,
  offer_draw,  // where no offer is open: what accepts one is told as that
  accept_draw,
  decline_draw,  // also: takes one's own offer back
  offer_takeback,
  accept_takeback,
  decline_takeback,
  offer_rematch,
  accept_rematch,
  decline_rematch,
  claim_win,  // where all others who play have gone for long
  claim_draw,
  take_off,   // where some have, and others play on
  substitute  // where some have, in a game of three or more
};

// Some of them, in their order. It takes no memory of its own: one is made for each seat after every move.
class Actions {
 public:
  using value_type = Action;
  using const_iterator = const Action*;

  void add(Action action) { found_.at(count_++) = action; }
  const_iterator begin() const { return found_.data(); }
  const_iterator end() const { return found_.data() + count_; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  std::array<Action, static_cast<std::size_t>(Action::substitute) + 1> found_{};
  std::size_t count_ = 0;
};

}  // namespace crownstar::match
