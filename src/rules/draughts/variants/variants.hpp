// Every draughts variant: a row of values each, with the source beside the field that it decides.
// It does not know how any value is played: that is the kernel's.
#pragma once

#include "rules/draughts/variants/variants_eight.hpp"
#include "rules/draughts/variants/variants_large.hpp"

namespace crownstar::draughts {

template <class... Variant>
struct VariantList {
  // Calls `visit.template operator()<V>()` for each variant.
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
    (visit.template operator()<Variant>(), ...);
  }
};

// In the order in which a catalogue shows them: the featured games first.
using AllVariants =
    VariantList<American, FlyingKing, International, Italian, Spanish, Portuguese, Russian, Brazilian, Pool, Czech,
                Thai, Turkish, Canadian, Frisian, Frysk, Spantsiretti, Antidraughts, Breakthrough, Killer>;

}  // namespace crownstar::draughts
