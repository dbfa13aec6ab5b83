#include "site/store/open/open_store.hpp"

#include <utility>

namespace crownstar::store {

namespace {

template <typename Home>
Outcome<OpenStore> with_figures(Outcome<std::unique_ptr<Home>> opened) {
  if (!opened) return std::unexpected(opened.error());
  const Home* const home = opened->get();
  return OpenStore{*std::move(opened), [home] { return home->figures(); }};
}

}  // namespace

Outcome<OpenStore> open_store(const std::string& place, Post post) {
  if (is_postgres_address(place)) return with_figures(open_postgres({.address = place}, std::move(post)));
  SqliteOptions options;
  options.path = place;
  return with_figures(open_sqlite(std::move(options), std::move(post)));
}

}  // namespace crownstar::store
