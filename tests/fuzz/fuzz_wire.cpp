// Any bytes as any value of the wire: it is refused with one printable line, or what was read is written and read the
// same.
#include <cstdint>
#include <string_view>

#include "input_laws.hpp"
#include "site/wire/generated/wire_samples_test.hpp"
#include "site/wire/match_wire.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownstar;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  wire::for_every_type([&]<typename T>() {
    const auto value = wire::decode<T>(text);
    if (!value) return fuzz::check_refusal(value.error());
    const auto again = wire::decode<T>(wire::encode(*value));
    fuzz::require(again.has_value() && *again == *value);
  });
  const auto recalled = wire::stored_event(0, text, {});
  if (recalled) {
    const auto again = wire::stored_event(0, wire::stored_body(recalled->event, recalled->origin), {});
    fuzz::require(again.has_value() && again->event == recalled->event);
  }
  return 0;
}
