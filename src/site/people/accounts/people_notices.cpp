// Notices for the owner of an account. They are a setting of the store for each account: a line for each notice, `ID
// KIND AT SESSION LABEL`.
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/chat/chat_rules.hpp"
#include "site/people/secrets.hpp"
#include "site/store/store.hpp"

namespace crownstar::people {
namespace {

constexpr std::size_t notices_kept = 20;
constexpr int most_notice_tries = 8;
constexpr std::string_view no_session = "-";
constexpr std::array<std::string_view, 5> kind_words{"new_device", "password_changed", "second_factor_on",
                                                     "second_factor_off", "recovery_code_used"};

template <typename Notice>
std::vector<Notice> read_notices(const std::string& text) {
  std::vector<Notice> notices;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Notice notice;
    std::string kind;
    std::int64_t at = 0;
    if (!(words >> notice.id >> kind >> at >> notice.session)) continue;
    const auto found = std::ranges::find(kind_words, kind);
    if (found == kind_words.end()) continue;  // of a later version
    notice.kind = static_cast<NoticeKind>(found - kind_words.begin());
    notice.at = Instant{std::chrono::milliseconds{at}};
    if (notice.session == no_session) notice.session.clear();
    std::getline(words >> std::ws, notice.label);
    notices.push_back(std::move(notice));
  }
  return notices;
}

template <typename Notice>
std::string write_notices(const std::vector<Notice>& notices) {
  std::string text;
  for (const Notice& each : notices) {
    const std::string_view kind = kind_words.at(static_cast<std::size_t>(each.kind));
    const std::string at = std::to_string(each.at.time_since_epoch().count());
    const std::string_view session = each.session.empty() ? no_session : std::string_view(each.session);
    for (const std::string_view word : {std::string_view(each.id), kind, std::string_view(at), session}) {
      text.append(word).append(" ");
    }
    text.append(each.label).append("\n");
  }
  return text;
}

Answer<void> may_have_notices(const Visitor& visitor) {
  if (!visitor.is_account()) return refused("accounts_only", "notices are for accounts");
  if (!visitor.is_session()) return refused("scope_missing", "only on the page itself");
  return {};
}

template <typename Notice>
void add_notice(std::vector<Notice>& notices, const Notice& added) {
  notices.push_back(added);
  if (notices.size() > notices_kept) notices.erase(notices.begin());
}

struct NoticeLine {
  std::string id;
  NoticeKind kind = NoticeKind::new_device;
  Instant at{};
  std::string session;
  std::string label;
};

}  // namespace

std::string with_notice(const std::string& text, NoticeKind kind, Instant at) {
  std::vector<NoticeLine> lines = read_notices<NoticeLine>(text);
  add_notice(lines, {make_id('n'), kind, at, "", ""});
  return write_notices(lines);
}

// Several nodes may change them at once: then it is tried again on what the other has written.
void People::Impl::change_notices(const std::string& person, ChangeNotices change, Done<void> done, int tries) {
  const std::string key = store::notices_key(person);
  store.read_setting(key, [self = shared_from_this(), person, key, change = std::move(change), done = std::move(done),
                           tries](auto before) {
    if (!before) return done(self->failed(before));
    std::vector<Notice> notices = read_notices<Notice>(before->value_or(""));
    if (!change(notices)) return done(refused("not_found", "there is no such notice"));
    const std::string after = write_notices(notices);
    self->store.replace_setting(key, *before, after, [self, person, after, change, done, tries](auto kept) {
      if (!kept) return done(self->failed(kept));
      if (*kept == after) return done({});
      if (tries == 0) return done(refused("busy", "it changes all the time; try again in a moment"));
      self->change_notices(person, change, done, tries - 1);
    });
  });
}

void People::Impl::leave_notice(const std::string& person, NoticeKind kind, const std::string& session,
                                const Caller& caller, Instant now) {
  Notice notice{make_id('n'), kind, now, session,
                clean_line(caller.label.substr(0, limits::agent_letters), limits::agent_letters).value_or("")};
  const auto add = [notice = std::move(notice)](std::vector<Notice>& notices) {
    add_notice(notices, notice);
    return true;
  };
  change_notices(person, add, [](const Answer<void>&) {}, most_notice_tries);
}

void People::notices(const Visitor& visitor, Done<std::vector<NoticeView>> done) {
  if (auto allowed = may_have_notices(visitor); !allowed) return done(std::unexpected(allowed.error()));
  impl_->store.read_setting(store::notices_key(visitor.person.id),
                            [self = impl_, session = visitor.session, done = std::move(done)](auto read) {
                              if (!read) return done(self->failed(read));
                              std::vector<NoticeView> views;
                              for (Impl::Notice& each : read_notices<Impl::Notice>(read->value_or(""))) {
                                if (each.session != session)
                                  views.push_back({std::move(each.id), each.kind, each.at, std::move(each.label)});
                              }
                              std::ranges::reverse(views);
                              done(std::move(views));
                            });
}

void People::put_notice_away(const Visitor& visitor, std::string_view notice, Done<void> done) {
  if (auto allowed = may_have_notices(visitor); !allowed) return done(std::unexpected(allowed.error()));
  const auto remove = [id = std::string(notice), session = visitor.session](std::vector<Impl::Notice>& notices) {
    return std::erase_if(notices, [&](const Impl::Notice& each) { return each.id == id && each.session != session; }) >
           0;
  };
  impl_->change_notices(visitor.person.id, remove, std::move(done), most_notice_tries);
}

}  // namespace crownstar::people
