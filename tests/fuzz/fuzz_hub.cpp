// Any bytes as a line of Hub: it is read, or refused in one line.
#include <cstdint>
#include <string_view>

#include "engines/hub/hub_text.hpp"
#include "input_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const auto line = hub::read_hub_line({reinterpret_cast<const char*>(data), size});
  if (!line) fuzz::check_refusal(line.error());
  return 0;
}
