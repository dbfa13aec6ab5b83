# The page and the description of the API become part of the program: a source file made from web/dist and docs/api,
# anew whenever one of these files changes.
file(GLOB_RECURSE page_inputs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/dist/*" "${PROJECT_SOURCE_DIR}/docs/api/openapi.json")
set(page_source "${PROJECT_BINARY_DIR}/page/page_files.cpp")
add_custom_command(
  OUTPUT "${page_source}"
  COMMAND "${CMAKE_COMMAND}" "-DDIST=${PROJECT_SOURCE_DIR}/web/dist" "-DAPI=${PROJECT_SOURCE_DIR}/docs/api/openapi.json"
          "-DOUTPUT=${page_source}" "-DFOLDER=${PROJECT_SOURCE_DIR}/build/page" -P "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
  DEPENDS ${page_inputs} "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake" "${PROJECT_SOURCE_DIR}/tools/compress_page.mjs"
  COMMENT "Putting the page into the program"
  VERBATIM)
# A library of its own: the objects of the room would otherwise wait for every library below it.
add_library(crownstar_page STATIC "${page_source}")
target_include_directories(crownstar_page PRIVATE "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(crownstar_page PRIVATE crownstar_warnings)
target_link_libraries(crownstar_server PRIVATE crownstar_page)
