#include "site/collections/collection_searcher.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace crownstar::collections {
namespace {

using Clock = std::chrono::steady_clock;

constexpr TermNames names_in_address{""};

std::unexpected<Refused> refused(Why why, std::string reason, std::string rule = {}) {
  return std::unexpected(Refused{why, std::move(reason), std::move(rule)});
}

std::unexpected<Refused> refused(const base::Refusal& refusal) {
  return refused(Why::malformed, refusal.reason, refusal.rule);
}

// The pages of a search differ only in where they begin: the first one counts.
FoundGames found_games(SqliteFile& file, const IndexQuery& query, const FoundPage& page) {
  IndexSearch search(file, query);
  FoundGames found;
  FoundPage and_one = page;
  ++and_one.most;
  search.each(and_one, [&](const FoundGame& game) {
    found.has_more = std::ssize(found.games) == page.most;
    if (!found.has_more) found.games.push_back(game);
  });
  if (page.after > 0) return found;
  if (!found.has_more) {
    found.found = std::ssize(found.games);
    return found;
  }
  const std::int64_t count = search.count(limits::collection_counted + 1);
  found.is_count_cut = count > limits::collection_counted;
  found.found = std::min<std::int64_t>(count, limits::collection_counted);
  return found;
}

}  // namespace

struct CollectionSearcher::Impl {
  Impl(std::string folder, Post home, CollectionFolder::Tell tell, SearcherTerms its_terms)
      : terms(its_terms),
        post(std::move(home)),
        folder(std::move(folder),
               [this, tell = std::move(tell)](FolderEvent event, const std::string& file, const std::string& detail) {
                 post([tell, event, file, detail] { tell(event, file, detail); });
               }) {}

  void run() {
    for (;;) {
      std::function<void()> work;
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [this] { return is_stopping.load() || !queue.empty(); });
        if (is_stopping) return;
        work = std::move(queue.front());
        queue.pop_front();
      }
      work();
    }
  }

  bool push(std::function<void()> work) {
    {
      const std::scoped_lock lock(mutex);
      if (queue.size() >= terms.waiting) return false;
      queue.push_back(std::move(work));
    }
    ready.notify_one();
    return true;
  }

  template <typename T>
  void ask(std::function<Answer<T>()> work, Done<T> done) {
    const auto shared = std::make_shared<Done<T>>(std::move(done));
    // Moved along, and not copied: the last of whoever asked has to go on the event loop's thread.
    const bool is_taken = push([this, work = std::move(work), asker = shared]() mutable {
      post([answer = work(), asker = std::move(asker)] { (*asker)(answer); });
    });
    if (!is_taken) (*shared)(refused(Why::busy, "too many searches wait just now; try again in a moment"));
  }

  std::unexpected<Refused> failed(const std::string& name, SqliteFailure kind, const std::string& reason) {
    if (kind == SqliteFailure::busy || is_stopping) {
      return refused(Why::busy, "games are being added to this collection just now; try again in a moment");
    }
    if (kind == SqliteFailure::late) {
      return refused(Why::too_long,
                     fmt::format("the search took longer than {} s: ask for less, such as one player, an event, fewer "
                                 "years or a position",
                                 std::chrono::duration_cast<std::chrono::seconds>(terms.search_time).count()));
    }
    folder.note_damage(name, reason);
    return refused(Why::not_found, "this collection cannot be read; the server's log says why");
  }

  template <typename T>
  Answer<T> with_file(const std::string& name, const std::function<Answer<T>(SqliteFile&)>& use) {
    const auto path = folder.path_of(name);
    if (!path) return refused(Why::not_found, "there is no such collection; GET /api/collections lists them");
    const auto deadline = Clock::now() + terms.search_time;
    auto file = look_into_index(*path, deadline, is_stopping);
    if (!file) return failed(name, file.error().kind, file.error().reason);
    if (Clock::now() > deadline) return failed(name, SqliteFailure::late, {});
    Answer<T> answer = use(*file);
    if (const auto good = file->check(); !good) return failed(name, file->failure(), good.error().reason);
    return answer;
  }

  base::Checked<ReadTerms> read(const std::string& name, const SearchTerms& asked) {
    return read_terms(asked, names_in_address, games_of(name));
  }

  // Of one collection. Where its summary cannot be had just now, the game has to be named.
  GamesOfIndex games_of(const std::string& name) {
    return [this, name] {
      std::vector<std::string> games;
      const auto summary = folder.summary(name, is_stopping);
      for (const auto& [game, count] : summary ? summary->kinds : std::vector<std::pair<std::string, std::int64_t>>()) {
        games.push_back(game);
      }
      return games;
    };
  }

  Answer<FoundGames> find(const std::string& name, const SearchTerms& asked, const FoundPage& page) {
    return with_file<FoundGames>(name, [&](SqliteFile& file) -> Answer<FoundGames> {
      const auto terms_read = read(name, asked);
      if (!terms_read) return refused(terms_read.error());
      return found_games(file, terms_read->query, page);
    });
  }

  Answer<FoundGame> record(const std::string& name, std::int64_t number) {
    return with_file<FoundGame>(name, [&](SqliteFile& file) -> Answer<FoundGame> {
      auto game = game_numbered(file, number);
      if (!game) return refused(Why::not_found, fmt::format("this collection has no game {}", number));
      return *std::move(game);
    });
  }

  Answer<ExploredMoves> moves(const std::string& name, SearchTerms asked, const std::optional<std::string>& at) {
    return with_file<ExploredMoves>(name, [&](SqliteFile& file) -> Answer<ExploredMoves> {
      asked.wants_position = !at;
      const auto token = game_asked(asked.game, names_in_address, games_of(name));
      if (!token) return refused(token.error());
      asked.game = *token;
      const auto terms_read = read(name, asked);
      if (!terms_read) return refused(terms_read.error());
      auto position = at ? explored_position(*token, *at, "at") : base::Checked<Explored>(*terms_read->position);
      if (!position) return refused(position.error());
      const SidesOfTwo sides =
          position->sides.empty() ? SidesOfTwo() : SidesOfTwo{position->sides.front(), position->sides.back()};
      constexpr std::int64_t most = limits::explored_games;
      ExploredMoves explored{*token, *std::move(position), {}, false};
      IndexSearch search(file, terms_read->query);
      if (auto counted = search.counted_moves(explored.position.hash, sides)) {
        explored.moves = *std::move(counted);
        return explored;
      }
      explored.is_cut = times_of(file, explored.position.hash, most + 1) > most;
      explored.moves = search.moves_in(explored.position.hash, sides, most);
      return explored;
    });
  }

  SearcherTerms terms;
  Post post;
  std::atomic<bool> is_stopping = false;
  CollectionFolder folder;
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<std::function<void()>> queue;
  std::vector<std::jthread> threads;
};

