# The files of nets/ become a part of the program: a source that has them as they are. By the assembler, since the compiler's
# own #embed takes a first byte past 127 for a negative number (clang 19).
include_guard(GLOBAL)

file(GLOB nets CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/nets/*.net")
list(SORT nets)
set(blobs "")
set(rows "")
set(count 0)
foreach(net IN LISTS nets)
  file(SIZE "${net}" size)
  # A changed net has another name, so that neither the build nor a cache of compilers takes what it had of the one before.
  file(SHA256 "${net}" hash)
  string(SUBSTRING "${hash}" 0 16 hash)
  set(symbol "crownstar_net_${hash}")
  string(APPEND blobs "asm(\".section .rodata\\n${symbol}: .incbin \\\"${net}\\\"\\n.previous\\n\");\n"
                      "extern \"C\" const unsigned char ${symbol}[];\n")
  string(APPEND rows "      std::span<const unsigned char>(${symbol}, ${size}),\n")
  math(EXPR count "${count} + 1")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nets})

set(source "${PROJECT_BINARY_DIR}/embedded_nets.cpp")
file(CONFIGURE OUTPUT "${source}" CONTENT [[#include "engines/search/net/embedded_files.hpp"

#include <array>

@blobs@
namespace crownstar::search::net {

std::span<const std::span<const unsigned char>> embedded_files() {
  static const std::array<std::span<const unsigned char>, @count@> files{
@rows@  };
  return files;
}

}  // namespace crownstar::search::net
]] @ONLY)
target_sources(crownstar_search PRIVATE "${source}")
