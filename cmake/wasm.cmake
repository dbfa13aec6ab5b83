# The rules as WebAssembly, in three modules over the same rooms: `featured_games` has those of the home page and is loaded
# first, `rules` has every game, `engine` has what chooses moves as well, for the page's worker. tools/build_wasm.sh makes them.
include_guard(GLOBAL)

function(crownstar_wasm_sources result)
  set(all)
  foreach(room IN LISTS ARGN)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${room}/*.cpp")
    list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
    list(APPEND all ${sources})
  endforeach()
  set(${result} ${all} PARENT_SCOPE)
endfunction()

crownstar_wasm_sources(sources base rules engines/search programs/wasm)
crownstar_apart("${sources}")
set(featured_only "/src/programs/wasm/featured_games\\.cpp$")
# By the last words of the files' names, new ones too: a game in any other file is linked into every module.
set(not_featured "/src/rules/(catalog/draughts/draughts|draughts/generation|draughts/perft/counts)_(aims|backward_men|eastern|forward_men|frisian|frysk|international|large)\\.cpp$|/src/programs/wasm/record[a-z_]*\\.cpp$")
set(thinking "/src/engines/search/|/src/programs/wasm/thinking_exports\\.cpp$")
set(levels "${PROJECT_SOURCE_DIR}/src/engines/search/levels.cpp")  # their names are told by all three
list(FILTER sources EXCLUDE REGEX "${featured_only}")
set(shared ${sources})
list(FILTER shared EXCLUDE REGEX "${not_featured}|${thinking}")
set(others ${sources})
list(FILTER others INCLUDE REGEX "${not_featured}")
set(thinkers ${sources})
list(FILTER thinkers INCLUDE REGEX "${thinking}")
list(REMOVE_ITEM thinkers "${levels}")

add_library(crownstar_wasm_shared OBJECT ${shared} "${levels}")
add_library(crownstar_wasm_others OBJECT ${others})
add_library(crownstar_wasm_thinkers OBJECT ${thinkers})
add_executable(featured_games src/programs/wasm/featured_games.cpp)
add_executable(rules)
add_executable(engine)
target_link_libraries(featured_games PRIVATE crownstar_wasm_shared)
target_link_libraries(rules PRIVATE crownstar_wasm_shared crownstar_wasm_others)
target_link_libraries(engine PRIVATE crownstar_wasm_shared crownstar_wasm_others crownstar_wasm_thinkers)

foreach(target IN ITEMS crownstar_wasm_shared crownstar_wasm_others crownstar_wasm_thinkers featured_games rules engine)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE CROWNSTAR_SMALL)
  target_compile_options(${target} PRIVATE -fno-exceptions -fno-rtti -flto -mbulk-memory -msign-ext -mnontrapping-fptoint)
  target_link_libraries(${target} PRIVATE crownstar_warnings)
endforeach()
# What judges positions reckons with vectors; the rules alone do without, and so run in older browsers too.
target_compile_options(crownstar_wasm_thinkers PRIVATE -msimd128)
target_link_options(engine PRIVATE -msimd128)
foreach(target IN ITEMS featured_games rules engine)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_options(${target} PRIVATE -mexec-model=reactor -flto -mbulk-memory -msign-ext -mnontrapping-fptoint -Wl,--strip-all -Wl,-z,stack-size=262144
                                        -Wl,-mllvm,-enable-merge-functions)
endforeach()
