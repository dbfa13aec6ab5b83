#include "load/sitter.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "site/wire/json/codec.hpp"

namespace crownstar::load {
namespace {

constexpr milliseconds after_a_refusal{150};

// Refusals that say to come back; any other one has no reason here, for every command is legal and sent in turn.
bool is_temporary(wire::RefusalCode code) {
  using enum wire::RefusalCode;
  constexpr std::array all{busy, store_unavailable, stopping, too_many};
  return std::ranges::find(all, code) != all.end();
}

wire::Move move_of(const wire::MatchMoved& moved) {
  return {moved.seat, moved.text, moved.at, moved.spent_ms, moved.left_ms, moved.periods};
}

}  // namespace

std::shared_ptr<SeenMatch> Room::match(const std::string& id, const std::string& game, ClockPlan clock) {
  auto& found = matches[id];
  if (found) return found;
  std::vector<std::shared_ptr<const Script>> fitting;
  std::ranges::copy_if(scripts, std::back_inserter(fitting), [&](const auto& script) { return script->game == game; });
  found = std::make_shared<SeenMatch>(id, fitting[random() % fitting.size()], clock, outages, figures);
  return found;
}

milliseconds Room::between(milliseconds least, milliseconds most) {
  const auto width = static_cast<std::uint64_t>((most - least).count()) + 1;
  return least + milliseconds(random() % width);
}

Sitter::Sitter(Room& room, std::shared_ptr<SeenMatch> match, ClockPlan clock, std::string cookie)
    : room_(room),
      match_(std::move(match)),
      clock_(clock),
      socket_(room.poller,
              {[this] { on_open(); }, [this](std::string_view text) { on_text(text); }, [this] { on_gone(); }}),
      cookie_(std::move(cookie)) {}

void Sitter::connect() {
  ++life_;
  ++room_.connecting;
  has_match_ = false;
  is_live_ = false;
  is_pondering_ = false;
  known_before_ = match_->moves();
  if (!socket_.connect({room_.port, "", "/socket", cookie_})) on_gone();
}

void Sitter::hang_up() {
  if (!has_match_ && !socket_.is_gone()) --room_.connecting;
  has_match_ = false;
  socket_.close();
}

void Sitter::on_gone() {
  if (!std::exchange(has_match_, false)) --room_.connecting;
}

void Sitter::on_open() {
  ++room_.figures.reconnections;
  // Sent again before it is known whether it was played: that must be the same as before.
  if (!outstanding_.empty() && room_.one_of(2)) {
    ++room_.figures.sent_again;
    socket_.send(outstanding_text_);
  }
  if (number_ >= 0 && room_.one_of(2)) {
    watch();
  } else {
    socket_.send(R"({"t":"watch","match":")" + match_->id() + "\"}");
  }
}

void Sitter::watch() {
  is_live_ = false;
  socket_.send(R"({"t":"watch","match":")" + match_->id() + R"(","after":)" + std::to_string(number_) + "}");
}

void Sitter::on_text(std::string_view text) {
  const auto message = wire::decode<wire::ServerMessage>(text);
  if (!message)
    return room_.figures.fault(room_.figures.wrong_answers, message.error().reason + ": " + std::string(text));
  std::visit([this](const auto& each) { take(each); }, *message);
}

// What was on its way when the connection broke is sent again, under the same name, if it still is to be done.
void Sitter::arrive() {
  if (std::exchange(has_match_, true)) return;
  --room_.connecting;
  outstanding_.clear();
}

void Sitter::take(const wire::ServerSnapshot& message) {
  const wire::Snapshot& snapshot = message.snapshot;
  if (snapshot.match != match_->id()) return;
  is_live_ = true;
  arrive();
  if (snapshot.number < number_) {
    room_.figures.fault(room_.figures.lost, match_->id() + ": event " + std::to_string(number_) +
                                                " was heard of, and the"
                                                " last one is " +
                                                std::to_string(snapshot.number));
  }
  match_->see_all(snapshot.moves, std::max(known_before_, moves_));
  number_ = snapshot.number;
  moves_ = snapshot.moves.size();
  seat_ = snapshot.seat;
  status_ = snapshot.status;
  settle();
}

