#include "site/people/chat/chat_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/limits.hpp"
#include "base/text/utf8.hpp"
#include "site/people/names/letters.hpp"
#include "site/people/throttle.hpp"
#include "site/store/store.hpp"

namespace crownstar::people {
namespace {

// The blocks of combining marks that are piled up for mischief; marks of living scripts outside them are left alone.
bool is_mark(char32_t letter) {
  return (letter >= 0x300 && letter <= 0x36F) || (letter >= 0x483 && letter <= 0x489) ||
         (letter >= 0x1AB0 && letter <= 0x1AFF) || (letter >= 0x1DC0 && letter <= 0x1DFF) ||
         (letter >= 0x20D0 && letter <= 0x20FF) || (letter >= 0xFE20 && letter <= 0xFE2F);
}

std::u32string tidied(std::u32string_view letters) {
  std::u32string line;
  std::size_t marks = 0;
  for (const char32_t letter : letters) {
    if (is_deceiving(letter)) continue;
    if (is_control(letter) || is_space(letter)) {
      if (!line.empty() && line.back() != U' ') line += U' ';
      marks = 0;
      continue;
    }
    marks = is_mark(letter) ? marks + 1 : 0;
    if (marks <= limits::chat_marks_in_a_row && !(marks > 0 && line.empty())) line += letter;
  }
  if (!line.empty() && line.back() == U' ') line.pop_back();
  return line;
}

struct LastLine {
  std::string text;
  Instant at{};
  std::string text_before{};
  Instant at_before{};
};

constexpr std::size_t mutes_read_at_once = 100;  // in one turn of those that are owed

// A program greets each opponent with the same words; a person who says them everywhere is not greeting.
std::string repeated_by(const Person& speaker, std::string_view place) {
  return speaker.is_bot ? speaker.id + " " + std::string(place) : speaker.id;
}

std::unexpected<Refused> too_many_mutes() { return refused("too_many", "you have muted as many players as one can"); }

std::unexpected<Refused> not_stored() { return refused("store_unavailable", "it could not be stored; try again"); }

}  // namespace

Answer<std::string> clean_line(std::string_view text, int most_letters) {
  const auto most = static_cast<std::size_t>(most_letters);
  // Four bytes a letter at most, and some room for what will be left out.
  if (text.size() > most * 8) return refused("text_unfit", "a line has at most " + std::to_string(most) + " letters");
  const auto letters = base::decode_utf8(text);
  if (!letters) return refused("text_unfit", "the line is not UTF-8");
  const std::u32string line = tidied(*letters);
  if (line.empty()) return refused("text_unfit", "the line says nothing");
  if (line.size() > most) return refused("text_unfit", "a line has at most " + std::to_string(most) + " letters");
  return base::encode_utf8(line);
}

struct ChatRules::Impl : std::enable_shared_from_this<ChatRules::Impl> {
  explicit Impl(store::Store& kept)
      : store(kept),
        lines(throttle_terms(limits::chat_of_a_player)),
        lines_of_bots(throttle_terms(limits::chat_of_a_bot)),
        reports(throttle_terms(limits::reports_of_a_player)) {}

  bool is_silenced(const std::string& person, Instant now) {
    const auto found = silenced.find(person);
    if (found == silenced.end()) return false;
    if (!found->second || *found->second > now) return true;
    silenced.erase(found);
    return false;
  }

  bool is_repeated(const std::string& speaker, const std::string& line, Instant now) const {
    const auto found = last_lines.find(speaker);
    return found != last_lines.end() && found->second.text == line && now - found->second.at < limits::same_line_wait;
  }

  void remember(const std::string& speaker, const std::string& line, Instant now) {
    if (last_lines.size() >= limits::last_lines_remembered) {
      std::erase_if(last_lines, [&](const auto& entry) { return now - entry.second.at >= limits::same_line_wait; });
      if (last_lines.size() >= limits::last_lines_remembered) last_lines.clear();
    }
    LastLine& last = last_lines[speaker];
    last = {line, now, std::move(last.text), last.at};
  }

  void store_mute(const std::string& person, std::string whom, bool is_muted, Instant now, Done<void> done) {
    const auto stored = [done = std::move(done)](store::Outcome<void> outcome) {
      if (outcome || outcome.error().kind == store::FailureKind::absent) return done({});
      done(not_stored());
    };
    if (!is_muted) return store.unmute(person, std::move(whom), stored);
    store.mute({.player = person, .muted = std::move(whom), .since = now, .until = std::nullopt}, stored);
  }

  // Somebody whom a person mutes or hears again.
  struct Muting {
    std::string whom;
    bool is_muted = true;
    Instant now{};
    Done<void> done;
  };

  bool are_known(const std::string& person) const { return mutes.contains(person) && !unread.contains(person); }

  // What is being read may be older, and may know of other changes.
  void note_mute(const std::string& person, const std::string& whom, bool is_muted) {
    const bool was_read = read_under.erase(person) > 0;
    const auto here = mutes.find(person);
    if (here == mutes.end()) return;
    if (was_read) doubt(person);
    if (is_muted) {
      here->second.insert(whom);
    } else {
      here->second.erase(whom);
    }
  }

