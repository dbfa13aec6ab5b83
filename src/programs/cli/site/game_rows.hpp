// A published game as a row of CSV, a line of NDJSON and a row of Parquet, and what the columns mean.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "programs/cli/console/published_columns.hpp"
#include "programs/cli/parquet/parquet_table.hpp"
#include "site/server/operator/public_games.hpp"

namespace crownstar::cli {

// In the order of the columns. Lists are `;` apart in CSV where they are of seats, else a blank; arrays in NDJSON.
inline constexpr std::array<PublishedColumn, 20> game_columns{{
    {"id", "string", "of the game, also the record's tag GameId"},
    {"game", "string", "id of the game, with its options"},
    {"speed", "string", "class of the clock: bullet, blitz, rapid, classical, correspondence, unlimited"},
    {"time_control", "string", "as the record's tag TimeControl has it: 300+2, 300d5, 600:3x30, 1/259200, 1/30x3 or -"},
    {"started", "datetime", "when it was offered, in UTC"},
    {"ended", "datetime", "in UTC; the month of the file"},
    {"players", "string", "by seat, the first mover first: names of accounts and levels of engines; else empty"},
    {"kinds", "string", "by seat: account, engine, guest or deleted"},
    {"ratings", "string", "by seat, when the game began; empty: none"},
    {"provisional", "string", "by seat, whether that rating was uncertain: true or false"},
    {"result", "string", "as PDN counts it, the first mover first; places on the star"},
    {"ending", "string", "rules, agreement, resignation, time or absence"},
    {"rule", "string", "id of the rule that ended the game; empty where none did"},
    {"reason", "string", "how it ended, in words"},
    {"opening", "string", "the first three half-moves"},
    {"plies", "integer", "number of half-moves"},
    {"moves", "string", "each half-move as text"},
    {"paths", "string", "each half-move as the numbers of its points: from, each landing, to"},
    {"spent_ms", "string", "milliseconds that each half-move took"},
    {"clock_ms", "string", "milliseconds on the mover's clock after each half-move; empty without a clock"},
}};

std::string game_row_head();
std::string game_row_csv(const server::PublicGame& game);
std::string game_row_json(const server::PublicGame& game);

// The same columns; times are instants, lists are lists.
std::vector<ParquetColumn> game_row_parquet();
void add_game_row(ParquetTable& table, const server::PublicGame& game);

}  // namespace crownstar::cli
