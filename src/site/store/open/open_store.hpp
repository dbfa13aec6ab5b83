// Opens a store from its location: a file name (SQLite) or a PostgreSQL address.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "site/store/open/postgres_store.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/store.hpp"

namespace crownstar::store {

struct OpenStore {
  std::unique_ptr<Store> store;
  std::function<StoreFigures()> figures;  // as long as the store is there
};

// `postgresql://…`, else the name of a file. `must_exist`: refuses to make a new store, also of an empty file or
// database.
Outcome<OpenStore> open_store(const std::string& location, bool must_exist, Post post);

// The kind of file system of a store's file, where other machines may reach it and locks may not; empty otherwise.
std::string_view doubtful_file_system(const std::string& location);

}  // namespace crownstar::store
