// The seats of people whose account no longer exists: nobody waits for them, and nothing here names them.
// It does not know who deletes accounts, and when.
#pragma once

#include <string>
#include <string_view>

#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"

namespace crownstar::live {

class EmptySeats {
 public:
  EmptySeats(LiveContext& context, MatchRegistry& registry, Commands& commands)
      : context_(context), registry_(registry), commands_(commands) {}

  // Their seat is empty, and what they have said is gone.
  void forget(LiveMatch& live, const std::string& person);
  // As host, or as the one whom a seat is kept for.
  static void forget_in_details(LiveMatch& live, std::string_view person);
  // They get up or resign; a table whose host is gone is called off. Most do so when the account is deleted. This is
  // also for those that could not: the server was killed in between, or the account was deleted beside it. To be called
  // whenever the match has been read or something has been stored.
  void give_up(LiveMatch& live);

 private:
  void forget_the_deleted(LiveMatch& live);

  LiveContext& context_;
  MatchRegistry& registry_;
  Commands& commands_;
};

}  // namespace crownstar::live
