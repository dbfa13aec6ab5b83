#include "site/bus/tasks/worker.hpp"

#include <algorithm>
#include <utility>

#include "site/bus/tasks/codec.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::bus {
namespace {

using wire::TaskReport;

constexpr Capacity gone{-1, -1};

}  // namespace

TaskWorker::TaskWorker(Bus& bus, QueueOptions options, Capacity capacity, Callbacks callbacks, Instant now)
    : bus_(bus),
      options_(std::move(options)),
      capacity_(capacity),
      callbacks_(std::move(callbacks)),
      name_(task_codec::name_of_end()),
      next_beat_(now) {
  const auto on_message = [this](auto, std::string_view bytes) { message_received(bytes); };
  // Capacity is announced only once this subscription works, so no task can come before it is heard.
  subscription_ = bus_.subscribe(task_codec::end_subject(options_, name_), on_message, [this] { publish_capacity(); });
}

TaskWorker::~TaskWorker() { bus_.unsubscribe(subscription_); }

void TaskWorker::message_received(std::string_view bytes) {
  const auto head = wire::take_head<wire::TaskFromDispatcher>(bytes);
  if (!head) return;
  const auto number = static_cast<TaskNumber>(head->task);
  if (head->order == wire::TaskOrder::drop) return dropped(head->dispatcher, number);
  const bool is_urgent = head->order == wire::TaskOrder::urgent;
  assigned({head->dispatcher, number, is_urgent ? Urgency::urgent : Urgency::patient}, bytes);
}

void TaskWorker::assigned(const Task& task, std::string_view bytes) {
  const auto is_it = [&](const auto& row) {
    return row.second.dispatcher == task.dispatcher && row.second.number == task.number;
  };
  // It was given a second time, and is still running here.
  if (std::ranges::any_of(tasks_, is_it)) return say(task, TaskReport::runs, {});
  const Capacity left = free_capacity();
  if ((task.urgency == Urgency::urgent ? left.urgent : left.patient) <= 0) {
    ++declined_;
    return say(task, TaskReport::full, {});
  }
  const TaskNumber number = ++last_;
  tasks_.emplace(number, task);
  is_full_ = free_capacity().patient <= 0;
  say(task, TaskReport::runs, {});
  callbacks_.take(number, task.urgency, bytes);
}

void TaskWorker::dropped(const std::string& dispatcher, TaskNumber number) {
  const auto is_it = [&](const auto& row) {
    return row.second.dispatcher == dispatcher && row.second.number == number;
  };
  const auto found = std::ranges::find_if(tasks_, is_it);
  if (found == tasks_.end()) return;
  const TaskNumber own = found->first;
  tasks_.erase(found);
  if (is_full_) publish_capacity();
  callbacks_.drop(own);
}

Capacity TaskWorker::free_capacity() const {
  if (is_leaving_) return gone;
  Capacity left = capacity_;
  int all = std::max(capacity_.urgent, capacity_.patient);
  for (const auto& [number, task] : tasks_) {
    --(task.urgency == Urgency::urgent ? left.urgent : left.patient);
    --all;
  }
  return {std::max(left.urgent, 0), std::clamp(all, 0, std::max(left.patient, 0))};
}

wire::TaskCapacity TaskWorker::capacity_view() const {
  const Capacity left = free_capacity();
  return {name_, left.urgent, left.patient};
}

void TaskWorker::publish_capacity() {
  is_full_ = free_capacity().patient <= 0;
  if (!bus_.publish(task_codec::capacity_subject(options_), wire::encode(capacity_view()))) ++unsent_;
}

void TaskWorker::say(const Task& task, wire::TaskReport report, std::string_view bytes) {
  const wire::TaskFromWorker head{report, capacity_view(), static_cast<std::int64_t>(task.number)};
  if (!bus_.publish(task_codec::end_subject(options_, task.dispatcher), wire::encode_with_bytes(head, bytes)))
    ++unsent_;
}

void TaskWorker::progress(TaskNumber number, std::string_view bytes) {
  if (const auto found = tasks_.find(number); found != tasks_.end()) say(found->second, TaskReport::progress, bytes);
}

void TaskWorker::finish(TaskNumber number, std::string_view bytes) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  const Task task = std::move(found->second);
  tasks_.erase(found);
  ++finished_;
  say(task, TaskReport::done, bytes);
  // The answer told its dispatcher of the free capacity. If there was none before, the others must be told too.
  if (is_full_) publish_capacity();
}

void TaskWorker::tick(Instant now) {
  if (now < next_beat_) return;
  next_beat_ = now + options_.beat_every;
  if (is_leaving_) return;
  publish_capacity();
  for (const auto& [number, task] : tasks_) say(task, TaskReport::runs, {});
}

void TaskWorker::link_changed(Link link) {
  if (link != Link::lost && !is_leaving_) publish_capacity();
}

void TaskWorker::leave() {
  if (std::exchange(is_leaving_, true)) return;
  publish_capacity();
  const std::map<TaskNumber, Task> given_back = std::exchange(tasks_, {});
  for (const auto& [number, task] : given_back) {
    say(task, TaskReport::back, {});
    callbacks_.drop(number);
  }
}

WorkerFigures TaskWorker::figures() const { return {tasks_.size(), last_, finished_, declined_, unsent_}; }

}  // namespace crownstar::bus