CollectionSearcher::CollectionSearcher(std::string folder, Post post, CollectionFolder::Tell tell, SearcherTerms terms)
    : impl_(std::make_unique<Impl>(std::move(folder), std::move(post), std::move(tell), terms)) {
  for (int i = 0; i < terms.threads; ++i) impl_->threads.emplace_back([impl = impl_.get()] { impl->run(); });
}

CollectionSearcher::~CollectionSearcher() {
  {
    const std::scoped_lock lock(impl_->mutex);
    impl_->is_stopping = true;
  }
  impl_->ready.notify_all();
  impl_->threads.clear();  // joins
}

void CollectionSearcher::list(Done<std::vector<CollectionSummary>> done) {
  impl_->ask<std::vector<CollectionSummary>>([impl = impl_.get()] { return impl->folder.list(impl->is_stopping); },
                                             std::move(done));
}

void CollectionSearcher::find(const std::string& name, SearchTerms terms, FoundPage page, Done<FoundGames> done) {
  impl_->ask<FoundGames>(
      [impl = impl_.get(), name, terms = std::move(terms), page] { return impl->find(name, terms, page); },
      std::move(done));
}

void CollectionSearcher::record(const std::string& name, std::int64_t number, Done<FoundGame> done) {
  impl_->ask<FoundGame>([impl = impl_.get(), name, number] { return impl->record(name, number); }, std::move(done));
}

void CollectionSearcher::moves(const std::string& name, SearchTerms terms, std::optional<std::string> at,
                               Done<ExploredMoves> done) {
  impl_->ask<ExploredMoves>(
      [impl = impl_.get(), name, terms = std::move(terms), at = std::move(at)] { return impl->moves(name, terms, at); },
      std::move(done));
}

void CollectionSearcher::look_again() { impl_->folder.forget(); }

}  // namespace crownstar::collections
