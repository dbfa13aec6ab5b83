#include "site/lobby/challenges/challenges.hpp"

#include <algorithm>
#include <tuple>
#include <variant>

#include "base/limits.hpp"
#include "base/put_off.hpp"
#include "site/lobby/challenges/challenge_codec.hpp"
#include "site/lobby/cluster/lobby_codec.hpp"
#include "site/match/seating.hpp"
#include "site/people/ratings/ratings.hpp"
#include "site/people/secrets.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::lobby {
namespace {

constexpr std::string_view challenges_subject = "challenges";
constexpr Milliseconds tells_every{5000};
constexpr Milliseconds told_lately{12'000};  // two tellings, and some
constexpr Milliseconds challenge_answer_within{8000};
constexpr std::size_t challenges_at_once = 50;  // well within a message of the bus
constexpr std::size_t people_at_once = 1000;
constexpr std::size_t bots_at_once = 500;

std::string challenge_subject(std::string_view node) { return "challenge." + std::string(node); }

std::unexpected<Refused> no_such_challenge() { return match::refused("not_found", "there is no such challenge"); }
Refused challenges_stop() { return {"stopping", "", "the server is stopping; come back in a moment"}; }

}  // namespace

Challenges::Challenges(LobbyPorts ports, TellChallenge tell)
    : ports_(std::move(ports)),
      tell_(std::move(tell)),
      throttle_(people::throttle_terms(limits::challenges_made_of_a_player)) {}

// ---- Requests ----

std::expected<match::Terms, Refused> Challenges::check(const Person& challenger, const Person& dest,
                                                       const ChallengeRequest& request) {
  if (is_closing_) return std::unexpected(challenges_stop());
  if (challenger.kind != people::PersonKind::account) {
    return match::refused("accounts_only", "only an account can challenge somebody");
  }
  if (challenger.id == dest.id) return match::refused("forbidden", "you cannot challenge yourself");
  if (auto taken = throttle_.take(challenger.id, ports_.now(), "challenges"); !taken) {
    return std::unexpected(Refused{std::move(taken.error().code), "", std::move(taken.error().reason)});
  }
  auto terms = match::checked(request.terms);
  if (!terms) return std::unexpected(terms.error());
  if (terms->clocks.size() != 2) return match::refused("bad_seats", "a challenge is to a game of two");
  if (terms->is_rated) {
    auto rated = people::check_rated(*terms);
    if (!rated) return std::unexpected(Refused{std::move(rated.error().code), "", std::move(rated.error().reason)});
  }
  if (auto refusal = ports_.seating.no_more_matches(challenger.id)) return std::unexpected(*std::move(refusal));
  return terms;
}

std::expected<void, Refused> Challenges::check_limits(const Challenge& challenge) const {
  const std::size_t made = by(challenge.challenger.player.id).size();
  if (opens_.size() >= limits::challenges_of_a_node || made >= limits::challenges_of_a_player) {
    return match::refused("too_many_seeks", "you have as many challenges as one can; cancel one first");
  }
  if (to(challenge.dest.player.id).size() >= limits::challenges_to_a_player) {
    return match::refused("too_many_seeks", "they have as many challenges as one can");
  }
  return {};
}

void Challenges::create(const Person& challenger, const Person& dest, const ChallengeRequest& request,
                        Done<Challenge> done) {
  auto terms = check(challenger, dest, request);
  if (!terms) return done(std::unexpected(terms.error()));
  Challenge challenge{people::make_id('m', ports_.draw()), me(), {}, {}, *terms, request.seat, ports_.now()};
  challenge.challenger.is_bot = challenger.is_bot;
  challenge.dest.is_bot = dest.is_bot;
  ports_.seating.with_player(
      challenger, *terms, [weak = self(), challenge, dest, done = std::move(done)](const match::Player& player) {
        const auto self = weak.lock();
        if (!self) return;
        self->ports_.seating.with_player(dest, challenge.terms,
                                         [weak, challenge, player, done](const match::Player& other) mutable {
                                           const auto self = weak.lock();
                                           if (!self) return;
                                           challenge.challenger.player = player;
                                           challenge.dest.player = other;
                                           self->add(std::move(challenge), done);
                                         });
      });
}

void Challenges::add(Challenge challenge, const Done<Challenge>& done) {
  // Who may not sit is told now, and not when it is accepted.
  for (const ChallengePlayer* each : {&challenge.challenger, &challenge.dest}) {
    if (auto may = match::may_sit(challenge.terms, each->player); !may) return done(std::unexpected(may.error()));
  }
  // Not before the ratings are read: others may have come meanwhile.
  if (auto allowed = check_limits(challenge); !allowed) return done(std::unexpected(allowed.error()));
  // A new one takes the place of an older one to the same player.
  for (const Challenge& older : by(challenge.challenger.player.id)) {
    if (older.dest.player.id != challenge.dest.player.id) continue;
    cancel(challenge.challenger.player.id, older.id, [](const auto&) {});
  }
  const bool is_here = ports_.people.online(challenge.challenger.player.id) != nullptr;
  const auto gone = is_here ? std::nullopt : std::optional(ports_.now());
  const std::string id = challenge.id;
  const Challenge& added = opens_.emplace(id, Open{std::move(challenge), gone}).first->second.challenge;
  publish(wire::ChallengeMade{me(), copy_of(added)});
  const Challenge answered = added;
  tell({ChallengeStep::made, &answered, {}});
  done(answered);
}

void Challenges::accept(const std::string& person, std::string_view challenge, const Done<void>& done) {
  answer({me(), person, std::string(challenge), wire::ChallengeDo::accept, {}}, done);
}

void Challenges::decline(const std::string& person, std::string_view challenge, std::string reason,
                         const Done<void>& done) {
  answer({me(), person, std::string(challenge), wire::ChallengeDo::decline, std::move(reason)}, done);
}

void Challenges::cancel(const std::string& person, std::string_view challenge, const Done<void>& done) {
  answer({me(), person, std::string(challenge), wire::ChallengeDo::cancel, {}}, done);
}

// At the node where it was made.
void Challenges::answer(const wire::ChallengeAction& answer, const Done<void>& done) {
  if (is_closing_) return done(std::unexpected(challenges_stop()));
  const auto found = opens_.find(answer.challenge);
  if (found == opens_.end() || !found->second.challenge.is_of(answer.person)) return done(no_such_challenge());
  const std::string& node = found->second.challenge.node;
  if (node == me()) return answer_own(answer, done);
  ports_.cluster.bus()->ask(challenge_subject(node), wire::encode(answer), challenge_answer_within,
                            [done](const std::expected<std::string, bus::AskFailure>& told) {
                              if (!told) {
                                return done(match::refused("busy", "the challenge's node does not answer; try again"));
                              }
                              const auto result = read_seek_result(*told);
                              if (!result) return done(std::unexpected(result.error()));
                              done({});
                            });
}

void Challenges::answer_own(const wire::ChallengeAction& answer, const Done<void>& done) {
  const auto found = opens_.find(answer.challenge);
  if (found == opens_.end() || found->second.challenge.node != me()) return done(no_such_challenge());
  Open& open = found->second;
  const bool is_challengers = open.challenge.challenger.player.id == answer.person;
  if (!open.challenge.is_of(answer.person)) return done(no_such_challenge());
  if (is_challengers != (answer.what == wire::ChallengeDo::cancel)) {
    return done(match::refused("forbidden", is_challengers ? "it is your own challenge" : "only who made it may"));
  }
  if (open.is_beginning) return done(match::refused("already_started", "it has been accepted just now"));
  if (answer.what == wire::ChallengeDo::accept) return begin(open, done);
  end(answer.challenge, answer.what == wire::ChallengeDo::cancel ? ChallengeStep::canceled : ChallengeStep::declined,
      answer.reason);
  done({});
}

// ---- It becomes a match ----

void Challenges::begin(Open& open, const Done<void>& done) {
  const Challenge& challenge = open.challenge;
  open.is_beginning = true;
  const auto person_of = [](const ChallengePlayer& each) {
    return Person{each.player.id, each.player.name, people::PersonKind::account, {}, each.is_bot};
  };
  // With the ratings as they are by now.
  ports_.seating.with_player(person_of(challenge.challenger), challenge.terms,
                             [weak = self(), id = challenge.id, terms = challenge.terms,
                              dest = person_of(challenge.dest), done](const match::Player& player) {
                               const auto self = weak.lock();
                               if (!self) return;
                               self->ports_.seating.with_player(dest, terms,
                                                                [weak, id, player, done](const match::Player& other) {
                                                                  if (const auto self = weak.lock())
                                                                    self->begin_with(id, player, other, done);
                                                                });
                             });
}

void Challenges::begin_with(const std::string& id, const match::Player& challenger, const match::Player& dest,
                            const Done<void>& done) {
  const auto found = opens_.find(id);
  if (found == opens_.end()) return done(no_such_challenge());
  const Challenge& challenge = found->second.challenge;
  for (const match::Player* each : {&challenger, &dest}) {
    if (auto refusal = ports_.seating.no_more_matches(each->id)) {
      found->second.is_beginning = false;
      return done(std::unexpected(*std::move(refusal)));
    }
  }
  const int seat = challenge.seat >= 0 ? challenge.seat : static_cast<int>(ports_.draw() % 2);
  std::vector<match::Player> players{challenger, dest};
  if (seat == 1) std::swap(players.front(), players.back());
  auto events = match::opening(challenge.terms, players, ports_.now());
  if (!events) {
    found->second.is_beginning = false;
    return done(std::unexpected(events.error()));
  }
  ports_.seating.begin({id, challenger.id, true, *std::move(events)}, {dest.id},
                       [weak = self(), id, done](const std::expected<std::vector<int>, Refused>& seats) {
                         const auto self = weak.lock();
                         if (!self) return;
                         const auto open = self->opens_.find(id);
                         if (!seats) {
                           if (open != self->opens_.end()) open->second.is_beginning = false;
                           return done(std::unexpected(seats.error()));
                         }
                         self->end(id, ChallengeStep::accepted);
                         done({});
                       });
}

// ---- Ends ----

// Of this node's own.
void Challenges::end(const std::string& id, ChallengeStep step, const std::string& reason) {
  const auto found = opens_.find(id);
  if (found == opens_.end()) return;
  publish(wire::ChallengeGone{me(), id, end_of(step), reason});
  forget(found, step, reason);
}

void Challenges::forget(Opens::iterator open, ChallengeStep step, const std::string& reason) {
  const Challenge challenge = std::move(open->second.challenge);
  opens_.erase(open);
  tell({step, &challenge, reason});
}

void Challenges::tell(const ChallengeNotice& notice) {
  tell_(notice.challenge->challenger.player.id, notice);
  tell_(notice.challenge->dest.player.id, notice);
}

void Challenges::person_gone(const std::string& person) {
  std::vector<std::string> theirs;
  for (const auto& [id, open] : opens_) {
    if (open.challenge.node == me() && open.challenge.is_of(person)) theirs.push_back(id);
  }
  for (const std::string& id : theirs) end(id, ChallengeStep::canceled);
}

bool Challenges::is_present(std::string_view person) const {
  if (ports_.people.online(person) != nullptr) return true;
  const auto seen = seen_elsewhere_.find(person);
  return seen != seen_elsewhere_.end() && ports_.now() - seen->second < told_lately;
}

void Challenges::tick(Instant at) {
  std::vector<std::string> ended;
  for (auto& [id, open] : opens_) {
    if (open.challenge.node != me() || open.is_beginning) continue;
    if (is_present(open.challenge.challenger.player.id)) {
      open.gone.reset();
    } else if (!open.gone) {
      open.gone = at;
    }
    const bool is_late = open.challenge.has_clock() ? open.gone && at - *open.gone >= limits::seek_gone_wait
                                                    : at - open.challenge.made >= limits::invitation_life;
    if (is_late) ended.push_back(id);
  }
  for (const std::string& id : ended) end(id, ChallengeStep::canceled);
  if (is_alone()) return;
  forget_gone_nodes();
  if (at < tells_at_) return;
  tells_at_ = at + tells_every;
  std::erase_if(seen_elsewhere_, [&](const auto& seen) { return at - seen.second >= told_lately; });
  notify_all();
  notify_here();
}

// The server stood still for so long: it counts as nobody's absence.
void Challenges::time_lost(Milliseconds time) {
  for (auto& [id, open] : opens_) {
    if (open.gone) open.gone = base::put_off(*open.gone, time, ports_.now());
  }
  for (auto& [person, seen] : seen_elsewhere_) seen = base::put_off(seen, time, ports_.now());
}

// ---- Reading ----

std::vector<Challenge> Challenges::to(std::string_view person) const {
  std::vector<Challenge> found;
  for (const auto& [id, open] : opens_) {
    if (open.challenge.dest.player.id == person) found.push_back(open.challenge);
  }
  return found;
}

std::vector<Challenge> Challenges::by(std::string_view person) const {
  std::vector<Challenge> found;
  for (const auto& [id, open] : opens_) {
    if (open.challenge.challenger.player.id == person) found.push_back(open.challenge);
  }
  return found;
}

const Challenge* Challenges::find(std::string_view challenge, std::string_view person) const {
  const auto found = opens_.find(challenge);
  const bool is_theirs = found != opens_.end() && found->second.challenge.is_of(person);
  return is_theirs ? &found->second.challenge : nullptr;
}

std::vector<Person> Challenges::bots_elsewhere() const {
  std::vector<Person> found;
  for (const auto& [node, told] : bots_elsewhere_) found.insert(found.end(), told.second.begin(), told.second.end());
  return found;
}

// ---- Of several nodes ----

void Challenges::join_nodes() {
  if (is_alone()) return;
  bus::Bus& bus = *ports_.cluster.bus();
  bus.subscribe(challenges_subject, [weak = self()](std::string_view, std::string_view text) {
    if (const auto self = weak.lock()) self->hear(text);
  });
  bus.serve(challenge_subject(me()), "challenge",
            [weak = self()](std::string_view, std::string_view text, const bus::Respond& respond) {
              const auto self = weak.lock();
              const auto answer = wire::decode_known<wire::ChallengeAction>(text);
              if (!self || !answer) return respond(write_seek_result(no_such_challenge()));
              self->answer_own(*answer, [respond](const std::expected<void, Refused>& result) {
                if (!result) return respond(write_seek_result(std::unexpected(result.error())));
                respond(write_seek_result(SeekResult{}));
              });
            });
}

void Challenges::publish(const wire::ChallengeNews& news) {
  if (!is_alone()) std::ignore = ports_.cluster.bus()->publish(challenges_subject, wire::encode(news));
}

void Challenges::hear(std::string_view text) {
  const auto news = wire::decode_known<wire::ChallengeNews>(text);
  if (!news || is_closing_) return;
  std::visit(
      [this](const auto& each) {
        if (each.node != me()) take(each);
      },
      *news);
}

void Challenges::put_copy(const wire::ChallengeCopy& copy, const std::string& node) {
  auto challenge = challenge_of(copy, node);
  if (!challenge || opens_.contains(copy.id) || opens_.size() >= limits::challenges_of_a_node) return;
  const Challenge told = opens_.emplace(copy.id, Open{*std::move(challenge), {}}).first->second.challenge;
  tell({ChallengeStep::made, &told, {}});
}

void Challenges::take(const wire::ChallengeMade& news) {
  put_copy(news.challenge, news.node);
  const auto found = opens_.find(news.challenge.id);
  // Their node need not wait until this one tells of everybody.
  if (found != opens_.end() && ports_.people.online(found->second.challenge.challenger.player.id) != nullptr) {
    notify_here();
  }
}

void Challenges::take(const wire::ChallengeGone& news) {
  const auto found = opens_.find(news.challenge);
  if (found == opens_.end() || found->second.challenge.node != news.node) return;
  forget(found, step_of(news.end), news.reason);
}

// All of a node, or a portion: for nodes that came, and for those that missed something.
void Challenges::take(const wire::ChallengeAll& news) {
  std::vector<std::string> missing;
  for (const auto& [id, open] : opens_) {
    const bool is_within = id > news.after && (news.last.empty() || id <= news.last);
    const auto told = std::ranges::find(news.challenges, id, &wire::ChallengeCopy::id);
    const bool is_told = told != news.challenges.end();
    if (open.challenge.node == news.node && is_within && !is_told) missing.push_back(id);
  }
  for (const std::string& id : missing) forget(opens_.find(id), ChallengeStep::canceled, {});
  for (const wire::ChallengeCopy& copy : news.challenges) put_copy(copy, news.node);
}

void Challenges::take(const wire::ChallengeHere& news) {
  const Instant at = ports_.now();
  for (const std::string& person : news.persons) seen_elsewhere_[person] = at;
  auto& [when, bots] = bots_elsewhere_[news.node];
  when = at;
  bots.clear();
  for (const wire::NodePerson& bot : news.bots) {
    bots.push_back({bot.id, bot.name, people::PersonKind::account, {}, true});
  }
}

void Challenges::forget_gone_nodes() {
  const bus::LiveNodes& nodes = ports_.cluster.nodes();
  std::vector<std::string> lost;
  for (const auto& [id, open] : opens_) {
    if (!nodes.is_known(open.challenge.node)) lost.push_back(id);
  }
  for (const std::string& id : lost) forget(opens_.find(id), ChallengeStep::canceled, {});
  std::erase_if(bots_elsewhere_, [&](const auto& each) { return !nodes.is_known(each.first); });
}

void Challenges::notify_all() {
  wire::ChallengeAll all{me(), {}, {}, {}};
  for (const auto& [id, open] : opens_) {
    if (open.challenge.node != me()) continue;
    if (all.challenges.size() == challenges_at_once) {
      all.last = all.challenges.back().id;
      publish(all);
      all = {me(), all.last, {}, {}};
    }
    all.challenges.push_back(copy_of(open.challenge));
  }
  publish(all);
}

// Challengers of other nodes' challenges who are connected here, and the programs that are.
void Challenges::notify_here() {
  if (is_alone()) return;
  wire::ChallengeHere here{me(), {}, {}};
  for (const auto& [id, open] : opens_) {
    const std::string& person = open.challenge.challenger.player.id;
    const bool is_wanted = open.challenge.node != me() && ports_.people.online(person) != nullptr;
    if (is_wanted && here.persons.size() < people_at_once) here.persons.push_back(person);
  }
  for (const std::string& id : ports_.people.everybody_online()) {
    const Person* person = ports_.people.online(id);
    if (person == nullptr || !person->is_bot || here.bots.size() == bots_at_once) continue;
    here.bots.push_back({person->id, true, person->name, true});
  }
  publish(here);
}

}  // namespace crownstar::lobby
