#include "engines/dxp/dxp_text.hpp"

#include <algorithm>

#include "base/limits.hpp"
#include "base/text/quote.hpp"

namespace crownstar::dxp {
namespace {

constexpr std::size_t name_width = 32;
constexpr std::size_t squares = 50;
constexpr std::string_view version = "01";

// Fields that are there are taken; missing ones are reported after all have been read.
class Fields {
 public:
  explicit Fields(std::string_view text) : left_(text) {}

  std::string_view take(std::size_t width) {
    if (left_.size() < width) is_sound_ = false;
    const std::string_view field = left_.substr(0, width);
    left_.remove_prefix(field.size());
    return field;
  }

  int number(std::size_t width) {
    int number = 0;
    for (const char letter : take(width)) {
      if (letter < '0' || letter > '9') is_sound_ = false;
      number = number * 10 + (letter - '0');
    }
    return number;
  }

  std::string name() {
    const std::string_view field = take(name_width);
    const std::size_t end = field.find_last_not_of(' ');
    return std::string(field.substr(0, end == std::string_view::npos ? 0 : end + 1));
  }

  // One of a few letters; the first where it is none of them.
  char one_of(std::string_view letters) {
    const std::string_view field = take(1);
    if (!field.empty() && letters.contains(field.front())) return field.front();
    is_sound_ = false;
    return letters.front();
  }

  std::string_view rest() const { return left_; }
  bool is_sound() const { return is_sound_; }

 private:
  std::string_view left_;
  bool is_sound_ = true;
};

// Black is Z there, for the Dutch word.
char hub_letter(char letter) { return letter == 'z' ? 'b' : letter == 'Z' ? 'B' : letter; }
char dxp_letter(char letter) { return letter == 'b' ? 'z' : letter == 'B' ? 'Z' : letter; }

std::string position_in(Fields& fields) {
  if (fields.one_of("AB") == 'A') return {};
  std::string position(1, hub_letter(fields.one_of("WZ")));
  for (std::size_t nth = 0; nth < squares; ++nth) position += hub_letter(fields.one_of("ewzWZ"));
  return position;
}

DxpMove move_in(Fields& fields) {
  DxpMove move{fields.number(4), fields.number(2), fields.number(2), {}};
  const int captured = fields.number(2);
  for (int nth = 0; nth < captured && fields.is_sound(); ++nth) move.captured.push_back(fields.number(2));
  return move;
}

std::string number_text(int number, std::size_t width) {
  std::string text = std::to_string(std::max(number, 0));
  if (text.size() > width) return std::string(width, '9');
  return std::string(width - text.size(), '0') + text;
}

std::string name_text(const std::string& name) {
  std::string text = name.substr(0, name_width);
  text.resize(name_width, ' ');
  return text;
}

std::string written(const DxpRequest& request) {
  std::string text = "R" + std::string(version) + name_text(request.name) + (request.is_answerer_white ? 'W' : 'Z') +
                     number_text(request.minutes, 3) + number_text(request.moves, 3);
  if (request.position.empty()) return text + "A";
  text += 'B';
  for (const char letter : request.position) text += dxp_letter(letter);
  return text;
}
std::string written(const DxpAnswer& answer) {
  return "A" + name_text(answer.name) + static_cast<char>(answer.verdict);
}
std::string written(const DxpMove& move) {
  std::string text = "M" + number_text(move.seconds, 4) + number_text(move.from, 2) + number_text(move.to, 2) +
                     number_text(static_cast<int>(move.captured.size()), 2);
  for (const int square : move.captured) text += number_text(square, 2);
  return text;
}
std::string written(const DxpEnd& end) {
  return std::string("E") + static_cast<char>(end.result) + (end.is_last ? '1' : '0');
}
std::string written(const DxpChat& chat) { return "C" + chat.text.substr(0, limits::dxp_message_bytes - 2); }
std::string written(const DxpBack& back) { return "B" + number_text(back.move, 3) + (back.is_white ? 'W' : 'Z'); }
std::string written(const DxpBackAnswer& answer) { return std::string("K") + static_cast<char>(answer.verdict); }

}  // namespace

Checked<DxpMessage> read_dxp(std::string_view text) {
  const auto nonsense = [&] { return base::refuse("no message of DamExchange: " + base::quoted(text)); };
  if (text.empty() || text.size() > limits::dxp_message_bytes) return nonsense();
  Fields fields(text.substr(1));
  DxpMessage message;
  switch (text.front()) {
    case 'R': {
      // Of another version nothing else is known.
      if (fields.take(version.size()) != version) return base::refuse("DamExchange of another version");
      DxpRequest request;
      request.name = fields.name();
      request.is_answerer_white = fields.one_of("WZ") == 'W';
      request.minutes = fields.number(3);
      request.moves = fields.number(3);
      request.position = position_in(fields);
      message = std::move(request);
      break;
    }
    case 'A':
      message = DxpAnswer{fields.name(), static_cast<DxpVerdict>(fields.one_of("012"))};
      break;
    case 'M':
      message = move_in(fields);
      break;
    case 'E':
      message = DxpEnd{static_cast<DxpResult>(fields.one_of("0123")), fields.one_of("01") == '1'};
      break;
    case 'C':
      return DxpChat{std::string(fields.rest())};
    case 'B':
      message = DxpBack{fields.number(3), fields.one_of("WZ") == 'W'};
      break;
    case 'K':
      message = DxpBackAnswer{static_cast<DxpVerdict>(fields.one_of("012"))};
      break;
    default:
      return nonsense();
  }
  if (!fields.is_sound()) return nonsense();
  return message;
}

std::string write_dxp(const DxpMessage& message) {
  return std::visit([](const auto& each) { return written(each); }, message);
}

}  // namespace crownstar::dxp
