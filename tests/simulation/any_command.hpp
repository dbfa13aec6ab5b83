// What somebody at a table of a simulated site might want to do just now: mostly a move, often a legal one.
#pragma once

#include "simulation/world.hpp"
#include "site/match/match.hpp"

namespace crownstar::live::simulation {

inline match::Command any_command(World& world, const match::Match& match) {
  match::Command command{-1, 1 << 20, {}, {}};
  switch (world.any(24)) {
    case 0:
      command.what = match::OfferDraw{};
      break;
    case 1:
      command.what = match::AnswerDraw{world.one_in(4)};
      break;
    case 2:
      command.what = match::OfferTakeback{};
      break;
    case 3:
      command.what = match::AnswerTakeback{world.one_in(2)};
      break;
    case 4:
      if (world.one_in(4)) command.what = match::Resign{};
      break;
    case 5:
      command.what = match::ClaimWin{};
      break;
    case 6:
      command.what = match::TakeOff{};
      break;
    case 7:
      command.what = match::Substitute{{"toy", "", match::PlayerKind::engine, 0, false}};
      break;
    case 8:
      command.what = match::OfferRematch{};
      break;
    case 9:
      command.what = match::AnswerRematch{true};
      break;
    default:
      const auto moves = match.game().legal_moves();
      command.what = match::Move{moves && !moves->empty() ? world.one_of(*moves).text : "1-2"};
  }
  return command;
}

}  // namespace crownstar::live::simulation
