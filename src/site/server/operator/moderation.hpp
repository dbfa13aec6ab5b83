// Moderation for server operators: list open reports, resolve one, silence a player.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::server {

struct NamedPlayer {
  std::string id;
  std::string name;  // empty: there is no such player any more
};

struct OpenReport {
  std::int64_t number = 0;
  std::string at;  // 2026-03-01T12:00:00Z
  NamedPlayer accused;
  NamedPlayer reporter;
  std::string match;
  std::string text;
};

struct SilencedPlayer {
  NamedPlayer player;
  std::string until;  // 2026-03-01T12:00:00Z; empty: for good
};

// All of these work on the store while a server may be running; the server notices silenced players within seconds.
base::Checked<std::vector<OpenReport>> open_reports(const std::string& store);
base::Checked<void> settle_report(const std::string& store, std::int64_t number, const std::string& verdict);

// `who` is an account's name, or any player's id.
base::Checked<SilencedPlayer> silence(const std::string& store, std::string_view who, int days);
base::Checked<SilencedPlayer> let_speak(const std::string& store, std::string_view who);
base::Checked<std::vector<SilencedPlayer>> silenced_players(const std::string& store);

// ---- What an operator does about somebody's account. A running server notices within seconds, and logs it.

struct FoundPlayer {
  NamedPlayer player;
  bool is_account = false;
  std::string made;
  std::string seen;
  std::size_t sessions = 0;
  bool is_banned = false;
  bool has_reset_link = false;  // and no password until it is used
  bool has_second_factor = false;
};
base::Checked<FoundPlayer> find_player(const std::string& store, std::string_view who);
// For an owner who has forgotten the password: a link with which they choose a new one, good once and for so many
// hours. The old password, all sessions and all tokens end now.
struct NewResetLink {
  NamedPlayer player;
  std::string code;     // stands after `/reset#` of the site's address
  std::string expires;  // 2026-03-01T12:00:00Z
};
base::Checked<NewResetLink> make_reset_link(const std::string& store, std::string_view who, int hours);
base::Checked<NamedPlayer> delete_account(const std::string& store, std::string_view who);
// Visits all accounts in the order of their look-alike names.
base::Checked<void> list_accounts(const std::string& store, const std::function<void(const FoundPlayer&)>& visit);
// Games that were played keep the old name.
base::Checked<NamedPlayer> rename_account(const std::string& store, std::string_view who, std::string_view name);
// For an owner who has lost the authenticator app and the recovery codes: the password alone signs them in again.
base::Checked<NamedPlayer> turn_off_second_factor(const std::string& store, std::string_view who);
// No password opens a banned account; its sessions and tokens end. Lifted, the old password opens it again.
base::Checked<NamedPlayer> ban_account(const std::string& store, std::string_view who, bool is_lifted);

// ---- Chat

struct SaidLine {
  int number = 0;
  std::string at;
  NamedPlayer author;  // without an id: nobody's, or a deleted player's
  std::string room;
  std::string text;
  bool is_removed = false;
};
// All lines at a match, or those of one player.
base::Checked<std::vector<SaidLine>> chat_lines(const std::string& store, const std::string& match,
                                                std::string_view who);
// Its text is gone for good. Readers see a mark in its place; a running server shows it within seconds.
base::Checked<SaidLine> remove_line(const std::string& store, const std::string& match, int number);

}  // namespace crownstar::server
