#include "site/people/person.hpp"

namespace crownstar::people {

std::string_view name_of(Scope scope) { return scope == Scope::play ? "play" : "read"; }

std::optional<Scope> scope_named(std::string_view name) {
  for (const Scope scope : {Scope::read, Scope::play}) {
    if (name == name_of(scope)) return scope;
  }
  return std::nullopt;
}

}  // namespace crownstar::people
