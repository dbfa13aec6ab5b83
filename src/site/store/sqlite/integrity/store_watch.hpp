// Looks whether the served files are still the ones that their names lead to, and whether another program has written
// over them. What is written to a deleted file is gone when the program ends, so nothing may be acknowledged then.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "site/store/sqlite/connection.hpp"
#include "site/store/sqlite/own_writes.hpp"

namespace crownstar::store {

// Twice a second on a thread of its own, and more quickly whenever it is asked. If a file is gone, it saves what it
// held: a copy is made beside it once, from the connection that was open before.
class StoreWatch {
 public:
  StoreWatch(std::unique_ptr<Connection> connection, std::shared_ptr<OwnWrites> own);
  ~StoreWatch();
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;

  // Closes its connection, which must not be the last one: a reader cannot fold the log into the file.
  void close();

  // What is wrong; empty: nothing. Any thread may ask.
  std::string look();
  // As of the last look, with what has been saved.
  std::string trouble() const;
  // The store's name leads to another file or to none, and nobody has written over the file that was served.
  bool is_store_gone() const;
  bool has_saved() const;  // what it held, in a copy
  // Takes the log and its index away, where they are still the ones that were served.
  void remove_log();

 private:
  struct File {
    std::string path;
    dev_t device = 0;
    ino_t number = 0;
    bool is_known = false;
  };
  enum class Depth { quick, whole };

  std::string look(Depth depth);
  static std::string trouble_with(File& file);
  bool is_written_over(Depth depth);
  bool is_log_cut(Depth depth);

  bool can_be_saved() const;
  void work();
  void save_copy();

  std::unique_ptr<Connection> connection_;
  std::shared_ptr<OwnWrites> own_;  // null: the store's file cannot be opened to be looked at
  const volatile void* memory_ = nullptr;
  mutable std::mutex mutex_;
  std::condition_variable closing_;
  std::vector<File> files_;  // the store, its log, the log's index
  std::string lost_;         // the file that was written over; for good: what was in it is gone
  std::string trouble_;
  std::string saved_;  // what became of the copy
  bool has_saved_ = false;
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace crownstar::store