  void mute_known(const std::string& person, Muting muting) {
    const auto& muted = mutes.at(person);
    if (muting.is_muted && !muted.contains(muting.whom) && muted.size() >= limits::mutes_of_a_player) {
      return muting.done(too_many_mutes());
    }
    // Heard no more from this moment on, whatever the store will say.
    note_mute(person, muting.whom, muting.is_muted);
    being_stored[person].emplace_back(muting.whom, muting.is_muted);
    const auto stored = [self = shared_from_this(), person, done = std::move(muting.done)](const Answer<void>& answer) {
      // The store carries them out in order.
      auto& all = self->being_stored[person];
      all.pop_front();
      if (all.empty()) self->being_stored.erase(person);
      if (answer) self->doubt(person);  // another node may have changed it meanwhile
      done(answer);
    };
    store_mute(person, std::move(muting.whom), muting.is_muted, muting.now, stored);
  }

  // Where the mutes are not in memory the store says how many there are, so each change waits for the one before.
  void mute_unknown(const std::string& person) {
    store.mutes_of(person, [self = shared_from_this(), person](auto outcome) {
      Muting next = std::move(self->waiting_mutes.at(person).front());
      next.done = [self, person, whom = next.whom, is_muted = next.is_muted,
                   done = std::move(next.done)](const Answer<void>& answer) {
        if (answer) self->note_mute(person, whom, is_muted);
        self->end_waiting_mute(person);
        done(answer);
      };
      if (self->are_known(person)) return self->mute_known(person, std::move(next));  // by now
      if (!outcome) return next.done(not_stored());
      const bool is_new = std::ranges::find(*outcome, next.whom, &store::MuteRow::muted) == outcome->end();
      if (next.is_muted && is_new && outcome->size() >= limits::mutes_of_a_player) return next.done(too_many_mutes());
      self->store_mute(person, std::move(next.whom), next.is_muted, next.now, std::move(next.done));
    });
  }

  void end_waiting_mute(const std::string& person) {
    const auto waiting = waiting_mutes.find(person);
    waiting->second.pop_front();
    if (!waiting->second.empty()) return mute_unknown(person);
    waiting_mutes.erase(waiting);
  }

  void set_what_is_being_stored(const std::string& person, std::set<std::string, std::less<>>& muted) {
    const auto changes = being_stored.find(person);
    if (changes == being_stored.end()) return;
    for (const auto& [whom, is_muted] : changes->second) {
      if (is_muted) {
        muted.insert(whom);
      } else {
        muted.erase(whom);
      }
    }
  }

  // To be read again soon.
  void doubt(const std::string& person) {
    if (are_known(person)) doubted.insert(person);
  }

  // The last reading of a person counts, unless something has changed since it began: then the first one is made again.
  void read(const std::string& person, Done<void> done) {
    const std::uint64_t serial = ++last_serial;
    read_under[person] = serial;
    store.mutes_of(person, [self = shared_from_this(), person, serial, done = std::move(done)](auto outcome) {
      const auto under = self->read_under.find(person);
      const bool is_last = under != self->read_under.end() && under->second == serial;
      if (is_last) self->read_under.erase(under);
      if (!outcome) return done(not_stored());
      const auto found = self->mutes.find(person);
      if (is_last && found != self->mutes.end()) {  // still here
        found->second.clear();
        for (const store::MuteRow& row : *outcome) found->second.insert(row.muted);
        self->set_what_is_being_stored(person, found->second);
        self->unread.erase(person);
      } else if (under == self->read_under.end() && self->unread.contains(person)) {
        return self->read(person, done);
      }
      done({});
    });
  }

