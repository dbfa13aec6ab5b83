#include "site/server/operator/moderation.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "site/people/accounts/people.hpp"
#include "site/people/names/names.hpp"
#include "site/people/passwords/reset_link.hpp"
#include "site/people/second_factor/second_factor.hpp"
#include "site/store/moderation/moderation.hpp"
#include "site/store/open/postgres_store.hpp"

namespace crownstar::server {
namespace {

using base::Checked;
using store::Moderation;

store::Instant present_time() {
  return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

std::string written(store::Instant at) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(at)));
}

std::unexpected<base::Refusal> refused(const store::Failure& failure) { return base::refuse(failure.text); }

Checked<Moderation> opened(const std::string& path) {
  auto beside = Moderation::open(path);
  if (!beside)
    return base::refuse(fmt::format("cannot open the store '{}': {}", store::shown_address(path), beside.error().text));
  return *std::move(beside);
}

NamedPlayer named(Moderation& store, std::string id) {
  if (id.empty()) return {};
  const auto player = store.find_player(id);
  return {std::move(id), player && *player ? (*player)->name : ""};
}

Checked<NamedPlayer> found(Moderation& store, std::string_view who) {
  auto account = store.find_account(people::name_key(who));
  if (!account) return refused(account.error());
  if (*account) return NamedPlayer{(*account)->id, (*account)->name};
  auto anybody = store.find_player(std::string(who));
  if (!anybody) return refused(anybody.error());
  if (*anybody) return NamedPlayer{(*anybody)->id, (*anybody)->name};
  return base::refuse(fmt::format(
      "nobody is called '{}'; expected the name of an account, or an id as `crownstar reports` shows it", who));
}

Checked<store::PlayerRow> account_named(Moderation& store, std::string_view who) {
  auto account = store.find_account(people::name_key(who));
  if (!account) return refused(account.error());
  if (!*account) return base::refuse(fmt::format("no account has the name '{}'", who));
  return **std::move(account);
}

// Before the hash of a banned account's password: with it, no password is right.
constexpr std::string_view ban_mark = "banned ";

Checked<bool> has_second_factor(Moderation& store, const std::string& account) {
  const auto text = store.second_factor(account);
  if (!text) return refused(text.error());
  return people::SecondFactor::read(text->value_or("")).is_on();
}

FoundPlayer player_shown(const store::PlayerRow& row, std::size_t sessions, bool has_second_factor) {
  return {{row.id, row.name},
          row.kind == store::PlayerKind::account,
          written(row.created),
          written(row.seen),
          sessions,
          row.password_hash.starts_with(ban_mark),
          people::is_reset_mark(row.password_hash),
          has_second_factor};
}

}  // namespace

Checked<std::vector<OpenReport>> open_reports(const std::string& store) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  auto rows = beside->open_reports();
  if (!rows) return refused(rows.error());
  std::vector<OpenReport> reports;
  for (store::ReportRow& row : *rows) {
    reports.push_back({row.number, written(row.at), named(*beside, std::move(row.accused)),
                       named(*beside, std::move(row.reporter)), std::move(row.match), std::move(row.text)});
  }
  return reports;
}

Checked<void> settle_report(const std::string& store, std::int64_t number, const std::string& verdict) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  if (auto settled = beside->settle_report(number, present_time(), verdict); !settled) return refused(settled.error());
  return {};
}

Checked<SilencedPlayer> silence(const std::string& store, std::string_view who, int days) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  auto player = found(*beside, who);
  if (!player) return std::unexpected(player.error());
  const store::Instant now = present_time();
  const store::Instant until = now + std::chrono::days(days);
  if (auto done = beside->silence(player->id, now, until, written(until)); !done) return refused(done.error());
  return SilencedPlayer{*std::move(player), written(until)};
}

Checked<SilencedPlayer> let_speak(const std::string& store, std::string_view who) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  auto player = found(*beside, who);
  if (!player) return std::unexpected(player.error());
  if (auto done = beside->let_speak(player->id); !done) return refused(done.error());
  return SilencedPlayer{*std::move(player), ""};
}

Checked<std::vector<SilencedPlayer>> silenced_players(const std::string& store) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  auto rows = beside->silenced();
  if (!rows) return refused(rows.error());
  std::vector<SilencedPlayer> all;
  for (store::MuteRow& row : *rows) {
    if (row.until && *row.until <= present_time()) continue;
    all.push_back({named(*beside, std::move(row.muted)), row.until ? written(*row.until) : ""});
  }
  return all;
}

Checked<FoundPlayer> find_player(const std::string& store, std::string_view who) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  auto player = found(*beside, who);
  if (!player) return std::unexpected(player.error());
  const auto row = beside->find_player(player->id);
  const auto sessions = beside->sessions_of(player->id);
  if (!row) return refused(row.error());
  if (!sessions) return refused(sessions.error());
  if (!*row) return base::refuse(fmt::format("{} was deleted just now", player->id));
  const auto factor = has_second_factor(*beside, player->id);
  if (!factor) return std::unexpected(factor.error());
  return player_shown(**row, *sessions, *factor);
}

