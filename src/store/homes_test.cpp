// Every home of the store, put under the same tests. A new home is one more entry here.
#include "store/conformance_test.hpp"
#include "store/postgres_place_test.hpp"
#include "store/sqlite_store.hpp"

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
