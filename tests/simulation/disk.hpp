// The store of a simulated site. The disk keeps what is done; each node has its own connection, on which changes wait
// for their turn, so that a node can be gone after its request was done and before the answer came. Readings overtake
// each other, changes that are under way, and their answers, as the store's interface lets them.
// It keeps matches, chat, mutes, settings and ratings. The ratings of a match's end are stored with its events or not
// at all, as one transaction of both stores does it (store/statements/match_statements.cpp). People are not rows, but
// it is known which guests have become accounts, and who is deleted: they are named by nothing that is stored from then
// on.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "simulation/world.hpp"
#include "site/live/scenarios/controlled_store_test.hpp"

namespace crownstar::live::simulation {

struct Disk {
  std::vector<std::string> matches;  // in the order of their creation
  std::map<std::string, store::MatchHeader> headers;
  std::map<std::string, std::vector<store::EventRow>> rows;
  // When each of them was sent, and how wrong the clock of its node was.
  struct Sent {
    Instant at;
    Milliseconds ahead{0};
  };
  std::map<std::string, std::vector<Sent>> sent;
  using RatingKey = std::array<std::string, 3>;  // player, family, speed
  std::map<RatingKey, store::RatingRow> ratings;
  std::map<RatingKey, std::vector<store::RatingStep>> steps;
  std::vector<std::string> ended;  // matches in the order in which they ended
  std::map<std::string, std::vector<store::ChatRow>> lines;
  std::vector<std::string> chat_changes;               // matches of which an operator has removed a line, in that order
  std::map<std::string, std::set<std::string>> mutes;  // by the person who mutes
  std::map<std::string, std::string> settings;
  std::map<std::string, std::string> promoted;  // guests who have become accounts, and their names since
  std::set<std::string> deleted;
  std::vector<std::string> changed;  // those of them who are in the list that every process looks at
  bool is_full = false;
  Milliseconds slowness{4};  // the longest time for one request
  // Readings that could not be made, and of which match; empty where of none alone.
  struct Unread {
    Instant at;
    std::string match;
  };
  std::vector<Unread> unread;
  std::size_t lies = 300;  // one change of so many is done and answered as a failure, and one reading cannot be made
};

class DiskConnection : public testing_site::ControlledStore {
 public:
  // `ahead`: of the process's clock, as it is.
  DiskConnection(World& world, Disk& disk, Stillness& process, const Milliseconds& ahead)
      : ControlledStore(nullptr, {}), world_(world), disk_(disk), process_(process), ahead_(ahead) {}
  // As if the process were gone: some of what was on its way is done all the same, and nobody hears of it.
  ~DiskConnection() override {
    for (std::size_t count = world_.any(waiting_.size() + 1); count > 0; --count) do_next();
  }
  DiskConnection(const DiskConnection&) = delete;
  DiskConnection& operator=(const DiskConnection&) = delete;

