// Knows how nodes tell each other who sits and looks on at a match, what is said there, and that it is to be read
// again. Refuses to know events, and who is connected here.
#pragma once

#include <string>
#include <string_view>

#include "site/live/audience/audience.hpp"
#include "site/live/audience/chat.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/match/site.hpp"

namespace crownstar::live {

class RemotePresence {
 public:
  RemotePresence(NodeLink& link, Audience& audience, Chat& chat) : link_(link), audience_(audience), chat_(chat) {}

  enum class Heard {
    no,        // it was no such text
    yes,       // and done
    read_anew  // the match is to be read again
  };
  Heard hear(LiveMatch& live, std::string_view text);

  // Who is here, for the others, where that has changed.
  void watchers_changed(LiveMatch& live);
  void tell(const LiveMatch& live);
  void ask(const LiveMatch& live);
  void tell_line(const store::ChatRow& row);
  void tell_anew(const std::string& id);
  void forget_gone_nodes(LiveMatch& live);

 private:
  void hear_line(LiveMatch& live, std::string_view head, std::string_view text);

  NodeLink& link_;
  Audience& audience_;
  Chat& chat_;
};

}  // namespace crownstar::live
