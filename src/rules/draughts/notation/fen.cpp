#include "rules/draughts/notation/fen.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/text/letters.hpp"
#include "base/text/quote.hpp"

namespace crownstar::draughts {

namespace {

using base::quoted;

// Far above any setup; a longer text is no position and is not worth reading.
constexpr std::size_t longest_fen = 4096;

class FenReader {
 public:
  FenReader(std::string text, const SquareNames& names) : text_(std::move(text)), names_(names) {}

  Checked<Setup> read() {
    if (auto side = read_side("who is to move")) {
      setup_.turn = *side;
    } else {
      return std::unexpected(side.error());
    }
    while (at_ < text_.size()) {
      if (text_[at_] != ':') return refuse("expected ':' before " + rest() + " in the position");
      ++at_;
      const bool is_extra = at_ < text_.size() && std::string_view("+HF").contains(text_[at_]);
      const auto part = is_extra ? read_extra() : read_pieces();
      if (!part) return std::unexpected(part.error());
    }
    return setup_;
  }

 private:
  std::string rest() const { return at_ < text_.size() ? quoted(std::string_view(text_).substr(at_)) : "the end"; }

  bool takes(char letter) {
    if (at_ >= text_.size() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }

  Checked<Side> read_side(const std::string& what) {
    if (takes('W')) return Side::white;
    if (takes('B')) return Side::black;
    return refuse("expected W or B for " + what + ", found " + rest() + " in the position");
  }

  Checked<void> read_pieces() {
    const auto side = read_side("the owner of the pieces");
    if (!side) return std::unexpected(side.error());
    while (at_ < text_.size() && text_[at_] != ':') {
      const bool is_king = takes('K');
      const auto first = read_square();
      if (!first) return std::unexpected(first.error());
      int last = *first;
      if (takes('-')) {
        const auto end = read_square();
        if (!end) return std::unexpected(end.error());
        last = *end;
      }
      if (auto added = add_range(*side, is_king, *first, last); !added) return added;
      if (!takes(',') && at_ < text_.size() && text_[at_] != ':') {
        return refuse("expected ',' or ':' before " + rest() + " in the position");
      }
    }
    return {};
  }

  Checked<void> add_range(Side side, bool is_king, int first, int last) {
    const int from = names_.place_in_order(first);
    const int to = names_.place_in_order(last);
    if (from > to) return refuse("the range " + names_.name(first) + "-" + names_.name(last) + " runs backwards");
    for (int place = from; place <= to; ++place) {
      setup_.pieces.push_back({side, is_king, names_.in_order()[static_cast<std::size_t>(place)]});
    }
    // Every square twice over is more than any board could be meant to hold.
    if (setup_.pieces.size() > 2 * names_.in_order().size()) return refuse("the position names too many pieces");
    return {};
  }

  Checked<int> read_square() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string_view name = std::string_view(text_).substr(begin, at_ - begin);
    if (const auto square = names_.find(name)) return *square;
    at_ = begin;
    return refuse("expected " + names_.expected() + ", found " + rest() + " in the position");
  }

  // `+2@14+0`; halfmove fields such as H0 and F1 of other programs are passed over, they do not belong to a position.
  Checked<void> read_extra() {
    if (takes('H') || takes('F')) {
      while (at_ < text_.size() && text_[at_] != ':') ++at_;
      return {};
    }
    // lidraughts writes Black first and the square onto the count: `+214+0` is two moves of the king on 14.
    const std::string_view field = std::string_view(text_).substr(at_, text_.find(':', at_) - at_);
    const bool is_foreign = !field.contains('@') && std::ranges::all_of(field, [](char letter) {
      return letter == '+' || (letter >= '0' && letter <= '9');
    });
    const auto sides = is_foreign ? std::array{Side::black, Side::white} : std::array{Side::white, Side::black};
    for (const Side side : sides) {
      if (!takes('+')) return refuse("expected '+' and a count of a king's moves, found " + rest());
      if (is_foreign) put_sign_behind_count();
      if (auto run = read_run(side); !run) return run;
    }
    return {};
  }

