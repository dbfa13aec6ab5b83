// Notices for the owner of an account: sign-ins from new devices, changed passwords, the second factor. They are a
// setting of the store for each account: a line for each notice, `ID KIND AT SESSIONS LABEL`. Of the sessions the first
// has left it, `-` for none, and the others have put it away for themselves: `s1,s2`.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.hpp"
#include "site/people/accounts/people.hpp"
#include "site/people/accounts/store_failures.hpp"
#include "site/people/answer.hpp"
#include "site/people/person.hpp"
#include "site/store/store.hpp"

namespace crownstar::people {

class Notices : public base::Part<Notices> {
 public:
  Notices(store::Store& store, const StoreFailures& failures) : store_(store), failures_(failures) {}

  // Nobody waits for it. `session`: which did it; empty: none.
  void leave(const std::string& person, NoticeKind kind, const std::string& session, const Caller& caller, Instant now);
  // The newest first, without those that the visitor's own session has left or put away.
  void show(const Visitor& visitor, Done<std::vector<NoticeView>> done) const;
  // For good by a session that was there before the notice. One that began later may be the thief's, who signs in twice
  // so that each session puts the other's away: for a week it only sees it no more.
  void put_away(const Visitor& visitor, std::string_view notice, Instant now, Done<void> done);

 private:
  struct Notice {
    std::string id;
    NoticeKind kind = NoticeKind::new_device;
    Instant at{};
    std::string session;
    std::vector<std::string> put_away;  // by these sessions, for themselves
    std::string label;

    bool is_hidden_from(const std::string& asking) const {
      return asking == session || std::ranges::find(put_away, asking) != put_away.end();
    }
  };
  using ChangeNotices = std::function<bool(std::vector<Notice>& notices)>;  // whether there was anything to change

  friend std::string with_notice(const std::string& text, NoticeKind kind, Instant at);
  static std::vector<Notice> read(const std::string& text);
  static std::string write(const std::vector<Notice>& notices);
  static void add(std::vector<Notice>& notices, const Notice& added);
  void change(const std::string& person, ChangeNotices change, Done<void> done, int tries);

  store::Store& store_;
  const StoreFailures& failures_;
};

}  // namespace crownstar::people
