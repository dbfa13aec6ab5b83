# The files of nets/ become a part of the program: a source that has them as they are. By the assembler, since the compiler's
# own #embed takes a first byte past 127 for a negative number (clang 19).
include_guard(GLOBAL)

file(GLOB nets CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/nets/*.net")
list(SORT nets)
set(blobs "")
set(rows "")
set(count 0)
foreach(net IN LISTS nets)
  file(SIZE "${net}" size)
  string(APPEND blobs "asm(\".section .rodata\\ncrownstar_net_${count}: .incbin \\\"${net}\\\"\\n.previous\\n\");\n"
                      "extern \"C\" const unsigned char crownstar_net_${count}[];\n")
  string(APPEND rows "      std::span<const unsigned char>(crownstar_net_${count}, ${size}),\n")
  math(EXPR count "${count} + 1")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nets})

set(source "${CMAKE_BINARY_DIR}/embedded_nets.cpp")
file(CONFIGURE OUTPUT "${source}" CONTENT [[#include "search/net/embedded_files.hpp"

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
# So that a changed net is assembled anew.
set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${nets}")
target_sources(crownstar_search PRIVATE "${source}")
