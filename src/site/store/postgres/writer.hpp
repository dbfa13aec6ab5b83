// Groups requests into PostgreSQL transactions. A request that fails does not harm the others; a commit whose answer
// was lost with the connection is resolved afterwards.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "site/store/jobs.hpp"
#include "site/store/postgres/connection.hpp"

namespace crownstar::store::postgres {

using Job = JobOn<Connection>;
using Jobs = JobsOn<Connection>;

// A connection that reconnects when it was lost, with pauses that spare a database which is starting.
class ReconnectingConnection {
 public:
  explicit ReconnectingConnection(std::string address, std::unique_ptr<Connection> connection)
      : address_(std::move(address)), connection_(std::move(connection)) {}

  // Null if the database can't be reached now; `failure` has the reason.
  Connection* reach();
  Failure failure() const { return {FailureKind::busy, "the database can't be reached: " + reason_}; }

 private:
  std::string address_;
  std::unique_ptr<Connection> connection_;
  std::chrono::steady_clock::time_point next_try_{};
  std::string reason_;
};

// State shared by the writer's thread and the owner's.
struct WriterState {
  std::atomic<bool> is_closing = false;  // patience comes to an end sooner
  std::atomic<bool> is_away = false;     // the database can't be reached, as of the last attempt
};

class Writer {
 public:
  Writer(ReconnectingConnection line, std::string name, WriterState& state)
      : line_(std::move(line)), name_(std::move(name)), state_(state) {}

  // Afterwards each job has its outcome: what succeeded is committed. Several transactions where one request makes the
  // others' fail.
  void commit(std::span<const std::unique_ptr<Job>> jobs);
  // Whether the database answers; connects where it can again.
  bool is_reached() { return reach() != nullptr; }
  std::uint64_t commits() const { return commits_; }

 private:
  Connection* reach();
  enum class End { committed, refused, lost, in_doubt };
  End carry_out(Connection& connection, std::span<const std::unique_ptr<Job>> jobs);
  End end_failed(Connection& connection);
  std::optional<bool> resolve_commit();
  std::optional<bool> try_to_resolve(Connection& connection);

  ReconnectingConnection line_;
  std::string name_;
  WriterState& state_;
  std::int64_t number_ = 0;  // of the last transaction
  std::uint64_t commits_ = 0;
  Failure failure_{};  // of the last one that was not committed
  bool is_worth_another_try_ = false;
};

// Runs reads, some of them in one transaction.
void read(ReconnectingConnection& line, std::span<const std::unique_ptr<Job>> jobs);

}  // namespace crownstar::store::postgres
