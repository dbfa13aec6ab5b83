#include "engines/contest/starts.hpp"

#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "base/text/quote.hpp"
#include "engines/contest/players/seeded_random.hpp"
#include "engines/contest/three_move_deck.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::contest {
namespace {

using game::Game;

// Beyond which a start is taken for lost; less than a man in the eyes of the search.
constexpr int fair_within = 55;
constexpr std::uint64_t nodes_to_judge = 8'000;
constexpr int tries_for_each = 40;

struct OpenedGame {
  Start start;
  std::unique_ptr<Game> game;
};

class StartMaker {
 public:
  StartMaker(const StartTerms& terms, std::unique_ptr<Game> game, const StartListener& goes_on)
      : terms_(terms),
        game_(std::move(game)),
        random_(terms.seed),
        searcher_(search::make_searcher()),
        goes_on_(goes_on) {}

  std::vector<Start> from_the_deck() {
    std::vector<Start> starts;
    for (const Ballot& ballot : three_move_deck()) {
      if (ballot.use == BallotUse::barred) continue;
      Start& start = starts.emplace_back();
      for (const std::string_view move : ballot.moves) start.turns.push_back(search::Turn::played(std::string(move)));
    }
    random_.shuffle(starts);
    if (std::ssize(starts) > terms_.count) starts.resize(static_cast<std::size_t>(terms_.count));
    return starts;
  }

  std::vector<Start> three_move() {
    std::vector<OpenedGame> level;
    level.push_back({{}, game_->clone()});
    for (int ply = 0; ply < 3; ++ply) {
      std::vector<OpenedGame> next;
      std::set<std::uint64_t> seen;
      for (const OpenedGame& each : level) {
        const auto moves = each.game->legal_moves();
        if (!moves) continue;
        for (const game::MoveView& move : *moves) {
          OpenedGame after{each.start, each.game->clone()};
          if (!play(after, move) || !seen.insert(after.game->key()).second) continue;
          next.push_back(std::move(after));
        }
      }
      level = std::move(next);
    }
    random_.shuffle(level);
    std::vector<Start> starts;
    for (const OpenedGame& each : level) {
      if (static_cast<int>(starts.size()) == terms_.count) break;
      if (is_fair(each)) starts.push_back(each.start);
      if (!goes_on(starts)) break;
    }
    return starts;
  }

  std::vector<Start> by_lot(bool lacks_men, int moves) {
    std::vector<Start> starts;
    std::set<std::uint64_t> seen;
    for (int tries = 0; tries < terms_.count * tries_for_each && static_cast<int>(starts.size()) < terms_.count;
         ++tries) {
      OpenedGame drawn{{}, game_->clone()};
      if (lacks_men && !remove_men(drawn)) continue;
      if (!play_by_lot(drawn, moves * game_->seats())) continue;
      if (!seen.insert(drawn.game->key()).second) continue;  // fair or not: it is looked at once
      if (is_fair(drawn)) starts.push_back(std::move(drawn.start));
      if (!goes_on(starts)) break;
    }
    return starts;
  }

 private:
  bool goes_on(const std::vector<Start>& starts) const { return !goes_on_ || goes_on_(starts.size()); }

  static bool play(OpenedGame& opened, const game::MoveView& move) {
    opened.start.turns.push_back(search::Turn::played(move.text));
    return opened.game->play(move) && !opened.game->outcome().is_over;
  }

  bool play_by_lot(OpenedGame& opened, int plies) {
    for (int ply = 0; ply < plies; ++ply) {
      const auto moves = opened.game->legal_moves();
      if (!moves || moves->empty()) return false;
      if (!play(opened, (*moves)[random_.below(moves->size())])) return false;
    }
    return true;
  }

