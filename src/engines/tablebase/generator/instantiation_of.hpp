// Knows how the tables of a variant are built, verified and opened.
// Refuses to know which variants there are; included only where they are instantiated.
#pragma once

#include <memory>
#include <utility>

#include "engines/tablebase/generator/builder.hpp"
#include "engines/tablebase/generator/folder_tables.hpp"
#include "engines/tablebase/generator/instantiation.hpp"
#include "engines/tablebase/generator/verifier.hpp"

namespace crownstar::tablebase {

template <class Variant>
board::Checked<Report> Workshop<Variant>::build(const Order& order, const Watcher& watcher) {
  return Builder<Variant>(order, watcher).run();
}

template <class Variant>
board::Checked<Report> Workshop<Variant>::verify(const Order& order, const Watcher& watcher) {
  return Verifier<Variant>(order, watcher).run();
}

template <class Variant>
OpenedTables Workshop<Variant>::open(const std::string& folder, std::size_t cache_bytes) {
  auto tables = std::make_unique<FolderTables<Variant>>(folder, cache_bytes);
  auto refused = tables->open();
  return {std::move(tables), std::move(refused)};
}

}  // namespace crownstar::tablebase
