// The worker of one variant behind the interface of the root search; included only where variants are instantiated.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "engines/search/draughts/evaluation/net_evaluation.hpp"
#include "engines/search/draughts/root_worker.hpp"
#include "engines/search/draughts/search.hpp"
#include "engines/search/draughts/state/search_options.hpp"
#include "engines/search/draughts/worker.hpp"
#include "rules/draughts/notation/move_text.hpp"

namespace crownstar::search::draughts {

template <class Variant, class Evaluation>
class RootWorkerOf final : public RootWorker {
  using Position = draughts::Position<Variant>;
  using Move = draughts::Move<Variant>;
  using List = draughts::MoveList<Variant>;

 public:
  RootWorkerOf(const SearchContext& context, const Position& root, GameHistory<Variant> game_history, History& history,
               NodeLimit node_limit, SearchOptions options)
      : context_(context),
        root_(root),
        game_history_(std::move(game_history)),
        tablebase_(tablebase::tables_of<Variant>(context.tables)),
        worker_(context.table, history, tablebase_, node_limit, options, context.margins, context.reductions) {
    worker_.use_network(context.network);
    worker_.set_root(root_, game_history_);
  }

  Checked<std::vector<LegalMove>> legal_moves() override {
    const auto list = std::make_unique<List>();
    draughts::generate<Variant>(root_, *list);
    if (list->is_too_complex()) return base::refuse("the position is too complex to be searched");
    std::vector<LegalMove> legal;
    for (auto& written : draughts::write_moves(root_, *list)) {
      moves_.push_back(written.move);
      legal.push_back({std::move(written.text), written.move.captured != 0, worker_.static_eval_after(written.move)});
    }
    return legal;
  }

  int root_static_eval() override { return worker_.root_static_eval(); }
  void play_out_captures() override { worker_.play_out_captures(); }
  void set_root_depth(int depth) override { worker_.set_root_depth(depth); }
  const NodeLimit& node_limit() const override { return worker_.node_limit(); }

  int search_after(std::size_t move, int alpha, int beta, int depth, bool is_cut) override {
    return worker_.search_after(moves_[move], alpha, beta, depth, is_cut);
  }
  int search_root(int alpha, int beta, int depth) override { return worker_.search(0, alpha, beta, depth, false); }

  std::vector<AnyMove> line() const override {
    std::vector<AnyMove> line;
    for (const Move& move : worker_.line(1)) line.push_back({move.captured, move.from, move.to, move.crowns});
    return line;
  }

  void write_line(std::vector<std::string>& texts, std::size_t move, std::span<const AnyMove> line) const override {
    Position position = draughts::after(root_, moves_[move]);
    const auto list = std::make_unique<List>();
    for (const AnyMove& each : line) {
      const Move wanted{static_cast<draughts::WordOf<Variant>>(each.captured), each.from, each.to, each.crowns};
      list->clear();
      draughts::generate<Variant>(position, *list);
      const auto written = draughts::write_moves(position, *list);
      const auto text = std::ranges::find(written, wanted, [](const auto& legal) { return legal.move; });
      if (text == written.end()) return;
      texts.push_back(text->text);
      position = draughts::after(position, wanted);
    }
  }

  std::optional<tablebase::Value> tablebase_value() const override {
    return tablebase_ == nullptr ? std::nullopt : tablebase_->value(root_);
  }

  std::optional<TablebaseAnswer> tablebase_after(std::size_t move) const override {
    if (tablebase_ == nullptr) return std::nullopt;
    const Position next = draughts::after(root_, moves_[move]);
    const auto value = tablebase_->value(next);
    if (!value) return std::nullopt;
    auto counts = game_history_.counts;
    counts.play(root_, moves_[move], next);
    return TablebaseAnswer{*value, tablebase_->distance(next), count_moves_left<Variant>(counts)};
  }

  std::unique_ptr<RootWorker> helper(History& history, const std::atomic<bool>& is_cancelled) const override {
    return std::make_unique<RootWorkerOf>(context_, root_, game_history_, history, NodeLimit{nullptr, &is_cancelled},
                                          SearchOptions{});
  }

 private:
  const SearchContext& context_;
  const Position root_;
  const GameHistory<Variant> game_history_;
  const tablebase::TablesOf<Variant>* tablebase_;
  Worker<Variant, Evaluation> worker_;
  std::vector<Move> moves_;
};

template <class Variant>
Checked<std::unique_ptr<RootWorker>> make_worker(const SearchContext& context) {
  const auto root = draughts::position_from_fen<Variant>(context.task.game->position());
  if (!root) return std::unexpected(root.error());
  return std::make_unique<RootWorkerOf<Variant, NetEvaluation<Variant>>>(
      context, *root, GameHistory<Variant>::of(context.task.earlier_positions, *root), context.history,
      NodeLimit{&context.budget},
      SearchOptions{.has_quiescence = context.task.is_free || context.skill.has_quiescence});
}

}  // namespace crownstar::search::draughts