  void create_match(store::MatchHeader header, std::vector<store::EventRow> first, store::Done<void> done) override {
    change<void>(std::move(done), [this, header = std::move(header), first = std::move(first), sent = sent()] {
      if (disk_.headers.contains(header.id)) return failed<void>(store::FailureKind::taken);
      disk_.matches.push_back(header.id);
      put(header);
      disk_.rows[header.id] = first;
      disk_.sent[header.id].assign(first.size(), sent);
      return store::Outcome<void>();
    });
  }
  void append(store::Append append, store::Done<void> done) override {
    change<void>(std::move(done), [this, append = std::move(append), sent = sent()] {
      if (!disk_.headers.contains(append.match)) return failed<void>(store::FailureKind::absent);
      // In the order of the stores, which look at the ratings first.
      if (!std::ranges::all_of(append.ratings, [&](const auto& rating) { return is_next(rating); })) {
        return failed<void>(store::FailureKind::stale);
      }
      auto& rows = disk_.rows[append.match];
      if (append.first_number < std::ssize(rows)) return failed<void>(store::FailureKind::taken);
      EXPECT_EQ(append.first_number, std::ssize(rows)) << "a gap in " << append.match;
      note_end(append);
      for (const store::RatingRow& rating : append.ratings) put(rating, append.match);
      rows.insert(rows.end(), append.rows.begin(), append.rows.end());
      disk_.sent[append.match].resize(rows.size(), sent);
      if (append.header) put(*append.header);
      return store::Outcome<void>();
    });
  }
  void promote_guest(store::PlayerRow account, store::Done<void> done) override {
    change<void>(std::move(done), [this, account = std::move(account)] {
      const bool is_gone = disk_.deleted.contains(account.id);
      if (is_gone || !disk_.promoted.emplace(account.id, account.name).second)
        return failed<void>(store::FailureKind::absent);
      for (auto& [id, header] : disk_.headers) {
        for (store::SeatRow& row : header.seats) name_as_of_today(row);
      }
      return store::Outcome<void>();
    });
  }
  void delete_account(std::string account, store::Done<void> done) override {
    delete_account(std::move(account), true, std::move(done));
  }
  void delete_account(std::string account, bool is_listed, store::Done<void> done) {
    change<void>(std::move(done), [this, account = std::move(account), is_listed] {
      disk_.deleted.insert(account);
      if (is_listed) disk_.changed.push_back(account);
      for (auto& [id, header] : disk_.headers) forget(account, header);
      for (auto& [match, lines] : disk_.lines)
        std::erase_if(lines, [&](const auto& each) { return each.player == account; });
      return store::Outcome<void>();
    });
  }
  void events(std::string match, int from, int limit, store::Done<std::vector<store::EventRow>> done) override {
    const auto rows = [this, match, from, limit] {
      const auto& all = disk_.rows[match];
      const auto first = std::min<std::ptrdiff_t>(from, std::ssize(all));
      const auto last = std::min<std::ptrdiff_t>(first + limit, std::ssize(all));
      return std::vector<store::EventRow>(all.begin() + first, all.begin() + last);
    };
    read<std::vector<store::EventRow>>(std::move(done), rows, match);
  }
  void find_match(std::string id, store::Done<std::optional<store::MatchHeader>> done) override {
    const auto header = [this, id] {
      const auto found = disk_.headers.find(id);
      return found == disk_.headers.end() ? std::nullopt : std::optional(found->second);
    };
    read<std::optional<store::MatchHeader>>(std::move(done), header, id);
  }
  void unfinished_matches(store::PageRequest request, store::Done<store::MatchPage> done) override {
    read<store::MatchPage>(std::move(done), [this, request = std::move(request)] {
      store::MatchPage page;
      bool is_after = request.after.empty();
      for (const std::string& id : disk_.matches) {
        const store::MatchHeader& header = disk_.headers.at(id);
        if (is_after && header.state != store::MatchState::over) {
          if (std::ssize(page.matches) == request.limit) {
            page.next = page.matches.back().id;
            break;
          }
          page.matches.push_back(header);
        }
        is_after |= id == request.after;
      }
      return page;
    });
  }
  void append_chat(store::ChatRow line, store::Done<int> done) override {
    change<int>(std::move(done), [this, line = std::move(line)]() mutable -> store::Outcome<int> {
      if (disk_.deleted.contains(line.player)) return failed<int>(store::FailureKind::absent);
      auto& lines = disk_.lines[line.match];
      line.number = lines.empty() ? 1 : lines.back().number + 1;
      lines.push_back(line);
      return line.number;
    });
  }
  void chat(std::string match, std::string room, int after, int newest,
            store::Done<std::vector<store::ChatRow>> done) override {
    read<std::vector<store::ChatRow>>(std::move(done), [this, match = std::move(match), room, after, newest] {
      std::vector<store::ChatRow> lines;
      std::map<std::string, int> of_room;
      for (const store::ChatRow& line : disk_.lines[match] | std::views::reverse) {
        if (line.number <= after || (!room.empty() && line.room != room)) continue;
        if (++of_room[line.room] <= newest) lines.push_back(line);
      }
      std::ranges::reverse(lines);
      return lines;
    });
  }
  void read_setting(std::string key, store::Done<std::optional<std::string>> done) override {
    read<std::optional<std::string>>(std::move(done), [this, key = std::move(key)] {
      const auto found = disk_.settings.find(key);
      return found == disk_.settings.end() ? std::nullopt : std::optional(found->second);
    });
  }
  void write_setting(std::string key, std::string value, store::Done<void> done) override {
    change<void>(std::move(done), [this, key = std::move(key), value = std::move(value)] {
      disk_.settings[key] = value;
      return store::Outcome<void>();
    });
  }
  void replace_setting(std::string key, std::optional<std::string> before, std::string value,
                       store::Done<std::string> done) override {
    change<std::string>(std::move(done),
                        [this, key = std::move(key), before = std::move(before),
                         value = std::move(value)]() -> store::Outcome<std::string> {
                          const auto found = disk_.settings.find(key);
                          const bool is_as_before = found == disk_.settings.end() ? !before : before == found->second;
                          if (is_as_before) disk_.settings[key] = value;
                          return disk_.settings[key];
                        });
  }
  void ratings_of(std::string player, store::Done<std::vector<store::RatingRow>> done) override {
    read<std::vector<store::RatingRow>>(std::move(done), [this, player = std::move(player)] {
      std::vector<store::RatingRow> found;
      for (const auto& [key, rating] : disk_.ratings) {
        if (rating.player == player) found.push_back(rating);
      }
      return found;
    });
  }
  void find_player(std::string id, store::Done<std::optional<store::PlayerRow>> done) override {
    read<std::optional<store::PlayerRow>>(std::move(done), [this, id = std::move(id)] {
      std::optional<store::PlayerRow> row;
      if (!disk_.deleted.contains(id)) row.emplace().id = id;
      return row;
    });
  }
  void mute(store::MuteRow mute, store::Done<void> done) override {
    change<void>(std::move(done), [this, mute = std::move(mute)] {
      disk_.mutes[mute.player].insert(mute.muted);
      return store::Outcome<void>();
    });
  }
  void unmute(std::string player, std::string muted, store::Done<void> done) override {
    change<void>(std::move(done), [this, player = std::move(player), muted = std::move(muted)] {
      disk_.mutes[player].erase(muted);
      return store::Outcome<void>();
    });
  }
  void mutes_of(std::string player, store::Done<std::vector<store::MuteRow>> done) override {
    read<std::vector<store::MuteRow>>(std::move(done), [this, player = std::move(player)] {
      std::vector<store::MuteRow> rows;
      for (const std::string& muted : disk_.mutes[player]) rows.push_back({player, muted, {}, {}});
      return rows;
    });
  }

