#include "programs/cli/play/session.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/play/messages.hpp"
#include "rules/record/record_moves.hpp"

namespace crownstar::cli {

using base::printable;
using game::Point;

// One word that may be typed instead of a move.
struct PlaySession::Command {
  std::string_view word;
  std::string_view explanation;
  std::function<Next(PlaySession&, const std::string& rest)> obey;
};

const std::vector<PlaySession::Command>& PlaySession::commands() {
  const auto going_on = [](auto act) {
    return [act](PlaySession& session, const std::string& rest) {
      act(session, rest);
      return Next::goes_on;
    };
  };
  static const std::vector<Command> all{
      {"moves", "lists the legal moves", going_on([](PlaySession& s, const std::string&) { s.say_moves(); })},
      {"hint", "shows the move of the strongest computer",
       going_on([](PlaySession& s, const std::string&) { s.say_hint(); })},
      {"board", "draws the board again", going_on([](PlaySession& s, const std::string&) { s.show_board(); })},
      {"flip", "flips the board", going_on([](PlaySession& s, const std::string&) { s.flip(); })},
      {"undo", "takes back your last move and the replies",
       going_on([](PlaySession& s, const std::string&) { s.take_back(); })},
      {"resign", "resigns the game", going_on([](PlaySession& s, const std::string&) { s.resign(); })},
      {"save", "save FILE saves the game so far as PDN",
       going_on([](PlaySession& s, const std::string& rest) { s.save(rest); })},
      {"help", "this list", going_on([](PlaySession& s, const std::string&) { s.say_help(); })},
      {"quit", "leaves; so do Ctrl-D and Ctrl-C", [](PlaySession&, const std::string&) { return Next::quits; }},
  };
  return all;
}

PlaySession::PlaySession(std::unique_ptr<game::Game> start, std::vector<Player> players, std::uint64_t seed,
                         BoardLook look)
    : table_(std::move(start)),
      players_(std::move(players)),
      choosers_(seed),
      look_(look),
      places_(players_.size(), 0) {
  turn_towards_first_human();
}

bool PlaySession::has_human() const { return std::ranges::any_of(players_, &Player::is_human); }

// The player at the screen has their pieces at the bottom.
void PlaySession::turn_towards_first_human() {
  const int seat = static_cast<int>(std::ranges::find_if(players_, &Player::is_human) - players_.begin());
  double height = 0;
  double middle = 0;
  double count = 0;
  const auto pieces = game().pieces();
  for (const game::LayoutPoint& point : game().layout().points) {
    middle += point.y / static_cast<double>(game().layout().points.size());
    const bool is_own = std::ranges::any_of(
        pieces, [&](const game::PieceView& piece) { return piece.seat == seat && piece.set == point.start_of; });
    if (!is_own) continue;
    height += point.y;
    ++count;
  }
  look_.is_flipped = count > 0 && height / count > middle;
}

int PlaySession::run() {
  LineReader reader;
  say_beginning();
  const int status = run_loop(reader);
  return has_failed_ ? failure : status;
}

bool PlaySession::human_decides() const {
  return game().outcome().is_over ? has_human() : is_human(game().seat_to_move());
}

int PlaySession::run_loop(LineReader& reader) {
  std::string line;
  while (true) {
    if (LineReader::is_interrupted()) return interrupted;
    if (game().outcome().is_over) say_end();
    if (!human_decides()) {
      if (game().outcome().is_over) return success;
      if (!play_for(players_[static_cast<std::size_t>(game().seat_to_move())])) return failure;
      continue;
    }
    if (std::exchange(must_show_board_, false)) show_board();
    say_turn();
    flush_output();
    const LineKind kind = reader.read(line);
    if (kind == LineKind::line && obey(line) == Next::quits) return success;
    if (kind == LineKind::too_long) say("The line is too long; type a move, or help.\n");
    if (kind == LineKind::end || kind == LineKind::interrupted) {
      say("\n");
      return kind == LineKind::end ? success : interrupted;
    }
  }
}

bool PlaySession::play_for(const Player& player) {
  flush_output();  // what was said before a thought is seen before it
  const int seat = game().seat_to_move();
  const auto text = choosers_.choose(player, table_);
  const auto move = text ? game().parse(*text) : std::unexpected(text.error());
  const auto played = move ? table_.play(*move) : std::unexpected(move.error());
  if (!played) {
    complain(played.error());
    return false;
  }
  say_what_happened(seat, *text);
  return true;
}

PlaySession::Next PlaySession::obey(std::string_view line) {
  const std::string text = trimmed(line);
  if (text.empty()) return Next::goes_on;
  const std::size_t blank = text.find(' ');
  const std::string rest = blank == std::string::npos ? "" : trimmed(std::string_view(text).substr(blank));
  for (const Command& command : commands()) {
    if (text.substr(0, blank) == command.word) return command.obey(*this, rest);
  }
  try_move(text);
  return Next::goes_on;
}

void PlaySession::try_move(std::string_view text) {
  const auto move = game::read_recorded_move(game(), text);
  const int seat = game().seat_to_move();
  const auto played = move ? table_.play(*move) : std::unexpected(move.error());
  if (!played) {
    say(printable(base::to_text(played.error())) + "\n");
    return;
  }
  say_what_happened(seat, move->text);
}

void PlaySession::say_what_happened(int seat, const std::string& text) {
  must_show_board_ = true;
  say(fmt::format("{}: {}\n", game().seat_name(seat), text));
  const auto& standings = game().outcome().standings;
  for (std::size_t each = 0; each < standings.size() && !game().outcome().is_over; ++each) {
    if (places_[each] == standings[each].place) continue;
    places_[each] = standings[each].place;
    if (places_[each] != 0) say(place_line(game(), static_cast<int>(each)));
  }
}

void PlaySession::say_beginning() {
  say(beginning_text(game()));
  for (int seat = 0; seat < game().seats(); ++seat) {
    const Player& player = players_[static_cast<std::size_t>(seat)];
    const std::string who =
        player.is_human() ? player.name() : fmt::format("{}, seed {}", player.name(), choosers_.seed());
    say(fmt::format("{}: {}{}\n", game().seat_name(seat), who, pieces_of_seat(picture_of(game()), seat, look_)));
  }
  if (has_human()) say("Type a move, moves to list them all, or help.\n");
}

void PlaySession::show_board() {
  BoardPicture picture = picture_of(game());
  picture.marked = points_that_must_capture(game());
  say("\n" + draw_board(picture, look_) + captured_text(picture, table_.captured(), look_));
}

void PlaySession::say_turn() {
  if (game().outcome().is_over) {
    say("over> ");
    return;
  }
  say(must_capture_text(game()) + game().seat_name(game().seat_to_move()) + "> ");
}

void PlaySession::say_end() {
  if (std::exchange(was_end_told_, true)) return;
  show_board();
  must_show_board_ = false;
  say(end_text(game()));
  if (has_human()) say("You may still undo, save FILE or quit.\n");
}

void PlaySession::say_moves() {
  const auto moves = game().legal_moves();
  say(moves ? moves_text(*moves) : base::to_text(moves.error()) + "\n");
}

void PlaySession::say_hint() {
  const auto move = choosers_.choose({Player::Kind::computer, "full"}, table_);
  say(move ? *move + "\n" : base::to_text(move.error()) + "\n");
}

void PlaySession::say_help() {
  const auto moves = game().legal_moves();
  if (moves && !moves->empty()) say(fmt::format("Type a move as it is listed: {}\n", moves->front().text));
  for (const Command& command : commands()) say(fmt::format("{:<7} {}\n", command.word, command.explanation));
}

void PlaySession::flip() {
  look_.is_flipped = !look_.is_flipped;
  must_show_board_ = true;
}

void PlaySession::take_back() {
  if (!table_.take_back([this](int seat) { return is_human(seat); })) {
    say("You have no move to take back.\n");
    return;
  }
  must_show_board_ = true;
  was_end_told_ = false;
  for (std::size_t seat = 0; seat < places_.size(); ++seat) places_[seat] = game().outcome().standings[seat].place;
}

void PlaySession::resign() {
  const int seat = game().seat_to_move();
  if (const auto resigned = table_.resign(); !resigned) {
    say(base::to_text(resigned.error()) + "\n");
    return;
  }
  say_what_happened(seat, "resigns");
}

void PlaySession::save(const std::string& file) {
  if (file.empty()) {
    say("save needs a file name: save game.pdn\n");
    return;
  }
  std::vector<std::string> names;
  for (const Player& player : players_) names.push_back(player.name());
  const auto record = table_.record(names, date_of_today());
  const auto written = record
                           ? write_text_file(file, *record, saved_.contains(file) ? IfThere::replace : IfThere::refuse)
                           : std::unexpected(record.error());
  if (!written) {
    say(printable(base::to_text(written.error())) + "\n");
    return;
  }
  saved_.insert(file);
  say(fmt::format("Saved to {}.\n", printable(file)));
}

}  // namespace crownstar::cli
