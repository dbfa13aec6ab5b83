// Counts tries to give a right password, by name, device and address, so that guessing is slow and strangers who guess
// lock nobody out. It does not compare passwords, and does not know which device is known.
#pragma once

#include <string>

#include "site/people/answer.hpp"
#include "site/people/person.hpp"
#include "site/people/throttle.hpp"

namespace crownstar::people {

// What a try is counted by, and how it waits for the hash.
struct SignInAttempt {
  std::string name_key;
  std::string address;  // empty: not counted by it
  std::string bucket;   // of the name
  int rank = 0;         // in the queue of the password pool
};

class SignInAttempts {
 public:
  SignInAttempts();

  // Whoever signed in before, on this device or from this address, does not share the count of the name with strangers,
  // and comes before them. Among strangers those come first who have tried least. Refused with `too_many`.
  Answer<SignInAttempt> begin(const std::string& name_key, const std::string& address, bool is_known_device,
                              Instant now);
  // The try was not answered.
  void give_back(const SignInAttempt& attempt);
  // The password was right: the try does not count, and its address is known from now on.
  void succeed(const SignInAttempt& attempt, const std::string& address);
  // A name has signed in from this address in another way: its account was made there.
  void remember_address(const std::string& name_key, const std::string& address);

  // The use of a one-time link is counted by address alone; nobody guesses a right one, so that is given back.
  Answer<void> begin_link(const std::string& address, Instant now);
  void give_back_link(const std::string& address);

 private:
  AddressThrottle by_address_;
  Throttle by_name_;
  Throttle tries_of_address_;   // refuses nothing: who has tried least comes first, answered or not
  RecentKeys known_addresses_;  // from which a name has signed in
};

}  // namespace crownstar::people
