#include "site/store/open/postgres_store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "site/store/job_queue.hpp"
#include "site/store/postgres/schema.hpp"
#include "site/store/postgres/writer.hpp"
#include "site/store/statements/queued_store.hpp"

namespace crownstar::store {

namespace postgres {
namespace {

// As many reads share one transaction and one post.
constexpr std::size_t most_reads_together = 32;
// How often a writer that has nothing to do looks whether a database that was away has come back.
constexpr std::chrono::milliseconds look_again{500};

using Queue = BoundedQueue<Job>;

// The database's failure, not the request's: any other request would have failed too.
bool is_of_the_database(const Failure* failure) {
  return failure != nullptr && failure->kind != FailureKind::taken && failure->kind != FailureKind::absent &&
         failure->kind != FailureKind::stale && failure->kind != FailureKind::malformed;
}

class Backend final : public QueuedStore<PostgresStore, Connection> {
 public:
  Backend(const PostgresOptions& options, Post post, ReconnectingConnection writer, std::string name,
          std::vector<ReconnectingConnection> readers)
      : options_(options),
        post_(std::move(post)),
        writes_(options_.most_waiting_writes, options_.most_waiting_bytes),
        reads_(options_.most_waiting_reads, options_.most_waiting_bytes) {
    writer_ = std::thread(
        [this, writer = Writer(std::move(writer), std::move(name), state_)]() mutable { write_all(writer); });
    for (ReconnectingConnection& reader : readers) {
      readers_.emplace_back([this, line = std::move(reader)]() mutable { read_all(line); });
    }
  }

  ~Backend() override {
    state_.is_closing = true;
    reads_.close();
    writes_.close();
    for (std::thread& reader : readers_) reader.join();
    writer_.join();
  }

  StoreFigures figures() const override {
    return {.writes = writes_done_,
            .commits = commits_,
            .refusals = refusals_,
            .waiting = writes_.in_flight(),
            .is_failing = is_failing_ || state_.is_away};
  }

 protected:
  void enqueue_write(std::unique_ptr<Job> job) override { hand_over(writes_, std::move(job)); }
  void enqueue_read(std::unique_ptr<Job> job) override { hand_over(reads_, std::move(job)); }

 private:
  void hand_over(Queue& queue, std::unique_ptr<Job> job) {
    // Refused at once, instead of waiting for the transaction that is in doubt.
    const bool is_away = &queue == &writes_ && state_.is_away;
    if (!is_away && queue.push(job)) return;
    ++refusals_;
    job->fail({FailureKind::busy,
               is_away ? "the database can't be reached" : "more is waiting for the store than its bound allows"});
    Jobs jobs;
    jobs.push_back(std::move(job));
    finish_all(post_, std::move(jobs));
  }

  void write_all(Writer& writer) {
    while (!writes_.is_drained()) {
      Jobs jobs = writes_.take(options_.most_in_a_commit, look_again);
      if (jobs.empty()) {
        if (is_failing_ || state_.is_away) is_failing_ = !writer.is_reached();
        continue;
      }
      writer.commit(jobs);
      commits_ = writer.commits();
      writes_done_ += jobs.size();
      for (const auto& job : jobs) refusals_ += job->failure() != nullptr ? 1 : 0;
      is_failing_ = std::ranges::any_of(jobs, [](const auto& job) { return is_of_the_database(job->failure()); });
      writes_.over(jobs);
      finish_all(post_, std::move(jobs));
    }
  }

  void read_all(ReconnectingConnection& line) {
    for (Jobs jobs = reads_.take(most_reads_together); !jobs.empty(); jobs = reads_.take(most_reads_together)) {
      postgres::read(line, jobs);
      if (std::ranges::any_of(jobs, [](const auto& job) { return is_of_the_database(job->failure()); })) {
        is_failing_ = true;
      }
      reads_.over(jobs);
      finish_all(post_, std::move(jobs));
    }
  }

  const PostgresOptions options_;
  const Post post_;
  Queue writes_;
  Queue reads_;
  std::atomic<std::uint64_t> writes_done_ = 0;
  std::atomic<std::uint64_t> commits_ = 0;
  std::atomic<std::uint64_t> refusals_ = 0;
  std::atomic<bool> is_failing_ = false;
  WriterState state_;
  std::thread writer_;
  std::vector<std::thread> readers_;
};

std::string writer_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}", random(), random(), random());
}

}  // namespace
}  // namespace postgres

bool is_postgres_address(std::string_view location) {
  return location.starts_with("postgresql://") || location.starts_with("postgres://");
}

