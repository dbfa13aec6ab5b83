// Runs the conformance tests on every backend. To add a backend, add an entry here.
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"
#include "site/store/postgres/location_test.hpp"

namespace crownstar::store {

namespace {

class SqliteLocation final : public StoreLocation {
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

std::vector<BackendUnderTest> all_backends() {
  return {{"sqlite", [] { return std::make_unique<SqliteLocation>(); }},
          {"postgres", [] { return std::make_unique<PostgresLocation>(PostgresServer::shared().address()); }}};
}

}  // namespace crownstar::store
