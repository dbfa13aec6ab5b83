// Chat rules: what may be said, how often and by whom, mutes, and reports to moderators. Delivery is the match's part.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "site/people/answer.hpp"
#include "site/people/person.hpp"

namespace crownstar::store {
class Store;
}

namespace crownstar::people {

// One line as it will be shown: spaces joined, controls and everything that hides or turns letters round left out,
// piles of combining marks cut. Refused as `malformed`: not UTF-8, empty, or too long.
Answer<std::string> clean_line(std::string_view text, int most_letters);

class ChatRules {
 public:
  explicit ChatRules(store::Store& store);
  ~ChatRules();
  ChatRules(const ChatRules&) = delete;
  ChatRules& operator=(const ChatRules&) = delete;

  // Reads the players whom moderators have silenced, and until when: at startup, and again now and then.
  void open(Done<void> done);

  // Whether this person may say this now; returns the line to show. A line repeated within a minute is refused.
  // `place`: the room of a match, in which a program may say what it has said elsewhere.
  Answer<std::string> check(const Person& speaker, std::string_view text, Instant now, std::string_view place = {});
  // This line was refused, or could not be stored: it may be said again at once.
  void was_not_said(const Person& speaker, std::string_view line, std::string_view place = {});

  // A person's mutes are in memory from their first connection to their last. Until the store has said them, and where
  // it could not, the person hears nobody but themselves.
  void arrived(const std::string& person, Done<void> done);
  void left(std::string_view person);
  // Of somebody who is here and has muted, or listens again, at another node; of everybody, where that may not have
  // been heard.
  void read_again(const std::string& person);
  void read_all_again();
  // Once a second: of those whose mutes could not be read, or are to be read again. `known` for each who heard nobody
  // until now.
  void read_owed(const std::function<void(const std::string& person)>& known);
  bool hears(std::string_view listener, std::string_view speaker) const;
  std::vector<std::string> muted_by(std::string_view person) const;
  void mute(const Person& person, std::string whom, bool is_muted, Instant now, Done<void> done);

  // Reports a player, about a match; both may be empty. Stored for moderators, and rate-limited.
  void report(const Person& reporter, std::string accused, std::string match, std::string_view text, Instant now,
              Done<void> done);

 private:
  struct Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace crownstar::people
