// Copies a whole site: reads all rows of a store at one moment, and fills an empty store in one transaction.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "site/store/transfer/site_stream.hpp"

namespace crownstar::store {

using VisitRow = std::function<bool(const SiteRow&)>;  // false: no further

class SiteSource {
 public:
  virtual ~SiteSource() = default;
  // In the order of a stream, all of one moment, also while the store is served.
  virtual Outcome<void> visit(const VisitRow& visit) = 0;
};
Outcome<std::unique_ptr<SiteSource>> open_site_source(const std::string& location);

// Nothing of it is there for others until `commit` has succeeded, and everything then.
class SiteTarget : public SiteSource {
 public:
  virtual Outcome<void> add(const SiteRow& row) = 0;
  virtual Outcome<void> commit() = 0;
};
// Refused: a file that is there, a database that has any row of a site.
Outcome<std::unique_ptr<SiteTarget>> open_site_target(const std::string& location);

struct CopyListeners {
  std::function<void(const SiteTotals& so_far)> on_row = [](const SiteTotals&) {};
  std::function<void(const SiteTotals& so_far)> on_checked = [](const SiteTotals&) {};
};

Outcome<SiteTotals> export_site(const std::string& location, const WriteText& write, const CopyListeners& listeners);

// A line without its end; false: there is none left.
using NextLine = std::function<Outcome<bool>(std::string& line)>;
// Reads everything back from the new store, before it is committed, and compares it game by game with what came.
Outcome<SiteTotals> import_site(const std::string& location, const NextLine& next, const CopyListeners& listeners);

}  // namespace crownstar::store
