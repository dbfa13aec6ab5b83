#include "site/server/node/presence_check.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "site/server/api/presence.hpp"

namespace crownstar::server {
namespace {

constexpr std::size_t asked_at_once = 32;  // the store has others to answer

}  // namespace

struct PresenceCheck::Impl : std::enable_shared_from_this<PresenceCheck::Impl> {
  Impl(Presence& of, Ask how) : presence(of), ask(std::move(how)) {}

  void go_on() {
    while (!to_ask.empty() && asked < asked_at_once) {
      const std::string person = std::move(to_ask.back());
      to_ask.pop_back();
      look_at(person);
    }
  }

  // What is opened from now on is opened with what holds; only what is open already can have been ended meanwhile.
  void look_at(const std::string& person) {
    std::vector<std::string> handles = presence.handles_of(person);
    if (handles.empty()) return;
    ++asked;
    ask(person, [weak = weak_from_this(), person, handles = std::move(handles)](const auto& state) mutable {
      const auto impl = weak.lock();
      if (!impl) return;
      --impl->asked;
      if (!state) {
        impl->unanswered.insert(person);
      } else {
        impl->answered(std::move(handles), *state);
      }
      impl->go_on();
    });
  }

  void answered(std::vector<std::string> handles, const std::optional<people::AccountState>& state) {
    if (state) {
      const auto& held = state->handles;
      std::erase_if(handles, [&](const auto& each) { return std::ranges::find(held, each) != held.end(); });
      presence.rename(state->person);
    }
    if (!handles.empty()) presence.end_handles(handles);
  }

  Presence& presence;
  Ask ask;
  bool is_requested = false;
  std::vector<std::string> to_ask;
  std::set<std::string> unanswered;
  std::size_t asked = 0;
};

PresenceCheck::PresenceCheck(Presence& presence, Ask ask) : impl_(std::make_shared<Impl>(presence, std::move(ask))) {}
PresenceCheck::~PresenceCheck() = default;

void PresenceCheck::begin() { impl_->is_requested = true; }

void PresenceCheck::tick() {
  Impl& impl = *impl_;
  const auto again = std::exchange(impl.unanswered, {});
  if (std::exchange(impl.is_requested, false)) {
    impl.to_ask = impl.presence.everybody();
  } else {
    impl.to_ask.insert(impl.to_ask.end(), again.begin(), again.end());
  }
  impl.go_on();
}

bool PresenceCheck::is_done() const {
  return !impl_->is_requested && impl_->to_ask.empty() && impl_->unanswered.empty() && impl_->asked == 0;
}

}  // namespace crownstar::server
