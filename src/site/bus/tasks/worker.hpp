// The tasks that this worker is running, for whom, and its free capacity; it sends heartbeats. It does not know how
// tasks are done; time comes from `tick`.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>

#include "site/bus/tasks/tasks.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::bus {

struct WorkerFigures {
  std::size_t running = 0;
  std::uint64_t taken = 0;
  std::uint64_t finished = 0;
  std::uint64_t declined = 0;
  std::uint64_t unsent = 0;  // messages that the bus refused
};

// All of it runs where the bus's callbacks do.
class TaskWorker {
 public:
  struct Callbacks {
    std::function<void(TaskNumber number, Urgency urgency, std::string_view bytes)> take;
    std::function<void(TaskNumber number)> drop;  // the task is cancelled
  };

  // `capacity`: how many urgent tasks at once, and how many patient ones; those only while no more than the larger of
  // the two numbers run in all.
  TaskWorker(Bus& bus, QueueOptions options, Capacity capacity, Callbacks callbacks, Instant now);
  ~TaskWorker();
  TaskWorker(const TaskWorker&) = delete;
  TaskWorker& operator=(const TaskWorker&) = delete;

  // Of a task that runs; others do no harm.
  void progress(TaskNumber number, std::string_view bytes);
  void finish(TaskNumber number, std::string_view bytes);

  void tick(Instant now);
  void link_changed(Link link);
  // Takes no more tasks and returns those it has, so that others run them at once.
  void leave();

  WorkerFigures figures() const;

 private:
  struct Task {
    std::string dispatcher;
    TaskNumber number = 0;  // by which the dispatcher knows it
    Urgency urgency = Urgency::urgent;
  };

  void message_received(std::string_view bytes);
  void assigned(const Task& task, std::string_view bytes);
  void dropped(const std::string& dispatcher, TaskNumber number);
  Capacity free_capacity() const;
  void publish_capacity();
  wire::TaskCapacity capacity_view() const;
  void say(const Task& task, wire::TaskReport report, std::string_view bytes);

  Bus& bus_;
  const QueueOptions options_;
  const Capacity capacity_;
  const Callbacks callbacks_;
  const std::string name_;
  Instant next_beat_;
  TaskNumber last_ = 0;
  SubscriptionNumber subscription_ = 0;
  std::map<TaskNumber, Task> tasks_;
  bool is_full_ = false;  // and the dispatchers know it
  bool is_leaving_ = false;
  std::uint64_t finished_ = 0;
  std::uint64_t declined_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace crownstar::bus
