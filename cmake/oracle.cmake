# The slow, plain rules of tests/oracle/, which share no code with src/: the tests compare with them, and so do benchmarks.
include_guard(GLOBAL)

file(GLOB oracle_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/oracle/*.cpp")
list(FILTER oracle_sources EXCLUDE REGEX "_test\\.cpp$")
if(oracle_sources)
  add_library(crownstar_oracle STATIC EXCLUDE_FROM_ALL ${oracle_sources})
  target_include_directories(crownstar_oracle PUBLIC "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(crownstar_oracle PRIVATE crownstar_warnings)
endif()

# What a test or a benchmark of everything links to.
add_library(crownstar_everything INTERFACE)
get_property(rooms GLOBAL PROPERTY crownstar_rooms)
list(TRANSFORM rooms REPLACE "^.*/" "")
list(TRANSFORM rooms PREPEND crownstar_ OUTPUT_VARIABLE room_libraries)
target_include_directories(crownstar_everything INTERFACE "${PROJECT_SOURCE_DIR}/tests")
target_link_libraries(crownstar_everything INTERFACE ${room_libraries} $<TARGET_NAME_IF_EXISTS:crownstar_oracle>)