Checked<NewResetLink> make_reset_link(const std::string& store, std::string_view who, int hours) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto account = account_named(*beside, who);
  if (!account) return std::unexpected(account.error());
  if (account->password_hash.starts_with(ban_mark)) {
    return base::refuse(fmt::format("{} is banned; lift the ban first", account->name));
  }
  const store::Instant expires = present_time() + std::chrono::hours(hours);
  const people::ResetLink link = people::make_reset_link(account->id, expires);
  if (auto done = beside->change_password(account->id, link.mark, "reset_link"); !done) return refused(done.error());
  return NewResetLink{{account->id, account->name}, link.code, written(expires)};
}

Checked<NamedPlayer> delete_account(const std::string& store, std::string_view who) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto account = account_named(*beside, who);
  if (!account) return std::unexpected(account.error());
  if (auto done = beside->delete_account(account->id); !done) return refused(done.error());
  return NamedPlayer{account->id, account->name};
}

Checked<void> list_accounts(const std::string& store, const std::function<void(const FoundPlayer&)>& visit) {
  constexpr int accounts_at_once = 500;
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  for (std::string after;;) {
    const auto accounts = beside->accounts_after(after, accounts_at_once);
    if (!accounts) return refused(accounts.error());
    if (accounts->empty()) return {};
    for (const store::PlayerRow& account : *accounts) {
      const auto sessions = beside->sessions_of(account.id);
      if (!sessions) return refused(sessions.error());
      const auto factor = has_second_factor(*beside, account.id);
      if (!factor) return std::unexpected(factor.error());
      visit(player_shown(account, *sessions, *factor));
    }
    after = accounts->back().name_key;
  }
}

Checked<NamedPlayer> rename_account(const std::string& store, std::string_view who, std::string_view name) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto account = account_named(*beside, who);
  if (!account) return std::unexpected(account.error());
  if (auto fit = people::check_name(name); !fit) return base::refuse(fit.error().reason);
  const auto done =
      beside->rename_account(account->id, std::string(name), people::name_key(name), people::name_skeleton(name));
  if (!done && done.error().kind == store::FailureKind::taken) {
    return base::refuse(fmt::format("another account has the name '{}', or one like it", name));
  }
  if (!done) return refused(done.error());
  return NamedPlayer{account->id, std::string(name)};
}

Checked<NamedPlayer> turn_off_second_factor(const std::string& store, std::string_view who) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto account = account_named(*beside, who);
  if (!account) return std::unexpected(account.error());
  const auto kept = has_second_factor(*beside, account->id);
  if (!kept) return std::unexpected(kept.error());
  if (!*kept) return base::refuse(fmt::format("{} has no second factor", account->name));
  const auto done =
      beside->write_second_factor(account->id, people::SecondFactor().written(), [](const std::string& notices) {
        return people::with_notice(notices, people::NoticeKind::second_factor_off, present_time());
      });
  if (!done) return refused(done.error());
  return NamedPlayer{account->id, account->name};
}

Checked<NamedPlayer> ban_account(const std::string& store, std::string_view who, bool is_lifted) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto account = account_named(*beside, who);
  if (!account) return std::unexpected(account.error());
  const bool is_banned = account->password_hash.starts_with(ban_mark);
  if (is_banned != is_lifted) {
    return base::refuse(fmt::format("{} is {}", account->name, is_banned ? "banned already" : "not banned"));
  }
  const std::string hash =
      is_lifted ? account->password_hash.substr(ban_mark.size()) : std::string(ban_mark) + account->password_hash;
  if (auto done = beside->change_password(account->id, hash, is_lifted ? "ban_lifted" : "banned"); !done)
    return refused(done.error());
  return NamedPlayer{account->id, account->name};
}

namespace {

SaidLine line_shown(const store::ChatRow& row) {
  return {row.number, written(row.at), {row.player, row.name}, row.room, row.text, row.text.empty()};
}

}  // namespace

Checked<std::vector<SaidLine>> chat_lines(const std::string& store, const std::string& match, std::string_view who) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  std::string author;
  if (!who.empty()) {
    auto player = found(*beside, who);
    if (!player) return std::unexpected(player.error());
    author = player->id;
  }
  const auto rows = beside->chat(match);
  if (!rows) return refused(rows.error());
  std::vector<SaidLine> lines;
  for (const store::ChatRow& row : *rows) {
    if (author.empty() || row.player == author) lines.push_back(line_shown(row));
  }
  return lines;
}

Checked<SaidLine> remove_line(const std::string& store, const std::string& match, int number) {
  auto beside = opened(store);
  if (!beside) return std::unexpected(beside.error());
  const auto rows = beside->chat(match);
  if (!rows) return refused(rows.error());
  const auto row = std::ranges::find(*rows, number, &store::ChatRow::number);
  if (row == rows->end()) return base::refuse(fmt::format("match {} has no line {}", match, number));
  if (row->text.empty()) return base::refuse(fmt::format("line {} was removed before", number));
  if (auto done = beside->remove_line(match, number); !done) return refused(done.error());
  return line_shown(*row);
}

}  // namespace crownstar::server
