#include "site/server/api/oauth/codes.hpp"

#include <chrono>
#include <utility>
#include <variant>

#include "site/people/secrets.hpp"
#include "site/wire/generated/wire_node.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {
namespace {

constexpr std::chrono::seconds code_life{120};
constexpr std::chrono::seconds used_code_life{600};  // to notice that it is used again
constexpr std::size_t most_codes = 20'000;
constexpr people::Milliseconds code_answer_within{8000};

std::string codes_subject(std::string_view node) { return "codes." + std::string(node); }

std::string write_grant(const std::optional<Grant>& grant) {
  if (!grant) return wire::encode(wire::CodeAnswer(wire::CodeRefused{}));
  const bool is_play = grant->scope == people::Scope::play;
  return wire::encode(wire::CodeAnswer(wire::CodeGranted{grant->person, grant->mark, grant->client, is_play}));
}

std::optional<Grant> read_grant(std::string_view text) {
  const auto answer = wire::decode_known<wire::CodeAnswer>(text);
  if (!answer) return std::nullopt;
  const auto* granted = std::get_if<wire::CodeGranted>(&*answer);
  if (granted == nullptr) return std::nullopt;
  return Grant{granted->person, granted->mark, granted->client,
               granted->play ? people::Scope::play : people::Scope::read};
}

}  // namespace

Codes::Codes(bus::Bus* bus, Revoke revoke, std::function<people::Instant()> now)
    : bus_(bus), revoke_(std::move(revoke)), now_(std::move(now)), me_(people::make_id('n')) {
  if (bus_ == nullptr) return;
  served_ = bus_->serve(codes_subject(me_), "codes",
                        [this](std::string_view, std::string_view text, const bus::Respond& respond) {
                          const auto asked = wire::decode_known<wire::CodeUse>(text);
                          if (!asked) return respond(write_grant(std::nullopt));
                          const CodeUse use{asked->code, asked->verifier, asked->client, asked->redirect, asked->token};
                          respond(write_grant(take_own(use)));
                        });
}

Codes::~Codes() {
  if (bus_ != nullptr) bus_->unsubscribe(served_);
}

std::string Codes::make(const Authorization& asked, const std::string& person, const std::string& mark) {
  const people::Instant now = now_();
  std::erase_if(kept_, [&](const auto& each) { return each.second.until <= now; });
  if (kept_.size() >= most_codes) kept_.clear();
  const std::string code = me_ + "." + people::make_secret();
  kept_[people::hash_of_secret(code)] = {asked, person, mark, now + code_life, {}, false};
  return code;
}

// Where it was made.
void Codes::take(const CodeUse& use, std::function<void(std::optional<Grant>)> done) {
  const std::string node = use.code.substr(0, use.code.find('.'));
  if (bus_ == nullptr || node == me_) return done(take_own(use));
  if (!bus::check_subject(codes_subject(node))) return done(std::nullopt);
  const wire::CodeUse asked{use.code, use.verifier, use.client, use.redirect, use.token};
  bus_->ask(codes_subject(node), wire::encode(asked), code_answer_within,
            [done = std::move(done)](const std::expected<std::string, bus::AskFailure>& told) {
              done(told ? read_grant(*told) : std::nullopt);
            });
}

std::optional<Grant> Codes::take_own(const CodeUse& use) {
  const auto found = kept_.find(people::hash_of_secret(use.code));
  if (found == kept_.end()) return std::nullopt;
  Kept& kept = found->second;
  Grant grant{kept.person, kept.mark, kept.asked.client, kept.asked.scope};
  if (!kept.token.empty() && kept.token == use.token && !kept.is_reused) return grant;
  if (!kept.token.empty()) {
    kept.is_reused = true;
    revoke_(kept.person, kept.token);
    return std::nullopt;
  }
  const bool is_right = now_() < kept.until && kept.asked.client == use.client && kept.asked.redirect == use.redirect &&
                        is_verified_by(kept.asked.challenge, use.verifier);
  if (!is_right) {
    kept_.erase(found);
    return std::nullopt;
  }
  kept.token = use.token;
  kept.until = now_() + used_code_life;
  return grant;
}

}  // namespace crownstar::server
