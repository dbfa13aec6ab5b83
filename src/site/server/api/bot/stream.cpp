#include "site/server/api/bot/stream.hpp"

#include "site/lobby/challenges/challenges.hpp"
#include "site/server/api/bot/bot_json.hpp"
#include "site/server/api/bot/challenge_json.hpp"

namespace crownstar::server {

BotStream::BotStream(Services& services, people::Visitor visitor, std::string match, bool is_own_notation)
    : PlayerStream(services, std::move(visitor)), match_(std::move(match)), moves_(is_own_notation) {}

void BotStream::begin() {
  if (match_.empty()) {
    for (const lobby::Challenge& each : services().live.challenges().to(who().id)) {
      receive_challenge({lobby::ChallengeStep::made, &each, {}});
    }
    return notify_running({});
  }
  services().live.watch(*this, match_, -1, [self = shared_from_this()](const auto& result) {
    if (!result) self->cut_off(result.error().code);
  });
}

// What runs already comes first, as if it had begun just now.
void BotStream::notify_running(const std::string& from) {
  services().live.matches_of(who().id, from, limits::listed_matches, [self = shared_from_this()](const auto& page) {
    if (!page || !self->is_open()) return;
    for (const live::MatchSummary& each : page->matches) {
      if (each.header.state != store::MatchState::running) continue;
      self->services().live.look(each.header.id, [self, id = each.header.id](const auto& match) {
        if (!match) return;
        const auto seat = (*match)->seat_of(self->who().id);
        if (!seat || (*match)->phase() != match::Phase::playing) return;
        self->say(wire::BotEvent(wire::BotEventGameStart{bot_info(id, **match, *seat, self->services().now())}));
      });
    }
  });
}

void BotStream::hear(const live::MatchNotice& notice) {
  if (!is_open()) return;
  if (match_.empty()) return receive_player_notice(notice);
  if (notice.match_id == match_) receive_match_notice(notice);
}

void BotStream::receive_challenge(const lobby::ChallengeNotice& notice) {
  // That it was accepted is told by the game that begins.
  if (!is_open() || !match_.empty() || notice.step == lobby::ChallengeStep::accepted) return;
  auto challenge = bot_challenge(*notice.challenge, who().id,
                                 [this](std::string_view person) { return services().live.is_online(person); });
  say(bot_challenge_event(notice, std::move(challenge)));
}

void BotStream::receive_player_notice(const live::MatchNotice& notice) {
  if (notice.match == nullptr || notice.seat < 0) return;
  const auto info = [&] { return bot_info(notice.match_id, *notice.match, notice.seat, services().now()); };
  // A seat at a table that still waits is no game yet.
  const bool has_begun = notice.match->phase() != match::Phase::seating;
  if (notice.kind == live::MatchNotice::Kind::paired && has_begun) say(wire::BotEvent(wire::BotEventGameStart{info()}));
  if (notice.kind == live::MatchNotice::Kind::finished) say(wire::BotEvent(wire::BotEventGameFinish{info()}));
}

void BotStream::receive_match_notice(const live::MatchNotice& notice) {
  using Kind = live::MatchNotice::Kind;
  const bool is_told = notice.kind == Kind::whole || notice.kind == Kind::events;
  if (is_told && notice.match != nullptr) {
    const match::Instant at = services().now();
    if (notice.kind == Kind::whole) {
      say(wire::BotLine(bot_full(match_, *notice.match, moves_, notice.match->started_at(), at)));
    } else {
      say(wire::BotLine(bot_state(*notice.match, moves_, at)));
    }
    // Clients read to the end of the stream to know that the game is over.
    if (notice.match->ended()) cut_off("over");
    return;
  }
  if (notice.kind == Kind::chat && notice.line != nullptr) {
    wire::BotChatLine line;
    line.room = notice.line->is_for_players ? wire::BotRoom::player : wire::BotRoom::spectator;
    line.username = notice.line->name;
    line.text = notice.line->text;
    return say(wire::BotLine(line));
  }
  if (notice.kind == Kind::presence && notice.match != nullptr && notice.match->seat_of(who().id) != notice.seat) {
    say(wire::BotLine(wire::BotOpponentGone{!notice.is_present}));
  }
}

}  // namespace crownstar::server
