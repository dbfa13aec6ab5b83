// The compiled part of the Python package: crownstar._core.

#include <nanobind/nanobind.h>

#include "programs/python/module_parts.hpp"

NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);  // what a program still holds when it ends is no concern of its user
  crownstar::python::bind_games(module);
  crownstar::python::bind_records(module);
  crownstar::python::bind_engines(module);
  crownstar::python::bind_batches(module);
  crownstar::python::bind_tables(module);
  crownstar::python::bind_matches(module);
}
