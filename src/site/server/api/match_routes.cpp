// HTTP routes of matches: create, join, view, export and list.
#include <charconv>

#include "site/server/api/lobby_json.hpp"
#include "site/server/api/site_routes.hpp"
#include "site/server/http/answers.hpp"
#include "site/wire/generated/wire_http.hpp"
#include "site/wire/match_wire.hpp"

namespace crownstar::server {
namespace {

using people::Scope;
using wire::RefusalCode;

live::SeatRequest seat_request_of(const wire::SeatRequest& seat) {
  if (std::holds_alternative<wire::SeatMe>(seat)) return {live::SeatRequest::Kind::me, {}};
  if (const auto* engine = std::get_if<wire::SeatEngine>(&seat))
    return {live::SeatRequest::Kind::engine, engine->engine};
  return {live::SeatRequest::Kind::open, {}};
}

live::NewMatch new_match_of(const wire::MatchRequest& request) {
  live::NewMatch match;
  match.terms.game = request.game;
  match.terms.position = request.position;
  for (const wire::Clock& clock : request.clocks) match.terms.clocks.push_back(wire::from_wire(clock));
  if (match.terms.clocks.empty()) match.terms.clocks.emplace_back();
  match.terms.is_rated = request.rated;
  for (const wire::SeatRequest& seat : request.seats) match.seats.push_back(seat_request_of(seat));
  match.draw_seats = request.draw_seats;
  match.is_public = request.visibility == wire::Visibility::lobby;
  return match;
}

live::Done<live::Sat> sat(const ContextPtr& context, int status) {
  return [context, status](const std::expected<live::Sat, match::Refused>& result) {
    if (!result) return context->refuse(result.error());
    wire::MatchMade made;
    made.match = result->match;
    made.path = "/match/" + result->match + (result->code.empty() ? "" : "?code=" + result->code);
    if (result->seat >= 0) made.seat = result->seat;
    made.code = result->code;
    context->answer_with(made, status);
  };
}

live::Done<void> done_with(const ContextPtr& context) {
  return [context](const std::expected<void, match::Refused>& result) {
    if (!result) return context->refuse(result.error());
    Response response;
    response.status = 204;
    context->answer(std::move(response));
  };
}

void export_match(Services& services, const ContextPtr& context) {
  const std::string_view word = context->request.query_value("form");
  const auto form = word == "json"   ? live::ExportForm::json
                    : word == "star" ? live::ExportForm::star
                                     : live::ExportForm::pdn;
  if (!word.empty() && word != "pdn" && word != "json" && word != "star") {
    return context->refuse(RefusalCode::malformed, "form: expected pdn, json or star");
  }
  services.live.export_match(
      context->request.parameter(0), form, [context](const std::expected<live::Exported, match::Refused>& result) {
        if (!result) return context->refuse(result.error());
        Response response = text_answer(result->text, result->content_type);
        response.headers.push_back({"Content-Disposition", "attachment; filename=\"" + result->file_name + "\""});
        context->answer(std::move(response));
      });
}

void list_own(Services& services, const ContextPtr& context) {
  const std::string person = context->person().id;
  services.live.matches_of(person, context->request.query_value("from"), limits::listed_matches,
                           [context, person](const std::expected<live::MatchPage, match::Refused>& page) {
                             if (!page) return context->refuse(page.error());
                             wire::MatchList list;
                             for (const auto& each : page->matches) list.matches.push_back(summary_view(each, person));
                             list.next = page->next;
                             context->answer_with(list);
                           });
}

void add_making(Services& services, const AddRoute& add) {
  add(Method::post, "/api/matches", {Need::player, Scope::play, true}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::MatchRequest>();
    if (body) services.live.create(context->person(), new_match_of(*body), sat(context, 201));
  });
  add(Method::post, "/api/matches/{match}/join", {Need::player, Scope::play}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::JoinRequest>();
    if (body)
      services.live.join(context->person(), {std::string(context->request.parameter(0)), body->code, body->seat},
                         sat(context, 200));
  });
  add(Method::post, "/api/matches/{match}/leave", {Need::player, Scope::play}, [&services](const ContextPtr& context) {
    services.live.leave(context->person(), context->request.parameter(0), done_with(context));
  });
  add(Method::post, "/api/matches/{match}/fill", {Need::player, Scope::play}, [&services](const ContextPtr& context) {
    const auto body = context->body<wire::FillRequest>();
    if (body) services.live.fill(context->person(), context->request.parameter(0), body->engine, done_with(context));
  });
}

}  // namespace

void add_match_routes(Services& services, const AddRoute& add) {
  add_making(services, add);
  add(Method::get, "/api/matches", {Need::anyone}, [&services](const ContextPtr& context) {
    wire::MatchList list;
    const std::string reader = context->visitor ? context->person().id : "";
    for (const auto& each : services.live.lobby_matches(context->request.query_value("game"))) {
      list.matches.push_back(summary_view(each, reader));
    }
    context->answer_with(list);
  });
  add(Method::get, "/api/matches/{match}", {Need::anyone}, [&services](const ContextPtr& context) {
    services.live.snapshot(context->visitor ? context->person() : people::Person(), context->request.parameter(0),
                           [context](const std::expected<live::Text, match::Refused>& result) {
                             if (!result) return context->refuse(result.error());
                             context->answer_json(std::string(**result));
                           });
  });
  add(Method::get, "/api/matches/{match}/export", {Need::anyone},
      [&services](const ContextPtr& context) { export_match(services, context); });
  add(Method::get, "/api/me/matches", {Need::player},
      [&services](const ContextPtr& context) { list_own(services, context); });
}

}  // namespace crownstar::server
