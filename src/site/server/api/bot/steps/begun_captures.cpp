#include "site/server/api/bot/steps/begun_captures.hpp"

#include <chrono>
#include <expected>
#include <utility>
#include <variant>

#include "base/limits.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

constexpr std::chrono::milliseconds capture_answer_within{4000};

std::string captures_subject(std::string_view node) { return "captures." + std::string(node); }

wire::BegunCapture begun_on_wire(const BegunCapture& begun) { return {begun.last_move, begun.squares}; }

}  // namespace

BegunCaptures::BegunCaptures(bus::Bus* bus, std::string me, OwnerOf owner_of)
    : bus_(bus), me_(std::move(me)), owner_of_(std::move(owner_of)) {
  if (bus_ == nullptr) return;
  served_ = bus_->serve(
      captures_subject(me_), "captures",
      [this](std::string_view, std::string_view asked, const bus::Respond& respond) { respond(answer(asked)); });
}

BegunCaptures::~BegunCaptures() {
  if (bus_ != nullptr) bus_->unsubscribe(served_);
}

std::string BegunCaptures::answer(std::string_view asked) {
  wire::CaptureAnswer told;
  auto ask = wire::decode_known<wire::CaptureAsk>(asked);
  if (!ask) return wire::encode(told);
  if (auto* put = std::get_if<wire::CapturePut>(&*ask)) {
    put_own(put->key, {put->begun.last_move, std::move(put->begun.squares)});
  } else if (const auto begun = take_own(std::get<wire::CaptureTake>(*ask).key)) {
    told.begun = begun_on_wire(*begun);
  }
  return wire::encode(told);
}

void BegunCaptures::take(const std::string& key, std::function<void(std::optional<BegunCapture>)> done) {
  const std::string owner = owner_of_(key);
  auto own = take_own(key);
  if (own || is_here(owner)) return done(std::move(own));
  bus_->ask(captures_subject(owner), wire::encode(wire::CaptureAsk(wire::CaptureTake{key})), capture_answer_within,
            [done = std::move(done)](const std::expected<std::string, bus::AskFailure>& told) {
              if (!told) return done(std::nullopt);
              auto answer = wire::decode_known<wire::CaptureAnswer>(*told);
              if (!answer || !answer->begun) return done(std::nullopt);
              done(BegunCapture{answer->begun->last_move, std::move(answer->begun->squares)});
            });
}

void BegunCaptures::put(const std::string& key, BegunCapture begun, std::function<void()> done) {
  const std::string owner = owner_of_(key);
  if (is_here(owner)) {
    put_own(key, std::move(begun));
    return done();
  }
  const std::string asked = wire::encode(wire::CaptureAsk(wire::CapturePut{key, begun_on_wire(begun)}));
  bus_->ask(captures_subject(owner), asked, capture_answer_within,
            [this, alive = std::weak_ptr(alive_), key, begun = std::move(begun),
             done = std::move(done)](const std::expected<std::string, bus::AskFailure>& told) mutable {
              if (!told && !alive.expired()) put_own(key, std::move(begun));
              done();
            });
}

std::optional<BegunCapture> BegunCaptures::take_own(const std::string& key) {
  auto found = kept_.extract(key);
  if (found.empty()) return std::nullopt;
  return std::move(found.mapped());
}

void BegunCaptures::put_own(const std::string& key, BegunCapture begun) {
  if (kept_.size() >= static_cast<std::size_t>(limits::throttled_keys)) kept_.clear();
  kept_[key] = std::move(begun);
}

}  // namespace crownstar::server
