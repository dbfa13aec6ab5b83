#include "engines/pool/equipment.hpp"

#include <utility>

#include "base/text/quote.hpp"
#include "base/text/whole_number.hpp"
#include "engines/pool/net_file.hpp"
#include "engines/pool/tables_choice.hpp"
#include "engines/search/huge_page_array.hpp"

namespace crownstar::engine {
namespace {

using base::Checked;

constexpr int most_threads = 256;
constexpr std::size_t most_mebibytes = std::size_t{1} << 16U;

}  // namespace

Checked<std::size_t> choose_memory(const std::string& mebibytes) {
  const auto number = base::whole_number("memory", mebibytes, std::size_t{1}, most_mebibytes);
  if (!number) return number;
  const std::size_t bytes = *number << 20U;
  if (search::HugePageArray<std::byte>(bytes).size() == bytes) return bytes;
  return base::refuse("memory: there are no " + mebibytes + " MiB to be had");
}

Equipment::Equipment(tablebase::Library::OnRefused on_refused, tablebase::Library::OnForeign on_foreign)
    : on_refused_(std::move(on_refused)),
      on_foreign_(std::move(on_foreign)),
      values_{{"memory", std::to_string(search::usual_memory_bytes >> 20U)},
              {"net", ""},
              {"tables", "none"},
              {"threads", "1"}} {}

Checked<void> Equipment::set(std::string_view name, const std::string& value) {
  const auto known = values_.find(name);
  if (known == values_.end()) return base::refuse("there is no parameter " + base::quoted(name));
  if (name == "threads") {
    const auto threads = base::whole_number(name, value, 1, most_threads);
    if (!threads) return std::unexpected(threads.error());
    settings_.threads = *threads;
  } else if (name == "memory") {
    const auto bytes = choose_memory(value);
    if (!bytes) return std::unexpected(bytes.error());
    settings_.memory_bytes = *bytes;
  } else if (name == "tables") {
    auto tables = choose_tables(value, on_refused_, on_foreign_);
    if (!tables) return std::unexpected(tables.error());
    settings_.find_tables = *std::move(tables);
  } else if (value.empty()) {
    settings_.find_network = {};
  } else {
    auto network = choose_network(value, on_refused_);
    if (!network) return std::unexpected(network.error());
    settings_.find_network = std::move(network->find);
  }
  known->second = value;
  return {};
}

}  // namespace crownstar::engine
