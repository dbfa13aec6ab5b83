// Whose name is taken: by an account that has it, or one that looks like it.
#include <algorithm>
#include <utility>

#include <sodium.h>

#include "site/people/accounts/people.hpp"
#include "site/people/accounts/people_impl.hpp"
#include "site/people/names/names.hpp"

namespace crownstar::people {
namespace {

constexpr int skeletons_at_once = 500;

}  // namespace

void People::Impl::find_no_account(std::string_view name, std::function<void(Answer<void>)> done) {
  store.find_similar_account(name_key(name), name_skeleton(name),
                             [self = shared_from_this(), done = std::move(done)](auto found) {
                               if (!found) return done(self->failed(found));
                               if (*found) return done(name_taken());
                               done({});
                             });
}

void People::Impl::give_up_taken_name(const Person& guest) {
  store.find_similar_account(
      name_key(guest.name), name_skeleton(guest.name), [self = shared_from_this(), guest](auto found) {
        if (!found || !*found) return;
        Person renamed = guest;
        renamed.name = friendly_name([] { return std::uint64_t{randombytes_random()}; });
        self->store.rename_guest(renamed.id, renamed.name, [self, renamed](store::Outcome<void> stored) {
          if (!stored) return self->noted()(stored);
          self->sessions.rename(renamed);
          self->notify_changed(renamed, Change::has_new_name);
        });
      });
}

bool People::Impl::is_remembered_account(const std::string& person) {
  const auto is_account = [](const auto& live) { return live.person.kind == PersonKind::account; };
  return std::ranges::any_of(sessions.of_person(person), is_account) ||
         std::ranges::any_of(tokens.of_person(person), is_account);
}

// One after another, since the store has others to answer. What fails is looked at again the next time.
void People::free_taken_names(std::vector<std::string> persons) {
  if (!impl_->names_to_look_at.empty()) return;  // the last round is still under way
  impl_->names_to_look_at = std::move(persons);
  impl_->look_at_next_name();
}

void People::Impl::look_at_next_name() {
  // Most are in memory, and an account stays one: only guests, and who has been quiet for long, are read.
  while (!names_to_look_at.empty() && is_remembered_account(names_to_look_at.back())) names_to_look_at.pop_back();
  if (names_to_look_at.empty()) return;
  store.find_player(names_to_look_at.back(), [self = shared_from_this()](auto found) {
    const bool is_guest = found && *found && (*found)->kind == store::PlayerKind::guest;
    if (is_guest) self->give_up_taken_name(person_of(**found));
    self->names_to_look_at.pop_back();
    self->look_at_next_name();
  });
}

// A store that cannot be written now may still be read: then it is tried again at the next start.
void People::Impl::fill_skeletons(const std::string& after, Done<void> done) {
  store.accounts_without_skeleton(std::string(skeleton_mark), after, skeletons_at_once,
                                  [self = shared_from_this(), after, done = std::move(done)](auto accounts) {
                                    if (!accounts) return done(self->failed(accounts));
                                    if (accounts->empty()) return done({});
                                    std::vector<store::SkeletonRow> rows;
                                    for (const store::PlayerRow& account : *accounts) {
                                      rows.push_back({account.id, account.name_key, name_skeleton(account.name)});
                                    }
                                    const std::string last = rows.back().account;
                                    self->store.set_skeletons(
                                        std::move(rows), [self, after, last, done](store::Outcome<void> stored) {
                                          // Another node fills them too: what it has written is seen now.
                                          if (!stored && stored.error().kind == store::FailureKind::taken)
                                            return self->fill_skeletons(after, done);
                                          if (!stored) static_cast<void>(self->failed(stored));
                                          self->fill_skeletons(last, done);
                                        });
                                  });
}

}  // namespace crownstar::people
