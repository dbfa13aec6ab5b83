// Answers what is asked of collections of games, on a few threads of its own and each within a limit of time, so that
// nothing else waits for a search. It does not know who asks, and what is made of the answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "site/collections/collection_folder.hpp"
#include "site/collections/index_search.hpp"
#include "site/collections/search_terms.hpp"

namespace crownstar::collections {

enum class Why {
  malformed,  // what is asked cannot be
  not_found,  // there is no such collection, or game
  too_long,   // it took longer than it may
  busy,       // too much waits, or the collection is being changed
};

struct Refused {
  Why why = Why::malformed;
  std::string reason;  // one line that a person can act on
  std::string rule;    // that a position or a move breaks
};

template <typename T>
using Answer = std::expected<T, Refused>;
// Called exactly once; what was not begun when the searcher ends is dropped.
template <typename T>
using Done = std::function<void(Answer<T>)>;

struct FoundGames {
  std::vector<FoundGame> games;
  bool has_more = false;              // after the last of them
  std::optional<std::int64_t> found;  // how many there are in all; only of the first page
  bool is_count_cut = false;          // there are more than were counted
};

struct ExploredMoves {
  std::string game;
  Explored position;
  std::vector<FoundMove> moves;
  bool is_cut = false;  // more games came to it than were looked at
};

struct SearcherTerms {
  int threads = limits::collection_threads;
  std::size_t waiting = limits::searches_of_collections_waiting;
  std::chrono::milliseconds search_time = limits::collection_search_time;
};

class CollectionSearcher {
 public:
  using Post = std::function<void(std::function<void()>)>;

  // `post` brings answers, and what is told, to the event loop's thread, and may be called from any thread.
  CollectionSearcher(std::string folder, Post post, CollectionFolder::Tell tell, SearcherTerms terms = {});
  ~CollectionSearcher();  // ends the searches under way
  CollectionSearcher(const CollectionSearcher&) = delete;
  CollectionSearcher& operator=(const CollectionSearcher&) = delete;

  void list(Done<std::vector<CollectionSummary>> done);
  void find(const std::string& name, SearchTerms terms, FoundPage page, Done<FoundGames> done);
  void record(const std::string& name, std::int64_t number, Done<FoundGame> done);
  // In the position that is asked for, or in another one of the found games.
  void moves(const std::string& name, SearchTerms terms, std::optional<std::string> at, Done<ExploredMoves> done);

  // Everything in the folder is looked at anew.
  void look_again();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace crownstar::collections
