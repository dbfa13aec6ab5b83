#include "programs/wasm/page_tables.hpp"

#include <utility>

namespace crownstar::wasm {

// The page puts the bytes of the file into `table_room` and answers how many there are; less than -1 where the file
// could not be had, and then the room has the reason.
[[clang::import_module("page"), clang::import_name("table")]] std::int32_t page_table(const char* file,
                                                                                      std::uint32_t bytes);

namespace {

// What the page answers instead of a number of bytes.
constexpr std::int32_t there_is_none = -1;

}  // namespace

void PageTables::use(const tablebase::FetchTerms& terms) {
  opened_.clear();
  terms_ = terms;
}

base::Checked<const tablebase::Tables*> PageTables::open(std::string_view game) {
  if (const auto known = opened_.find(game); known != opened_.end()) return known->second.get();
  if (!terms_) return base::refuse("no tables are open");
  auto opened = tablebase::fetch_tables(game, *this, *terms_);
  if (!opened) return std::unexpected(opened.error());
  return opened_.emplace(std::string(game), *std::move(opened)).first->second.get();
}

const tablebase::Tables* PageTables::find(std::string_view game) {
  const auto found = open(game);
  return found ? *found : nullptr;
}

base::Checked<std::optional<std::vector<std::uint8_t>>> PageTables::read(const std::string& file) {
  const std::int32_t bytes = page_table(file.data(), static_cast<std::uint32_t>(file.size()));
  auto taken = std::exchange(room_, {});
  if (bytes == there_is_none) return std::nullopt;
  if (bytes < 0) return base::refuse(std::string(taken.begin(), taken.end()));
  if (taken.size() != static_cast<std::size_t>(bytes)) {
    return base::refuse("the table '" + file + "' is larger than the memory for tables");
  }
  return taken;
}

void PageTables::on_refused(const base::Refusal& refusal) { refusal_ = refusal; }

std::uint8_t* PageTables::room(std::uint32_t bytes) {
  room_.clear();
  if (!terms_ || bytes > terms_->memory_bytes) return nullptr;
  room_.resize(bytes);
  return room_.data();
}

PageTables& page_tables() {
  static PageTables only;
  return only;
}

}  // namespace crownstar::wasm
