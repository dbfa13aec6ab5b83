// A cache of recently used sessions or tokens, by the hash of their secret and by person, so that most requests need
// not ask the store.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "site/people/answer.hpp"
#include "site/people/person.hpp"
#include "site/store/rows.hpp"

namespace crownstar::people {

// A session or a token, with the person to whom it belongs.
template <typename Row>
struct Live {
  Row row;
  Person person;
  Instant read{};  // from the store; after a while it is read again
};
using LiveSession = Live<store::SessionRow>;
using LiveToken = Live<store::TokenRow>;

// Bounded: the one met least lately is forgotten, which costs a look into the store and nothing else.
template <typename Row>
class SecretMemory {
 public:
  explicit SecretMemory(std::size_t most) : most_(most) {}

  Live<Row>* find(const std::string& hash) {
    const auto found = places_.find(hash);
    if (found == places_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return &*found->second;
  }

  Live<Row>& put(Live<Row> live) {
    forget(live.row.hash);
    if (places_.size() >= most_) forget(std::string(order_.back().row.hash));
    order_.push_front(std::move(live));
    places_[order_.front().row.hash] = order_.begin();
    hashes_of_[order_.front().person.id].insert(order_.front().row.hash);
    return order_.front();
  }

  void forget(const std::string& hash) {
    const auto found = places_.find(hash);
    if (found == places_.end()) return;
    const auto place = found->second;
    places_.erase(found);
    const auto hashes = hashes_of_.find(place->person.id);
    hashes->second.erase(place->row.hash);
    if (hashes->second.empty()) hashes_of_.erase(hashes);
    order_.erase(place);
  }

  // All of a person's, but one if its hash is given.
  void forget_person(const std::string& person, std::string_view hash_kept = {}) {
    for (const Live<Row>& live : of_person(person)) {
      if (live.row.hash != hash_kept) forget(live.row.hash);
    }
  }

  // By what they are called in lists: no more than the names need.
  void forget_handles(std::span<const std::string> handles) {
    const std::unordered_set<std::string_view> named(handles.begin(), handles.end());
    std::vector<std::string> hashes;
    for (const Live<Row>& live : order_) {
      if (named.contains(live.row.id)) hashes.push_back(live.row.hash);
    }
    for (const std::string& hash : hashes) forget(hash);
  }

  // Where it is this person's.
  void forget_handle(const std::string& person, const std::string& handle) {
    for (const Live<Row>& live : of_person(person)) {
      if (live.row.id == handle) forget(live.row.hash);
    }
  }

  void forget_all() { *this = SecretMemory(most_); }

  std::vector<Live<Row>> of_person(const std::string& person) const {
    std::vector<Live<Row>> all;
    const auto found = hashes_of_.find(person);
    if (found == hashes_of_.end()) return all;
    for (const std::string& hash : found->second) all.push_back(*places_.at(hash));
    return all;
  }

  void rename(const Person& person) {
    const auto found = hashes_of_.find(person.id);
    if (found == hashes_of_.end()) return;
    for (const std::string& hash : found->second) places_.at(hash)->person = person;
  }

  std::size_t size() const { return places_.size(); }

 private:
  std::size_t most_;
  std::list<Live<Row>> order_;  // the one met last stands first
  std::unordered_map<std::string, typename std::list<Live<Row>>::iterator> places_;
  std::map<std::string, std::set<std::string>> hashes_of_;  // by person
};

}  // namespace crownstar::people
