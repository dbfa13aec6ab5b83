// Values for Python: two with the same members are the same, and pickle takes them apart and puts them together again,
// as copy.copy and copy.deepcopy do.
#pragma once

#include <new>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace crownstar::python {

const auto& hashable(const auto& member) { return member; }
template <class Item>
std::size_t hashable(const std::vector<Item>& items) {
  return items.size();
}

// The members are all that the value is.
template <class Value, class... Members>
void bind_value(nanobind::class_<Value>& bound, Members Value::*... members) {
  using nanobind::literals::operator""_a;
  bound.def("__eq__", [](const Value& value, const Value& other) { return value == other; })
      .def(
          "__eq__", [](const Value&, nanobind::handle) { return nanobind::borrow(Py_NotImplemented); },
          "other"_a.none())
      .def("__hash__",
           [=](const Value& value) { return nanobind::hash(nanobind::make_tuple(hashable(value.*members)...)); })
      .def("__getstate__", [=](const Value& value) { return nanobind::make_tuple(value.*members...); })
      .def("__setstate__", [=](Value& value, const std::tuple<Members...>& state) {
        Value made{};
        std::apply([&](const auto&... parts) { ((made.*members = parts), ...); }, state);
        new (&value) Value(std::move(made));
      });
}

}  // namespace crownstar::python