  store::Store& store;
  Throttle lines;
  Throttle lines_of_bots;
  Throttle reports;
  std::map<std::string, LastLine> last_lines;
  std::map<std::string, std::optional<Instant>, std::less<>> silenced;           // by the server, until when
  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> mutes;  // of those who are here
  std::set<std::string, std::less<>> unread;                                     // of those: whose are not known yet
  std::map<std::string, std::deque<std::pair<std::string, bool>>> being_stored;  // by person: whom, and whether muted
  std::set<std::string, std::less<>> doubted;                                    // whose may be others in the store
  std::map<std::string, std::uint64_t, std::less<>> read_under;                  // being read: the last reading of each
  std::map<std::string, std::deque<Muting>> waiting_mutes;                       // of those whose are not in memory
  std::uint64_t last_serial = 0;
};

ChatRules::ChatRules(store::Store& store) : impl_(std::make_shared<Impl>(store)) {}
ChatRules::~ChatRules() = default;

void ChatRules::open(Done<void> done) {
  impl_->store.mutes_of("", [impl = impl_, done = std::move(done)](auto outcome) {
    if (!outcome) return done(not_stored());
    impl->silenced.clear();
    for (const store::MuteRow& row : *outcome) impl->silenced[row.muted] = row.until;
    done({});
  });
}

void ChatRules::was_not_said(const Person& speaker, std::string_view line, std::string_view place) {
  const auto found = impl_->last_lines.find(repeated_by(speaker, place));
  if (found == impl_->last_lines.end() || found->second.text != line) return;
  LastLine& last = found->second;
  last = {std::move(last.text_before), last.at_before};
}

Answer<std::string> ChatRules::check(const Person& speaker, std::string_view text, Instant now,
                                     std::string_view place) {
  if (impl_->is_silenced(speaker.id, now)) return refused("muted", "you may not write in the chat for now");
  auto line = clean_line(text, limits::chat_letters);
  if (!line) return line;
  const std::string repeats = repeated_by(speaker, place);
  if (impl_->is_repeated(repeats, *line, now)) return refused("too_many", "you have just said that");
  Throttle& lines = speaker.is_bot ? impl_->lines_of_bots : impl_->lines;
  if (auto taken = lines.take(speaker.id, now, "lines of chat"); !taken) return std::unexpected(taken.error());
  impl_->remember(repeats, *line, now);
  return line;
}

void ChatRules::arrived(const std::string& person, Done<void> done) {
  // A visitor without a session mutes nobody; the mutes under the empty name are the operator's.
  if (person.empty() || impl_->mutes.contains(person)) return done({});
  impl_->mutes[person];
  impl_->unread.insert(person);
  impl_->read(person, std::move(done));
}

// The known mutes hold until the store has answered: better than no mutes at all.
void ChatRules::read_again(const std::string& person) {
  if (!impl_->mutes.contains(person)) return;
  if (impl_->unread.contains(person)) {  // owed already; what is being read may be older
    impl_->read_under.erase(person);
    return;
  }
  impl_->read(person, [impl = impl_, person](const Answer<void>& read) {
    if (!read) impl->doubt(person);
  });
}

void ChatRules::read_all_again() {
  for (const auto& [person, muted] : impl_->mutes) impl_->doubt(person);
}

void ChatRules::read_owed(const std::function<void(const std::string& person)>& known) {
  for (const std::string& person : std::vector(impl_->unread.begin(), impl_->unread.end())) {
    if (impl_->read_under.contains(person)) continue;
    impl_->read(person, [impl = impl_, person, known](const Answer<void>& read) {
      if (read && impl->mutes.contains(person) && !impl->unread.contains(person)) known(person);
    });
  }
  for (std::size_t count = 0; count < mutes_read_at_once && !impl_->doubted.empty(); ++count) {
    read_again(impl_->doubted.extract(impl_->doubted.begin()).value());
  }
}

void ChatRules::left(std::string_view person) {
  if (const auto found = impl_->mutes.find(person); found != impl_->mutes.end()) impl_->mutes.erase(found);
  if (const auto found = impl_->unread.find(person); found != impl_->unread.end()) impl_->unread.erase(found);
  if (const auto found = impl_->doubted.find(person); found != impl_->doubted.end()) impl_->doubted.erase(found);
  if (const auto found = impl_->read_under.find(person); found != impl_->read_under.end()) {
    impl_->read_under.erase(found);
  }
}

bool ChatRules::hears(std::string_view listener, std::string_view speaker) const {
  if (impl_->unread.contains(listener)) return listener == speaker;
  const auto found = impl_->mutes.find(listener);
  return found == impl_->mutes.end() || !found->second.contains(speaker);
}

std::vector<std::string> ChatRules::muted_by(std::string_view person) const {
  const auto found = impl_->mutes.find(person);
  if (found == impl_->mutes.end()) return {};
  return {found->second.begin(), found->second.end()};
}

void ChatRules::mute(const Person& person, std::string whom, bool is_muted, Instant now, Done<void> done) {
  if (whom == person.id) return done(refused("forbidden", "nobody can mute themselves"));
  if (whom.empty() || whom.size() > limits::id_letters) return done(refused("not_found", "there is no such player"));
  Impl::Muting muting{std::move(whom), is_muted, now, std::move(done)};
  const bool is_any_waiting = impl_->waiting_mutes.contains(person.id);
  if (impl_->are_known(person.id) && !is_any_waiting) return impl_->mute_known(person.id, std::move(muting));
  auto& waiting = impl_->waiting_mutes[person.id];
  waiting.push_back(std::move(muting));
  if (waiting.size() == 1) impl_->mute_unknown(person.id);
}

void ChatRules::report(const Person& reporter, std::string accused, std::string match, std::string_view text,
                       Instant now, Done<void> done) {
  auto line = clean_line(text, limits::report_letters);
  if (!line) return done(std::unexpected(line.error()));
  if (accused.size() > limits::id_letters || match.size() > limits::id_letters) {
    return done(refused("not_found", "there is no such player or match"));
  }
  if (auto taken = impl_->reports.take(reporter.id, now, "reports"); !taken) {
    return done(std::unexpected(taken.error()));
  }
  store::ReportRow row;
  row.at = now;
  row.reporter = reporter.id;
  row.accused = std::move(accused);
  row.match = std::move(match);
  row.text = std::move(*line);
  impl_->store.add_report(std::move(row), [done = std::move(done)](auto outcome) {
    if (!outcome) return done(not_stored());
    done({});
  });
}

}  // namespace crownstar::people
