// Routes of challenges, in the shape that bot authors know.
#include <limits>
#include <memory>

#include "site/lobby/challenges/challenges.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/bot/challenge_json.hpp"
#include "site/server/api/bot/challenge_stream.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"

namespace crownstar::server {
namespace {

using people::Answer;
using people::Person;
using people::Scope;
using wire::RefusalCode;

wire::BotChallenge view_of(Services& services, const lobby::Challenge& challenge, const ContextPtr& context) {
  return bot_challenge(challenge, context->person().id,
                       [&services](std::string_view person) { return services.live.is_online(person); });
}

live::Done<void> done_ok(const ContextPtr& context) {
  return [context](const std::expected<void, match::Refused>& result) {
    if (!result) return context->refuse(result.error());
    context->answer_with(wire::BotOk{true});
  };
}

struct ChallengeBody {
  lobby::ChallengeRequest request;
  bool is_kept_alive = false;  // by a stream
};

void challenge(Services& services, const ContextPtr& context, const Person& dest, const ChallengeBody& sent) {
  services.live.challenges().create(
      context->person(), dest, sent.request,
      [&services, context,
       is_kept_alive = sent.is_kept_alive](const std::expected<lobby::Challenge, match::Refused>& made) {
        if (!made) return context->refuse(made.error());
        wire::BotChallengeMade view = bot_challenge_made(view_of(services, *made, context));
        if (!is_kept_alive) return context->answer_with(view);
        context->answer(stream_answer(std::make_shared<ChallengeStream>(services, *context->visitor, std::move(view))));
      });
}

void make_challenge(Services& services, const ContextPtr& context) {
  if (!has_known_body(context)) return;
  const auto body = read_challenge(context->request);
  if (!body) return context->refuse(RefusalCode::malformed, body.error().reason);
  const auto request = challenge_terms(*body);
  if (!request) return context->refuse(RefusalCode::bad_terms, request.error().reason);
  const std::string name(context->request.parameter(0));
  const ChallengeBody sent{*request, body->keep_alive_stream};
  services.people.find_account(name, [&services, context, name, sent](const Answer<Person>& found) {
    if (found) return challenge(services, context, *found, sent);
    if (found.error().code != "not_found") return context->refuse(found.error());
    services.people.find_person(name, [&services, context, sent](const Answer<Person>& person) {
      if (!person) return context->refuse(RefusalCode::not_found, "nobody has this name");
      challenge(services, context, *person, sent);
    });
  });
}

// What it has become may still be given up, and so may one to whoever has its link: clients cancel by the one id.
void cancel(Services& services, const ContextPtr& context) {
  const std::string id(context->request.parameter(0));
  services.live.challenges().cancel(
      context->person().id, id, [&services, context, id](const std::expected<void, match::Refused>& result) {
        if (result || result.error().code != "not_found") return done_ok(context)(result);
        live::MatchCommand asked;
        asked.match = id;
        asked.command.after = std::numeric_limits<int>::max();
        asked.command.what = match::Abort{};
        services.live.command(context->person(), std::move(asked), match::Milliseconds(0),
                              [context](const std::expected<live::Taken, match::Refused>& taken) {
                                if (taken) return context->answer_with(wire::BotOk{true});
                                if (taken.error().code != "no_such_match") return context->refuse(taken.error());
                                context->refuse(RefusalCode::not_found, "there is no such challenge");
                              });
      });
}

void list_challenges(Services& services, const ContextPtr& context) {
  wire::BotChallenges list;
  for (const lobby::Challenge& each : services.live.challenges().to(context->person().id)) {
    list.in.push_back(view_of(services, each, context));
  }
  for (const lobby::Challenge& each : services.live.challenges().by(context->person().id)) {
    list.out.push_back(view_of(services, each, context));
  }
  context->answer_with(list);
}

}  // namespace

void add_challenge_routes(Services& services, const AddRoute& add) {
  const Access plays{Need::player, Scope::play};
  add(Method::get, "/api/challenge", {Need::player},
      [&services](const ContextPtr& context) { list_challenges(services, context); });
  add(Method::post, "/api/challenge/{username}", {Need::player, Scope::play, true},
      [&services](const ContextPtr& context) { make_challenge(services, context); });
  add(Method::get, "/api/challenge/{challenge}/show", {Need::player}, [&services](const ContextPtr& context) {
    const auto* found = services.live.challenges().find(context->request.parameter(0), context->person().id);
    if (found == nullptr) return context->refuse(RefusalCode::not_found, "there is no such challenge");
    context->answer_with(view_of(services, *found, context));
  });
  add(Method::post, "/api/challenge/{challenge}/accept", {Need::player, Scope::play, true},
      [&services](const ContextPtr& context) {
        services.live.challenges().accept(context->person().id, context->request.parameter(0), done_ok(context));
      });
  add(Method::post, "/api/challenge/{challenge}/decline", plays, [&services](const ContextPtr& context) {
    if (!has_known_body(context)) return;
    const auto reason = read_decline_reason(context->request);
    if (!reason) return context->refuse(RefusalCode::malformed, reason.error().reason);
    services.live.challenges().decline(context->person().id, context->request.parameter(0), *reason, done_ok(context));
  });
  add(Method::post, "/api/challenge/{challenge}/cancel", plays,
      [&services](const ContextPtr& context) { cancel(services, context); });
}

}  // namespace crownstar::server
