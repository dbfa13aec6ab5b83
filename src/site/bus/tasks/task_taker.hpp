// Knows the tasks that this worker has taken, for whom, and how much room is left; says that it lives.
// Refuses to know how they are done and what time it is: `tick` says.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>

#include "site/bus/tasks/tasks.hpp"

namespace crownstar::bus {

struct TakerFigures {
  std::size_t running = 0;
  std::uint64_t taken = 0;
  std::uint64_t finished = 0;
  std::uint64_t declined = 0;
  std::uint64_t unsent = 0;  // words that the bus did not take
};

// All of it runs where the bus's callbacks do.
class TaskTaker {
 public:
  struct Hands {
    std::function<void(TaskNumber number, Urgency urgency, std::string_view bytes)> take;
    std::function<void(TaskNumber number)> drop;  // nobody wants it any more
  };

  // `room`: how many urgent tasks at once, and how many patient ones; those only while no more than the larger of the
  // two numbers run in all.
  TaskTaker(Bus& bus, QueueTerms terms, Room room, Hands hands, Instant now);
  ~TaskTaker();
  TaskTaker(const TaskTaker&) = delete;
  TaskTaker& operator=(const TaskTaker&) = delete;

  // Of a task that runs; others do no harm.
  void progress(TaskNumber number, std::string_view bytes);
  void finish(TaskNumber number, std::string_view bytes);

  void tick(Instant now);
  void link_changed(Link link);
  // Takes nothing more and gives back what it has, so that others do it at once.
  void leave();

  TakerFigures figures() const;

 private:
  struct Task {
    std::string giver;
    TaskNumber number = 0;  // by which the giver knows it
    Urgency urgency = Urgency::urgent;
  };

  void heard(std::string_view bytes);
  void granted(const Task& task, std::string_view bytes);
  void dropped(const std::string& giver, TaskNumber number);
  Room room_left() const;
  void tell_room();
  void say(const Task& task, std::string_view verb, std::string_view bytes);

  Bus& bus_;
  const QueueTerms terms_;
  const Room room_;
  const Hands hands_;
  const std::string name_;
  Instant next_beat_;
  TaskNumber last_ = 0;
  SubscriptionNumber subscription_ = 0;
  std::map<TaskNumber, Task> tasks_;
  bool is_full_ = false;  // and the givers were told so
  bool is_leaving_ = false;
  std::uint64_t finished_ = 0;
  std::uint64_t declined_ = 0;
  std::uint64_t unsent_ = 0;
};

}  // namespace crownstar::bus
