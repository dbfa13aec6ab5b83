// The SQL of players, their sessions and tokens, in the dialect that both backends share. Each function is one step of
// its caller's transaction; a failure stays with the connection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "site/store/rows.hpp"

namespace crownstar::store {

template <typename Connection>
struct PeopleStatements {
  static void create_player(Connection& connection, const PlayerRow& player);
  static std::optional<PlayerRow> find_player(Connection& connection, const std::string& id);
  static std::optional<PlayerRow> find_account(Connection& connection, const std::string& name_key);
  static std::optional<PlayerRow> find_similar_account(Connection& connection, const std::string& name_key,
                                                       const std::string& name_skeleton);
  static std::vector<PlayerRow> accounts_without_skeleton(Connection& connection, const std::string& mark,
                                                          const std::string& after, int limit);
  static void set_skeletons(Connection& connection, const std::vector<SkeletonRow>& rows);
  static void rename_guest(Connection& connection, const std::string& guest, const std::string& name);
  static void promote_guest(Connection& connection, const PlayerRow& account);
  static void improve_password_hash(Connection& connection, const std::string& account, const std::string& old_hash,
                                    const std::string& new_hash);
  static void change_password(Connection& connection, const std::string& account, const std::string& password_hash,
                              const std::string& session_kept);
  static void replace_password(Connection& connection, const std::string& account, const std::string& old_hash,
                               const std::string& new_hash, const std::string& session_kept);
  static void change_preferences(Connection& connection, const std::string& player, const std::string& preferences);
  static void player_seen(Connection& connection, const std::string& player, Instant at);
  static void claim_guest(Connection& connection, const std::string& guest, const std::string& account);
  static void delete_account(Connection& connection, const std::string& account);
  // Fails as absent unless there is such a player.
  static void expect_player(Connection& connection, const std::string& id);

  static void create_session(Connection& connection, const SessionRow& session);
  static std::optional<SessionRow> find_session(Connection& connection, const std::string& hash);
  static std::vector<SessionRow> sessions_of(Connection& connection, const std::string& player);
  static void session_seen(Connection& connection, const std::string& hash, Instant seen, Instant expires);
  static void rotate_session(Connection& connection, const std::string& old_hash, const std::string& new_hash,
                             Instant seen, Instant expires);
  static void revoke_session(Connection& connection, const std::string& hash);
  static void revoke_session_by_id(Connection& connection, const std::string& player, const std::string& id);
  static void revoke_sessions(Connection& connection, const std::string& player, const std::string& hash_kept);

  static void create_token(Connection& connection, const TokenRow& token);
  static std::optional<TokenRow> find_token(Connection& connection, const std::string& hash);
  static std::vector<TokenRow> tokens_of(Connection& connection, const std::string& player);
  static void token_seen(Connection& connection, const std::string& hash, Instant at);
  static void revoke_token(Connection& connection, const std::string& player, const std::string& id);
};

}  // namespace crownstar::store
