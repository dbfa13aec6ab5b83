#include "site/server/node/reports/store_report.hpp"

#include <string_view>

namespace crownstar::server {

void StoreReport::warn_of_shared_file_system() {
  const std::string_view kind = store::doubtful_file_system(store_);
  if (kind.empty()) return;
  log_.write(LogLevel::warning, "store_file_system",
             {{"store", store_},
              {"kind", std::string(kind)},
              {"reason", "if other machines can reach this file system, two servers are not kept apart"}});
}

void StoreReport::note(const store::StoreFigures& figures) {
  note_damage(figures);
  note_trouble(figures.trouble);
}

void StoreReport::note_damage(const store::StoreFigures& figures) {
  if (!figures.damage.empty() && damage_ != figures.damage) {
    log_.write(LogLevel::error, "store_damaged",
               {{"reason", figures.damage},
                {"advice", "stop the server, run `crownstar check`, and restore the last backup that has no faults"}});
  } else if (figures.checks != checks_ && figures.damage.empty()) {
    log_.write(LogLevel::info, "store_checked", {{"store", store_}});
  }
  damage_ = figures.damage;
  checks_ = figures.checks;
}

// Whether the store's file is still the one that its name leads to.
void StoreReport::note_trouble(const std::string& trouble) {
  if (trouble == trouble_) return;
  if (trouble.empty()) {
    log_.write(LogLevel::info, "store_back", {{"store", store_}});
  } else {
    log_.write(LogLevel::error, "store_gone", {{"reason", trouble}});
  }
  trouble_ = trouble;
}

}  // namespace crownstar::server
