// How what the rules and engines refuse becomes a Python exception, with its rule and its reason.
// It does not know the exceptions: python/crownstar/errors.py does.
#pragma once

#include <string>
#include <string_view>

#include "base/refusal.hpp"
#include "rules/record/pdn/text.hpp"

namespace crownstar::python {

// The class of python/crownstar/errors.py by its name.
[[noreturn]] void raise(const char* error, const base::Refusal& refusal);
[[noreturn]] void raise(const char* error, std::string_view reason);
[[noreturn]] void raise_problem(const game::PdnProblem& problem);

template <class Value>
Value value_or_raise(const char* error, base::Checked<Value> checked) {
  if (!checked) raise(error, checked.error());
  if constexpr (!std::is_void_v<Value>) return *std::move(checked);
}

}  // namespace crownstar::python
