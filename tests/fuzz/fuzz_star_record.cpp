// Any bytes as records of Chinese checkers; and records of moves that the bytes choose.
#include <array>
#include <string_view>

#include "record_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  if (size == 0) return 0;
  static const game::RecordSource source = game::catalog_source();
  constexpr std::array<std::string_view, 6> tokens{"sternhalma",
                                                   "sternhalma:players=3,hop=super",
                                                   "sternhalma:players=6,teams=opposite",
                                                   "sternhalma:players=2,sets=3,rest=anywhere,hop=catapult",
                                                   "sternhalma:players=4,board=181,hop=symmetric,goal=closed",
                                                   "sternhalma:players=6,board=253,evacuate=1"};
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t first = data[0];
  if (first < 0x80) {
    fuzz::check_text(bytes, 1 + first % 17, source, tokens[size % tokens.size()]);
  } else {
    fuzz::check_played(bytes.substr(1), tokens[first % tokens.size()], source);
  }
  return 0;
}
