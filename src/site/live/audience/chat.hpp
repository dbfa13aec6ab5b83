// The talk at a match: players and spectators each in a room of their own. A line is stored before anybody reads
// it. It does not know what may be said, which is the chat's rules, and how nodes tell each other of lines.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/part.hpp"
#include "site/live/audience/audience.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/match_set.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/people/chat/chat_rules.hpp"

namespace crownstar::live {

class ChatObserver {
 public:
  virtual ~ChatObserver() = default;

  virtual void line_stored(const store::ChatRow& row) = 0;
};

class Chat : public base::Part<Chat> {
 public:
  Chat(LiveContext& context, Matches& matches, people::ChatRules& rules, Audience& audience, ChatObserver& observer)
      : context_(context), matches_(matches), rules_(rules), audience_(audience), observer_(observer) {}

  void say(const Person& person, const Say& say, Done<void> done);
  // In the name of an engine.
  void say_at(const LiveMatch& live, std::string name, wire::Room room, std::string text);
  // A line that has been stored, here or at another node.
  void take(LiveMatch& live, wire::ChatLine line);
  // What the person reads, from the store.
  void read(const std::string& person, std::string_view match, Done<std::vector<ChatLine>> done);
  // For a line of another node that no message has brought.
  void look_for_more(LiveMatch& live);
  // With what the store has.
  void compare(LiveMatch& live);
  // In the store, by an operator. A match that is not in memory is read when somebody asks for it.
  void changed_elsewhere(const std::string& match);
  // Of a match that is being loaded. Chat that cannot be read is no reason not to play.
  void load(LiveMatch& live, std::function<void()> done);
  void tick();  // once a second

 private:
  // Somebody's request to say a line.
  struct AskedLine {
    bool is_said = false;
    std::optional<store::ChatRow> in_doubt{};  // it may be stored, and the answer was lost
  };
  using LineStored = std::function<void(const store::ChatRow& line, const store::Outcome<int>& number)>;

  void remember_line(const std::string& name);
  void answer_again(const std::string& name, const Done<void>& done);
  void answer_outcome(const std::string& name, const store::ChatRow& row, bool is_stored, const Done<void>& done);
  store::ChatRow row_of(const LiveMatch& live, std::string person, std::string name, wire::Room room,
                        std::string text) const;
  void store_line(const store::ChatRow& row, LineStored done);
  void tell(LiveMatch& live, wire::ChatLine line);
  void was_read(LiveMatch& live, store::Outcome<std::vector<store::ChatRow>> rows, std::int64_t last);

  LiveContext& context_;
  Matches& matches_;
  people::ChatRules& rules_;
  Audience& audience_;
  ChatObserver& observer_;
  MatchSet in_doubt_;  // the store may have other lines

  std::unordered_map<std::string, AskedLine> asked_;  // recent ones, by person and request
  std::deque<std::string> asked_order_;
};

}  // namespace crownstar::live
