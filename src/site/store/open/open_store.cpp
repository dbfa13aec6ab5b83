#include "site/store/open/open_store.hpp"

#include <utility>

#include "site/store/file_lock.hpp"

namespace crownstar::store {

namespace {

template <typename Backend>
Outcome<OpenStore> with_figures(Outcome<std::unique_ptr<Backend>> opened) {
  if (!opened) return std::unexpected(opened.error());
  const Backend* const home = opened->get();
  return OpenStore{*std::move(opened), [home] { return home->figures(); }};
}

}  // namespace

Outcome<OpenStore> open_store(const std::string& location, bool must_exist, Post post) {
  if (is_postgres_address(location)) {
    return with_figures(open_postgres({.address = location, .must_exist = must_exist}, std::move(post)));
  }
  SqliteOptions options;
  options.path = location;
  options.must_exist = must_exist;
  return with_figures(open_sqlite(std::move(options), std::move(post)));
}

std::string_view doubtful_file_system(const std::string& location) {
  return is_postgres_address(location) ? std::string_view() : file_system_of(location).name;
}

}  // namespace crownstar::store
