// Checks a store's file while it is served: a part of it at the start, for a moment, and all of it when nobody waits.
// Damage is reported in the log and by /health.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "site/store/sqlite/connection.hpp"

namespace crownstar::store {

struct StoreCheckTerms {
  std::chrono::milliseconds first_look{1'000};  // at the start, at most
  std::chrono::milliseconds wait{60'000};       // from then until the whole look begins
  std::chrono::milliseconds every = std::chrono::hours{24};
  // The write-ahead log cannot start anew before the check ends.
  std::chrono::milliseconds longest = std::chrono::minutes{10};
  std::chrono::milliseconds again = std::chrono::hours{1};  // after one that took too long
};

class StoreCheck {
 public:
  // `is_quiet`: nobody waits for the store just now. Any thread asks.
  StoreCheck(std::unique_ptr<Connection> connection, std::function<bool()> is_quiet, StoreCheckTerms terms = {});
  ~StoreCheck();
  StoreCheck(const StoreCheck&) = delete;
  StoreCheck& operator=(const StoreCheck&) = delete;

  void close();  // gives up its connection

  std::string damage() const;                                 // the first fault that was found; empty: none
  std::uint64_t whole_looks() const { return whole_looks_; }  // that came to their end

 private:
  static int go_on(void* self);
  void look_at_once();  // before anybody is served
  void work();
  // False: it was stopped before its end.
  bool look(std::string_view check);
  bool look_at_events();
  bool came_to_an_end();
  void note(std::string damage);

  std::unique_ptr<Connection> connection_;
  std::function<bool()> is_quiet_;
  StoreCheckTerms terms_;
  mutable std::mutex mutex_;
  std::condition_variable closing_;
  std::string damage_;
  std::atomic<bool> is_closed_ = false;
  std::atomic<std::uint64_t> whole_looks_ = 0;
  std::chrono::steady_clock::time_point ends_by_;  // of the look under way
  bool is_first_ = true;
  std::thread thread_;
};

}  // namespace crownstar::store
