// The talk at a match: players and spectators each in a room of their own. A line is stored before anybody reads
// it. It does not know what may be said, which is the chat's rules, and how nodes tell each other of lines.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/part.hpp"
#include "site/live/audience/audience.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/people/chat/chat_rules.hpp"

namespace crownstar::live {

class ChatObserver {
 public:
  virtual ~ChatObserver() = default;

  virtual void line_stored(const store::ChatRow& row) = 0;
  virtual void chat_not_read(LiveMatch& live) = 0;  // it may lack lines
};

class Chat : public base::Part<Chat> {
 public:
  Chat(LiveContext& context, Matches& matches, people::ChatRules& rules, Audience& audience, ChatObserver& observer)
      : context_(context), matches_(matches), rules_(rules), audience_(audience), observer_(observer) {}

  void say(const Person& person, const Say& say, Done<void> done);
  // In the name of an engine, or of the server.
  void say_at(LiveMatch& live, std::string person, std::string name, wire::Room room, std::string text,
              Done<void> done);
  // A line that has been stored, here or at another node.
  void take(LiveMatch& live, wire::ChatLine line);
  // With what the store has.
  void compare(LiveMatch& live);
  // In the store, by an operator. A match that is not in memory is read when somebody asks for it.
  void changed_elsewhere(const std::string& match);
  // Of a match that is being loaded. Chat that cannot be read is no reason not to play.
  void load(LiveMatch& live, std::function<void()> done);

 private:
  std::optional<std::expected<void, Refused>> answer_known_line(const std::string& name) const;
  void remember_line(const std::string& name);
  void tell(LiveMatch& live, wire::ChatLine line);
  void was_read(LiveMatch& live, store::Outcome<std::vector<store::ChatRow>> rows, std::int64_t last);

  LiveContext& context_;
  Matches& matches_;
  people::ChatRules& rules_;
  Audience& audience_;
  ChatObserver& observer_;

  // Recent requests to send a line, by person and request, and whether they have been carried out.
  std::unordered_map<std::string, bool> asked_;
  std::deque<std::string> asked_order_;
};

}  // namespace crownstar::live
