// How one draughts variant fills the runtime interface: history, draws, outcome and the views of moves and pieces.
// It does not know the other variants and the catalogue; included only where variants are instantiated.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/catalog/draughts/draughts_node.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/notation/move_text.hpp"
#include "rules/draughts/notation/refused_move.hpp"
#include "rules/draughts/played_position.hpp"
#include "rules/game/game.hpp"

namespace crownstar::game {

// The points of a layout are all squares, row by row from White's left corner.
template <class Variant>
Point point_of(int bit) {
  const board::Cell cell = draughts::BoardOf<Variant>::cells[static_cast<std::size_t>(bit)];
  return cell.row * Variant::rules.columns + cell.column;
}

// Seats are counted in the order of turns: seat 0 begins.
template <class Variant>
constexpr int seat_of(draughts::Side side) {
  return side == Variant::rules.begins ? 0 : 1;
}
template <class Variant>
constexpr draughts::Side side_of(int seat) {
  return seat == 0 ? Variant::rules.begins : draughts::other(Variant::rules.begins);
}

Layout make_square_layout(int rows, int columns);
Outcome won_by(int seat, const std::string& rule, const std::string& reason);
Outcome drawn(const std::string& rule, const std::string& reason);

template <class Variant>
const Layout& draughts_layout() {
  static const Layout layout = [] {
    using Board = draughts::BoardOf<Variant>;
    constexpr const draughts::Rules& rules = Variant::rules;
    Layout made = make_square_layout(rules.rows, rules.columns);
    const auto start = draughts::start_position<Variant>();
    for (LayoutPoint& point : made.points) point.is_playable = false;
    for (const int bit : draughts::SquareNames::of<Variant>().in_order()) {
      LayoutPoint& point = made.points[static_cast<std::size_t>(point_of<Variant>(bit))];
      const auto word = Board::word(bit);
      point.is_playable = true;
      point.label = draughts::SquareNames::of<Variant>().name(bit);
      for (const draughts::Side side : {draughts::Side::white, draughts::Side::black}) {
        const int set = seat_of<Variant>(side) + 1;
        const int far_row = side == draughts::Side::white ? rules.rows - 1 : 0;
        if ((start.of(side) & word) != 0) point.start_of = set;
        if (Board::cells[static_cast<std::size_t>(bit)].row == far_row) point.goal_of = set;
      }
      const draughts::Directions steps = draughts::directions(
          rules.playing == board::Playing::all ? draughts::Lines::rows_and_columns : draughts::Lines::diagonals,
          draughts::Side::white);
      for (std::size_t i = 0; i < steps.count; ++i) {
        const board::Cell cell = Board::cells[static_cast<std::size_t>(bit)];
        const board::Cell next{cell.row + steps.step[i].rows, cell.column + steps.step[i].columns};
        if (!Board::is_playing(next)) continue;
        const Point here = point_of<Variant>(bit);
        const Point there = point_of<Variant>(Board::bit(next));
        if (here < there) made.lines.emplace_back(here, there);
      }
    }
    return made;
  }();
  return layout;
}

template <class Variant>
class DraughtsGame final : public Game {
  using Board = draughts::BoardOf<Variant>;
  using Position = draughts::Position<Variant>;
  using List = draughts::MoveList<Variant>;
  using Side = draughts::Side;
  static constexpr const draughts::Rules& rules = Variant::rules;
  static constexpr const draughts::RuleNumbers& ids = Variant::rules.ids;

 public:
  DraughtsGame() { judge(); }

