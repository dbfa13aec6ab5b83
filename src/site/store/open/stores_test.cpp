// Every home of the store, put under the same tests. A new home is one more entry here.
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/postgres/postgres_place_test.hpp"

namespace crownstar::store {

namespace {

class SqlitePlace final : public Place {
 public:
  Outcome<std::unique_ptr<Store>> open(Post post) override {
    auto opened = open_sqlite({.path = folder_.file("store.db")}, std::move(post));
    if (!opened) return std::unexpected(opened.error());
    return std::move(*opened);
  }

 private:
  ScratchFolder folder_;
};

}  // namespace

std::vector<HomeUnderTest> all_homes() {
  return {{"sqlite", [] { return std::make_unique<SqlitePlace>(); }},
          {"postgres", [] { return std::make_unique<PostgresPlace>(PostgresServer::shared().address()); }}};
}

}  // namespace crownstar::store
