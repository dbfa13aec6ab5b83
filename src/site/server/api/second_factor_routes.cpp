// Routes by which the owner of an account sets up a second factor, and turns it off.
#include "site/people/accounts/people.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/wire/generated/wire_people.hpp"

namespace crownstar::server {
namespace {

using people::Answer;

// Logs it as `what`, or as `what` with `_refused`, and answers with what `written` makes of it.
template <typename T, typename Write>
people::Done<T> logged(Services& services, const ContextPtr& context, const std::string& what, const Write& write) {
  return [&services, context, what, write](Answer<T> result) {
    const std::string address = write_address(context->request.address);
    context->is_noted = true;
    if (!result) {
      services.security.note(what + "_refused", address, context->person().id, result.error().code);
      return context->refuse(result.error());
    }
    services.security.note(what, address, context->person().id);
    if constexpr (std::is_void_v<T>) {
      write();
    } else {
      write(*std::move(result));
    }
  };
}

void begin(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::SecondFactorRequest>();
  if (!body) return;
  services.people.begin_second_factor(
      *context->visitor, body->password, caller_of(services, context->request), services.now(),
      logged<people::NewSecondFactor>(
          services, context, "second_factor_begun", [context](people::NewSecondFactor made) {
            context->answer_with(wire::SecondFactorBegun{std::move(made.key), std::move(made.address)}, 201);
          }));
}

void confirm(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::SecondFactorConfirmation>();
  if (!body) return;
  services.people.confirm_second_factor(
      *context->visitor, body->code, caller_of(services, context->request), services.now(),
      logged<people::RecoveryCodes>(services, context, "second_factor_on",
                                    [context](const people::RecoveryCodes& made) {
                                      context->answer_with(wire::RecoveryCodes{{made.begin(), made.end()}});
                                    }));
}

void turn_off(Services& services, const ContextPtr& context) {
  const auto body = context->body<wire::SecondFactorEnd>();
  if (!body) return;
  services.people.turn_off_second_factor(*context->visitor, body->password, body->code,
                                         caller_of(services, context->request), services.now(),
                                         logged<void>(services, context, "second_factor_off", [context] {
                                           Response response;
                                           response.status = 204;
                                           context->answer(std::move(response));
                                         }));
}

}  // namespace

void add_second_factor_routes(Services& services, const AddRoute& add) {
  add(Method::get, "/api/account/second-factor", {Need::session}, [&services](const ContextPtr& context) {
    services.people.second_factor(*context->visitor, [context](Answer<people::SecondFactorView> found) {
      if (!found) return context->refuse(found.error());
      context->answer_with(wire::SecondFactor{found->is_on, static_cast<int>(found->recovery_codes_left)});
    });
  });
  add(Method::post, "/api/account/second-factor", {Need::session},
      [&services](const ContextPtr& context) { begin(services, context); });
  add(Method::remove, "/api/account/second-factor", {Need::session},
      [&services](const ContextPtr& context) { turn_off(services, context); });
  add(Method::post, "/api/account/second-factor/confirm", {Need::session},
      [&services](const ContextPtr& context) { confirm(services, context); });
}

}  // namespace crownstar::server
