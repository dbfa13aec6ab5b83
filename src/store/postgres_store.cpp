#include "store/postgres_store.hpp"

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "store/job_queue.hpp"
#include "store/postgres_matches.hpp"
#include "store/postgres_people.hpp"
#include "store/postgres_schema.hpp"
#include "store/postgres_writer.hpp"

namespace crownstar::store {

namespace postgres {
namespace {

// As many reads share one transaction and one post.
constexpr std::size_t most_reads_together = 32;
// How often a writer that has nothing to do looks whether a database that was away has come back.
constexpr std::chrono::milliseconds look_again{500};

using Queue = QueueOf<Job>;

std::size_t bytes_of(const std::vector<EventRow>& rows) {
  std::size_t bytes = 0;
  for (const EventRow& row : rows) bytes += row.body.size() + row.kind.size() + 64;
  return bytes;
}

// Not because of what was asked: another request would have fared no better.
bool is_of_the_database(const Failure* failure) {
  return failure != nullptr && failure->kind != FailureKind::taken && failure->kind != FailureKind::absent &&
         failure->kind != FailureKind::stale && failure->kind != FailureKind::malformed;
}

class Home final : public PostgresStore {
 public:
  Home(const PostgresOptions& options, Post post, Line writer, std::string name, std::vector<Line> readers)
      : options_(options),
        post_(std::move(post)),
        writes_(options_.most_waiting_writes, options_.most_waiting_bytes),
        reads_(options_.most_waiting_reads, options_.most_waiting_bytes) {
    writer_ = std::thread(
        [this, writer = Writer(std::move(writer), std::move(name), signs_)]() mutable { write_all(writer); });
    for (Line& reader : readers) {
      readers_.emplace_back([this, line = std::move(reader)]() mutable { read_all(line); });
    }
  }

  ~Home() override {
    signs_.is_closing = true;
    reads_.close();
    writes_.close();
    for (std::thread& reader : readers_) reader.join();
    writer_.join();
  }

  StoreFigures figures() const override {
    return {.writes = writes_done_,
            .commits = commits_,
            .refusals = refusals_,
            .waiting = writes_.on_their_way(),
            .is_failing = is_failing_ || signs_.is_away};
  }

