// Logs what happens to the store's file while the server runs: damage, another file in its place, and that it is back.
// It does not know how that is found out.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "site/server/config/log.hpp"
#include "site/store/open/open_store.hpp"

namespace crownstar::server {

class StoreReport {
 public:
  // By the store's address, as the settings have it.
  StoreReport(Log& log, std::string store) : log_(log), store_(std::move(store)) {}

  void warn_of_shared_file_system();
  // Called again and again; each change is logged once.
  void note(const store::StoreFigures& figures);

 private:
  void note_damage(const store::StoreFigures& figures);
  void note_trouble(const std::string& trouble);

  Log& log_;
  std::string store_;
  // As they were logged last.
  std::string damage_;
  std::uint64_t checks_ = 0;
  std::string trouble_;
};

}  // namespace crownstar::server