 private:
  using Answer = std::function<void()>;
  using Act = std::function<Answer()>;  // does what was asked; what it gives back tells who asked

  Disk::Sent sent() const { return {world_.now(), ahead_}; }
  static Disk::RatingKey key_of(const store::RatingRow& rating) { return {rating.player, rating.family, rating.speed}; }
  bool is_next(const store::RatingRow& rating) const {
    const auto stored = disk_.ratings.find(key_of(rating));
    return rating.games == (stored == disk_.ratings.end() ? 1 : stored->second.games + 1);
  }
  void put(const store::RatingRow& rating, const std::string& match) {
    disk_.ratings[key_of(rating)] = rating;
    disk_.steps[key_of(rating)].push_back({rating.games, rating.updated, match, rating.rating, rating.deviation});
  }
  // As both stores do it: a guest may be an account by now, and whoever is deleted has no seat.
  void put(store::MatchHeader header) {
    empty_seats_of_the_deleted(header);
    disk_.headers[header.id] = std::move(header);
  }
  void empty_seats_of_the_deleted(store::MatchHeader& header) const {
    for (store::SeatRow& row : header.seats) {
      name_as_of_today(row);
      const bool is_gone = is_known_as_deleted(row);
      if (is_gone) erase(row.player, header.details);
      if (is_gone) row = {row.seat, store::PlayerKind::deleted, "", "", 0, false};
    }
  }
  void name_as_of_today(store::SeatRow& row) const {
    if (row.kind != store::PlayerKind::guest || !disk_.promoted.contains(row.player)) return;
    if (disk_.deleted.contains(row.player)) return;
    row.kind = store::PlayerKind::account;
    row.name = disk_.promoted.at(row.player);
  }
  // A guest may have no row because they were away for long.
  bool is_known_as_deleted(const store::SeatRow& row) const {
    if (row.kind == store::PlayerKind::account) return disk_.deleted.contains(row.player);
    return row.kind == store::PlayerKind::guest && std::ranges::count(disk_.changed, row.player) > 0;
  }
  static void erase(std::string_view account, std::string& details) {
    const std::size_t at = details.find(account);
    if (at != std::string::npos) details.erase(at, account.size());
  }
  void forget(const std::string& account, store::MatchHeader& header) const {
    const bool is_seated = std::ranges::count(header.seats, account, &store::SeatRow::player) > 0;
    if (is_seated || header.state != store::MatchState::over) erase(account, header.details);
    for (store::SeatRow& row : header.seats) {
      if (row.player == account) row = {row.seat, store::PlayerKind::deleted, "", "", 0, false};
    }
  }
  // A match ends once, and ratings come with its end alone.
  void note_end(const store::Append& append) {
    const bool was_over = disk_.headers.at(append.match).state == store::MatchState::over;
    const bool is_end = append.header && append.header->state == store::MatchState::over && !was_over;
    if (is_end) disk_.ended.push_back(append.match);
    EXPECT_TRUE(is_end || append.ratings.empty()) << append.match << " is rated, and does not end";
  }
  template <typename T>
  static store::Outcome<T> failed(store::FailureKind kind) {
    return std::unexpected(store::Failure{kind, "the disk says no"});
  }
  template <typename T, typename Work>
  void read(store::Done<T> done, Work work, std::string match = {}) {
    world_.after(world_.up_to(disk_.slowness), [this, life = std::weak_ptr(life_), done = std::move(done),
                                                work = std::move(work), match = std::move(match)] {
      if (life.expired()) return;
      answer_at(world_.now() + Milliseconds{1}, reading(done, work, match));
    });
  }
  template <typename T, typename Work>
  Answer reading(const store::Done<T>& done, const Work& work, const std::string& match) {
    if (world_.one_in(disk_.lies)) {
      disk_.unread.push_back({world_.now(), match});
      return [done] { done(failed<T>(store::FailureKind::broken)); };
    }
    return [done, outcome = std::make_shared<T>(work())] { done(std::move(*outcome)); };
  }
  template <typename T, typename Work>
  void change(store::Done<T> done, Work work) {
    take([this, done = std::move(done), work = std::move(work)]() mutable -> Answer {
      if (disk_.is_full) return [done] { done(failed<T>(store::FailureKind::full)); };
      auto outcome = work();
      if (world_.one_in(disk_.lies)) return [done] { done(failed<T>(store::FailureKind::broken)); };
      return [done, outcome = std::move(outcome)] { done(outcome); };
    });
  }
  void take(Act act) {
    waiting_.push_back(std::move(act));
    done_by_ = std::max(done_by_, world_.now()) + world_.up_to(disk_.slowness);
    world_.at(done_by_, [this, life = std::weak_ptr(life_)] {
      if (life.expired()) return;
      answered_by_ = std::max(answered_by_, world_.now() + world_.up_to(Milliseconds{3})) + Milliseconds{1};
      answer_at(answered_by_, do_next());
    });
  }
  void answer_at(Instant when, Answer answer) {
    world_.at(when, [this, answer = std::move(answer), life = std::weak_ptr(life_)] {
      if (life.expired()) return;
      process_.when_it_goes_on([answer, life] {
        if (!life.expired()) answer();
      });
    });
  }
  Answer do_next() {
    const Act act = std::move(waiting_.front());
    waiting_.pop_front();
    return act();
  }

  World& world_;
  Disk& disk_;
  Stillness& process_;
  const Milliseconds& ahead_;
  std::deque<Act> waiting_;
  Instant done_by_{};
  Instant answered_by_{};
  std::shared_ptr<bool> life_ = std::make_shared<bool>();
};

}  // namespace crownstar::live::simulation