  void create_match(MatchHeader header, std::vector<EventRow> first_events, Done<void> done) override {
    const std::size_t bytes = bytes_of(first_events) + header.details.size() + 512;
    write<void>(std::move(done), bytes, [header = std::move(header), rows = std::move(first_events)](Connection& c) {
      postgres::create_match(c, header, rows);
    });
  }
  void append(Append append, Done<void> done) override {
    const std::size_t bytes = bytes_of(append.rows) + 128;
    write<void>(std::move(done), bytes, [append = std::move(append)](Connection& c) { postgres::append(c, append); });
  }
  void events(std::string match, int from, int limit, Done<std::vector<EventRow>> done) override {
    read<std::vector<EventRow>>(std::move(done), [match = std::move(match), from, limit](Connection& c) {
      return postgres::events(c, match, from, limit);
    });
  }
  void find_match(std::string id, Done<std::optional<MatchHeader>> done) override {
    read<std::optional<MatchHeader>>(std::move(done),
                                     [id = std::move(id)](Connection& c) { return postgres::find_match(c, id); });
  }
  void unfinished_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done),
                    [page = std::move(page)](Connection& c) { return postgres::unfinished_matches(c, page); });
  }
  void all_matches(PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done),
                    [page = std::move(page)](Connection& c) { return postgres::all_matches(c, page); });
  }
  void matches_of_player(std::string player, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [player = std::move(player), page = std::move(page)](Connection& c) {
      return postgres::matches_of_player(c, player, page);
    });
  }
  void finished_matches(std::string game, PageRequest page, Done<MatchPage> done) override {
    read<MatchPage>(std::move(done), [game = std::move(game), page = std::move(page)](Connection& c) {
      return postgres::finished_matches(c, game, page);
    });
  }
  void append_chat(ChatRow line, Done<int> done) override {
    const std::size_t bytes = line.text.size() + 128;
    write<int>(std::move(done), bytes,
               [line = std::move(line)](Connection& c) { return postgres::append_chat(c, line); });
  }
  void chat(std::string match, std::string room, int after, int newest, Done<std::vector<ChatRow>> done) override {
    read<std::vector<ChatRow>>(std::move(done),
                               [match = std::move(match), room = std::move(room), after, newest](Connection& c) {
                                 return postgres::chat(c, match, room, after, newest);
                               });
  }

  void create_player(PlayerRow player, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player)](Connection& c) { postgres::create_player(c, player); });
  }
  void find_player(std::string id, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(std::move(done),
                                   [id = std::move(id)](Connection& c) { return postgres::find_player(c, id); });
  }
  void find_account(std::string name_key, Done<std::optional<PlayerRow>> done) override {
    read<std::optional<PlayerRow>>(
        std::move(done), [key = std::move(name_key)](Connection& c) { return postgres::find_account(c, key); });
  }
  void rename_guest(std::string guest, std::string name, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), name = std::move(name)](Connection& c) {
      postgres::rename_guest(c, guest, name);
    });
  }
  void promote_guest(PlayerRow account, Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account)](Connection& c) { postgres::promote_guest(c, account); });
  }
  void improve_password_hash(std::string account, std::string old_hash, std::string new_hash,
                             Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), from = std::move(old_hash), to = std::move(new_hash)](Connection& c) {
                  postgres::improve_password_hash(c, account, from, to);
                });
  }
  void change_password(std::string account, std::string password_hash, std::string session_kept,
                       Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account), hash = std::move(password_hash),
                 kept = std::move(session_kept)](Connection& c) { postgres::change_password(c, account, hash, kept); });
  }
  void change_preferences(std::string player, std::string preferences, Done<void> done) override {
    const std::size_t bytes = small + preferences.size();
    write<void>(std::move(done), bytes,
                [player = std::move(player), preferences = std::move(preferences)](Connection& c) {
                  postgres::change_preferences(c, player, preferences);
                });
  }
  void player_seen(std::string player, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [player = std::move(player), at](Connection& c) { postgres::player_seen(c, player, at); });
  }
  void claim_guest(std::string guest, std::string account, Done<void> done) override {
    write<void>(std::move(done), small, [guest = std::move(guest), account = std::move(account)](Connection& c) {
      postgres::claim_guest(c, guest, account);
    });
  }
  void delete_account(std::string account, Done<void> done) override {
    write<void>(std::move(done), small,
                [account = std::move(account)](Connection& c) { postgres::delete_account(c, account); });
  }

  void create_session(SessionRow session, Done<void> done) override {
    write<void>(std::move(done), small,
                [session = std::move(session)](Connection& c) { postgres::create_session(c, session); });
  }
  void find_session(std::string hash, Done<std::optional<SessionRow>> done) override {
    read<std::optional<SessionRow>>(
        std::move(done), [hash = std::move(hash)](Connection& c) { return postgres::find_session(c, hash); });
  }
  void sessions_of(std::string player, Done<std::vector<SessionRow>> done) override {
    read<std::vector<SessionRow>>(
        std::move(done), [player = std::move(player)](Connection& c) { return postgres::sessions_of(c, player); });
  }
  void session_seen(std::string hash, Instant seen, Instant expires, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash), seen, expires](Connection& c) {
      postgres::session_seen(c, hash, seen, expires);
    });
  }
  void rotate_session(std::string old_hash, std::string new_hash, Instant seen, Instant expires,
                      Done<void> done) override {
    write<void>(std::move(done), small,
                [from = std::move(old_hash), to = std::move(new_hash), seen, expires](Connection& c) {
                  postgres::rotate_session(c, from, to, seen, expires);
                });
  }
  void revoke_session(std::string hash, Done<void> done) override {
    write<void>(std::move(done), small, [hash = std::move(hash)](Connection& c) { postgres::revoke_session(c, hash); });
  }
  void revoke_session_by_id(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      postgres::revoke_session_by_id(c, player, id);
    });
  }
  void revoke_sessions(std::string player, std::string hash_kept, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), kept = std::move(hash_kept)](Connection& c) {
      postgres::revoke_sessions(c, player, kept);
    });
  }

  void create_token(TokenRow token, Done<void> done) override {
    write<void>(std::move(done), small,
                [token = std::move(token)](Connection& c) { postgres::create_token(c, token); });
  }
  void find_token(std::string hash, Done<std::optional<TokenRow>> done) override {
    read<std::optional<TokenRow>>(std::move(done),
                                  [hash = std::move(hash)](Connection& c) { return postgres::find_token(c, hash); });
  }
  void tokens_of(std::string player, Done<std::vector<TokenRow>> done) override {
    read<std::vector<TokenRow>>(std::move(done),
                                [player = std::move(player)](Connection& c) { return postgres::tokens_of(c, player); });
  }
  void token_seen(std::string hash, Instant at, Done<void> done) override {
    write<void>(std::move(done), small,
                [hash = std::move(hash), at](Connection& c) { postgres::token_seen(c, hash, at); });
  }
  void revoke_token(std::string player, std::string id, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), id = std::move(id)](Connection& c) {
      postgres::revoke_token(c, player, id);
    });
  }

  void ratings_of(std::string player, Done<std::vector<RatingRow>> done) override {
    read<std::vector<RatingRow>>(
        std::move(done), [player = std::move(player)](Connection& c) { return postgres::ratings_of(c, player); });
  }
  void rating_history(std::string player, std::string family, std::string speed, int newest,
                      Done<std::vector<RatingStep>> done) override {
    read<std::vector<RatingStep>>(
        std::move(done), [player = std::move(player), family = std::move(family), speed = std::move(speed), newest](
                             Connection& c) { return postgres::rating_history(c, player, family, speed, newest); });
  }
  void add_report(ReportRow report, Done<std::int64_t> done) override {
    const std::size_t bytes = small + report.text.size();
    write<std::int64_t>(std::move(done), bytes,
                        [report = std::move(report)](Connection& c) { return postgres::add_report(c, report); });
  }
  void open_reports(std::int64_t after, int limit, Done<std::vector<ReportRow>> done) override {
    read<std::vector<ReportRow>>(std::move(done),
                                 [after, limit](Connection& c) { return postgres::open_reports(c, after, limit); });
  }
  void settle_report(std::int64_t number, Instant at, std::string verdict, Done<void> done) override {
    write<void>(std::move(done), small, [number, at, verdict = std::move(verdict)](Connection& c) {
      postgres::settle_report(c, number, at, verdict);
    });
  }
  void mute(MuteRow mute, Done<void> done) override {
    write<void>(std::move(done), small, [mute = std::move(mute)](Connection& c) { postgres::mute(c, mute); });
  }
  void unmute(std::string player, std::string muted, Done<void> done) override {
    write<void>(std::move(done), small, [player = std::move(player), muted = std::move(muted)](Connection& c) {
      postgres::unmute(c, player, muted);
    });
  }
  void mutes_of(std::string player, Done<std::vector<MuteRow>> done) override {
    read<std::vector<MuteRow>>(std::move(done),
                               [player = std::move(player)](Connection& c) { return postgres::mutes_of(c, player); });
  }
  void sweep(Sweep sweep, Done<int> done) override {
    write<int>(std::move(done), small, [sweep](Connection& c) { return postgres::sweep(c, sweep); });
  }
  void read_setting(std::string key, Done<std::optional<std::string>> done) override {
    read<std::optional<std::string>>(std::move(done),
                                     [key = std::move(key)](Connection& c) { return postgres::read_setting(c, key); });
  }
  void write_setting(std::string key, std::string value, Done<void> done) override {
    const std::size_t bytes = small + value.size();
    write<void>(std::move(done), bytes, [key = std::move(key), value = std::move(value)](Connection& c) {
      postgres::write_setting(c, key, value);
    });
  }

 private:
  static constexpr std::size_t small = 256;  // what an ordinary request counts against the bound on bytes

  template <typename Answer, typename Work>
  void write(Done<Answer> done, std::size_t bytes, Work work) {
    hand_over(writes_, std::make_unique<JobOf<Answer, Work>>(bytes, std::move(work), std::move(done)));
  }
  template <typename Answer, typename Work>
  void read(Done<Answer> done, Work work) {
    hand_over(reads_, std::make_unique<JobOf<Answer, Work>>(0, std::move(work), std::move(done)));
  }

  void hand_over(Queue& queue, std::unique_ptr<Job> job) {
    // Told at once instead of waiting with a transaction that is in doubt.
    const bool is_away = &queue == &writes_ && signs_.is_away;
    if (!is_away && queue.push(job)) return;
    ++refusals_;
    job->fail({FailureKind::busy,
               is_away ? "the database can't be reached" : "more is waiting for the store than its bound allows"});
    Jobs jobs;
    jobs.push_back(std::move(job));
    finish_all(post_, std::move(jobs));
  }

  void write_all(Writer& writer) {
    while (!writes_.is_over()) {
      Jobs jobs = writes_.take(options_.most_in_a_commit, look_again);
      if (jobs.empty()) {
        if (is_failing_ || signs_.is_away) is_failing_ = !writer.is_reached();
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

  void read_all(Line& line) {
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
  WriterSigns signs_;
  std::thread writer_;
  std::vector<std::thread> readers_;
};

std::string writer_name() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}", random(), random(), random());
}

}  // namespace
}  // namespace postgres

