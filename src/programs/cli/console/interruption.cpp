#include "programs/cli/console/interruption.hpp"

#include <cstddef>

namespace crownstar::cli {
namespace {

volatile std::sig_atomic_t is_noted = 0;
const search::StopSignal* to_stop = nullptr;  // changed only while nobody listens

void note(int /*signal*/) {
  is_noted = 1;
  if (to_stop != nullptr) to_stop->stop();
}

}  // namespace

Interruption::Interruption(const search::StopSignal* stop) {
  is_noted = 0;
  to_stop = stop;
  struct sigaction action{};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (std::size_t each = 0; each < signals.size(); ++each) sigaction(signals[each], &action, &before_[each]);
}

Interruption::~Interruption() {
  for (std::size_t each = 0; each < signals.size(); ++each) sigaction(signals[each], &before_[each], nullptr);
}

bool Interruption::is_wanted() { return is_noted != 0; }

}  // namespace crownstar::cli