  std::unique_ptr<Game> clone() const override { return std::make_unique<DraughtsGame>(*this); }
  std::string token() const override { return std::string(Variant::id); }
  int seats() const override { return 2; }
  std::string seat_name(int seat) const override {
    return std::string(Variant::sides[draughts::index(side_of<Variant>(seat))]);
  }
  const Layout& layout() const override { return draughts_layout<Variant>(); }
  std::string position() const override { return draughts::to_fen(here()); }
  std::uint64_t key() const override { return played_.key(); }
  int seat_to_move() const override { return seat_of<Variant>(here().turn); }
  const Outcome& outcome() const override { return outcome_; }
  std::vector<DrawCount> draw_counts() const override {
    std::vector<DrawCount> counts;
    if (outcome_.is_over) return counts;
    for (std::size_t i = 0; i < rules.draws.material.size(); ++i) {
      if (!played_.counts().is_counted(i)) continue;
      const draughts::MaterialDraw& clause = rules.draws.material[i];
      const int sides = clause.counted == draughts::CountedMoves::of_both_sides ? 2 : 1;
      const bool is_quiet = is_count_of_quiet_moves(clause);
      counts.push_back({draughts::rule_id(ids, is_quiet ? ids.quiet : ids.material), is_quiet ? "quiet" : "material",
                        played_.counts().material(i).moves / sides, clause.limit / sides});
    }
    if (played_.counts().is_quiet_counted()) {
      counts.push_back(
          {draughts::rule_id(ids, ids.quiet), "quiet", played_.counts().quiet() / 2, rules.draws.quiet_half_moves / 2});
    }
    const int occurred = rules.draws.occurrences > 0 ? played_.occurrences() : 0;
    if (occurred > 1) {
      counts.push_back({draughts::rule_id(ids, ids.repetition), "repetition", occurred, rules.draws.occurrences});
    }
    return counts;
  }
  std::unique_ptr<PerftNode> perft() const override { return std::make_unique<DraughtsNode<Variant>>(here()); }

  Checked<void> set_position(std::string_view text) override {
    const auto position = draughts::position_from_fen<Variant>(text);
    if (!position) return std::unexpected(position.error());
    played_ = draughts::PlayedPosition<Variant>(*position);
    judge();
    return {};
  }

  std::vector<PieceView> pieces() const override {
    std::vector<PieceView> views;
    for (const draughts::SetupPiece& piece : draughts::to_setup(here()).pieces) {
      const int seat = seat_of<Variant>(piece.side);
      views.push_back({point_of<Variant>(piece.square), seat, seat + 1, piece.is_king});
    }
    return views;
  }

  Checked<std::vector<MoveView>> legal_moves() const override {
    const auto list = generated();
    if (!list) return std::unexpected(list.error());
    std::vector<MoveView> views;
    for (const auto& written : draughts::write_moves(here(), **list)) views.push_back(view_of(written));
    return views;
  }

  Checked<std::vector<std::vector<Point>>> paths(const MoveView& move) const override {
    const auto legal = find_legal(move);
    if (!legal) return std::unexpected(legal.error());
    std::vector<std::vector<Point>> result;
    if (legal->captured == 0) {
      result.push_back({point_of<Variant>(legal->from), point_of<Variant>(legal->to)});
      return result;
    }
    for (const auto& way : draughts::PathFinder<Variant>(here()).ways_of(*legal, draughts::most_ways)) {
      result.push_back(points_of(way.squares));
    }
    return result;
  }

  Checked<MoveView> parse(std::string_view text) const override {
    const draughts::SquareNames& names = draughts::SquareNames::of<Variant>();
    const auto typed = draughts::read_typed_move(text, names);
    if (!typed) return std::unexpected(typed.error());
    if (outcome_.is_over) return base::refuse(outcome_.rule, "the game is over: " + outcome_.reason);
    const auto list = generated();
    if (!list) return std::unexpected(list.error());
    const auto meant = draughts::meanings(here(), **list, *typed);
    if (meant.empty()) return std::unexpected(draughts::RefusedMove<Variant>(here(), **list).reason(*typed));
    if (meant.size() == 1) return view_of(meant.front());
    std::vector<std::string> texts;
    for (const auto& written : meant) texts.push_back(written.text);
    return base::refuse("the move is ambiguous; it may mean " + draughts::list_of(texts));
  }

  Checked<void> play(const MoveView& move) override {
    const auto legal = find_legal(move);
    if (!legal) return std::unexpected(legal.error());
    played_.play(*legal);
    judge();
    return {};
  }

  Checked<void> withdraw(int seat, std::string reason) override {
    if (seat < 0 || seat > 1) return base::refuse("there is no seat " + std::to_string(seat) + "; expected 0 or 1");
    if (outcome_.is_over) return base::refuse(outcome_.rule, "the game is over: " + outcome_.reason);
    const std::string said = std::move(reason);
    outcome_ = won_by(1 - seat, {}, said);
    return {};
  }

 private:
  const Position& here() const { return played_.position(); }

