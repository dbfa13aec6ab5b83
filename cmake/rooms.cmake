# How a room of src/ becomes a library: every .cpp in its folder but the tests, which stand beside the code they test.
# USES names rooms, LINKS the libraries of others.

add_library(crownstar_warnings INTERFACE)
target_compile_options(crownstar_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                                    -Wnon-virtual-dtor -Woverloaded-virtual
                                                    -Wno-psabi)  # vectors are passed among our own functions only
if(PROJECT_IS_TOP_LEVEL)  # what a compiler that others use warns of is no reason not to build their program
  target_compile_options(crownstar_warnings INTERFACE -Werror)
endif()
if(CROWNSTAR_SANITIZE)
  add_compile_options(-fsanitize=${CROWNSTAR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CROWNSTAR_SANITIZE})
endif()
if(CROWNSTAR_FUZZ)  # what is counted calls it, and each program has some of that
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(CROWNSTAR_SANITIZE OR CROWNSTAR_FIRST)  # the counting kernels take longest to compile
  add_compile_definitions(CROWNSTAR_PLAIN_PERFT)
endif()

# What a source costs to compile is mostly the headers that it includes: many of a room are compiled as one. A source
# that compiles a kernel for several variants is long enough on its own, and two of them shall not wait for each other.
option(CROWNSTAR_TOGETHER "Compile several sources of a room as one, which builds faster" ON)
set(CMAKE_UNITY_BUILD ${CROWNSTAR_TOGETHER})
set(room_batch 28)
# Of tests fewer, so that a changed one compiles with fewer others; all of a room where nobody waits for a single one.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 18)
if(CROWNSTAR_SANITIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 0)
endif()
set(kernel_sources "/src/(rules/draughts/generation_[a-z_]+|rules/draughts/perft/counts_[a-z_]+|rules/catalog/(draughts/draughts_[a-z_]+|draughts_game|star_game)|engines/search/draughts/instances_[a-z]+|engines/tablebase/(generator/instantiation_[a-z_]+|probing/table_source))\\.cpp$")
function(crownstar_apart sources)
  list(FILTER sources INCLUDE REGEX "${kernel_sources}")
  set_source_files_properties(${sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Whether one of these patterns names the room. With parentheses a pattern is quoted: without quotes they are words of their own.
function(crownstar_is_named room patterns result)
  list(JOIN patterns "|" pattern)
  string(REGEX MATCH "^(${pattern})$" found "${room}")
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# A pattern that names no room is a mistake.
function(crownstar_check_room_lists)
  get_property(rooms GLOBAL PROPERTY crownstar_rooms)
  foreach(pattern IN LISTS computing_rooms playing_rooms fuzzed_rooms hardened_rooms)
    set(found ${rooms} programs/cli)
    list(FILTER found INCLUDE REGEX "^(${pattern})$")
    if(NOT found)
      message(FATAL_ERROR "cmake/rooms.cmake: no room is named by '${pattern}'")
    endif()
  endforeach()
endfunction()

# What computes a lot is optimised even under the sanitizers, where its tests would take too long otherwise; the rest compiles
# twice as fast without.
set(computing_rooms base "rules/(board|draughts|sternhalma|game|record)" "engines/(tablebase|search|solve|pool|hub|dxp)")
# In the program of a first ./play it is the computer's play alone.
set(playing_rooms base "rules/(draughts|sternhalma)" engines/search)
function(crownstar_optimise target room)
  if(CROWNSTAR_SANITIZE)
    crownstar_is_named(${room} "${computing_rooms}" is_computing)
  elseif(CROWNSTAR_FIRST)
    crownstar_is_named(${room} "${playing_rooms}" is_playing)
  endif()
  if(is_computing)
    target_compile_options(${target} PRIVATE -O1)
  elseif(is_playing)
    target_compile_options(${target} PRIVATE -O3)
  endif()
endfunction()

# libFuzzer is led by the branches that an input takes. Counting them makes a source a half longer to compile and larger: it is
# done where something is fuzzed.
set(fuzzed_rooms base "rules/.*" "engines/(tablebase|hub|dxp)" "site/(wire|match|lobby|server)")
function(crownstar_count_branches target room)
  crownstar_is_named(${room} "${fuzzed_rooms}" is_fuzzed)
  if(CROWNSTAR_FUZZ AND is_fuzzed)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()

# What reads the words of strangers is compiled with checks that stop the program where memory would be misused. The kernels of
# the games and the searches read no such words, and pay for every check.
set(hardened_rooms base rules/record site/.* programs/.*)
function(crownstar_harden target room)
  crownstar_is_named(${room} "${hardened_rooms}" is_hardened)
  if(CROWNSTAR_PROGRAM AND NOT CROWNSTAR_CORE_ONLY AND NOT CROWNSTAR_SANITIZE AND is_hardened)
    target_compile_options(${target} PRIVATE -fstack-protector-strong -fstack-clash-protection -D_GLIBCXX_ASSERTIONS)
    if(NOT CROWNSTAR_FIRST)  # it needs optimisation
      target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
    endif()
  endif()
endfunction()

# crownstar_room(FOLDER USES FOLDER... LINKS LIBRARY...): the code of src/FOLDER and the rooms nested in it as the library
# crownstar_NAME, where NAME is the last part of the folder's name. Tests stand beside the code and are left out.
function(crownstar_room folder)
  cmake_parse_arguments(ROOM "" "" "USES;LINKS" ${ARGN})
  cmake_path(GET folder FILENAME name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  crownstar_apart("${sources}")
  if(sources)
    add_library(crownstar_${name} STATIC ${sources})
    set_target_properties(crownstar_${name} PROPERTIES UNITY_BUILD_BATCH_SIZE ${room_batch})
    set(reach PUBLIC)
  else()
    add_library(crownstar_${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(crownstar_${name} ${reach} "${PROJECT_SOURCE_DIR}/src")
  target_compile_features(crownstar_${name} ${reach} cxx_std_23)
  list(TRANSFORM ROOM_USES REPLACE "^.*/" "")
  list(TRANSFORM ROOM_USES PREPEND crownstar_)
  target_link_libraries(crownstar_${name} ${reach} ${ROOM_USES} ${ROOM_LINKS})
  if(sources)
    target_link_libraries(crownstar_${name} PRIVATE crownstar_warnings)
    crownstar_optimise(crownstar_${name} ${folder})
    crownstar_count_branches(crownstar_${name} ${folder})
    crownstar_harden(crownstar_${name} ${folder})
  endif()
  set_property(GLOBAL APPEND PROPERTY crownstar_rooms ${folder})
endfunction()

# The one program: src/programs/cli is its command line and nothing else. Its tests take in all of it but main.
function(crownstar_command)
  find_package(CLI11 REQUIRED)
  set(main "${PROJECT_SOURCE_DIR}/src/programs/cli/main.cpp")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/programs/cli/*.cpp")
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(REMOVE_ITEM sources "${main}")
  add_library(crownstar_cli OBJECT ${sources})
  set_target_properties(crownstar_cli PROPERTIES UNITY_BUILD_BATCH_SIZE ${room_batch})
  # The last batches of the build have nothing beside them: the source that takes longest stands alone, or a core waits.
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/programs/cli/bot/site_client.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_link_libraries(crownstar_cli PUBLIC crownstar_record crownstar_collections crownstar_server crownstar_contest crownstar_dxp crownstar_solve CLI11::CLI11 fmt::fmt ZLIB::ZLIB Threads::Threads
                                      PRIVATE crownstar_warnings)
  add_executable(crownstar "${main}")
  target_compile_definitions(crownstar PRIVATE CROWNSTAR_VERSION="${PROJECT_VERSION}")
  target_link_libraries(crownstar PRIVATE crownstar_cli crownstar_warnings)
  crownstar_harden(crownstar_cli programs/cli)
  crownstar_harden(crownstar programs/cli)
  # The program at addresses of chance, and its tables of addresses fixed and closed before it begins.
  set_target_properties(crownstar PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_options(crownstar PRIVATE -pie -Wl,-z,relro,-z,now)
  # Memory is a tenth and more of what a move costs: an allocator for many small pieces, which one thread takes and another
  # gives back (bench/README.md). By its mere presence it takes the place of the system's; sanitizers bring their own.
  if(NOT CROWNSTAR_SANITIZE)
    find_library(mimalloc_library mimalloc REQUIRED)
    target_link_libraries(crownstar PRIVATE -Wl,--push-state,--no-as-needed ${mimalloc_library} -Wl,--pop-state)
  endif()
  # All that the program is compiled from but the page: what tools/make.sh compiles while the page is built.
  get_property(rooms GLOBAL PROPERTY crownstar_rooms)
  set(objects $<TARGET_OBJECTS:crownstar_cli>)
  foreach(room IN LISTS rooms)
    cmake_path(GET room FILENAME name)
    get_target_property(type crownstar_${name} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND objects $<TARGET_OBJECTS:crownstar_${name}>)
    endif()
  endforeach()
  add_custom_target(crownstar_objects DEPENDS ${objects})
endfunction()
