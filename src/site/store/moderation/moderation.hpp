// Moderation directly on a store, while a server may be using it: reads and resolves reports, silences players.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "site/store/store.hpp"

namespace crownstar::store {

// Lines of chat that were removed, a line each: a number that grows, the match, and the line's number in it.
inline constexpr std::string_view lines_removed_key = "chat.removed";
// The number of the last one of these that some server has logged.
inline constexpr std::string_view lines_logged_key = "chat.removed.logged";
// What an operator did, a line each: a number that grows, the action, whom it concerns, and until when where it ends.
inline constexpr std::string_view operator_actions_key = "operator.actions";
inline constexpr std::string_view operator_actions_logged_key = "operator.actions.logged";
// The action that concerns a report, by its number, and not a person.
inline constexpr std::string_view report_settled = "report_settled";

// One connection of its own to a store, a file or a PostgreSQL, served or not; what it writes is committed before it
// answers. Refused: a store of another version than this program's. What changes something is listed, for a server to
// log; where too many actions wait for that, it is refused as `busy` and nothing is changed.
class Moderation {
 public:
  static Outcome<Moderation> open(const std::string& location);
  Moderation(Moderation&& other) noexcept;
  Moderation& operator=(Moderation&& other) noexcept;
  ~Moderation();

  // All unresolved reports, oldest first.
  Outcome<std::vector<ReportRow>> open_reports();
  Outcome<void> settle_report(std::int64_t number, Instant at, const std::string& verdict);

  Outcome<std::optional<PlayerRow>> find_player(const std::string& id);
  Outcome<std::optional<PlayerRow>> find_account(const std::string& name_key);

  // Mutes a player for everybody until this time; `until_text` is that time for the log.
  Outcome<void> silence(const std::string& player, Instant now, Instant until, std::string_view until_text);
  Outcome<void> let_speak(const std::string& player);
  Outcome<std::vector<MuteRow>> silenced();

  // All sessions of the account end. `action` says what for, in a word.
  Outcome<void> change_password(const std::string& account, const std::string& password_hash, std::string_view action);
  Outcome<void> delete_account(const std::string& account);
  // In the order of their look-alike names, after this one.
  Outcome<std::vector<PlayerRow>> accounts_after(const std::string& name_key, int limit);
  // `taken` where another account has this name, or one like it.
  Outcome<void> rename_account(const std::string& account, const std::string& name, const std::string& name_key,
                               const std::string& name_skeleton);
  // The setting that holds an account's second factor, where there is one; its new text, and the notice of it.
  Outcome<std::optional<std::string>> second_factor(const std::string& account);
  Outcome<void> write_second_factor(const std::string& account, const std::string& text,
                                    const std::function<std::string(const std::string& notices)>& with_notice);
  Outcome<std::size_t> sessions_of(const std::string& player);

  // All lines of chat at a match; `absent` where there is no such match.
  Outcome<std::vector<ChatRow>> chat(const std::string& match);
  // The line's text goes. `absent` where there is no such match or line, `busy` where too many removals wait for a
  // server to log them.
  Outcome<void> remove_line(const std::string& match, int number);

 private:
  struct Impl;
  explicit Moderation(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace crownstar::store
