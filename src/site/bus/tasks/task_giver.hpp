// Knows the tasks that this node has given away: which wait, which worker has which, and when one must be given again.
// Refuses to know what they are about and what time it is: `tick` says.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "site/bus/tasks/tasks.hpp"

namespace crownstar::bus {

struct GiverFigures {
  std::size_t workers = 0;  // that were heard lately
  std::size_t waiting = 0;  // for one with room
  std::size_t running = 0;
  std::uint64_t finished = 0;
  std::uint64_t given_again = 0;  // after a worker was lost, or had no room
  std::uint64_t unsent = 0;       // words that the bus did not take
};

// All of it runs where the bus's callbacks do.
class TaskGiver {
 public:
  using OnDone = std::function<void(std::expected<std::string, TaskFailure> answer)>;
  using OnProgress = std::function<void(std::string_view bytes)>;

  TaskGiver(Bus& bus, QueueTerms terms, Instant now);
  ~TaskGiver();
  TaskGiver(const TaskGiver&) = delete;
  TaskGiver& operator=(const TaskGiver&) = delete;

  // `done` is called once, never inside the call, unless the task is cancelled. 0 where too many wait or it is too
  // long.
  TaskNumber give(Urgency urgency, std::string bytes, OnDone done, OnProgress progress = {});
  // Nothing of it is called from now on; whoever works on it is told to stop. Unknown numbers do no harm.
  void cancel(TaskNumber number);
  bool is_waiting(TaskNumber number) const;

  void tick(Instant now);
  // Whoever owns the bus passes on what it tells: without a link every task fails at once.
  void link_changed(Link link);

  bool has_workers() const { return !workers_.empty(); }
  GiverFigures figures() const;

 private:
  struct Task {
    Urgency urgency = Urgency::urgent;
    std::string bytes;
    OnDone done;
    OnProgress progress;
    int attempts = 0;
    std::string worker;  // empty: it waits
    Instant heard;
  };
  struct Worker {
    Room room;
    Instant heard;
  };

  void heard_of_room(std::string_view bytes);
  void heard_here(std::string_view bytes);
  void match();
  std::string worker_with_room(Urgency urgency);
  void grant(TaskNumber number, Task& task, const std::string& worker);
  void give_again(TaskNumber number, Task& task, bool has_failed);
  void note_room(const std::string& worker, Room room);
  void finish(TaskNumber number, std::expected<std::string, TaskFailure> answer);
  void say(const std::string& worker, std::string_view verb, TaskNumber number, std::string_view rest);
  std::deque<TaskNumber>& queue_of(Urgency urgency) { return waiting_[static_cast<std::size_t>(urgency)]; }

  Bus& bus_;
  const QueueTerms terms_;
  const std::string name_;
  Instant now_;
  TaskNumber last_ = 0;
  std::array<SubscriptionNumber, 2> subscriptions_{};
  std::map<TaskNumber, Task> tasks_;
  std::array<std::deque<TaskNumber>, 2> waiting_;
  std::map<std::string, Worker, std::less<>> workers_;
  std::uint64_t turn_ = 0;
  std::uint64_t finished_ = 0;
  std::uint64_t given_again_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace crownstar::bus
