#include "site/server/operator/operator_changes.hpp"

#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "site/store/moderation/moderation.hpp"

namespace crownstar::server {
namespace {

constexpr int lines_at_once = 1'000;  // the rest at the next look: a full log would drop lines
static_assert(lines_at_once < limits::log_lines_waiting / 2);

// A list in the store of which each line is logged once, also what was listed while no server ran.
struct LoggedList {
  std::string_view key;
  std::string_view logged_key;
  // What follows the number. `is_told`: it happened while this server ran.
  std::function<void(std::istringstream& words, bool is_told)> take;
  std::function<void(std::string_view text, std::int64_t seen)> look_for_gap;
  std::optional<std::int64_t> seen{};  // the number of the last line
};

}  // namespace

struct OperatorChanges::Impl : std::enable_shared_from_this<Impl> {
  store::Store& store;
  SecurityLog& log;
  Told person_changed;
  Told chat_changed;
  std::function<void()> missed;
  std::optional<std::int64_t> people_seen;
  LoggedList lines{store::lines_removed_key, store::lines_logged_key,
                   [this](std::istringstream& words, bool is_told) { take_line(words, is_told); },
                   [this](std::string_view text, std::int64_t seen) { look_for_gap(text, seen); }};
  // Who was changed is in the list of people too, where a gap is found.
  LoggedList actions{store::operator_actions_key, store::operator_actions_logged_key,
                     [this](std::istringstream& words, bool) { take_action(words); },
                     [](std::string_view, std::int64_t) {}};

  Impl(store::Store& store_here, SecurityLog& log_here, Told person, Told chat, std::function<void()> too_many)
      : store(store_here),
        log(log_here),
        person_changed(std::move(person)),
        chat_changed(std::move(chat)),
        missed(std::move(too_many)) {}

  // The changes are numbered, and the oldest fall out of the list, perhaps before they were seen here.
  void look_for_gap(std::string_view text, std::int64_t seen) {
    std::int64_t oldest = 0;
    std::istringstream(std::string(text)) >> oldest;
    if (oldest <= seen + 1) return;
    log.record(LogLevel::warning, "changes_by_operator_missed", {{"count", oldest - seen - 1}});
    missed();
  }

  // What they were changed to is read anew; what was done is a line of the actions.
  void look_at_people() {
    store.read_setting(std::string(store::people_changed_key), [weak = weak_from_this()](const auto& read) {
      const auto self = weak.lock();
      if (!self || !read) return;
      const std::string text = read->value_or("");
      if (self->people_seen) self->look_for_gap(text, *self->people_seen);
      std::istringstream changes(text);
      std::int64_t last = 0;
      std::string person;
      while (changes >> last >> person) {
        if (!self->people_seen || last <= *self->people_seen) continue;
        self->person_changed(person);
      }
      self->people_seen = last;
    });
  }

  void look_at(LoggedList& list) {
    if (list.seen) return read(list, true);
    store.read_setting(std::string(list.logged_key), [weak = weak_from_this(), &list](const auto& read) {
      const auto self = weak.lock();
      if (!self || !read || list.seen) return;
      std::int64_t logged = 0;
      std::istringstream(read->value_or("0")) >> logged;
      list.seen = logged;
      self->read(list, false);
    });
  }

  void read(LoggedList& list, bool is_told) {
    store.read_setting(std::string(list.key), [weak = weak_from_this(), &list, is_told](const auto& read) {
      const auto self = weak.lock();
      if (self && read) self->take(list, read->value_or(""), is_told);
    });
  }

  void take(LoggedList& list, const std::string& text, bool is_told) {
    const std::int64_t before = *list.seen;
    if (is_told) list.look_for_gap(text, before);
    std::istringstream all(text);
    int count = 0;
    for (std::string line; count < lines_at_once && std::getline(all, line);) {
      std::istringstream words(line);
      std::int64_t number = 0;
      if (!(words >> number) || number <= *list.seen) continue;
      ++count;
      list.seen = number;
      list.take(words, is_told);
    }
    if (*list.seen > before)
      store.write_setting(std::string(list.logged_key), std::to_string(*list.seen), [](const auto&) {});
  }

  void take_line(std::istringstream& words, bool is_told) {
    std::string match;
    int line = 0;
    words >> match >> line;
    log.record(LogLevel::warning, "line_removed_by_operator", {{"match", match}, {"line", line}});
    if (is_told) chat_changed(match);
  }

  void take_action(std::istringstream& words) {
    std::string action;
    std::string whom;
    std::string until;
    words >> action >> whom >> until;
    if (action == store::report_settled) {
      return log.record(LogLevel::warning, "report_settled_by_operator", {{"report", whom}});
    }
    if (until.empty()) {
      return log.record(LogLevel::warning, "person_changed_by_operator", {{"person", whom}, {"action", action}});
    }
    log.record(LogLevel::warning, "person_changed_by_operator",
               {{"person", whom}, {"action", action}, {"until", until}});
  }
};

OperatorChanges::OperatorChanges(store::Store& store, SecurityLog& log, Told person_changed, Told chat_changed,
                                 std::function<void()> missed)
    : impl_(std::make_shared<Impl>(store, log, std::move(person_changed), std::move(chat_changed), std::move(missed))) {
}
OperatorChanges::~OperatorChanges() = default;

void OperatorChanges::look() {
  impl_->look_at_people();
  impl_->look_at(impl_->actions);
  impl_->look_at(impl_->lines);
}

}  // namespace crownstar::server
