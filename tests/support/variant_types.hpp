// The draughts variants as lists of types for typed tests, by the size of their boards, and how tests name them.
// It does not know what is tested.
#pragma once

#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "rules/draughts/variants/variants.hpp"
#include "support/test_names.hpp"

namespace crownstar::support {

template <class... Variant>
struct Chosen {
  using Types = testing::Types<Variant...>;

  template <class... More>
  constexpr Chosen<Variant..., More...> operator+(Chosen<More...>) const {
    return {};
  }
};

template <bool IsLarge, class... Variant>
constexpr auto choose(draughts::VariantList<Variant...>) {
  return (Chosen<>{} + ... + std::conditional_t < (Variant::rules.rows * Variant::rules.columns > 64) == IsLarge,
          Chosen<Variant>, Chosen < >> {});
}

// Two halves, so that a test over all variants can be compiled in two files.
using OnEightRows = decltype(choose<false>(draughts::AllVariants{}))::Types;
using OnLargeBoards = decltype(choose<true>(draughts::AllVariants{}))::Types;

struct VariantNames {
  template <class Variant>
  static std::string GetName(int) {
    return test_name(Variant::id);
  }
};

}  // namespace crownstar::support
