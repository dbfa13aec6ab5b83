// The sockets and streams that each person has open. It limits their number and closes them when their session ends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/people/person.hpp"

namespace crownstar::server {

// An open socket or stream.
class OpenConnection {
 public:
  virtual ~OpenConnection() = default;
  virtual const std::string& person_id() const = 0;
  virtual const std::string& handle() const = 0;  // of the session or the token by which it was opened
  virtual bool is_stream() const = 0;
  // Closes it with a reason: `signed_out`, `replaced`.
  virtual void dismiss(std::string_view reason) = 0;
  // The same person under another name, or with an account by now.
  virtual void rename(const people::Person& person) { static_cast<void>(person); }
};

class Presence {
 public:
  // If the person has too many of this kind, the oldest is closed.
  void enter(OpenConnection& connection);
  void leave(OpenConnection& connection);

  void end_handles(std::span<const std::string> handles);
  void end_person(std::string_view person);
  void rename(const people::Person& person);
  std::size_t people() const { return of_person_.size(); }
  std::vector<std::string> everybody() const;
  std::vector<std::string> handles_of(const std::string& person) const;

 private:
  std::unordered_map<std::string, std::vector<OpenConnection*>> of_person_;
};

}  // namespace crownstar::server
