#include "site/lobby/seek_view.hpp"

#include "site/wire/match_wire.hpp"

namespace crownstar::lobby {

protocol::Seek seek_view(const SeekView& seek) {
  protocol::Seek view;
  view.id = seek.id;
  view.host = protocol::to_wire(seek.host);
  view.game = seek.terms.game;
  for (const match::ClockTerms& clock : seek.terms.clocks) view.clocks.push_back(protocol::to_wire(clock));
  view.rated = seek.terms.is_rated;
  view.rating_least = seek.ratings.least;
  view.rating_most = seek.ratings.most;
  view.seats = seek.seats;
  for (const Sitter& sitter : seek.sitters) {
    protocol::Sitter sits{protocol::to_wire(sitter.player), {}};
    if (sitter.seat >= 0) sits.seat = sitter.seat;
    view.sitters.push_back(std::move(sits));
  }
  view.created_at = protocol::to_wire(seek.made);
  return view;
}

std::string match_of_seek(const std::string& seek) { return "m" + seek; }

}  // namespace crownstar::lobby
