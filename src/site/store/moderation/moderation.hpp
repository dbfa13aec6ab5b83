// Knows what those who run the server do with a store beside the program that serves it: they read reports, settle
// them, and silence players. Refuses to know how names are compared and what is shown of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::store {

// One connection of its own to a store, a file or a PostgreSQL, served or not; what it writes is committed before it
// answers. Refused: a store of another version than this program's.
class Moderation {
 public:
  static Outcome<Moderation> open(const std::string& place);
  Moderation(Moderation&& other) noexcept;
  Moderation& operator=(Moderation&& other) noexcept;
  ~Moderation();

  // Those that nobody has settled, the oldest first, all of them.
  Outcome<std::vector<ReportRow>> open_reports();
  Outcome<void> settle_report(std::int64_t number, Instant at, const std::string& verdict);

  Outcome<std::optional<PlayerRow>> find_player(const std::string& id);
  Outcome<std::optional<PlayerRow>> find_account(const std::string& name_key);

  // Nobody hears them until then; without an end, for good.
  Outcome<void> silence(const std::string& player, Instant now, std::optional<Instant> until);
  Outcome<void> let_speak(const std::string& player);
  Outcome<std::vector<MuteRow>> silenced();

 private:
  struct Inside;
  explicit Moderation(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace crownstar::store
