// The parts of the server that routes and sockets use.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "engines/pool/engine_service.hpp"
#include "site/collections/collection_searcher.hpp"
#include "site/live/live_site.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/throttle.hpp"
#include "site/server/config/log.hpp"
#include "site/server/config/security_log.hpp"
#include "site/server/config/settings.hpp"
#include "site/server/http/http_types.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/generated/wire_people.hpp"

namespace crownstar::server {

class BegunCaptures;
class Codes;
class Downloads;
class Presence;

// What one address may do in a time, whoever asks there.
struct AddressThrottles {
  people::AddressThrottle games{people::throttle_terms(limits::games_made_of_an_address)};   // matches and seeks
  people::AddressThrottle searches{people::throttle_terms(limits::searches_of_an_address)};  // of collections
  people::AddressThrottle chat{people::throttle_terms(limits::chat_of_an_address)};
  people::AddressThrottle reports{people::throttle_terms(limits::reports_of_an_address)};
};

struct Services {
  const Settings& settings;
  std::string version;
  live::LiveSite& live;
  people::People& people;
  engine::EngineService& engines;
  Presence& presence;  // open sockets and streams by person
  Codes& codes;        // by which programs get tokens
  BegunCaptures& captures;
  Log& log;
  SecurityLog& security;
  AddressThrottles& of_address;
  collections::CollectionSearcher& collections;
  Downloads& downloads;
  std::function<people::Instant()> now;
  std::function<void(const std::string& person, people::Done<std::vector<wire::Rating>> done)> ratings;
  std::function<void(const std::string& person, const std::string& family, wire::Pace pace,
                     people::Done<wire::RatingHistory> done)>
      rating_history;
  std::function<std::string()> metrics;  // in the text form of Prometheus
  std::function<wire::Health()> health;
};

// The key by which requests are rate-limited. Unthrottled addresses get a new one each time.
std::string throttle_key(const Services& services, const Request& request);
// Who asks for what concerns an account.
people::Caller caller_of(const Services& services, const Request& request);

}  // namespace crownstar::server
