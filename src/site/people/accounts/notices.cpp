#include "site/people/accounts/notices.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "base/limits.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/secrets.hpp"

namespace crownstar::people {
namespace {

constexpr std::size_t notices_kept = 20;
constexpr std::size_t put_away_kept = limits::sessions_of_a_player;
constexpr std::chrono::hours guarded{24 * 7};  // from sessions that begin later
constexpr int most_tries = 8;
constexpr std::string_view no_session = "-";
constexpr std::array<std::string_view, 5> kind_words{"new_device", "password_changed", "second_factor_on",
                                                     "second_factor_off", "recovery_code_used"};

Answer<void> may_have_notices(const Visitor& visitor) {
  if (!visitor.is_account()) return refused("accounts_only", "notices are for accounts");
  if (!visitor.is_session()) return refused("scope_missing", "only on the page itself");
  return {};
}

}  // namespace

std::vector<Notices::Notice> Notices::read(const std::string& text) {
  std::vector<Notice> notices;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Notice notice;
    std::string kind;
    std::int64_t at = 0;
    std::string sessions;
    if (!(words >> notice.id >> kind >> at >> sessions)) continue;
    const auto found = std::ranges::find(kind_words, kind);
    if (found == kind_words.end()) continue;  // of a later version
    notice.kind = static_cast<NoticeKind>(found - kind_words.begin());
    notice.at = Instant{std::chrono::milliseconds{at}};
    std::istringstream each(sessions);
    std::getline(each, notice.session, ',');
    if (notice.session == no_session) notice.session.clear();
    for (std::string session; std::getline(each, session, ',');) notice.put_away.push_back(std::move(session));
    std::getline(words >> std::ws, notice.label);
    notices.push_back(std::move(notice));
  }
  return notices;
}

std::string Notices::write(const std::vector<Notice>& notices) {
  std::string text;
  for (const Notice& each : notices) {
    const std::string_view kind = kind_words.at(static_cast<std::size_t>(each.kind));
    const std::string at = std::to_string(each.at.time_since_epoch().count());
    std::string sessions = each.session.empty() ? std::string(no_session) : each.session;
    for (const std::string& session : each.put_away) sessions.append(",").append(session);
    for (const std::string_view word :
         {std::string_view(each.id), kind, std::string_view(at), std::string_view(sessions)}) {
      text.append(word).append(" ");
    }
    text.append(each.label).append("\n");
  }
  return text;
}

void Notices::add(std::vector<Notice>& notices, const Notice& added) {
  notices.push_back(added);
  if (notices.size() > notices_kept) notices.erase(notices.begin());
}

std::string with_notice(const std::string& text, NoticeKind kind, Instant at) {
  auto notices = Notices::read(text);
  Notices::add(notices, {make_id('n'), kind, at, "", {}, ""});
  return Notices::write(notices);
}

// Several nodes may change them at once: then it is tried again on what the other has written.
void Notices::change(const std::string& person, ChangeNotices change_them, Done<void> done, int tries) {
  const std::string key = store::notices_key(person);
  store_.read_setting(key, [self = self().lock(), person, key, change_them = std::move(change_them),
                            done = std::move(done), tries](auto before) {
    if (!before) return done(self->failures_.failed(before));
    std::vector<Notice> notices = read(before->value_or(""));
    if (!change_them(notices)) return done(refused("not_found", "there is no such notice"));
    const std::string after = write(notices);
    self->store_.replace_setting(key, *before, after, [self, person, after, change_them, done, tries](auto kept) {
      if (!kept) return done(self->failures_.failed(kept));
      if (*kept == after) return done({});
      if (tries == 0) return done(refused("busy", "it changes all the time; try again in a moment"));
      self->change(person, change_them, done, tries - 1);
    });
  });
}

void Notices::leave(const std::string& person, NoticeKind kind, const std::string& session, const Caller& caller,
                    Instant now) {
  Notice notice{make_id('n'), kind, now, session, {}, {}};
  notice.label = clean_line(caller.label.substr(0, limits::agent_letters), limits::agent_letters).value_or("");
  const auto add_it = [notice = std::move(notice)](std::vector<Notice>& notices) {
    add(notices, notice);
    return true;
  };
  const auto kept = [self = self().lock(), person](const Answer<void>& result) {
    if (!result) self->failures_.tell("people: a notice for " + person + " is lost: " + result.error().reason);
  };
  change(person, add_it, kept, most_tries);
}

void Notices::show(const Visitor& visitor, Done<std::vector<NoticeView>> done) const {
  if (auto allowed = may_have_notices(visitor); !allowed) return done(std::unexpected(allowed.error()));
  store_.read_setting(store::notices_key(visitor.person.id),
                      [self = self().lock(), session = visitor.session, done = std::move(done)](auto stored) {
                        if (!stored) return done(self->failures_.failed(stored));
                        std::vector<NoticeView> views;
                        for (Notice& each : read(stored->value_or(""))) {
                          if (!each.is_hidden_from(session))
                            views.push_back({std::move(each.id), each.kind, each.at, std::move(each.label)});
                        }
                        std::ranges::reverse(views);
                        done(std::move(views));
                      });
}

void Notices::put_away(const Visitor& visitor, std::string_view notice, Instant now, Done<void> done) {
  if (auto allowed = may_have_notices(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto put_it_away = [id = std::string(notice), session = visitor.session, begun = visitor.begun,
                            now](std::vector<Notice>& notices) {
    const auto found = std::ranges::find(notices, id, &Notice::id);
    if (found == notices.end() || found->is_hidden_from(session)) return false;
    if (begun < found->at || now - found->at >= guarded) {
      notices.erase(found);
    } else {
      if (found->put_away.size() >= put_away_kept) found->put_away.erase(found->put_away.begin());
      found->put_away.push_back(session);
    }
    return true;
  };
  change(visitor.person.id, put_it_away, std::move(done), most_tries);
}

}  // namespace crownstar::people
