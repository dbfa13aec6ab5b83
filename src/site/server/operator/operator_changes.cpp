#include "site/server/operator/operator_changes.hpp"

#include <sstream>
#include <string_view>
#include <utility>

#include "base/limits.hpp"
#include "site/store/moderation/moderation.hpp"

namespace crownstar::server {
namespace {

constexpr int lines_at_once = 1'000;  // the rest at the next look: a full log would drop lines
static_assert(lines_at_once < limits::log_lines_waiting / 2);

}  // namespace

struct OperatorChanges::Impl : std::enable_shared_from_this<Impl> {
  store::Store& store;
  Log& log;
  Told person_changed;
  Told chat_changed;
  std::function<void()> missed;
  // The numbers of the last changes that were seen.
  std::optional<std::int64_t> people_seen;
  std::optional<std::int64_t> lines_seen;

  Impl(store::Store& store_here, Log& log_here, Told person, Told chat, std::function<void()> too_many)
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
    log.write(LogLevel::warning, "changes_by_operator_missed", {{"count", oldest - seen - 1}});
    missed();
  }

  void look_at_people() {
    store.read_setting(std::string(store::people_changed_key), [weak = weak_from_this()](const auto& read) {
      const auto self = weak.lock();
      if (!self || !read) return;
      const std::string text = read->value_or("");
      if (self->people_seen) self->look_for_gap(text, *self->people_seen);
      std::istringstream lines(text);
      std::int64_t last = 0;
      std::string person;
      while (lines >> last >> person) {
        if (!self->people_seen || last <= *self->people_seen) continue;
        self->log.write(LogLevel::warning, "person_changed_by_operator", {{"person", person}});
        self->person_changed(person);
      }
      self->people_seen = last;
    });
  }

  void look_at_lines() {
    if (lines_seen) return read_lines(true);
    store.read_setting(std::string(store::lines_logged_key), [weak = weak_from_this()](const auto& read) {
      const auto self = weak.lock();
      if (!self || !read || self->lines_seen) return;
      std::int64_t logged = 0;
      std::istringstream(read->value_or("0")) >> logged;
      self->lines_seen = logged;
      self->read_lines(false);
    });
  }

  void read_lines(bool is_told) {
    store.read_setting(std::string(store::lines_removed_key), [weak = weak_from_this(), is_told](const auto& read) {
      const auto self = weak.lock();
      if (self && read) self->take_lines(read->value_or(""), is_told);
    });
  }

  void take_lines(const std::string& text, bool is_told) {
    std::istringstream lines(text);
    std::int64_t last = 0;
    std::string match;
    int line = 0;
    const std::int64_t before = *lines_seen;
    if (is_told) look_for_gap(text, before);
    for (int count = 0; count < lines_at_once && lines >> last >> match >> line;) {
      if (last <= *lines_seen) continue;
      ++count;
      lines_seen = last;
      log.write(LogLevel::warning, "line_removed_by_operator", {{"match", match}, {"line", line}});
      if (is_told) chat_changed(match);
    }
    if (*lines_seen > before)
      store.write_setting(std::string(store::lines_logged_key), std::to_string(*lines_seen), [](const auto&) {});
  }
};

OperatorChanges::OperatorChanges(store::Store& store, Log& log, Told person_changed, Told chat_changed,
                                 std::function<void()> missed)
    : impl_(std::make_shared<Impl>(store, log, std::move(person_changed), std::move(chat_changed), std::move(missed))) {
}
OperatorChanges::~OperatorChanges() = default;

void OperatorChanges::look() {
  impl_->look_at_people();
  impl_->look_at_lines();
}

}  // namespace crownstar::server
