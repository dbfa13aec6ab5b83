// The state of the engine whose turn it is in one match: asked, to be asked again, failing, or not here.
// It does not know engines, and what time it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "site/live/ports/listener.hpp"

namespace crownstar::live {

// A question that an engine has been asked.
struct OpenQuestion {
  std::uint64_t name = 0;    // this site's own, so that a late answer is recognised
  std::uint64_t ticket = 0;  // the engine's
  int number = 0;            // of the last event
  int seat = 0;
  std::size_t moves = 0;  // made when it was asked
};

class EngineTurn {
 public:
  // ---- The question that is open; at most one ----
  bool is_thinking() const { return question_.has_value(); }
  bool is_asked(std::uint64_t name) const { return question_ && question_->name == name; }
  bool is_asked_about(int number) const { return question_ && question_->number == number; }
  // An offer is no reason to begin again: the board is the same.
  bool still_fits(int number, int seat, std::size_t moves) {
    if (!question_ || question_->seat != seat || question_->moves != moves) return false;
    question_->number = number;
    return true;
  }
  void begin(const OpenQuestion& question) { question_ = question; }
  void note_ticket(std::uint64_t name, std::uint64_t ticket) {
    if (is_asked(name)) question_->ticket = ticket;
  }
  std::optional<OpenQuestion> end() { return std::exchange(question_, {}); }

  // ---- When it is asked once more; nothing: at once ----
  const std::optional<Instant>& again_at() const { return again_at_; }
  void ask_again_at(Instant at) { again_at_ = at; }
  void ask_again_now() { again_at_.reset(); }

  // ---- What went wrong in this turn ----
  int note_failure() { return ++failures_; }
  void forget_failures() { failures_ = 0; }
  int failures() const { return failures_; }

  // Since when it is known that this node does not have it, in the turn of this event.
  Instant absent_since(int number, Instant now) {
    if (!absent_ || absent_->first != number) absent_ = {number, now};
    return absent_->second;
  }
  bool was_absent() const { return absent_.has_value(); }

 private:
  std::optional<OpenQuestion> question_;
  std::optional<Instant> again_at_;
  int failures_ = 0;
  std::optional<std::pair<int, Instant>> absent_;  // by the number of the last event then
};

}  // namespace crownstar::live
