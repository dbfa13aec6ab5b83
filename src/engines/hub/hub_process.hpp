// A program that runs beside this one and is spoken to in lines. Every wait for it has a limit.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::hub {

using base::Checked;

class HubProcess {
 public:
  // No shell is involved; an empty folder is the present one. What it writes to its standard error is lost.
  static Checked<HubProcess> start(const std::vector<std::string>& command, const std::string& folder);
  // Ends the program and whatever it started, at once.
  ~HubProcess() { end(); }
  HubProcess(HubProcess&& other) noexcept;
  HubProcess& operator=(HubProcess&& other) noexcept;

  // False if the program no longer reads.
  bool say(std::string_view line);

  // The next line without its line feed; none when the time has passed, or the program has ended, see `has_ended`, or
  // the descriptor `stop` can be read (-1: there is none). It sleeps until one of these happens.
  std::optional<std::string> hear(std::chrono::milliseconds patience, int stop = -1);
  // True even if a child of it lives on and holds its output open.
  bool has_ended() const { return is_closed_ || is_gone(); }

 private:
  HubProcess(int socket, int process);
  std::optional<std::string> take_line();
  bool is_gone() const;
  void end();

  int socket_ = -1;
  int process_ = -1;
  int process_end_ = -1;    // a descriptor that can be read once the program has ended
  std::string heard_;       // what is not yet a line
  bool is_closed_ = false;  // nothing more can be said or heard
};

}  // namespace crownstar::hub
