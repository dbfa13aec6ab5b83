#include "site/store/postgres/connection.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <poll.h>

#include "base/limits.hpp"

namespace crownstar::store::postgres {

namespace {

// Answers are small, but they wait in the system's buffers until they are read: past so many, both sides would wait for
// the other.
constexpr int most_unanswered = 512;

std::string one_line(std::string_view text) {
  std::string line;
  for (const char letter : text) {
    if (letter != '\n' && letter != '\r') {
      line += letter;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string_view field(const PGresult* result, int code) {
  const char* const text = PQresultErrorField(result, code);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// libpq quotes what it does not understand, and in an address that was not escaped that is a piece of the password.
bool is_understood(const std::string& address) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(address.c_str(), nullptr),
                                                                             PQconninfoFree);
  if (!options) return false;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view name = option->keyword;
    const std::string_view value = option->val == nullptr ? "" : option->val;
    if ((name == "host" || name == "dbname") && value.find('@', 1) < value.size()) return false;
    if (name == "port" && value.find_first_not_of("0123456789,") < value.size()) return false;
  }
  return true;
}

// In our statements a question mark before a digit is always a parameter.
std::string with_dollars(std::string_view sql) {
  std::string text(sql);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '?' && text[at + 1] >= '1' && text[at + 1] <= '9') text[at] = '$';
  }
  return text;
}

}  // namespace

FailureKind failure_kind(std::string_view state) {
  if (state == "23505") return FailureKind::taken;                          // unique_violation
  if (state == "53100") return FailureKind::full;                           // disk_full
  if (state == "25006") return FailureKind::read_only;                      // read_only_sql_transaction: a standby
  if (state == "22021" || state == "22P05") return FailureKind::malformed;  // no UTF-8, or a zero in a text
  // Deadlocks and what could not be serialised, connections and memory run out, canceled, going down, no connection.
  for (const std::string_view passing : {"40", "53", "57", "55", "08"}) {
    if (state.starts_with(passing)) return FailureKind::busy;
  }
  return FailureKind::broken;
}

std::int64_t Row::integer(int column) const {
  const int length = PQgetlength(result_, row_, column);
  const char* const bytes = PQgetvalue(result_, row_, column);
  if (length == 0) return 0;
  // The sign is in the first byte.
  auto number = static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<signed char>(bytes[0])));
  for (int byte = 1; byte < length; ++byte) number = (number << 8U) | static_cast<unsigned char>(bytes[byte]);
  return static_cast<std::int64_t>(number);
}

std::string Row::text(int column) const {
  return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(PQgetlength(result_, row_, column))};
}

Outcome<std::unique_ptr<Connection>> Connection::open(const std::string& address) {
  // The address comes last, so that what it says wins.
  const std::array<const char*, 9> names{"application_name",
                                         "connect_timeout",
                                         "tcp_user_timeout",
                                         "keepalives_idle",
                                         "keepalives_interval",
                                         "keepalives_count",
                                         "client_encoding",
                                         "dbname",
                                         nullptr};
  const std::array<const char*, 9> values{"crownstar", "5", "10000", "5", "3", "3", "UTF8", address.c_str(), nullptr};
  std::unique_ptr<Connection> connection(new Connection(PQconnectdbParams(names.data(), values.data(), 1)));
  PGconn* const raw = connection->connection_.get();
  if (PQstatus(raw) != CONNECTION_OK) {
    if (!is_understood(address)) {
      return std::unexpected(
          Failure{FailureKind::broken,
                  "the address can't be understood; in a password write / as %2F, ? as %3F, @ as %40, : as %3A, & as "
                  "%26 and % as %25"});
    }
    return std::unexpected(Failure{FailureKind::busy, one_line(PQerrorMessage(raw))});
  }
  PQsetNoticeProcessor(raw, [](void*, const char*) {}, nullptr);
  if (PQserverVersion(raw) < 140'000) {
    return std::unexpected(Failure{FailureKind::broken, "the database is older than PostgreSQL 14"});
  }
  const char* const encoding = PQparameterStatus(raw, "server_encoding");
  if (encoding == nullptr || std::string_view(encoding) != "UTF8") {
    return std::unexpected(
        Failure{FailureKind::broken, fmt::format("the database keeps text as {}, not as UTF8; make one with ENCODING "
                                                 "'UTF8' TEMPLATE template0",
                                                 encoding == nullptr ? "something unknown" : encoding)});
  }
  // An acknowledgement means that it is on the disk, whatever the database was set to.
  connection->execute(
      "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'");
  if (connection->has_failed()) return std::unexpected(connection->take_failure());
  if (PQenterPipelineMode(raw) != 1) {
    return std::unexpected(Failure{FailureKind::broken, "the connection can't be pipelined"});
  }
  return connection;
}

void Connection::execute(const std::string& sql) {
  if (failure_) return;
  const bool was_pipelined = PQpipelineStatus(connection_.get()) != PQ_PIPELINE_OFF;
  if (was_pipelined) PQexitPipelineMode(connection_.get());
  const Result result(PQexec(connection_.get(), sql.c_str()));
  note(result.get());
  if (was_pipelined && !is_lost_) PQenterPipelineMode(connection_.get());
}

