// The matches in memory: read from the store when somebody needs one, read again when the store has other rows, and
// unloaded when nobody needs them. A match that is not in memory is known by its header.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/live/context/by_text.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"

namespace crownstar::live {

class Audience;
class Chat;
class EngineSeats;
class MatchTimers;
struct NodeLink;
class Replication;

struct MemorySettings {
  std::size_t most_in_memory = 0;
  std::size_t most_unfinished = 0;
  Milliseconds alive_every{1000};  // how exactly it is known since when the clocks have not run
};

class MatchLoader : public base::Part<MatchLoader>, public MatchMemory {
 public:
  // The parts that a match in memory belongs to.
  struct Parts {
    NodeLink& link;
    MatchRegistry& registry;
    Replication& replication;
    Audience& audience;
    Chat& chat;
    EngineSeats& engine_seats;
    MatchTimers& timers;
    Commands& commands;
    FollowUp& follow_up;
    Listing& listing;
    HeadObserver& head_observer;
  };
  MatchLoader(LiveContext& context, Parts parts, MemorySettings settings)
      : context_(context), parts_(parts), settings_(settings) {}

  LiveMatch* find(std::string_view id) override { return parts_.registry.find(id); }
  void with_match(std::string_view id, LiveMatch::Loaded then) override;
  void load(LiveMatch& live, LiveMatch::Loaded then) override;
  LiveMatch& add(store::MatchHeader header) override;
  void unload(LiveMatch& live) override;
  void reload(LiveMatch& live) override;
  void read_anew(LiveMatch& live) override;
  bool is_full() override;

 private:
  void find_header(const std::string& id);
  void put_header(LiveMatch& live, store::MatchHeader header);
  // What has been read of a match, and how much of it was too little for its header.
  struct Reading {
    std::vector<store::EventRow> rows{};
    std::size_t too_few = 0;
  };
  void read_events(LiveMatch& live, Reading reading);
  void read_header(LiveMatch& live, Reading reading);
  void read_chat(LiveMatch& live, Reading reading);
  void replay(LiveMatch& live, Reading reading);
  void finish_load(LiveMatch& live, std::optional<Refused> refusal);
  void credit_pause(LiveMatch& live);
  void show_reread(LiveMatch& live);
  bool make_room();  // for one more in memory

  LiveContext& context_;
  Parts parts_;
  MemorySettings settings_;
  ByText<std::vector<LiveMatch::Loaded>>::Map being_found_;  // ids whose headers are being read
};

}  // namespace crownstar::live
