# The Python package: src/programs/python is its compiled part, python/crownstar the rest. Built by pyproject.toml.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module
             OPTIONAL_COMPONENTS Development.SABIModule)
execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE
                OUTPUT_VARIABLE nanobind_ROOT COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/programs/python/*.cpp")
list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
# From Python 3.12 on with the stable interface: one file for that version and all later ones.
nanobind_add_module(_core STABLE_ABI NB_STATIC ${sources})
# Without this nanobind asks at every reference that it counts whether the interpreter's lock is held.
foreach(target _core nanobind-static nanobind-static-abi3)
  if(TARGET ${target})
    target_compile_definitions(${target} PRIVATE NDEBUG)
  endif()
endforeach()
set_target_properties(_core PROPERTIES UNITY_BUILD_BATCH_SIZE ${room_batch})
target_link_libraries(_core PRIVATE crownstar_record crownstar_contest crownstar_environment crownstar_warnings)
if(CROWNSTAR_PROCESSOR STREQUAL "any")
  target_link_options(_core PRIVATE -static-libstdc++ -static-libgcc)
endif()
install(TARGETS _core LIBRARY DESTINATION crownstar COMPONENT python)
