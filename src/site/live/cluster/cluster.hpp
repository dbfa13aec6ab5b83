// The nodes of one site: which are alive, which of them looks after each unwatched match, and what each has missed. It
// does not know how one match is kept the same on several of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/part.hpp"
#include "site/live/audience/audience.hpp"
#include "site/live/cluster/node_link.hpp"
#include "site/live/cluster/replication.hpp"
#include "site/live/context/by_text.hpp"
#include "site/live/context/live_context.hpp"
#include "site/live/context/part_interfaces.hpp"
#include "site/live/context/registry.hpp"
#include "site/lobby/lobby.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::live {

struct ClusterSettings {
  Milliseconds beat_every{1000};
  Milliseconds silent_after{4000};
  Milliseconds settle_after{2500};
  Milliseconds survey_every{60'000};
};

// Matches that this node looks after where several could.
class OwnedMatches {
 public:
  virtual ~OwnedMatches() = default;

  // Another node has stored the header of a match that is not in memory.
  virtual void header_came(LiveMatch& live) = 0;
  // Another node looks after it now, or this one does.
  virtual void owner_changed(LiveMatch& live) = 0;
  virtual void load_owed() = 0;
};

class SeatedObserver {
 public:
  virtual ~SeatedObserver() = default;
  // Loads it, and tells its players that it has begun, or is over.
  virtual void notify_seated(const std::string& id, bool is_over) = 0;
};

class Cluster : public base::Part<Cluster>, public lobby::LobbyCluster, public HeadObserver {
 public:
  Cluster(LiveContext& context, NodeLink& link, MatchRegistry& registry, MatchMemory& memory, OwnedMatches& owned,
          SeatedObserver& seated, Replication& replication, RemotePresence& presence, Audience& audience,
          people::ChatRules& chat_rules, lobby::Lobby& lobby, ClusterSettings settings)
      : context_(context),
        link_(link),
        registry_(registry),
        memory_(memory),
        owned_(owned),
        seated_(seated),
        replication_(replication),
        presence_(presence),
        audience_(audience),
        chat_rules_(chat_rules),
        lobby_(lobby),
        settings_(settings) {}

  // ---- Coming and going ----
  void join(Instant at);
  void leave();
  void link_changed(bus::Link link);
  void tick(Instant at);
  const std::optional<Instant>& next() const { return beat_at_; }
  bool is_settled() const override { return !settled_at_; }
  bool may_look_after_matches() const { return !settled_at_ || context_.now() >= *settled_at_; }

  bus::Bus* bus() const override { return link_.bus; }
  const bus::LiveNodes& nodes() const override { return link_.nodes; }

  void head_was_read(LiveMatch& live, bool has_begun) override;

  // ---- What others are to read again ----
  void publish_mutes(const std::string& person);
  void publish_header(const std::string& id);
  void person_changed_elsewhere(const std::string& person);

  // ---- All unfinished matches, compared with the store ----
  void survey_by(Instant at) override { survey_at_ = std::min(survey_at_, at); }
  // Also where this node is alone.
  void survey_now();
  bool is_surveying() const override { return is_surveying_; }

 private:
  struct Repeat {
    Instant at;
    bool is_last = false;
  };

  void beat(Instant at);
  void tell_mutes(const std::string& person);
  void tell_mutes_again(Instant at);
  void receive_node(std::string_view text);
  void take(const wire::NodeHere& sign);
  void take(const wire::NodeLeaves& sign);
  void nodes_changed();
  void look_at_all();
  void refresh_head(const std::string& id);
  void take_head(store::MatchHeader header);
  void compare_people(const store::MatchHeader& stored);
  bool concerns_somebody_here(const store::MatchHeader& header) const;
  void stop_waiting_for(const LiveMatch& live);
  void survey(std::string after);
  void end_survey();

  LiveContext& context_;
  NodeLink& link_;
  MatchRegistry& registry_;
  MatchMemory& memory_;
  OwnedMatches& owned_;
  SeatedObserver& seated_;
  Replication& replication_;
  RemotePresence& presence_;
  Audience& audience_;
  people::ChatRules& chat_rules_;
  lobby::Lobby& lobby_;
  ClusterSettings settings_;

  std::optional<Instant> beat_at_;            // none: there are no other nodes
  std::optional<Instant> settled_at_;         // until then nobody knows who is there
  std::map<std::string, Repeat> mutes_told_;  // by the person who mutes: when the others are told again
  ByText<bool>::Map heads_asked_;             // being read; and whether to read once more
  Instant survey_at_{};
  bool is_surveying_ = false;
  bool is_survey_owed_ = false;  // one more: the one that is being made may have read what has changed since
};

}  // namespace crownstar::live
