// The tasks that this node has queued or given to workers, and when one must be given to another worker. It does not
// know what tasks mean; time comes from `tick`.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>

#include "site/bus/tasks/tasks.hpp"
#include "site/wire/generated/wire_node.hpp"

namespace crownstar::bus {

struct DispatcherFigures {
  std::size_t workers = 0;  // with a recent heartbeat
  std::size_t waiting = 0;  // for one with capacity
  std::size_t running = 0;
  std::uint64_t finished = 0;
  std::uint64_t given_again = 0;  // after a worker was lost, or had no capacity
  std::uint64_t unsent = 0;       // messages that the bus refused
};

// All of it runs where the bus's callbacks do.
class TaskDispatcher {
 public:
  using OnDone = std::function<void(std::expected<std::string, TaskFailure> answer)>;
  using OnProgress = std::function<void(std::string_view bytes)>;

  TaskDispatcher(Bus& bus, QueueOptions options, Instant now);
  ~TaskDispatcher();
  TaskDispatcher(const TaskDispatcher&) = delete;
  TaskDispatcher& operator=(const TaskDispatcher&) = delete;

  // `done` is called once, never inside the call, unless the task is cancelled. 0 where too many wait or it is too
  // long.
  TaskNumber give(Urgency urgency, std::string bytes, OnDone done, OnProgress progress = {});
  // None of its callbacks runs afterwards, and its worker is told to stop. Unknown numbers are ignored.
  void cancel(TaskNumber number);
  bool is_waiting(TaskNumber number) const;

  void tick(Instant now);
  // The bus's owner forwards link changes: without a link every task fails at once.
  void link_changed(Link link);

  bool has_workers() const { return !workers_.empty(); }
  DispatcherFigures figures() const;

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
    Capacity capacity;
    Instant heard;
  };

  void capacity_received(std::string_view bytes);
  void message_received(std::string_view bytes);
  void assign_waiting();
  std::string worker_with_capacity(Urgency urgency);
  void assign(TaskNumber number, Task& task, const std::string& worker);
  void requeue(TaskNumber number, Task& task, bool has_failed);
  void note_capacity(const wire::TaskCapacity& capacity);
  void finish(TaskNumber number, std::expected<std::string, TaskFailure> answer);
  void say(const std::string& worker, wire::TaskOrder order, TaskNumber number, std::string_view bytes);
  std::deque<TaskNumber>& queue_of(Urgency urgency) { return waiting_[static_cast<std::size_t>(urgency)]; }

  Bus& bus_;
  const QueueOptions options_;
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
