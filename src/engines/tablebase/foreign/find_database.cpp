#include "engines/tablebase/foreign/find_database.hpp"

#include <utility>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/foreign/cake.hpp"
#include "engines/tablebase/foreign/chinook.hpp"
#include "engines/tablebase/foreign/scan.hpp"

namespace crownstar::tablebase {
namespace {

using Found = base::Checked<std::unique_ptr<Database>>;

bool has(const std::string& folder, const std::string& name) { return exists(folder + "/" + name); }

template <class Kind>
Found as_found(base::Checked<std::unique_ptr<Kind>> opened) {
  if (!opened) return std::unexpected(opened.error());
  if ((*opened)->most_pieces() == 0) return nullptr;
  return std::unique_ptr<Database>(*std::move(opened));
}

// Their newer files, of both games.
Found refuse_kingsrow(const std::string& folder) {
  if (!has(folder, "db2.cpr1")) return nullptr;
  return base::refuse("'" + folder +
                      "' has databases of KingsRow, which cannot be read; docs/tables.md says which can");
}

}  // namespace

Found find_american_database(const std::string& folder) {
  for (int pieces = most_chinook_pieces; pieces >= 2; --pieces) {
    for (const char* const name : {"DB", "db"}) {
      const std::string file = name + std::to_string(pieces);
      if (has(folder, file) && has(folder, file + ".idx")) return as_found(ChinookDatabase::open(folder, file));
    }
  }
  for (int pieces = 2; pieces <= most_cake_pieces; ++pieces) {
    if (has(folder, CakeDatabase::index_name(pieces)) && has(folder, CakeDatabase::values_name(pieces))) {
      return as_found(CakeDatabase::open(folder));
    }
  }
  return refuse_kingsrow(folder);
}

Found find_international_database(const std::string& folder) {
  for (const Slice& slice : {Slice{{0, 1}, {0, 1}}, Slice{{1, 0}, {1, 0}}}) {
    if (has(folder, ScanDatabase::file_name(slice))) return as_found(ScanDatabase::open(folder));
  }
  return refuse_kingsrow(folder);
}

}  // namespace crownstar::tablebase