void Sitter::take(const wire::ServerEvents& message) {
  if (message.match != match_->id()) return;
  const std::int64_t told_at = std::exchange(is_live_, true) ? message.now : 0;
  arrive();
  if (message.first != number_ + 1) {
    room_.figures.fault(room_.figures.gaps, match_->id() + ": event " + std::to_string(message.first) +
                                                " after event " + std::to_string(number_));
    number_ = message.first - 1;
  }
  number_ += static_cast<int>(message.events.size());
  for (const wire::MatchEvent& event : message.events) {
    if (const auto* moved = std::get_if<wire::MatchMoved>(&event)) match_->see(moves_++, move_of(*moved), told_at);
    if (std::holds_alternative<wire::MatchEnded>(event) && seat_ == 0) ++room_.figures.games_finished;
  }
  if (moves_ < known_before_ && message.now > 0 && message.events.empty()) {
    // The tail ends before what was known when it was asked for.
    room_.figures.fault(room_.figures.lost, match_->id() + ": the tail ends at move " + std::to_string(moves_));
  }
  known_before_ = 0;
  status_ = message.status;
  settle();
}

void Sitter::take(const wire::ServerRefused& message) {
  ++room_.figures.refusals[std::string(wire::to_text(message.code))];
  // A game in which a seat's first move is late ends; on a busy machine that move may be on its way.
  if (message.code == wire::RefusalCode::over && moves_ < 2 && outstanding_.starts_with("move")) {
    outstanding_.clear();
    return consider();
  }
  if (!is_temporary(message.code)) {
    room_.figures.fault(room_.figures.wrong_answers,
                        match_->id() + ": " + message.request.value_or("") + " refused: " + message.reason);
    return;
  }
  if (message.request) {
    outstanding_.clear();
    is_pondering_ = true;
    room_.poller.later(after_a_refusal, [this, life = life_] {
      if (life == life_) act();
    });
  } else {
    room_.poller.later(after_a_refusal, [this, life = life_] {
      if (life == life_ && socket_.is_open()) watch();
    });
  }
}

void Sitter::settle() {
  if (status_.next) return go_to(*status_.next);
  const bool is_done = outstanding_.starts_with("move")    ? moves_ > std::stoul(outstanding_.substr(5))
                       : outstanding_.starts_with("leave") ? status_.phase == wire::Phase::over
                                                           : false;  // a rematch is, when there is a next match
  if (is_done) outstanding_.clear();
  consider();
}

void Sitter::go_to(const std::string& next) {
  socket_.send(R"({"t":"leave","match":")" + match_->id() + "\"}");
  match_ = room_.match(next, match_->script().game, clock_);
  number_ = -1;
  moves_ = 0;
  known_before_ = match_->moves();
  status_ = {};
  seat_.reset();
  outstanding_.clear();
  watch();
}

void Sitter::consider() {
  if (!seat_ || is_pondering_ || !outstanding_.empty()) return;
  const bool is_turn = status_.phase == wire::Phase::running && status_.turn == seat_;
  if (!is_turn && status_.phase != wire::Phase::over) return;
  is_pondering_ = true;
  const Behaviour& behaviour = room_.behaviour;
  const auto wait = room_.one_of(behaviour.slow_one_of) ? room_.between(behaviour.slow_least, behaviour.slow_most)
                                                        : room_.between(behaviour.think_least, behaviour.think_most);
  room_.poller.later(wait, [this, life = life_] {
    if (life == life_) act();
  });
}

void Sitter::act() {
  is_pondering_ = false;
  if (!socket_.is_open() || !has_match_ || !seat_ || !outstanding_.empty()) return;
  if (status_.phase == wire::Phase::over) return send("again", R"({"t":"offer_rematch"})");
  if (status_.phase != wire::Phase::running || status_.turn != seat_) return;
  if (moves_ < match_->script().moves.size()) {
    send("move-" + std::to_string(moves_), R"({"t":"move","text":")" + match_->script().moves[moves_] + "\"}");
  } else {
    send("leave", R"({"t":"resign"})");
  }
}

void Sitter::send(const std::string& request, const std::string& what) {
  outstanding_ = request;
  outstanding_text_ = R"({"t":"command","request":")" + request + R"(","match":")" + match_->id() + R"(","after":)" +
                      std::to_string(number_) + R"(,"do":)" + what + "}";
  ++room_.figures.commands;
  socket_.send(outstanding_text_);
  if (!room_.one_of(room_.behaviour.twice_one_of)) return;
  ++room_.figures.sent_again;
  socket_.send(outstanding_text_);
}

}  // namespace crownstar::load
