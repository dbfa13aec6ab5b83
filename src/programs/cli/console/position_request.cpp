#include "programs/cli/console/position_request.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text/byte_order_mark.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/text_file.hpp"
#include "rules/record/pdn/text_encoding.hpp"
#include "rules/record/record_moves.hpp"
#include "rules/record/recorded_position.hpp"

namespace crownstar::cli {

using base::Checked;

namespace {

constexpr std::size_t longest_position_line = 1U << 16U;

// Reads a line without its end; false at the end of the file.
bool read_line(std::FILE* file, std::string& line) {
  line.clear();
  int letter = std::fgetc(file);
  if (letter == EOF) return false;
  for (; letter != EOF && letter != '\n'; letter = std::fgetc(file)) {
    if (line.size() < longest_position_line) line += static_cast<char>(letter);
  }
  while (line.ends_with('\r') || line.ends_with(' ')) line.pop_back();
  return true;
}

}  // namespace

Checked<void> set_typed_position(game::Game& game, std::string_view text) {
  const auto set = game::set_written_position(game, text);
  if (!set) return std::unexpected(set.error());
  for (const std::string& note : *set) complain("note: " + note);
  return {};
}

Checked<BegunGame> begin_with_moves(const PositionRequest& request) {
  auto game = game::start(request.token);
  if (!game) return std::unexpected(game.error());
  BegunGame begun{*std::move(game), {}, {}};
  if (request.has_position) {
    if (const auto set = set_typed_position(*begun.game, request.position); !set) return std::unexpected(set.error());
  }
  begun.start = begun.game->position();
  for (const std::string_view text : game::words_of_moves(request.moves)) {
    const auto move = game::read_recorded_move(*begun.game, text);
    const std::string where = fmt::format("--moves: {}: ", text);
    if (!move) return base::refuse(move.error().rule, where + move.error().reason);
    if (const auto played = begun.game->play(*move); !played) return std::unexpected(played.error());
    begun.moves.push_back(move->text);
  }
  return begun;
}

void write_position(base::JsonWriter& json, const game::Game& game) {
  json.member("game", game.token());
  json.member("position", game.position());
  json.member("seat", game.seat_to_move());
  json.member("seat_name", game.seat_name(game.seat_to_move()));
  json.member("is_over", game.outcome().is_over);
}

int for_each_position(const PositionRequest& request, const std::function<int(const BegunGame& begun)>& use) {
  return for_each_position(request, begin_with_moves, use);
}

int for_each_position(const PositionRequest& request,
                      const std::function<Checked<BegunGame>(const PositionRequest& request)>& begin,
                      const std::function<int(const BegunGame& begun)>& use) {
  if (request.file.empty()) {
    const auto begun = begin(request);
    return begun ? use(*begun) : complain_of_usage(begun.error());
  }
  if (request.has_position) return complain_of_usage("--positions: expected no position beside a file of them");
  if (const auto game = game::start(request.token); !game) return complain_of_usage(game.error());
  const auto input = open_input(request.file);
  if (!input) return complain(input.error());
  int status = success;
  std::string line;
  for (int number = 1; read_line(input->get(), line); ++number) {
    if (number == 1) {
      const game::TextEncoding encoding = game::guess_encoding(line);
      if (encoding == game::TextEncoding::utf16_le || encoding == game::TextEncoding::utf16_be) {
        return complain(fmt::format("'{}' is UTF-16; save it as UTF-8", base::printable(request.file)));
      }
      line = base::without_byte_order_mark(line);
    }
    if (line.empty() || line.starts_with('#')) continue;
    PositionRequest each = request;
    each.position = line;
    each.has_position = true;
    const auto begun = begin(each);
    const int result =
        begun ? use(*begun) : complain(fmt::format("{}:{}: {}", request.file, number, base::to_text(begun.error())));
    status = std::max(status, result);
  }
  if (std::ferror(input->get()) != 0) return complain(file_reason("read", request.file));  // a folder, for one
  return status;
}

}  // namespace crownstar::cli
