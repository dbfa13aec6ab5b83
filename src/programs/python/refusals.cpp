#include "programs/python/refusals.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "base/text/utf8.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;

[[noreturn]] void raise_with(const char* error, const nb::object& made) {
  const nb::object kind = nb::module_::import_("crownstar.errors").attr(error);
  PyErr_SetObject(kind.ptr(), made.ptr());
  throw nb::python_error();
}

// A reason may repeat bytes that somebody sent, which need not be UTF-8.
nb::object text_of(std::string_view text) {
  return nb::steal(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

}  // namespace

void raise(const char* error, const base::Refusal& refusal) {
  const nb::object kind = nb::module_::import_("crownstar.errors").attr(error);
  raise_with(error, kind(text_of(refusal.reason), text_of(refusal.rule)));
}

void raise(const char* error, std::string_view reason) { raise(error, base::Refusal{{}, std::string(reason)}); }

void raise_problem(const game::PdnProblem& problem) {
  const nb::object kind = nb::module_::import_("crownstar.errors").attr("RecordError");
  raise_with("RecordError", kind(text_of(problem.refusal.reason), text_of(problem.refusal.rule), problem.place.line,
                                 problem.place.column, text_of(problem.text)));
}

}  // namespace crownstar::python
