// The table operations of a variant, each compiled once in one of the files beside this.
#pragma once

#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/open.hpp"

namespace crownstar::tablebase {

template <class Variant>
struct TableOperations {
  static base::Checked<Report> build(const BuildRequest& request, const OnProgress& on_progress);
  static base::Checked<Report> verify(const BuildRequest& request, const OnProgress& on_progress);
  static OpenedTables open(const std::string& folder, std::size_t cache_bytes);
};

}  // namespace crownstar::tablebase
