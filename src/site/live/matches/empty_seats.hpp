// The seats of people whose account no longer exists, in matches that have not ended: nobody waits for them.
// It does not know who deletes accounts, and when.
#pragma once

#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"

namespace crownstar::live {

class EmptySeats {
 public:
  EmptySeats(LiveContext& context, Commands& commands) : context_(context), commands_(commands) {}

  // They get up or resign; a table whose host is gone is called off. Most do so when the account is deleted. This is
  // also for those that could not: the server was killed in between, or the account was deleted beside it. To be called
  // whenever the match has been read or something has been stored.
  void give_up(LiveMatch& live);

 private:
  LiveContext& context_;
  Commands& commands_;
};

}  // namespace crownstar::live
