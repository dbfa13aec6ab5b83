// The SQL of ratings, reports, mutes and settings, and the deletion of old rows. Each function is one step of its
// caller's transaction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "site/store/rows.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

template <typename Connection>
struct RatingStatements {
  static void write_rating(Connection& connection, const RatingRow& rating, const std::string& match);
  static std::vector<RatingRow> ratings_of(Connection& connection, const std::string& player);
  static std::vector<RatingStep> rating_history(Connection& connection, const std::string& player,
                                                const std::string& family, const std::string& speed, int newest);

  static std::int64_t add_report(Connection& connection, const ReportRow& report);
  static std::vector<ReportRow> open_reports(Connection& connection, std::int64_t after, int limit);
  static void settle_report(Connection& connection, std::int64_t number, Instant at, const std::string& verdict);
  static void mute(Connection& connection, const MuteRow& mute);
  static void unmute(Connection& connection, const std::string& player, const std::string& muted);
  static std::vector<MuteRow> mutes_of(Connection& connection, const std::string& player);

  static Swept sweep(Connection& connection, const Sweep& sweep);
  static std::optional<std::string> read_setting(Connection& connection, const std::string& key);
  static void write_setting(Connection& connection, const std::string& key, const std::string& value);
  static std::string replace_setting(Connection& connection, const std::string& key,
                                     const std::optional<std::string>& before, const std::string& value);
};

}  // namespace crownstar::store
