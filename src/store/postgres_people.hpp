// Knows the statements about players, sessions, tokens, ratings, reports, mutes and settings.
// Refuses to know transactions and threads: each is one step of whatever its caller commits; failures stick to the
// connection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "store/postgres_connection.hpp"

namespace crownstar::store::postgres {

void create_player(Connection& connection, const PlayerRow& player);
std::optional<PlayerRow> find_player(Connection& connection, const std::string& id);
std::optional<PlayerRow> find_account(Connection& connection, const std::string& name_key);
void rename_guest(Connection& connection, const std::string& guest, const std::string& name);
void promote_guest(Connection& connection, const PlayerRow& account);
void improve_password_hash(Connection& connection, const std::string& account, const std::string& old_hash,
                           const std::string& new_hash);
void change_password(Connection& connection, const std::string& account, const std::string& password_hash,
                     const std::string& session_kept);
void change_preferences(Connection& connection, const std::string& player, const std::string& preferences);
void player_seen(Connection& connection, const std::string& player, Instant at);
void claim_guest(Connection& connection, const std::string& guest, const std::string& account);
void delete_account(Connection& connection, const std::string& account);
// Fails as absent unless there is such a player.
void expect_player(Connection& connection, const std::string& id);

void create_session(Connection& connection, const SessionRow& session);
std::optional<SessionRow> find_session(Connection& connection, const std::string& hash);
std::vector<SessionRow> sessions_of(Connection& connection, const std::string& player);
void session_seen(Connection& connection, const std::string& hash, Instant seen, Instant expires);
void rotate_session(Connection& connection, const std::string& old_hash, const std::string& new_hash, Instant seen,
                    Instant expires);
void revoke_session(Connection& connection, const std::string& hash);
void revoke_session_by_id(Connection& connection, const std::string& player, const std::string& id);
void revoke_sessions(Connection& connection, const std::string& player, const std::string& hash_kept);

void create_token(Connection& connection, const TokenRow& token);
std::optional<TokenRow> find_token(Connection& connection, const std::string& hash);
std::vector<TokenRow> tokens_of(Connection& connection, const std::string& player);
void token_seen(Connection& connection, const std::string& hash, Instant at);
void revoke_token(Connection& connection, const std::string& player, const std::string& id);

void write_rating(Connection& connection, const RatingRow& rating, const std::string& match);
std::vector<RatingRow> ratings_of(Connection& connection, const std::string& player);
std::vector<RatingStep> rating_history(Connection& connection, const std::string& player, const std::string& family,
                                       const std::string& speed, int newest);

std::int64_t add_report(Connection& connection, const ReportRow& report);
std::vector<ReportRow> open_reports(Connection& connection, std::int64_t after, int limit);
void settle_report(Connection& connection, std::int64_t number, Instant at, const std::string& verdict);
void mute(Connection& connection, const MuteRow& mute);
void unmute(Connection& connection, const std::string& player, const std::string& muted);
std::vector<MuteRow> mutes_of(Connection& connection, const std::string& player);

int sweep(Connection& connection, const Sweep& sweep);
std::optional<std::string> read_setting(Connection& connection, const std::string& key);
void write_setting(Connection& connection, const std::string& key, const std::string& value);

}  // namespace crownstar::store::postgres
