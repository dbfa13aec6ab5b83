// Looks whether the served files are still the ones that their names lead to, and whether another program has written
// over the store. What is written to a deleted file is gone when the program ends, so nothing may be acknowledged then.
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

namespace crownstar::store {

// Twice a second on a thread of its own, and whenever it is asked. If a file is gone, it saves what it held: a copy is
// made beside it once, from the connection that was open before.
class StoreWatch {
 public:
  explicit StoreWatch(std::unique_ptr<Connection> connection);
  ~StoreWatch();
  StoreWatch(const StoreWatch&) = delete;
  StoreWatch& operator=(const StoreWatch&) = delete;

  // Closes its connection, which must not be the last one: a reader cannot fold the log into the file.
  void close();

  // What is wrong; empty: nothing. Any thread may ask.
  std::string look();
  // As of the last look, with what has been saved.
  std::string trouble() const;

 private:
  struct File {
    std::string path;
    dev_t device = 0;
    ino_t number = 0;
    bool is_known = false;
  };

  std::string trouble_with(File& file);
  bool has_shrunk(const File& file, off_t size);

  void work();
  void save_copy();

  std::unique_ptr<Connection> connection_;
  mutable std::mutex mutex_;
  std::condition_variable closing_;
  std::vector<File> files_;  // the first is the store
  off_t size_ = 0;           // of the store, at its largest
  bool has_shrunk_ = false;  // for good: what was in it is gone
  std::string trouble_;
  std::string saved_;  // what became of the copy
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace crownstar::store
