#include "programs/cli/site/moderating.hpp"

#include <limits>

#include <fmt/format.h>

#include "base/text/json.hpp"
#include "programs/cli/console/console.hpp"
#include "site/server/operator/moderation.hpp"

namespace crownstar::cli {
namespace {

constexpr std::uint64_t most_days = 36'500;
constexpr std::uint64_t most_reset_hours = 168;  // a week: until then the link lies in a mailbox

std::string shown(const server::NamedPlayer& player) {
  if (player.id.empty()) return "a deleted player";
  return player.name.empty() ? player.id : fmt::format("{} ({})", player.name, player.id);
}

void write_player(base::JsonWriter& json, std::string_view key, const server::NamedPlayer& player) {
  json.key(key);
  json.begin_object();
  json.member("id", player.id);
  json.member("name", player.name);
  json.end_object();
}

void say_report(const server::OpenReport& report) {
  const std::string about = report.match.empty() ? "" : fmt::format(", match {}", report.match);
  say(fmt::format("{}  {}  {}, reported by {}{}\n    {}\n", report.number, report.at, shown(report.accused),
                  shown(report.reporter), about, report.text));
}

int list_silenced(const std::string& store, bool is_json) {
  const auto silenced = server::silenced_players(store);
  if (!silenced) return complain(silenced.error());
  base::JsonWriter json;
  json.begin_array();
  for (const server::SilencedPlayer& each : *silenced) {
    if (!is_json)
      say(fmt::format("{} until {}\n", shown(each.player), each.until.empty() ? "further notice" : each.until));
    json.begin_object();
    write_player(json, "player", each.player);
    json.member("until", each.until);
    json.end_object();
  }
  json.end_array();
  if (is_json) say(json.take() + "\n");
  if (!is_json && silenced->empty()) say("Nobody is silenced\n");
  return success;
}

}  // namespace

int run_reports(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto reports = server::open_reports(*store);
  if (!reports) return complain(reports.error());
  if (!request.is_json) {
    for (const server::OpenReport& each : *reports) say_report(each);
    if (reports->empty()) say("There are no open reports\n");
    return success;
  }
  base::JsonWriter json;
  json.begin_array();
  for (const server::OpenReport& each : *reports) {
    json.begin_object();
    json.member("number", each.number);
    json.member("at", each.at);
    write_player(json, "accused", each.accused);
    write_player(json, "reporter", each.reporter);
    json.member("match", each.match);
    json.member("text", each.text);
    json.end_object();
  }
  json.end_array();
  say(json.take() + "\n");
  return success;
}

int run_reports_done(const ModeratingRequest& request) {
  const auto number =
      read_number("N", request.number, 1, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  if (!number) return complain_of_usage(number.error());
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto settled = server::settle_report(*store, static_cast<std::int64_t>(*number), request.verdict);
  if (!settled) return complain(settled.error());
  say(fmt::format("Report {} is resolved\n", *number));
  return success;
}

int run_silence(const ModeratingRequest& request) {
  const bool is_of_days = !request.player.empty() && !request.is_lifted;
  const auto days = read_number("--days", is_of_days ? request.days : "1", 1, most_days);
  if (!days) return complain_of_usage(days.error());
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  if (request.player.empty()) return list_silenced(*store, request.is_json);
  if (request.is_lifted) {
    const auto free = server::let_speak(*store, request.player);
    if (!free) return complain(free.error());
    say(fmt::format("{} may write in the chat again\n", shown(free->player)));
    return success;
  }
  const auto silenced = server::silence(*store, request.player, static_cast<int>(*days));
  if (!silenced) return complain(silenced.error());
  say(fmt::format("{} may not write in the chat until {}\n", shown(silenced->player), silenced->until));
  return success;
}

namespace {

std::string_view state_of(const server::FoundPlayer& found) {
  if (found.is_banned) return ", banned";
  return found.has_reset_link ? ", without a password until a link is used" : "";
}

std::string line_of(const server::FoundPlayer& found) {
  return fmt::format("{}, {}{}{}, made {}, last seen {}, {} sessions\n", shown(found.player),
                     found.is_account ? "an account" : "a guest", state_of(found),
                     found.has_second_factor ? ", with a second factor" : "", found.made, found.seen, found.sessions);
}

std::string written(const server::FoundPlayer& found) {
  base::JsonWriter json;
  json.begin_object();
  write_player(json, "player", found.player);
  json.member("account", found.is_account);
  json.member("made", found.made);
  json.member("seen", found.seen);
  json.member("sessions", static_cast<std::int64_t>(found.sessions));
  if (found.is_banned) json.member("banned", true);
  if (found.has_reset_link) json.member("reset", true);
  if (found.has_second_factor) json.member("second_factor", true);
  json.end_object();
  return json.take();
}

}  // namespace

int run_people_find(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto found = server::find_player(*store, request.player);
  if (!found) return complain(found.error());
  say(request.is_json ? written(*found) + "\n" : line_of(*found));
  return success;
}

int run_people_password(const ModeratingRequest& request) {
  const auto hours = read_number("--hours", request.hours, 1, most_reset_hours);
  if (!hours) return complain_of_usage(hours.error());
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto made = server::make_reset_link(*store, request.player, static_cast<int>(*hours));
  if (!made) return complain(made.error());
  const std::string_view site = request.site;
  const std::string link = fmt::format("{}/reset#{}", site.substr(0, site.find_last_not_of('/') + 1), made->code);
  if (request.is_json) {
    base::JsonWriter json;
    json.begin_object();
    write_player(json, "player", made->player);
    json.member("link", link);
    json.member("code", made->code);
    json.member("expires", made->expires);
    json.end_object();
    say(json.take() + "\n");
    return success;
  }
  say(
      fmt::format("{} is signed out everywhere, and the old password no longer works.\n"
                  "With this link they choose a new one, once, until {}:\n{}\n",
                  shown(made->player), made->expires, link));
  if (site.empty()) say("Put the address of your site before it, or give it with --site.\n");
  return success;
}

int run_people_delete(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  if (!request.is_sure)
    return complain(base::Refusal{{}, "add --yes if you are sure: a deleted account cannot be brought back"});
  const auto deleted = server::delete_account(*store, request.player);
  if (!deleted) return complain(deleted.error());
  say(fmt::format("{} is deleted; their games stay\n", shown(*deleted)));
  return success;
}

// With --json an object a line: there may be many.
int run_people_list(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  bool is_empty = true;
  const auto listed = server::list_accounts(*store, [&](const server::FoundPlayer& found) {
    is_empty = false;
    say(request.is_json ? written(found) + "\n" : line_of(found));
  });
  if (!listed) return complain(listed.error());
  if (is_empty && !request.is_json) say("There are no accounts\n");
  return success;
}

int run_people_rename(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto renamed = server::rename_account(*store, request.player, request.name);
  if (!renamed) return complain(renamed.error());
  say(fmt::format("{} is now called {}; games that were played keep the old name\n", request.player, shown(*renamed)));
  return success;
}

int run_people_factor_off(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto turned_off = server::turn_off_second_factor(*store, request.player);
  if (!turned_off) return complain(turned_off.error());
  say(fmt::format("{} signs in with the password alone from now on\n", shown(*turned_off)));
  return success;
}

int run_people_ban(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto banned = server::ban_account(*store, request.player, request.is_lifted);
  if (!banned) return complain(banned.error());
  say(fmt::format("{} {}\n", shown(*banned),
                  request.is_lifted ? "may sign in again" : "is signed out everywhere and cannot sign in"));
  return success;
}

namespace {

void show_line(const server::SaidLine& line, bool is_json) {
  if (!is_json) {
    return say(fmt::format("{}  {}  {}, {}: {}\n", line.number, line.at, shown(line.author), line.room,
                           line.is_removed ? "(removed)" : line.text));
  }
  base::JsonWriter json;
  json.begin_object();
  json.member("number", static_cast<std::int64_t>(line.number));
  json.member("at", line.at);
  write_player(json, "author", line.author);
  json.member("room", line.room);
  json.member("text", line.text);
  if (line.is_removed) json.member("removed", true);
  json.end_object();
  say(json.take() + "\n");
}

}  // namespace

// With --json an object a line.
int run_people_chat(const ModeratingRequest& request) {
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto lines = server::chat_lines(*store, request.match, request.player);
  if (!lines) return complain(lines.error());
  for (const server::SaidLine& line : *lines) show_line(line, request.is_json);
  if (lines->empty() && !request.is_json) say("Nothing has been said\n");
  return success;
}

int run_people_unsay(const ModeratingRequest& request) {
  const auto number = read_number("N", request.line, 1, static_cast<std::uint64_t>(std::numeric_limits<int>::max()));
  if (!number) return complain_of_usage(number.error());
  int status = failure;
  const auto store = store_there(request.where, status);
  if (!store) return status;
  const auto removed = server::remove_line(*store, request.match, static_cast<int>(*number));
  if (!removed) return complain(removed.error());
  say(fmt::format("Line {} of {} is removed\n", removed->number, shown(removed->author)));
  return success;
}

}  // namespace crownstar::cli
