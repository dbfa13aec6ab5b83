// Knows that what is done with tables is compiled once a variant, in one of the files beside this.
// Refuses to know what is in them.
#pragma once

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"

namespace crownstar::tablebase {

template <class Variant>
struct Workshop {
  static board::Checked<Report> build(const Order& order, const Watcher& watcher);
  static board::Checked<Report> verify(const Order& order, const Watcher& watcher);
  static OpenedTables open(const std::string& folder, std::size_t cache_bytes);
};

}  // namespace crownstar::tablebase
