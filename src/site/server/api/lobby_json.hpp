// Converts people, game offers and match summaries to and from their wire types.
#pragma once

#include "site/live/ports/live_requests.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/person.hpp"
#include "site/wire/generated/wire_lobby.hpp"
#include "site/wire/generated/wire_people.hpp"
#include "site/wire/generated/wire_terms.hpp"

namespace crownstar::server {

wire::Player player_of(const people::Person& person);
wire::Token token_of(const people::TokenView& view);

live::SeekRequest seek_request_of(const wire::SeekTerms& terms);

// `reader`: whose own seat is to be told; empty for nobody's.
wire::MatchSummary summary_view(const live::MatchSummary& summary, std::string_view reader);

}  // namespace crownstar::server