  // A list is sixteen kilobytes and more, and a move needs three of them: one a thread is filled again and again. What
  // it holds is good until it is filled next.
  static List& emptied_list() {
    static_assert(std::is_trivially_destructible_v<List>);  // WebAssembly ends no thread
    static thread_local List list;
    list.clear();
    return list;
  }

  Checked<const List*> generated() const {
    List& list = emptied_list();
    if (!outcome_.is_over) draughts::generate<Variant>(here(), list);
    if (list.is_too_complex()) return std::unexpected(too_complex_refusal());
    return &list;
  }

  static std::vector<Point> points_of(const std::vector<int>& squares) {
    std::vector<Point> points;
    for (const int square : squares) points.push_back(point_of<Variant>(square));
    return points;
  }

  static MoveView view_of(const draughts::WrittenMove<Variant>& written) {
    return {written.text, points_of(written.path.squares), points_of(written.path.captured), written.move.crowns};
  }

  // A view is taken at its from, its to and its captured points; whoever made it up hears what is wrong.
  Checked<draughts::Move<Variant>> find_legal(const MoveView& move) const {
    if (outcome_.is_over) return base::refuse(outcome_.rule, "the game is over: " + outcome_.reason);
    if (move.path.size() < 2) return base::refuse("a move needs the point that it leaves and the one that it reaches");
    const auto list = generated();
    if (!list) return std::unexpected(list.error());
    for (const draughts::Move<Variant>& legal : **list) {
      if (point_of<Variant>(legal.from) != move.from() || point_of<Variant>(legal.to) != move.to()) continue;
      std::vector<Point> captured;
      for (auto left = legal.captured; left != 0; left = board::without_lowest(left)) {
        captured.push_back(point_of<Variant>(board::lowest_bit(left)));
      }
      if (std::ranges::is_permutation(captured, move.captured)) return legal;
    }
    return base::refuse("the move is not legal here; take one of the legal moves of this position");
  }

  bool has_move() const {
    List& list = emptied_list();
    draughts::generate<Variant>(here(), list);
    return !list.is_empty() || list.is_too_complex();
  }

  void judge() {
    using draughts::GameEnd;
    outcome_ = {};
    outcome_.standings.resize(2);
    const GameEnd end = played_.end(has_move());
    const Side mover = here().turn;
    const auto won = [&](int rule, const std::string& reason) {
      outcome_ = won_by(seat_of<Variant>(played_.winner(end)), draughts::rule_id(ids, rule), reason);
    };
    switch (end) {
      case GameEnd::none:
        return;
      case GameEnd::first_king:
        return won(ids.special, seat_name(seat_of<Variant>(played_.winner(end))) + " has a king first");
      case GameEnd::no_move:
        return won(ids.no_move, seat_name(seat_of<Variant>(mover)) +
                                    (here().of(mover) == 0 ? " has no piece left" : " has no legal move"));
      default:
        outcome_ = drawn_by(end);
    }
  }

  Outcome drawn_by(draughts::GameEnd end) const {
    switch (end) {
      case draughts::GameEnd::material: {
        const auto clause = *played_.counts().full_clause();
        return drawn(draughts::rule_id(ids, is_count_of_quiet_moves(clause) ? ids.quiet : ids.material),
                     limit_text(clause) + " with " + std::string(clause.when));
      }
      case draughts::GameEnd::quiet:
        return drawn(draughts::rule_id(ids, ids.quiet), std::to_string(rules.draws.quiet_half_moves / 2) +
                                                            " moves each without a capture or a man's move");
      default:
        return drawn(draughts::rule_id(ids, ids.repetition),
                     "the position occurred " + std::to_string(rules.draws.occurrences) + " times");
    }
  }

  // A count that a man's move begins anew is one of quiet moves, whatever material it asks for (PT-14).
  static constexpr bool is_count_of_quiet_moves(const draughts::MaterialDraw& clause) {
    return clause.restarts == draughts::CountRestarts::when_material_changes_or_a_man_moves;
  }

  static std::string limit_text(const draughts::MaterialDraw& clause) {
    if (clause.counted == draughts::CountedMoves::of_both_sides) {
      return std::to_string(clause.limit / 2) + " moves each";
    }
    return std::to_string(clause.limit) + " moves";
  }

  draughts::PlayedPosition<Variant> played_{draughts::start_position<Variant>()};
  Outcome outcome_;
};

}  // namespace crownstar::game
