// Any bytes as what a client sends on a socket: wherever they are cut in two, the same frames are heard; no message is
// longer than the bound, every text is UTF-8, and nothing is heard after a fault.
#include <cstdint>
#include <string>
#include <vector>

#include "base/text/utf8.hpp"
#include "input_laws.hpp"
#include "site/server/http/request_text.hpp"
#include "site/server/net/frame_reader.hpp"

namespace {

using namespace crownstar;
using Kind = server::FrameReader::Kind;

constexpr std::size_t most = 4096;

struct Heard {
  Kind kind = Kind::more;
  std::string payload;
  server::CloseCode code = server::CloseCode::none;
  bool operator==(const Heard&) const = default;
};

void hear(server::FrameReader& reader, std::string piece, std::vector<Heard>& all) {
  reader.take(piece);
  for (auto frame = reader.next(); frame.kind != Kind::more; frame = reader.next()) {
    all.push_back({frame.kind, std::string(frame.payload), frame.code});
  }
}

}  // namespace

// The first byte says where the rest is cut.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 1) return 0;
  const std::string text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const std::size_t cut = text.size() * bytes[0] / 255;
  std::vector<Heard> whole;
  server::FrameReader at_once(most);
  hear(at_once, text, whole);
  std::vector<Heard> in_pieces;
  server::FrameReader in_two(most);
  hear(in_two, text.substr(0, cut), in_pieces);
  hear(in_two, text.substr(cut), in_pieces);
  fuzz::require(whole == in_pieces);
  for (const Heard& each : whole) {
    fuzz::require(each.payload.size() <= most);
    fuzz::require(each.kind != Kind::text || base::is_utf8(each.payload));
    fuzz::require(each.kind != Kind::fault || (&each == &whole.back() && each.code != server::CloseCode::none));
  }
  return 0;
}
