// Which tables a variant has, and what their files are called.
#pragma once

#include <string>

#include "engines/tablebase/file/table_file.hpp"
#include "engines/tablebase/slices/rules_number.hpp"

namespace crownstar::tablebase {

template <class Variant>
std::string folder_of(const std::string& folder) {
  return folder + "/" + std::string(Variant::id);
}

template <class Variant>
TableName name_of(const Slice& slice, TableKind kind) {
  return {Variant::id, rules_number<Variant>(), slice, kind};
}

template <class Variant>
inline constexpr bool has_tables_with_kings = Variant::rules.ending != draughts::Ending::first_king_wins;

}  // namespace crownstar::tablebase
