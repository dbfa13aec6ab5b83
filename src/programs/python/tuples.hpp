// Lists of C++ as Python's tuples, which nobody changes by mistake.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

namespace crownstar::python {

nanobind::tuple tuple_of(const auto& items) {
  nanobind::list list;
  for (const auto& item : items) list.append(item);
  return nanobind::tuple(list);
}

}  // namespace crownstar::python
