#include "engines/environment/draughts_environment.hpp"
#include "engines/environment/families.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::environment {

std::unique_ptr<Environment> make_draughts_environment(std::string_view id) {
  std::unique_ptr<Environment> made;
  draughts::AllVariants::for_each([&]<class Variant>() {
    if (Variant::id == id) made = std::make_unique<DraughtsEnvironment<Variant>>();
  });
  return made;
}

}  // namespace crownstar::environment
