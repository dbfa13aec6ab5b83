// A program that serves on a port of this machine: how to start it, stop it, kill it and look at its memory.
// It does not know what it serves.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

namespace crownstar::load {

class Served {
 public:
  // The program says where it listens in its first line, with `:PORT/` in it.
  explicit Served(std::vector<std::string> command) : command_(std::move(command)) {}
  ~Served();
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  bool start();
  void kill();  // at once, as a power cut would, but for the disk
  int stop();   // as a person would; the exit status
  int port() const { return port_; }
  pid_t process() const { return process_; }

  std::size_t resident_bytes() const;
  double processor_seconds() const;

 private:
  int wait();

  std::vector<std::string> command_;
  pid_t process_ = -1;
  int port_ = 0;
};

// As many open files as the system lets this process, and those it starts, have. Gives their number.
std::size_t raise_open_files();

// The command of `crownstar serve` on a free port of its own, with this store.
std::vector<std::string> serve_command(const std::string& program, const std::string& store,
                                       const std::vector<std::string>& more = {});

}  // namespace crownstar::load