  // Written as a FEN without one man of each: a list of labels a side.
  bool remove_men(OpenedGame& opened) {
    const auto& points = game_->layout().points;
    std::vector<std::vector<std::string>> labels(2);
    for (const game::PieceView& piece : game_->pieces()) {
      labels[static_cast<std::size_t>(piece.seat)].push_back(points[static_cast<std::size_t>(piece.point)].label);
    }
    const bool white_begins = game_->position().starts_with('W');
    std::string fen = white_begins ? "W" : "B";
    for (std::size_t seat = 0; seat < labels.size(); ++seat) {
      auto& own = labels[seat];
      if (own.size() < 2) return false;
      own.erase(own.begin() + static_cast<std::ptrdiff_t>(random_.below(own.size())));
      fen += (seat == 0) == white_begins ? ":W" : ":B";
      for (std::size_t nth = 0; nth < own.size(); ++nth) fen += (nth == 0 ? "" : ",") + own[nth];
    }
    opened.start.position = fen;
    return opened.game->set_position(fen).has_value();
  }

  // On a star both seats of a pair have it, and nobody starts a piece behind.
  bool is_fair(const OpenedGame& opened) {
    if (game_->layout().shape == game::BoardShape::star) return true;
    search::SearchRequest request;
    request.token = terms_.token;
    request.position = opened.start.position;
    request.turns = opened.start.turns;
    request.limits.nodes = nodes_to_judge;
    searcher_->forget();
    const auto found = searcher_->search(request, {}, {});
    if (!found) return false;
    return found->reached.lines.empty() || std::abs(found->reached.lines.front().score.hundredths) <= fair_within;
  }

  const StartTerms& terms_;
  std::unique_ptr<Game> game_;
  SeededRandom random_;
  std::unique_ptr<search::Searcher> searcher_;
  const StartListener& goes_on_;
};

bool has_three_move_deck(const Game& game) { return game.token() == "american"; }

std::string kind_for(const Game& game, std::string_view kind) {
  if (!kind.empty()) return std::string(kind);
  return has_three_move_deck(game) ? "three-move" : "random";
}

int usual_moves(const Game& game) {
  if (game.layout().shape == game::BoardShape::star) return 2;
  return game.layout().rows <= 8 ? 3 : 4;
}

}  // namespace

Checked<void> check_starts(std::string_view token, std::string_view kind, int random_moves) {
  const auto game = game::start(token);
  if (!game) return std::unexpected(game.error());
  const bool is_of_ballots = kind == "three-move" || kind == "eleven-man";
  if (is_of_ballots && (*game)->layout().shape == game::BoardShape::star) {
    return base::refuse("a star has no " + std::string(kind) + " ballots; expected random or first");
  }
  if (!is_of_ballots && !kind.empty() && kind != "random" && kind != "first") {
    return base::refuse("there are no starts " + base::quoted(kind) +
                        "; expected three-move, eleven-man, random or first");
  }
  const std::string taken = kind_for(**game, kind);
  if (random_moves == 0 || taken == "random") return {};
  return base::refuse("so many random moves are for starts that are random, and these are " + taken);
}

Checked<std::vector<Start>> make_starts(const StartTerms& terms, const StartListener& goes_on) {
  if (const auto checked = check_starts(terms.token, terms.kind, terms.random_moves); !checked)
    return std::unexpected(checked.error());
  auto game = game::start(terms.token);
  if (!game) return std::unexpected(game.error());
  const std::string kind = kind_for(**game, terms.kind);
  const bool has_deck = has_three_move_deck(**game);
  const int moves = terms.random_moves > 0 ? terms.random_moves : usual_moves(**game);
  StartMaker maker(terms, *std::move(game), goes_on);
  std::vector<Start> starts;
  if (kind == "three-move") {
    starts = has_deck ? maker.from_the_deck() : maker.three_move();
  } else if (kind == "eleven-man") {
    starts = maker.by_lot(true, 1);
  } else if (kind == "random") {
    starts = maker.by_lot(false, moves);
  } else {
    starts.emplace_back();
  }
  if (starts.empty()) return base::refuse("no fair start was found; fewer moves by lot may help");
  const std::size_t distinct = starts.size();
  while (static_cast<int>(starts.size()) < terms.count) starts.push_back(starts[starts.size() - distinct]);
  return starts;
}

}  // namespace crownstar::contest
