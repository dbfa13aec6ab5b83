// Whole numbers from Python, of any size: one that does not fit is the nearest one that does, so that the check of its
// range refuses it by name. nanobind would call it a wrong type.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <nanobind/nanobind.h>

namespace crownstar::python {

// What takes it checks its range.
template <class Number>
struct Whole {
  static_assert(std::is_signed_v<Number>, "the nearest number to a negative one would be a usual 0");
  Number value = 0;
};

}  // namespace crownstar::python

namespace nanobind::detail {

template <class Number>
struct type_caster<crownstar::python::Whole<Number>> {
  NB_TYPE_CASTER(crownstar::python::Whole<Number>, const_name("int"))

  bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) noexcept {
    make_caster<Number> fitting;
    if (fitting.from_python(source, flags, cleanup)) {
      value.value = fitting.value;
      return true;
    }
    if (!PyLong_Check(source.ptr())) return false;
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(source.ptr(), &overflow);
    const bool is_negative = overflow < 0 || (overflow == 0 && number < 0);
    value.value = is_negative ? std::numeric_limits<Number>::min() : std::numeric_limits<Number>::max();
    return true;
  }

  static handle from_cpp(crownstar::python::Whole<Number> number, rv_policy policy, cleanup_list* cleanup) noexcept {
    return make_caster<Number>::from_cpp(number.value, policy, cleanup);
  }
};

}  // namespace nanobind::detail