void Connection::begin(Kind kind) {
  is_in_doubt_ = false;
  is_worth_another_try_ = false;
  is_aborted_ = false;
  if (!failure_ && has_hung_up()) lose();
  send_plain(kind == Kind::writing ? "BEGIN" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  is_open_ = true;
}

// Whether the database has closed an idle connection: noticed now, it is certain that nothing was done.
bool Connection::has_hung_up() const {
  pollfd line{.fd = PQsocket(connection_.get()), .events = POLLRDHUP, .revents = 0};
  return poll(&line, 1, 0) != 0;
}

bool Connection::commit() {
  if (failure_) return false;
  send_plain("COMMIT");
  const bool was_asked = !failure_ && PQpipelineSync(connection_.get()) == 1;
  const Result ended = collect();
  const bool is_synchronised = was_asked && synchronise();
  if (is_lost_ && was_asked) is_in_doubt_ = true;
  if (failure_ || !is_synchronised) return false;
  is_open_ = false;
  if (ended != nullptr && std::string_view(PQcmdStatus(ended.get())) == "COMMIT") return true;
  fail(FailureKind::broken, "the database undid what it was asked to commit");
  return false;
}

void Connection::roll_back() {
  matches_met_.clear();
  if (!is_lost_ && is_open_) {
    failure_.reset();
    // First leave the pipeline's error state, then the transaction.
    const bool is_clear = PQpipelineSync(connection_.get()) == 1 && (collect(), synchronise());
    failure_.reset();
    if (is_clear) {
      send_plain("ROLLBACK");
      if (PQpipelineSync(connection_.get()) == 1) collect();
      synchronise();
    }
  }
  is_open_ = false;
  if (!is_lost_) failure_.reset();
}

void Connection::send_plain(const char* sql) {
  if (failure_) return;
  if (PQsendQueryParams(connection_.get(), sql, 0, nullptr, nullptr, nullptr, nullptr, 1) != 1) return lose();
  ++sent_;
}

bool Connection::prepare(std::string_view sql, const Parameters& parameters, std::string& name) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) {
    name = found->second;
    return true;
  }
  // A name is never used twice: a statement whose transaction failed may or may not exist.
  name = fmt::format("s{}", ++names_);
  const std::string text = with_dollars(sql);
  if (PQsendPrepare(connection_.get(), name.c_str(), text.c_str(), parameters.count, parameters.types) != 1) {
    lose();
    return false;
  }
  ++sent_;
  statements_.emplace(sql, name);
  unsure_.push_back(sql);
  return true;
}

void Connection::send(std::string_view sql, const Parameters& parameters) {
  if (failure_) return;
  std::string name;
  if (!prepare(sql, parameters, name)) return;
  static constexpr std::array<int, 32> binary = [] {
    std::array<int, 32> all{};
    all.fill(1);
    return all;
  }();
  if (PQsendQueryPrepared(connection_.get(), name.c_str(), parameters.count, parameters.values, parameters.lengths,
                          binary.data(), 1) != 1) {
    return lose();
  }
  ++sent_;
  if (sent_ < most_unanswered) return;
  PQsendFlushRequest(connection_.get());
  collect();
}

Result Connection::ask(std::string_view sql, const Parameters& parameters) {
  send(sql, parameters);
  return wait();
}

Result Connection::ask_once(const std::string& sql) {
  send_plain(sql.c_str());
  return wait();
}

Result Connection::wait() {
  if (failure_) return nullptr;
  if (PQsendFlushRequest(connection_.get()) != 1) {
    lose();
    return nullptr;
  }
  Result result = collect();
  if (failure_) return nullptr;
  return result;
}

Result Connection::collect() {
  Result last;
  while (sent_ > 0 && !is_lost_) {
    Result result(PQgetResult(connection_.get()));
    if (!result) {
      lose();
      break;
    }
    // After each answer comes an empty one.
    const Result end(PQgetResult(connection_.get()));
    --sent_;
    note(result.get());
    last = std::move(result);
  }
  if (!failure_) unsure_.clear();
  return last;
}

// To the mark that PQpipelineSync has set.
bool Connection::synchronise() {
  while (!is_lost_) {
    const Result result(PQgetResult(connection_.get()));
    if (!result) {
      lose();
      break;
    }
    if (PQresultStatus(result.get()) == PGRES_PIPELINE_SYNC) return true;
    note(result.get());
  }
  return false;
}

void Connection::note(const PGresult* result) {
  const ExecStatusType status = result == nullptr ? PGRES_FATAL_ERROR : PQresultStatus(result);
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_PIPELINE_ABORTED) return;
  const std::string_view state = result == nullptr ? "" : field(result, PG_DIAG_SQLSTATE);
  if (PQstatus(connection_.get()) == CONNECTION_BAD || state.empty()) return lose();
  // The database is about to close the connection.
  if (state.starts_with("57P")) is_lost_ = true;
  if (!failure_) is_worth_another_try_ = state.starts_with("40");
  is_aborted_ = true;
  fail(failure_kind(state), fmt::format("{} ({})", one_line(field(result, PG_DIAG_MESSAGE_PRIMARY)), state));
  for (const std::string_view sql : unsure_) statements_.erase(sql);
  unsure_.clear();
}

void Connection::lose() {
  is_lost_ = true;
  is_aborted_ = true;
  sent_ = 0;
  const std::string said = one_line(PQerrorMessage(connection_.get()));
  fail(FailureKind::busy, said.empty() ? "the connection to the database was lost" : said);
}

int Connection::changed_rows(const PGresult* result) {
  return result == nullptr ? 0 : std::atoi(PQcmdTuples(const_cast<PGresult*>(result)));
}

void Connection::fail(FailureKind kind, std::string text) {
  if (!failure_) failure_ = Failure{kind, std::move(text)};
}

void Connection::remember_match(const std::string& id) {
  if (matches_met_.size() >= limits::matches_met) matches_met_.clear();
  matches_met_.insert(id);
}

}  // namespace crownstar::store::postgres
