// Knows which home a store's name means, a file or an address of PostgreSQL, and opens it.
// Refuses to know how either keeps what it is given.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "site/store/open/postgres_store.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

struct OpenStore {
  std::unique_ptr<Store> store;
  std::function<StoreFigures()> figures;  // as long as the store is there
};

// `postgresql://…`, else the name of a file.
Outcome<OpenStore> open_store(const std::string& place, Post post);

}  // namespace crownstar::store
