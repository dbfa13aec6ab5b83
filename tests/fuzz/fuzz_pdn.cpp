// Any bytes as a PDN collection; and records of moves that the bytes choose, in every game of draughts.
#include <array>
#include <string_view>

#include "record_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  if (size == 0) return 0;
  static const game::RecordSource source = game::catalog_source();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // The first byte is a letter or a sign of the text in most inputs; only those beyond ASCII ask for a played record.
  const std::size_t first = data[0];
  if (first < 0x80) {
    fuzz::check_text(bytes, 1 + first % 17, source, "american");
    return 0;
  }
  const game::RecordedGame& game = source.games[first % source.games.size()];
  if (game.result_form != game::ResultForm::places) fuzz::check_played(bytes.substr(1), game.id, source);
  return 0;
}