  // The count has one digit: a king moves three times in a row at most.
  void put_sign_behind_count() {
    const bool has_square = at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0;
    if (has_square) text_.insert(at_ + 1, 1, '@');
  }

  Checked<void> read_run(Side side) {
    int length = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), length);
    if (error != std::errc{} || length < 0 || length > 255) {
      return refuse("expected a count of a king's moves, found " + rest());
    }
    at_ = static_cast<std::size_t>(end - text_.data());
    std::optional<int> square;
    if (takes('@')) {
      const auto named = read_square();
      if (!named) return std::unexpected(named.error());
      square = *named;
    } else {
      square = only_king(side);
    }
    if (length == 0) return {};
    if (!square) return refuse("expected '@' and the square of the king after its count of moves");
    setup_.king_runs[index(side)] = {static_cast<std::uint8_t>(*square), static_cast<std::uint8_t>(length)};
    return {};
  }

  std::optional<int> only_king(Side side) const {
    std::optional<int> found;
    for (const SetupPiece& piece : setup_.pieces) {
      if (piece.side != side || !piece.is_king) continue;
      if (found) return std::nullopt;
      found = piece.square;
    }
    return found;
  }

  std::string text_;
  const SquareNames& names_;
  std::size_t at_ = 0;
  Setup setup_;
};

std::string write_side(const Setup& setup, Side side, const SquareNames& names) {
  std::string text(1, side == Side::white ? 'W' : 'B');
  bool is_first = true;
  const auto comma = [&] {
    if (!is_first) text += ',';
    is_first = false;
  };
  // Each into its place: the code of a sort would weigh 3 kB in the page, of which a first visit has few.
  const auto place_of = [&](const SetupPiece& piece) { return names.place_in_order(piece.square); };
  std::vector<SetupPiece> own;
  for (const SetupPiece& piece : setup.pieces) {
    if (piece.side == side) own.insert(std::ranges::upper_bound(own, place_of(piece), {}, place_of), piece);
  }
  const auto follows = [&](std::size_t next) {
    return !own[next].is_king && !own[next - 1].is_king &&
           names.place_in_order(own[next].square) == names.place_in_order(own[next - 1].square) + 1;
  };
  for (std::size_t i = 0; i < own.size();) {
    std::size_t end = i + 1;
    while (end < own.size() && follows(end)) ++end;
    comma();
    // Ranges of numbers only: `a1-g1` would read as a move.
    if (names.notation() == Notation::numbers && end - i > 2) {
      text += names.name(own[i].square) + "-" + names.name(own[end - 1].square);
      i = end;
    } else {
      text += (own[i].is_king ? "K" : "") + names.name(own[i].square);
      ++i;
    }
  }
  return text;
}

std::string write_run(const KingRun& run, const SquareNames& names) {
  if (run.length == 0) return "+0";
  return "+" + std::to_string(run.length) + "@" + names.name(run.square);
}

}  // namespace

std::string without_ornaments(std::string_view position) {
  std::string plain;
  bool follows_gap = false;
  for (const char letter : position) {
    const bool is_gap = std::isspace(static_cast<unsigned char>(letter)) != 0 || letter == '"';
    if (!is_gap) {
      if (follows_gap && base::is_digit(letter) && !plain.empty() && base::is_digit(plain.back())) plain += ' ';
      plain += letter;
    }
    follows_gap = is_gap;
  }
  while (!plain.empty() && plain.back() == '.') plain.pop_back();
  return plain;
}

Checked<Setup> read_fen(std::string_view text, const SquareNames& names) {
  if (text.size() > longest_fen) {
    return refuse("the position is longer than " + std::to_string(longest_fen) + " characters; expected " +
                  "W or B to move and the squares of both sides");
  }
  return FenReader(without_ornaments(text), names).read();
}

std::string write_fen(const Setup& setup, const SquareNames& names) {
  std::string text = setup.turn == Side::white ? "W:" : "B:";
  text += write_side(setup, Side::white, names) + ":" + write_side(setup, Side::black, names);
  if (setup.king_runs[0].length + setup.king_runs[1].length > 0) {
    text += ":" + write_run(setup.king_runs[0], names) + write_run(setup.king_runs[1], names);
  }
  return text;
}

}  // namespace crownstar::draughts
