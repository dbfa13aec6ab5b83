#include "store/moderation.hpp"

#include <utility>

#include <fmt/format.h>

#include "store/sqlite_connection.hpp"
#include "store/sqlite_people.hpp"
#include "store/sqlite_schema.hpp"

namespace crownstar::store {

namespace {

constexpr int reports_at_once = 200;

}  // namespace

struct Moderation::Inside {
  std::unique_ptr<Connection> connection;

  // What one step answers, or the failure that stuck to the connection meanwhile.
  template <typename Step>
  auto ask(Step step) -> Outcome<decltype(step(*connection))> {
    auto value = step(*connection);
    if (connection->has_failed()) return std::unexpected(connection->take_failure());
    return value;
  }
  template <typename Step>
  Outcome<void> change(Step step) {
    step(*connection);
    if (connection->has_failed()) return std::unexpected(connection->take_failure());
    return {};
  }
};

Moderation::Moderation(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Moderation::Moderation(Moderation&& other) noexcept = default;
Moderation& Moderation::operator=(Moderation&& other) noexcept = default;
Moderation::~Moderation() = default;

Outcome<Moderation> Moderation::open(const std::string& path) {
  auto connection = Connection::open(path, SQLITE_OPEN_READWRITE);
  if (!connection) return std::unexpected(connection.error());
  const auto mark = read_mark(**connection);
  if (!mark) return std::unexpected(Failure{mark.error().kind, fmt::format("{}: {}", path, mark.error().text)});
  if (mark->is_empty || mark->version != schema_version()) {
    return std::unexpected(Failure{FailureKind::broken,
                                   fmt::format("{} has version {}, this program knows {}; `crownstar serve` brings an "
                                               "older one forward",
                                               path, mark->version, schema_version())});
  }
  (*connection)->execute("PRAGMA synchronous=FULL");
  return Moderation(std::make_unique<Inside>(Inside{*std::move(connection)}));
}

Outcome<std::vector<ReportRow>> Moderation::open_reports() {
  return inside_->ask([](Connection& connection) {
    std::vector<ReportRow> all;
    for (std::int64_t after = 0;;) {
      std::vector<ReportRow> page = sqlite::open_reports(connection, after, reports_at_once);
      if (page.empty()) return all;
      after = page.back().number;
      for (ReportRow& row : page) all.push_back(std::move(row));
    }
  });
}

Outcome<void> Moderation::settle_report(std::int64_t number, Instant at, const std::string& verdict) {
  return inside_->change([&](Connection& connection) { sqlite::settle_report(connection, number, at, verdict); });
}

Outcome<std::optional<PlayerRow>> Moderation::find_player(const std::string& id) {
  return inside_->ask([&](Connection& connection) { return sqlite::find_player(connection, id); });
}

Outcome<std::optional<PlayerRow>> Moderation::find_account(const std::string& name_key) {
  return inside_->ask([&](Connection& connection) { return sqlite::find_account(connection, name_key); });
}

Outcome<void> Moderation::silence(const std::string& player, Instant now, std::optional<Instant> until) {
  return inside_->change([&](Connection& connection) {
    sqlite::mute(connection, {.player = "", .muted = player, .since = now, .until = until});
  });
}

Outcome<void> Moderation::let_speak(const std::string& player) {
  return inside_->change([&](Connection& connection) { sqlite::unmute(connection, "", player); });
}

Outcome<std::vector<MuteRow>> Moderation::silenced() {
  return inside_->ask([](Connection& connection) { return sqlite::mutes_of(connection, ""); });
}

}  // namespace crownstar::store
