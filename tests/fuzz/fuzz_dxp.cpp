// Any bytes as a message of DamExchange: a refusal in one line, or a message that is the same when it is written and
// read again.
#include <cstdint>
#include <string_view>

#include "base/limits.hpp"
#include "engines/dxp/dxp_text.hpp"
#include "input_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const auto message = dxp::read_dxp({reinterpret_cast<const char*>(data), size});
  if (!message) {
    fuzz::check_refusal(message.error());
    return 0;
  }
  const auto again = dxp::read_dxp(dxp::write_dxp(*message));
  fuzz::require(again.has_value());
  // A chat of the greatest length is cut by one letter.
  if (size < limits::dxp_message_bytes) fuzz::require(*again == *message);
  return 0;
}
