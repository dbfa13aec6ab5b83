#include "engines/dxp/dxp_session.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <utility>

#include "engines/hub/hub_board.hpp"
#include "rules/catalog/catalog.hpp"

namespace crownstar::dxp {

using engine::Milliseconds;
using engine::Searcher;
using engine::SearchLimits;
using engine::SearchRequest;
using engine::Turn;
namespace {

// When a game has no number of moves, it is taken to last for so many more.
constexpr int moves_to_go = 40;
constexpr Milliseconds least_time{10};

std::string_view seat_of(bool is_white) { return is_white ? "White" : "Black"; }

// `28x19x23` in numbers.
DxpMove numbers_of(std::string_view hub) {
  std::vector<int> squares;
  const char* at = hub.data();
  const char* const end = at + hub.size();
  while (at < end) {
    int number = 0;
    at = std::from_chars(at, end, number).ptr + 1;
    squares.push_back(number);
  }
  return {0, squares[0], squares[1], {squares.begin() + 2, squares.end()}};
}

std::string hub_text_of(const DxpMove& move) {
  std::string text = std::to_string(move.from) + (move.captured.empty() ? "-" : "x") + std::to_string(move.to);
  for (const int square : move.captured) text += "x" + std::to_string(square);
  return text;
}

}  // namespace

DxpSession::DxpSession(Searcher& searcher, DxpTerms terms) : searcher_(searcher), terms_(std::move(terms)) {}

std::vector<DxpMessage> DxpSession::begin() {
  is_asking_ = true;
  return {next_request()};
}

std::vector<DxpMessage> DxpSession::hear(const DxpMessage& message) {
  return std::visit([this](const auto& each) { return on(each); }, message);
}

DxpRequest DxpSession::next_request() const {
  return {terms_.name, score_.all() % 2 == 1, terms_.minutes, terms_.moves, {}};
}

std::vector<DxpMessage> DxpSession::on(const DxpRequest& request) {
  const auto refuse = [&](const std::string& reason) -> std::vector<DxpMessage> {
    return {DxpChat{reason}, DxpAnswer{terms_.name, DxpVerdict::refused}};
  };
  if (game_) return refuse("a game is being played");
  if (auto started = start(request.position, request.minutes, request.moves); !started) {
    return refuse(started.error().reason);
  }
  are_we_white_ = request.is_answerer_white;
  return {DxpAnswer{terms_.name, DxpVerdict::accepted}};
}

std::vector<DxpMessage> DxpSession::on(const DxpAnswer& answer) {
  if (!is_asking_ || game_) return {};
  if (answer.verdict != DxpVerdict::accepted) {
    is_over_ = true;
    return {};
  }
  const DxpRequest asked = next_request();
  are_we_white_ = !asked.is_answerer_white;
  if (auto started = start(asked.position, asked.minutes, asked.moves); !started) {
    is_over_ = true;
    return {DxpChat{started.error().reason}, DxpEnd{DxpResult::unknown, true}};
  }
  return {};
}

std::vector<DxpMessage> DxpSession::on(const DxpMove& move) {
  if (!game_) return {DxpChat{"no game is being played"}};
  if (game_->seat_name(game_->seat_to_move()) == seat_of(are_we_white_)) return {DxpChat{"it is not your turn"}};
  const auto found = hub::HubBoard(*game_).find_move(*game_, hub_text_of(move));
  if (!found) {
    std::vector<DxpMessage> said{DxpChat{found.error().reason}};
    std::ranges::move(end(DxpResult::unknown), std::back_inserter(said));
    return said;
  }
  request_.turns.push_back(Turn::played(found->text));
  if (const auto played = game_->play(*found); !played) return end(DxpResult::unknown);
  return {};
}

std::vector<DxpMessage> DxpSession::on(const DxpEnd& ended) {
  std::vector<DxpMessage> said;
  if (game_) {
    const DxpResult ours = ended.result == DxpResult::won    ? DxpResult::lost
                           : ended.result == DxpResult::lost ? DxpResult::won
                                                             : ended.result;
    note(ours);
    said.emplace_back(DxpEnd{ours, ended.is_last});
  }
  is_over_ = is_over_ || ended.is_last || (is_asking_ && score_.all() >= terms_.games);
  if (is_asking_ && !is_over_) said.emplace_back(next_request());
  return said;
}

std::vector<DxpMessage> DxpSession::on(const DxpChat&) { return {}; }
std::vector<DxpMessage> DxpSession::on(const DxpBack&) { return {DxpBackAnswer{DxpVerdict::unsupported}}; }
std::vector<DxpMessage> DxpSession::on(const DxpBackAnswer&) { return {}; }

Checked<void> DxpSession::start(const std::string& hub_position, int minutes, int moves) {
  auto started = game::start(terms_.token);
  if (!started) return std::unexpected(started.error());
  request_ = {};
  request_.token = terms_.token;
  request_.level = terms_.level;
  if (!hub_position.empty()) {
    auto position = hub::HubBoard(**started).position_text(hub_position);
    if (!position) return std::unexpected(position.error());
    if (const auto set = (*started)->set_position(*position); !set) return set;
    request_.position = *std::move(position);
  }
  searcher_.forget();
  game_ = *std::move(started);
  left_ = std::chrono::minutes(minutes);
  moves_left_ = moves;
  return {};
}

std::vector<DxpMessage> DxpSession::proceed() {
  std::vector<DxpMessage> said;
  if (!game_) return said;
  const auto is_our_turn = [&] { return game_->seat_name(game_->seat_to_move()) == seat_of(are_we_white_); };
  if (!game_->outcome().is_over && is_our_turn()) {
    auto move = think();
    if (!move) {
      said.emplace_back(DxpChat{move.error().reason});
      std::ranges::move(end(DxpResult::unknown), std::back_inserter(said));
      return said;
    }
    said.emplace_back(*std::move(move));
  }
  const game::Outcome& outcome = game_->outcome();
  if (!outcome.is_over) return said;
  const bool is_first_white = game_->seat_name(0) == seat_of(true);
  const std::size_t our_seat = are_we_white_ == is_first_white ? 0 : 1;
  const DxpResult result = outcome.is_draw                          ? DxpResult::drawn
                           : outcome.standings[our_seat].place == 1 ? DxpResult::won
                                                                    : DxpResult::lost;
  std::ranges::move(end(result), std::back_inserter(said));
  return said;
}

Checked<DxpMove> DxpSession::think() {
  SearchRequest asked = request_;
  asked.limits = terms_.limits;
  if (asked.limits == SearchLimits{}) asked.limits.time = time_for_move();
  const auto begun = std::chrono::steady_clock::now();
  const auto found = searcher_.search(asked, {}, {});
  const auto used = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - begun);
  if (!found) return std::unexpected(found.error());
  const auto move = game_->parse(found->move);
  if (!move) return std::unexpected(move.error());
  DxpMove said = numbers_of(hub::HubBoard(*game_).move(*move));
  said.seconds = static_cast<int>(std::chrono::round<std::chrono::seconds>(used).count());
  left_ = std::max(left_ - used, Milliseconds{0});
  moves_left_ = std::max(moves_left_ - 1, 0);
  request_.turns.push_back(Turn::played(move->text));
  if (const auto played = game_->play(*move); !played) return std::unexpected(played.error());
  return said;
}

Milliseconds DxpSession::time_for_move() const {
  const int moves = moves_left_ > 0 ? std::min(moves_left_, moves_to_go) + 1 : moves_to_go;
  return std::max(left_ / moves, least_time);
}

std::vector<DxpMessage> DxpSession::end(DxpResult result) {
  note(result);
  const bool is_last = is_asking_ && score_.all() >= terms_.games;
  return {DxpEnd{result, is_last}};
}

void DxpSession::note(DxpResult result) {
  game_.reset();
  ++(result == DxpResult::won     ? score_.wins
     : result == DxpResult::drawn ? score_.draws
     : result == DxpResult::lost  ? score_.losses
                                  : score_.unknown);
}

}  // namespace crownstar::dxp
