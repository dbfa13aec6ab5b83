#include "site/lobby/seek_view.hpp"

#include "site/wire/match_wire.hpp"

namespace crownstar::lobby {

wire::Seek seek_view(const SeekView& seek) {
  wire::Seek view;
  view.id = seek.id;
  view.host = wire::to_wire(seek.host);
  view.game = seek.terms.game;
  for (const match::ClockTerms& clock : seek.terms.clocks) view.clocks.push_back(wire::to_wire(clock));
  view.rated = seek.terms.is_rated;
  view.rating_least = seek.ratings.least;
  view.rating_most = seek.ratings.most;
  view.seats = seek.seats;
  for (const Sitter& sitter : seek.sitters) {
    wire::Sitter sits{wire::to_wire(sitter.player), {}};
    if (sitter.seat >= 0) sits.seat = sitter.seat;
    view.sitters.push_back(std::move(sits));
  }
  view.created_at = wire::to_wire(seek.made);
  view.quick = seek.is_quick;
  return view;
}

std::string match_of_seek(const std::string& seek) { return "m" + seek; }

}  // namespace crownstar::lobby
