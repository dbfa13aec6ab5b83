// What the compiled part of the package is put together from.
#pragma once

#include <nanobind/nanobind.h>

namespace crownstar::python {

void bind_games(nanobind::module_& module);
void bind_records(nanobind::module_& module);
void bind_engines(nanobind::module_& module);
void bind_batches(nanobind::module_& module);
void bind_tables(nanobind::module_& module);
void bind_matches(nanobind::module_& module);

}  // namespace crownstar::python
