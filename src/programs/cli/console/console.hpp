// The program's output: standard output, one-line errors and exit statuses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/refusal.hpp"

namespace crownstar::cli {

inline constexpr int success = 0;
inline constexpr int failure = 1;        // a file, a store, another machine or what they hold was refused, or failed
inline constexpr int wrong_usage = 2;    // the command line itself: what stands on it, whatever the world is like
inline constexpr int interrupted = 130;  // as shells report SIGINT

void say(std::string_view text);  // to standard output, held back until it is full or flushed
void flush_output();

// `crownstar: REASON` on standard error, on one line whatever the reason holds. Gives `failure`.
int complain(std::string_view reason);
int complain(const base::Refusal& refusal);

// The same of something that stands on the command line. Gives `wrong_usage`.
int complain_of_usage(std::string_view reason);
int complain_of_usage(const base::Refusal& refusal);

// Whether all that was said could be written; complains where not.
bool finish_output();

// `cannot read 'FILE': No such file or directory`, from errno.
std::string file_reason(std::string_view what, std::string_view file);
std::string file_reason(std::string_view what, std::string_view file, std::string_view reason);

// The value of an option that is a number: digits only.
base::Checked<std::uint64_t> read_number(std::string_view option, std::string_view text, std::uint64_t least,
                                         std::uint64_t most);

// `1 game`, `2 games`. `several`: where more is needed than an s.
std::string counted(std::uint64_t count, std::string_view what, std::string_view several = {});

// Today as PDN writes a date, `2026.11.24`, by the clock on the wall.
std::string date_of_today();

// Files written from here on are readable by the program's user alone: a site's store and its stream hold secrets.
void keep_files_private();

}  // namespace crownstar::cli
