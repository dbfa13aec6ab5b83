# How the rooms are compiled that become a part of the Python package: into a library that is loaded, and shows its one entry.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(fmt_library fmt::fmt-header-only)  # a wheel brings no libraries of others

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
if(CROWNSTAR_FIRST)  # to be tested: only what plays is optimised, by rooms.cmake
  set(CMAKE_CXX_FLAGS_RELEASE "-O0")
else()
  set(CMAKE_CXX_FLAGS_RELEASE "-O3")
endif()

# What is installed where it was built may use the instructions of that processor; a wheel for others must not.
set(CROWNSTAR_PROCESSOR "this" CACHE STRING "Which x86-64 processors the package is for: this (the one that builds it) or any")
if(CROWNSTAR_PROCESSOR STREQUAL "this" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64" AND NOT DEFINED CROWNSTAR_HAS_V3)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/has_v3.cpp" CONTENT "int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }\n")
  try_run(runs_v3 compiles_v3 "${PROJECT_BINARY_DIR}/has_v3" "${PROJECT_BINARY_DIR}/has_v3.cpp")
  if(compiles_v3 AND runs_v3 EQUAL 0)
    set(CROWNSTAR_HAS_V3 ON CACHE INTERNAL "Whether this processor is an x86-64-v3")
  else()
    set(CROWNSTAR_HAS_V3 OFF CACHE INTERNAL "Whether this processor is an x86-64-v3")
  endif()
endif()
if(CROWNSTAR_PROCESSOR STREQUAL "this" AND CROWNSTAR_HAS_V3)
  string(APPEND CMAKE_CXX_FLAGS_RELEASE " -march=x86-64-v3")
endif()

find_program(CROWNSTAR_CCACHE ccache)
if(CROWNSTAR_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CROWNSTAR_CCACHE}")
endif()
