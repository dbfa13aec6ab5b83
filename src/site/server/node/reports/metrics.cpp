#include "site/server/node/reports/metrics.hpp"

#include <concepts>

#include <fmt/format.h>

namespace crownstar::server {
namespace {

class Sheet {
 public:
  void head(std::string_view name, std::string_view kind, std::string_view meaning) {
    text_ += fmt::format("# HELP crownstar_{0} {1}\n# TYPE crownstar_{0} {2}\n", name, meaning, kind);
  }
  template <typename T>
  void row(std::string_view name, const T& value) {
    text_ += fmt::format("crownstar_{} {}\n", name, value);
  }
  template <typename T>
  void gauge(std::string_view name, std::string_view meaning, const T& value) {
    head(name, "gauge", meaning);
    row(name, value);
  }
  template <typename T>
  void counter(std::string_view name, std::string_view meaning, const T& value) {
    head(name, "counter", meaning);
    row(name, value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_transport(Sheet& sheet, const TransportFigures& figures) {
  sheet.gauge("connections", "Open connections, sockets and streams among them.", figures.connections);
  sheet.gauge("sockets", "Open WebSockets.", figures.sockets);
  sheet.gauge("streams", "Open streams of lines.", figures.streams);
  sheet.counter("connections_accepted_total", "Connections taken.", figures.accepted);
  sheet.counter("connections_turned_away_total", "Connections past a bound on their number.", figures.turned_away);
  sheet.counter("http_requests_total", "Requests of HTTP that could be read.", figures.requests);
  sheet.counter("malformed_total", "Requests, frames and messages that were none.", figures.malformed);
  sheet.counter("slow_readers_total", "Connections cut off because they did not read.", figures.slow_readers);
  sheet.gauge("waiting_bytes", "What waits for slow readers; a text that many share counts a part in each queue.",
              figures.waiting_bytes);
  sheet.counter("silent_total", "Connections cut off because nothing came.", figures.silent);
  sheet.counter("tls_failures_total", "TLS handshakes that failed.", figures.tls_failures);
  if (figures.certificate_expires.time_since_epoch().count() > 0) {
    sheet.gauge("certificate_expires_seconds", "When the certificate expires, in seconds since 1970.",
                figures.certificate_expires.time_since_epoch().count());
  }
  sheet.counter("messages_received_total", "Messages on sockets, in.", figures.messages_in);
  sheet.counter("messages_sent_total", "Messages on sockets and lines of streams, out.", figures.messages_out);
  sheet.head("round_trip_seconds", "histogram", "Time of a ping to a player and back.");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < LagHistogram::bounds.size(); ++i) {
    sum += figures.lag.counts[i];
    sheet.row(fmt::format("round_trip_seconds_bucket{{le=\"{}\"}}", LagHistogram::bounds[i] / 1000.0), sum);
  }
  sum += figures.lag.counts.back();
  sheet.row("round_trip_seconds_bucket{le=\"+Inf\"}", sum);
  sheet.row("round_trip_seconds_sum", figures.lag.sum_seconds);
  sheet.row("round_trip_seconds_count", sum);
}

void add_live_matches(Sheet& sheet, const live::Figures& figures) {
  sheet.gauge("matches_running", "Matches that are being played.", figures.matches_running);
  sheet.gauge("matches_waiting", "Matches that wait for players.", figures.matches_waiting);
  sheet.gauge("clocks_standing", "Matches whose clock stands until lost time is stored.", figures.clocks_standing);
  sheet.gauge("matches_in_memory", "Matches held in memory.", figures.matches_in_memory);
  sheet.gauge("spectators", "Connections that watch without a seat.", figures.spectators);
  sheet.gauge("seeks", "Open seeks.", figures.seeks);
  sheet.gauge("engines_thinking", "Seats of the computer that think.", figures.engines_thinking);
  sheet.counter("commands_taken_total", "Commands that became events.", figures.commands_taken);
  sheet.counter("commands_refused_total", "Commands that were refused.", figures.commands_refused);
  sheet.counter("commands_repeated_total", "Commands sent again and answered as before.", figures.commands_repeated);
  sheet.counter("events_stored_total", "Events of matches that are stored.", figures.events_stored);
  sheet.counter("appends_failed_total", "Appends that the store could not keep.", figures.appends_failed);
}

void add_store(Sheet& sheet, const store::StoreFigures& figures) {
  sheet.counter("store_writes_total", "Writes asked of the store.", figures.writes);
  sheet.counter("store_commits_total", "Transactions in which they went to the disk.", figures.commits);
  sheet.counter("store_refusals_total", "Writes that the store refused.", figures.refusals);
  sheet.gauge("store_waiting", "Writes on their way.", figures.waiting);
  sheet.gauge("store_degraded", "1 where it refuses writes, is damaged, or is not the file that was opened.",
              figures.is_degraded() ? 1 : 0);
}

void add_engines(Sheet& sheet, const engine::PoolLoad& load) {
  sheet.gauge("engine_searches_running", "Searches that run, here and with workers.", load.running);
  sheet.gauge("engine_searches_waiting", "Searches that wait for a thread, here or with a worker.", load.waiting);
  sheet.counter("engine_searches_finished_total", "Searches that are done.", load.finished);
  sheet.counter("engine_searches_turned_away_total", "Searches past the bound of the queue.", load.turned_away);
}

void add_workers(Sheet& sheet, const workers::SharedFigures& figures) {
  sheet.gauge("workers", "Engine workers that were heard lately.", figures.queue.workers);
  sheet.gauge("worker_queue_running", "Searches of this node that workers have.", figures.queue.running);
  sheet.gauge("worker_queue_waiting", "Searches of this node that wait for a worker.", figures.queue.waiting);
  sheet.counter("worker_searches_finished_total", "Searches that workers have done.", figures.queue.finished);
  sheet.counter("worker_searches_given_again_total", "Searches given to another worker.", figures.queue.given_again);
  sheet.counter("worker_searches_taken_back_total", "Searches done on this node after all.", figures.taken_back);
}

void add_bus(Sheet& sheet, const bus::BusFigures& figures) {
  sheet.gauge("bus_connected", "1 where the broker is reached.", figures.is_connected ? 1 : 0);
  sheet.counter("bus_published_total", "Messages published.", figures.published);
  sheet.counter("bus_delivered_total", "Messages heard.", figures.delivered);
  sheet.counter("bus_dropped_total", "Messages thrown away, for too many waited or it was too long.", figures.dropped);
  sheet.counter("bus_not_understood_total", "Messages in words of another version, which are left alone.",
                figures.not_understood);
  sheet.counter("bus_lost_total", "Times that the broker was lost.", figures.times_lost);
  sheet.gauge("bus_waiting", "Messages that wait to be sent.", figures.waiting);
  sheet.gauge("bus_subscriptions", "Subjects that this node follows or serves.", figures.subscriptions);
}

}  // namespace

std::string write_metrics(const Figures& figures) {
  Sheet sheet;
  sheet.head("build_info", "gauge", "The version that runs.");
  sheet.row(fmt::format("build_info{{version=\"{}\"}}", figures.version), 1);
  sheet.gauge("uptime_seconds", "Since the start.", figures.uptime_seconds);
  add_transport(sheet, figures.transport);
  sheet.head("http_answers_total", "counter", "Answers of HTTP by status.");
  for (const auto& [status, count] : figures.answers_by_status) {
    sheet.row(fmt::format("http_answers_total{{status=\"{}\"}}", status), count);
  }
  add_live_matches(sheet, figures.live);
  add_store(sheet, figures.store);
  add_engines(sheet, figures.engines);
  if (figures.shared_engines) {
    add_workers(sheet, *figures.shared_engines);
    add_bus(sheet, figures.bus);
  }
  sheet.head("security_events_total", "counter", "Sign-ins, refused ones, and what was changed about accounts.");
  for (const auto& [what, count] : figures.security_events) {
    sheet.row(fmt::format("security_events_total{{what=\"{}\"}}", what), count);
  }
  sheet.gauge("people_present", "People with an open socket or stream.", figures.people_present);
  sheet.gauge("passwords_waiting", "Passwords that wait to be hashed.", figures.passwords_waiting);
  return sheet.take();
}

}  // namespace crownstar::server
