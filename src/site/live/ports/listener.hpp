// A listener of the live site: a socket, a stream of a program, a test.
// It does not know sockets, queues and how text travels; the transport implements this and nothing else of the live
// site.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/people/person.hpp"

namespace crownstar::match {
class Match;
struct Event;
}  // namespace crownstar::match

namespace crownstar::lobby {
struct ChallengeNotice;
}  // namespace crownstar::lobby

namespace crownstar::live {

// Encoded once, shared by every listener that gets it.
using Text = std::shared_ptr<const std::string>;

using people::Instant;
using people::Milliseconds;
using people::Person;

struct ChatLine {
  std::string person;
  std::string name;
  std::string text;
  bool is_for_players = false;
  Instant at{};
};

// A notice for a listener that asked for no text, in the match's own terms: it writes another form than the
// wire's.
struct MatchNotice {
  enum class Kind {
    whole,     // the beginning of a stream: the match as it stands
    events,    // `events` have just been applied
    chat,      // `line` was said
    presence,  // a seat's person came or went: `seat`, `is_present`
    paired,    // to the person, wherever they listen: a match that they sit in has begun, or they were given a seat
    finished   // to the person: a match of theirs is over
  };
  Kind kind;
  std::string_view match_id;
  const match::Match* match = nullptr;  // set with every kind
  std::span<const match::Event> events;
  const ChatLine* line = nullptr;
  int seat = -1;  // the listener's own with `paired` and `finished`
  bool is_present = false;
};

// One connection. It is attached to the live site before it asks for anything, and detached before it is destroyed; the
// live site calls it on the event loop's thread alone, and none of these may call back into the live site.
class Listener {
 public:
  virtual ~Listener() = default;

  // Puts the text into the listener's bounded queue. A listener whose queue is full closes itself, and may come back.
  virtual void send(Text text) = 0;
  // The live site has no more for it: closing down. The goodbye has been sent before.
  virtual void cut_off(std::string_view reason) = 0;

  virtual const Person& who() const = 0;

  // False for a stream in another form: it gets `hear` in place of `send`.
  virtual bool wants_text() const { return true; }
  virtual void hear(const MatchNotice& notice) { static_cast<void>(notice); }
  // Of a challenge to this person, or by them; whatever form it wants.
  virtual void receive_challenge(const lobby::ChallengeNotice& notice) { static_cast<void>(notice); }
  // One that it follows is gone.
  virtual void receive_seek_gone(const std::string& seek) { static_cast<void>(seek); }
};

}  // namespace crownstar::live