namespace {

// Of the others the value is left out: `sslpassword` and `passfile` are not the last ones that libpq will have.
constexpr std::array<std::string_view, 11> shown_parameters{"host",
                                                            "hostaddr",
                                                            "port",
                                                            "dbname",
                                                            "user",
                                                            "options",
                                                            "sslmode",
                                                            "sslrootcert",
                                                            "connect_timeout",
                                                            "application_name",
                                                            "target_session_attrs"};

bool is_shown(std::string_view parameter) {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  return name.size() < parameter.size() && std::ranges::find(shown_parameters, name) != shown_parameters.end();
}

// `host:port`, several with commas between them; what follows the last colon is no port where it is no number.
bool ends_in_a_port(std::string_view hosts) {
  const std::string_view port = hosts.substr(hosts.rfind(':') + 1);
  const bool is_number = std::ranges::all_of(port, [](char letter) { return letter >= '0' && letter <= '9'; });
  return !port.empty() && (is_number || port.ends_with(']'));
}

}  // namespace

// Rather too much is hidden than too little. A password in which `/`, `?` or `@` was not escaped is hidden too, whether
// libpq takes it or not: all up to the last `@` may be of it.
std::string shown_address(std::string_view location) {
  std::string shown(location);
  if (!is_postgres_address(location)) return shown;
  const std::size_t begin = shown.find("//") + 2;
  const std::size_t colon = shown.find(':', begin);
  const std::size_t at = shown.rfind('@');
  if (at != std::string::npos && at >= begin) {
    if (colon < at) shown.replace(colon + 1, at - colon - 1, "***");
  } else if (const std::size_t end = shown.find_first_of("/?", begin);
             colon < end && !ends_in_a_port(std::string_view(shown).substr(begin, end - begin))) {
    shown.replace(colon + 1, std::string::npos, "***");  // it is a user and a password, and the host is missing
  }
  const std::size_t query = shown.find('?', begin);
  if (query == std::string::npos) return shown;
  std::string result = shown.substr(0, query);
  for (std::size_t begins = query, ends = query; ends < shown.size(); begins = ends) {
    ends = std::min(shown.find('&', begins + 1), shown.size());
    const std::string parameter = shown.substr(begins + 1, ends - begins - 1);
    result += shown[begins];
    // Up to the sign, which may be missing: npos and one more are nothing.
    result += is_shown(parameter) ? parameter : parameter.substr(0, parameter.find('=') + 1) + "***";
  }
  return result;
}

// A database that is just starting, or has too many connections, is tried again for a moment.
static Outcome<std::unique_ptr<postgres::Connection>> open_patiently(const std::string& address) {
  constexpr int tries = 3;
  constexpr std::chrono::milliseconds pause{300};
  for (int tried = 1;; ++tried) {
    auto opened = postgres::Connection::open(address);
    if (opened || opened.error().kind != FailureKind::busy || tried == tries) return opened;
    std::this_thread::sleep_for(pause);
  }
}

Outcome<std::unique_ptr<PostgresStore>> open_postgres(const PostgresOptions& options, Post post) {
  auto writer = open_patiently(options.address);
  if (!writer) return std::unexpected(writer.error());
  if (options.must_exist) {
    const auto version = postgres::read_version(**writer);
    if (!version) return std::unexpected(version.error());
    if (*version == 0) {
      return std::unexpected(
          Failure{FailureKind::absent,
                  "the database has no site in it, and store-must-exist forbids to make a new one. Is it the right "
                  "database, and was its backup restored? For a first start, start once without store-must-exist"});
    }
  }
  if (auto migrated = postgres::migrate(**writer, postgres::schema_steps()); !migrated) {
    return std::unexpected(migrated.error());
  }
  // Left behind by programs that have ended.
  (*writer)->execute("DELETE FROM commits WHERE at < now() - interval '1 day'");
  if ((*writer)->has_failed()) return std::unexpected((*writer)->take_failure());
  std::vector<postgres::ReconnectingConnection> readers;
  for (int reader = 0; reader < std::max(options.readers, 1); ++reader) {
    auto opened = open_patiently(options.address);
    if (!opened) return std::unexpected(opened.error());
    readers.emplace_back(options.address, *std::move(opened));
  }
  return std::make_unique<postgres::Backend>(options, std::move(post),
                                             postgres::ReconnectingConnection(options.address, std::move(*writer)),
                                             postgres::writer_name(), std::move(readers));
}

}  // namespace crownstar::store
