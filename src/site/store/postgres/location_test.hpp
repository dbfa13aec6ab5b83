// A PostgreSQL server for tests: the one that ctest started, or one of this program's own. Each location is a schema
// in it.
#pragma once

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "site/store/conformance_test.hpp"
#include "site/store/open/postgres_store.hpp"
#include "site/store/postgres/connection.hpp"

namespace crownstar::store {

class PostgresServer {
 public:
  explicit PostgresServer(std::string file) : file_(std::move(file)) { read(); }
  // One for this program alone, which may be stopped and started.
  static std::unique_ptr<PostgresServer> own() {
    auto server = std::unique_ptr<PostgresServer>(new PostgresServer());
    server->run("start");
    server->read();
    return server;
  }
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer() {
    if (folder_) run("stop");
  }

  void kill() { run("kill"); }
  void start_again() { run("again"); }
  const std::string& address() const { return address_; }

  // Where the tests of this process find one.
  static const PostgresServer& shared() {
    static const std::unique_ptr<PostgresServer> server = [] {
      const char* const named = std::getenv("CROWNSTAR_TEST_POSTGRES");
      return named == nullptr ? own() : std::make_unique<PostgresServer>(named);
    }();
    return *server;
  }

 private:
  PostgresServer() : folder_(std::make_unique<ScratchFolder>()), file_(folder_->file("address")) {}

  void run(const std::string& action) {
    const std::string command = "tests/support/postgres.sh " + action + " " + file_;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
  void read() {
    std::ifstream text(file_);
    std::getline(text, address_);
    EXPECT_FALSE(address_.empty()) << "no PostgreSQL at " << file_;
  }

  std::unique_ptr<ScratchFolder> folder_;
  std::string file_;
  std::string address_;
};

// Something done to a database beside the store.
inline void run_sql(const std::string& address, const std::string& sql) {
  auto connection = postgres::Connection::open(address);
  ASSERT_TRUE(connection) << connection.error().text;
  (*connection)->execute(sql);
  EXPECT_FALSE((*connection)->has_failed()) << (*connection)->take_failure().text;
}

class PostgresLocation final : public StoreLocation {
 public:
  explicit PostgresLocation(const std::string& server) : server_(server), schema_(name_of_its_own()) {
    run_sql(server_, "CREATE SCHEMA " + schema_);
  }
  ~PostgresLocation() override {
    run_sql(server_, "SET client_min_messages = error; DROP SCHEMA IF EXISTS " + schema_ + " CASCADE");
  }

  std::string address() const {
    return fmt::format("{}&options=-csearch_path%3D{}&application_name={}", server_, schema_, schema_);
  }
  Outcome<std::unique_ptr<Store>> open(Post post) override {
    auto opened = open_postgres({.address = address()}, std::move(post));
    if (!opened) return std::unexpected(opened.error());
    return std::move(*opened);
  }
  // The database goes on with what a client asked for that is gone, and commits it.
  void wait_until_idle() override {
    bool is_at_work = true;
    for (int look = 0; look < 1'000 && is_at_work; ++look) {
      if (look > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      auto connection = postgres::Connection::open(server_);  // another one each time: a transaction sees one moment
      ASSERT_TRUE(connection) << connection.error().text;
      is_at_work = (*connection)->exists("SELECT 1 FROM pg_stat_activity WHERE application_name = $1", schema_);
      ASSERT_FALSE((*connection)->has_failed()) << (*connection)->take_failure().text;
    }
    EXPECT_FALSE(is_at_work);
  }

 private:
  static std::string name_of_its_own() {
    static int number = 0;
    return fmt::format("location_{}_{}", getpid(), ++number);
  }

  std::string server_;
  std::string schema_;
};

}  // namespace crownstar::store
