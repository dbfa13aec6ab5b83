// Knows which sockets and streams are open for whom, so that sessions that end take theirs along and nobody has too
// many. Refuses to know what is said over them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/people/person.hpp"

namespace crownstar::server {

// One that is open.
class Present {
 public:
  virtual ~Present() = default;
  virtual const std::string& person_id() const = 0;
  virtual const std::string& handle() const = 0;  // of the session or the token by which it was opened
  virtual bool is_stream() const = 0;
  // Says why, and ends: `signed_out`, `replaced`.
  virtual void dismiss(std::string_view reason) = 0;
  // The same person under another name, or with an account by now.
  virtual void rename(const people::Person& person) { static_cast<void>(person); }
};

class Presence {
 public:
  // Where the person has too many of the kind, the oldest is dismissed.
  void enter(Present& present);
  void leave(Present& present);

  void end_handles(std::span<const std::string> handles);
  void end_person(std::string_view person);
  void rename(const people::Person& person);
  std::size_t people() const { return of_person_.size(); }
  std::vector<std::string> everybody() const;
  std::vector<std::string> handles_of(const std::string& person) const;

 private:
  std::unordered_map<std::string, std::vector<Present*>> of_person_;
};

}  // namespace crownstar::server
