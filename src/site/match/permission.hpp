// What a command must fulfil to be taken, and so what a seat may do just now.
// It does not know what follows from a command. Private to this folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "site/match/match.hpp"

namespace crownstar::match {

// Whether a player has an id and a name, neither too long.
bool is_seatable(const Player& player);

// One `may` for each command: it is asked before the command is handled, and for the list of what a seat may do.
class Match::Permission {
 public:
  // Why a command may not be given now; false where nothing is against it. Its text is made only where somebody reads
  // it: after each move every seat gets the list of what it may do, and most commands are refused then.
  struct Objection {
    std::string_view code{};
    std::string_view reason{};
    std::string (*reason_of)(const Match& match) = nullptr;  // where the reason names somebody

    explicit operator bool() const { return !code.empty(); }
  };

  // `now`: not before the last event, nor before that was sent.
  Permission(const Match& match, const Command& command, Instant now)
      : match_(match), command_(command), seat_(command.seat) {
    const auto deadline = match.deadline();
    is_due_ = deadline && now >= *deadline;
  }

  Actions actions() const;
  bool is_due() const { return is_due_; }  // the time of the seat to move is up

  // ---- Of a seat ----
  Objection may(const Move& move) const;
  Objection may(const Resign& resign) const;
  Objection may(const Abort& abort) const;
  Objection may(const OfferDraw& offer) const;
  Objection may(const AnswerDraw& answer) const;
  Objection may(const ClaimDraw& claim) const;
  Objection may(const ClaimWin& claim) const;
  Objection may(const TakeOff& command) const;
  Objection may(const Substitute& command) const;
  Objection may(const OfferTakeback& offer) const;
  Objection may(const AnswerTakeback& answer) const;
  Objection may(const OfferRematch& offer) const;
  Objection may(const AnswerRematch& answer) const;

  // ---- Of the server ----
  Objection may(const Sit& sit) const;
  Objection may(const Leave& leave) const;
  Objection may(const Tick& tick) const;
  Objection may(const Depart& depart) const;
  Objection may(const Return& back) const;
  Objection may(const StandDown& down) const;
  Objection may(const Resume& resume) const;
  Objection may(const NameRematch& named) const;
  Objection may(const CallOff& command) const;

 private:
  static Objection not_started();
  static Objection already_started();
  static Objection over();
  static Objection no_offer();
  static Objection already_answered();

  bool has_seat() const { return seat_ >= 0 && seat_ < match_.seats(); }
  bool is_first_round() const;
  Objection check_seat() const;
  Objection check_seating() const;
  Objection check_at_table() const;
  Objection check_playing() const { return once<&Permission::objection_to_playing>(playing_); }
  Objection check_in_time() const;
  Objection check_not_stale() const { return once<&Permission::objection_to_staleness>(stale_); }
  Objection check_at_the_board() const;
  Objection check_absence(std::uint8_t gone) const;  // these seats
  Objection check_unanswered(const std::optional<Offer>& offer) const;
  Objection check_after_the_game() const;

  // What most commands of a seat depend on is judged once for all of them.
  template <auto Judge>
  Objection once(std::optional<Objection>& known) const {
    if (!known) known = (this->*Judge)();
    return *known;
  }
  Objection objection_to_playing() const;
  Objection objection_to_staleness() const;

  const Match& match_;
  const Command& command_;
  int seat_;
  bool is_due_ = false;
  mutable std::optional<Objection> playing_;
  mutable std::optional<Objection> stale_;
};

}  // namespace crownstar::match