bool is_postgres_address(std::string_view place) {
  return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

std::string shown_address(std::string_view place) {
  std::string shown(place);
  if (!is_postgres_address(place)) return shown;
  const std::size_t begin = shown.find("//") + 2;
  const std::size_t at = shown.rfind('@', shown.find_first_of("/?", begin));
  if (at != std::string::npos && at > begin) {
    const std::size_t colon = shown.find(':', begin);
    if (colon < at) shown.replace(colon + 1, at - colon - 1, "***");
  }
  if (const std::size_t named = shown.find("password="); named != std::string::npos) {
    shown.replace(named + 9, shown.find('&', named) - named - 9, "***");
  }
  return shown;
}

Outcome<std::unique_ptr<PostgresStore>> open_postgres(const PostgresOptions& options, Post post) {
  auto writer = postgres::Connection::open(options.address);
  if (!writer) return std::unexpected(writer.error());
  if (auto migrated = postgres::migrate(**writer, postgres::schema_steps()); !migrated) {
    return std::unexpected(migrated.error());
  }
  // What programs that are gone have left there.
  (*writer)->execute("DELETE FROM commits WHERE at < now() - interval '1 day'");
  if ((*writer)->has_failed()) return std::unexpected((*writer)->take_failure());
  std::vector<postgres::Line> readers;
  for (int reader = 0; reader < std::max(options.readers, 1); ++reader) {
    readers.emplace_back(options.address, nullptr);
  }
  return std::make_unique<postgres::Home>(options, std::move(post), postgres::Line(options.address, std::move(*writer)),
                                          postgres::writer_name(), std::move(readers));
}

}  // namespace crownstar::store
