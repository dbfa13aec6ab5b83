#include "site/server/api/bot/stream.hpp"

#include "site/server/api/bot/forms.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::server {

BotStream::BotStream(Services& services, people::Visitor visitor, std::string match)
    : services_(services),
      visitor_(std::move(visitor)),
      handle_(visitor_.session.empty() ? visitor_.token : visitor_.session),
      match_(std::move(match)) {}

template <typename Line>
void BotStream::say(const Line& line) {
  if (outlet_ != nullptr) outlet_->send(bytes_of(wire::encode(line) + "\n"));
}

void BotStream::on_open(Outlet& outlet) {
  outlet_ = &outlet;
  services_.presence.enter(*this);
  services_.live.attach(*this);
  if (match_.empty()) return tell_running({});
  services_.live.watch(*this, match_, -1, [self = shared_from_this()](const auto& result) {
    if (!result) self->cut_off(result.error().code);
  });
}

void BotStream::on_close() {
  services_.live.detach(*this);
  services_.presence.leave(*this);
  outlet_ = nullptr;
}

void BotStream::cut_off(std::string_view reason) {
  if (outlet_ != nullptr) outlet_->close(reason);
}

// What runs already comes first, as if it had begun just now.
void BotStream::tell_running(const std::string& from) {
  services_.live.matches_of(
      visitor_.person.id, from, limits::listed_matches, [self = shared_from_this()](const auto& page) {
        if (!page || self->outlet_ == nullptr) return;
        for (const live::MatchSummary& each : page->matches) {
          if (each.header.state != store::MatchState::running) continue;
          self->services_.live.look(each.header.id, [self, id = each.header.id](const auto& match) {
            if (!match) return;
            const auto seat = (*match)->seat_of(self->visitor_.person.id);
            if (!seat || (*match)->phase() != match::Phase::playing) return;
            self->say(wire::BotEvent(wire::BotEventGameStart{bot_info(id, **match, *seat, self->services_.now())}));
          });
        }
      });
}

void BotStream::hear(const live::News& news) {
  if (outlet_ == nullptr) return;
  if (match_.empty()) return hear_of_player(news);
  if (news.match_id == match_) hear_of_match(news);
}

void BotStream::hear_of_player(const live::News& news) {
  if (news.match == nullptr || news.seat < 0) return;
  const auto info = [&] { return bot_info(news.match_id, *news.match, news.seat, services_.now()); };
  // A seat at a table that still waits is no game yet.
  const bool has_begun = news.match->phase() != match::Phase::seating;
  if (news.kind == live::News::Kind::paired && has_begun) say(wire::BotEvent(wire::BotEventGameStart{info()}));
  if (news.kind == live::News::Kind::finished) say(wire::BotEvent(wire::BotEventGameFinish{info()}));
}

void BotStream::hear_of_match(const live::News& news) {
  using Kind = live::News::Kind;
  if (news.kind == Kind::whole && news.match != nullptr) {
    return say(wire::BotLine(bot_full(match_, *news.match, news.match->started_at(), services_.now())));
  }
  if (news.kind == Kind::events && news.match != nullptr) {
    return say(wire::BotLine(bot_state(*news.match, services_.now())));
  }
  if (news.kind == Kind::chat && news.line != nullptr) {
    wire::BotChatLine line;
    line.room = news.line->is_for_players ? wire::BotRoom::player : wire::BotRoom::spectator;
    line.username = news.line->name;
    line.text = news.line->text;
    return say(wire::BotLine(line));
  }
  if (news.kind == Kind::presence && news.match != nullptr && news.match->seat_of(visitor_.person.id) != news.seat) {
    say(wire::BotLine(wire::BotOpponentGone{!news.is_present}));
  }
}

}  // namespace crownstar::server
