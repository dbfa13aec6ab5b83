# Run as a script: writes the source file that holds the page and the description of the API.
# cmake -DDIST=web/dist -DAPI=docs/api/openapi.json -DOUTPUT=page_files.cpp -DFOLDER=… -P embed_page.cmake
# Each file is there plain, and with gzip and brotli where that is smaller; brotli only where there is a Node.js to make it. FOLDER
# keeps them by their content.
cmake_minimum_required(VERSION 3.25)

# Asked when it is needed: a first build is configured before the page's tools are there.
set(NODE "")
execute_process(COMMAND "${CMAKE_CURRENT_LIST_DIR}/../tools/node.sh" found OUTPUT_VARIABLE node_folder OUTPUT_STRIP_TRAILING_WHITESPACE
                RESULT_VARIABLE node_failed ERROR_QUIET)
if(node_failed EQUAL 0)
  set(NODE "${node_folder}/node")
endif()

file(MAKE_DIRECTORY "${FOLDER}")
set(media_html "text/html; charset=utf-8")
set(media_js "text/javascript; charset=utf-8")
set(media_mjs "text/javascript; charset=utf-8")
set(media_css "text/css; charset=utf-8")
set(media_json "application/json")
set(media_webmanifest "application/manifest+json")
set(media_wasm "application/wasm")
set(media_svg "image/svg+xml")
set(media_png "image/png")
set(media_ico "image/x-icon")
set(media_webp "image/webp")
set(media_woff2 "font/woff2")
set(media_txt "text/plain; charset=utf-8")
set(media_csv "text/csv; charset=utf-8")
set(media_mp3 "audio/mpeg")
set(media_ogg "audio/ogg")

set(blobs "")
set(rows "")
set(count 0)

# Adds `file` to the blobs under the variable `name`; nothing where it is no smaller than `limit` (0: in any case).
function(add_blob name file limit)
  set(${name} "{}" PARENT_SCOPE)
  if(NOT EXISTS "${file}")
    return()
  endif()
  file(SIZE "${file}" size)
  if(size EQUAL 0 OR (limit GREATER 0 AND NOT size LESS limit))
    return()
  endif()
  # By the assembler: the compiler's own #embed takes a first byte past 127 for a negative number (clang 19).
  set(symbol "crownstar_page_${name}")
  set(blobs "${blobs}asm(\".section .rodata\\n${symbol}: .incbin \\\"${file}\\\"\\n.previous\\n\");\nextern \"C\" const char ${symbol}[];\n"
      PARENT_SCOPE)
  set(${name} "{${symbol}, ${size}}" PARENT_SCOPE)
endfunction()

set(placeholder "${FOLDER}/index.html")
file(WRITE "${placeholder}" "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Crownstar</title>\n\
<h1>Crownstar</h1>\n<p>The server runs. Its page has not been built into this program: run <code>./play</code>, or build the \
page in <code>web/</code> and then the program again.</p>\n</html>\n")

if(EXISTS "${DIST}/index.html")
  set(root "${DIST}")
  file(GLOB_RECURSE files RELATIVE "${DIST}" "${DIST}/*")
else()
  set(root "${FOLDER}")
  set(files "index.html")
endif()
list(SORT files)

# Done already where tools/page.sh has just built the page.
if(NODE AND EXISTS "${DIST}/index.html")
  execute_process(COMMAND "${NODE}" "${CMAKE_CURRENT_LIST_DIR}/../tools/compress_page.mjs" "${root}" "${FOLDER}" COMMAND_ERROR_IS_FATAL ANY)
endif()
set(identity "")
foreach(path IN LISTS files)
  set(file "${root}/${path}")
  file(SHA256 "${file}" hash)
  string(APPEND identity "${hash}")
  string(SUBSTRING "${hash}" 0 20 tag)
  file(SIZE "${file}" size)
  cmake_path(GET path EXTENSION LAST_ONLY extension)
  string(SUBSTRING "${extension}" 1 -1 extension)
  set(media "${media_${extension}}")
  if(media STREQUAL "")
    set(media "application/octet-stream")
  endif()
  # A copy, for the page may be built anew while this is compiled.
  set(copy "${FOLDER}/${hash}.plain")
  set(zipped "${FOLDER}/${hash}.gz")
  set(brotli "${FOLDER}/${hash}.br")
  if(NOT EXISTS "${copy}")
    file(COPY_FILE "${file}" "${copy}.new")
    file(RENAME "${copy}.new" "${copy}")
  endif()
  if(NOT EXISTS "${zipped}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env GZIP= gzip -9 -n -c "${copy}" OUTPUT_FILE "${zipped}.new" COMMAND_ERROR_IS_FATAL ANY)
    file(RENAME "${zipped}.new" "${zipped}")
  endif()
  add_blob(plain_${count} "${copy}" 0)
  add_blob(gzip_${count} "${zipped}" ${size})
  add_blob(brotli_${count} "${brotli}" ${size})
  string(APPEND rows "    {\"${path}\", \"${media}\", \"\\\"${tag}\\\"\", ${plain_${count}}, ${gzip_${count}}, ${brotli_${count}}},\n")
  math(EXPR count "${count} + 1")
endforeach()

set(description "{}")
if(EXISTS "${API}")
  file(SHA256 "${API}" hash)
  string(APPEND identity "${hash}")
  add_blob(description "${API}" 0)
endif()
string(SHA256 identity "${identity}")

file(WRITE "${OUTPUT}.new" "// Made by cmake/embed_page.cmake; a change of any file changes this line, which caches of compilers see: ${identity}
#include \"site/server/api/page.hpp\"

${blobs}
namespace crownstar::server {

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
${rows}  };
  return files;
}

std::string_view api_description() {
  static constexpr std::string_view none = \"{}\";
  static const std::string_view text = ${description};
  return text.empty() ? none : text;
}

}  // namespace crownstar::server
")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
