#include "site/bus/tasks/dispatcher.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/tasks/codec.hpp"
#include "site/wire/json/node_codec.hpp"

namespace crownstar::bus {
namespace {

constexpr std::size_t longest_words = 256;  // before a task's bytes

}  // namespace

TaskDispatcher::TaskDispatcher(Bus& bus, QueueOptions options, Instant now)
    : bus_(bus), options_(std::move(options)), name_(task_codec::name_of_end()), now_(now) {
  subscriptions_[0] = bus_.subscribe(task_codec::capacity_subject(options_),
                                     [this](auto, std::string_view bytes) { capacity_received(bytes); });
  subscriptions_[1] = bus_.subscribe(task_codec::end_subject(options_, name_),
                                     [this](auto, std::string_view bytes) { message_received(bytes); });
}

TaskDispatcher::~TaskDispatcher() {
  for (const SubscriptionNumber number : subscriptions_) bus_.unsubscribe(number);
}

TaskNumber TaskDispatcher::give(Urgency urgency, std::string bytes, OnDone done, OnProgress progress) {
  const std::size_t waiting = waiting_[0].size() + waiting_[1].size();
  if (waiting >= options_.most_waiting || bytes.size() + longest_words > limits::bus_message_bytes) return 0;
  const TaskNumber number = ++last_;
  tasks_.emplace(number, Task{urgency, std::move(bytes), std::move(done), std::move(progress), 0, {}, now_});
  queue_of(urgency).push_back(number);
  assign_waiting();
  return number;
}

void TaskDispatcher::cancel(TaskNumber number) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  if (found->second.worker.empty()) {
    std::erase(queue_of(found->second.urgency), number);
  } else {
    say(found->second.worker, wire::TaskOrder::drop, number, {});
  }
  tasks_.erase(found);
}

bool TaskDispatcher::is_waiting(TaskNumber number) const {
  const auto found = tasks_.find(number);
  return found != tasks_.end() && found->second.worker.empty();
}

void TaskDispatcher::capacity_received(std::string_view bytes) {
  if (const auto capacity = wire::decode_known<wire::TaskCapacity>(bytes)) note_capacity(*capacity);
  assign_waiting();
}

void TaskDispatcher::note_capacity(const wire::TaskCapacity& capacity) {
  const std::string& worker = capacity.worker;
  if (workers_.size() >= limits::workers && !workers_.contains(worker)) return;
  // A worker that leaves reports a negative capacity.
  if (capacity.urgent < 0) {
    workers_.erase(worker);
    return;
  }
  workers_[worker] = {{capacity.urgent, capacity.patient}, now_};
}

void TaskDispatcher::message_received(std::string_view bytes) {
  const auto head = wire::take_head<wire::TaskFromWorker>(bytes);
  if (!head) return;
  using wire::TaskReport;
  const TaskReport report = head->report;
  const std::string& worker = head->capacity.worker;
  const auto number = static_cast<TaskNumber>(head->task);
  note_capacity(head->capacity);
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) {
    if (report == TaskReport::runs) say(worker, wire::TaskOrder::drop, number, {});
  } else if (report == TaskReport::done) {
    // The first answer counts, whichever worker it comes from.
    if (!found->second.worker.empty() && found->second.worker != worker) {
      say(found->second.worker, wire::TaskOrder::drop, number, {});
    }
    finish(number, std::string(bytes));
  } else if (found->second.worker == worker) {
    Task& task = found->second;
    task.heard = now_;
    if (report == TaskReport::progress && task.progress) {
      const OnProgress told = task.progress;
      told(bytes);
    } else if (report == TaskReport::full || report == TaskReport::back) {
      requeue(number, task, false);
    }
  } else if (report == TaskReport::runs) {
    say(worker, wire::TaskOrder::drop, number, {});  // it has been given to another worker meanwhile
  }
  assign_waiting();
}

void TaskDispatcher::finish(TaskNumber number, std::expected<std::string, TaskFailure> answer) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  if (found->second.worker.empty()) std::erase(queue_of(found->second.urgency), number);
  const OnDone done = std::move(found->second.done);
  tasks_.erase(found);
  if (answer) ++finished_;
  done(std::move(answer));
}

void TaskDispatcher::requeue(TaskNumber number, Task& task, bool has_failed) {
  ++given_again_;
  if (has_failed) ++task.attempts;
  task.worker.clear();
  queue_of(task.urgency).push_front(number);
}

void TaskDispatcher::assign_waiting() {
  for (auto& queue : waiting_) {
    while (!queue.empty()) {
      const TaskNumber number = queue.front();
      Task& task = tasks_.at(number);
      const std::string worker = worker_with_capacity(task.urgency);
      if (worker.empty()) break;
      queue.pop_front();
      assign(number, task, worker);
    }
  }
}

// The one with most capacity, in turn where several have it.
std::string TaskDispatcher::worker_with_capacity(Urgency urgency) {
  const auto capacity_of = [urgency](const Worker& worker) {
    return urgency == Urgency::urgent ? worker.capacity.urgent : worker.capacity.patient;
  };
  int most = 0;
  std::vector<const std::string*> names;
  for (const auto& [name, worker] : workers_) {
    const int capacity = capacity_of(worker);
    if (capacity <= 0 || capacity < most) continue;
    if (capacity > most) names.clear();
    most = capacity;
    names.push_back(&name);
  }
  return names.empty() ? std::string{} : *names[turn_++ % names.size()];
}

void TaskDispatcher::assign(TaskNumber number, Task& task, const std::string& worker) {
  task.worker = worker;
  task.heard = now_;
  Capacity& capacity = workers_.at(worker).capacity;
  if (task.urgency == Urgency::urgent) --capacity.urgent;
  --capacity.patient;
  say(worker, task.urgency == Urgency::urgent ? wire::TaskOrder::urgent : wire::TaskOrder::patient, number, task.bytes);
}

void TaskDispatcher::say(const std::string& worker, wire::TaskOrder order, TaskNumber number, std::string_view bytes) {
  const wire::TaskFromDispatcher head{order, name_, static_cast<std::int64_t>(number)};
  // If this message is lost, the worker stays silent about the task, which is then given to another.
  if (!bus_.publish(task_codec::end_subject(options_, worker), wire::encode_with_bytes(head, bytes))) ++unsent_;
}

void TaskDispatcher::tick(Instant now) {
  now_ = now;
  std::erase_if(workers_, [&](const auto& row) { return now - row.second.heard > options_.silence; });
  std::vector<TaskNumber> lost;
  for (auto& [number, task] : tasks_) {
    if (task.worker.empty()) continue;
    if (workers_.contains(task.worker) && now - task.heard <= options_.silence) continue;
    say(task.worker, wire::TaskOrder::drop, number, {});
    if (task.attempts + 1 >= options_.most_attempts) lost.push_back(number);
    requeue(number, task, true);
  }
  for (const TaskNumber number : lost) finish(number, std::unexpected(TaskFailure::lost));
  assign_waiting();
}

void TaskDispatcher::link_changed(Link link) {
  if (link != Link::lost) return;
  workers_.clear();
  std::vector<TaskNumber> all;
  for (const auto& [number, task] : tasks_) all.push_back(number);
  for (const TaskNumber number : all) finish(number, std::unexpected(TaskFailure::no_link));
}

DispatcherFigures TaskDispatcher::figures() const {
  const std::size_t waiting = waiting_[0].size() + waiting_[1].size();
  return {workers_.size(), waiting, tasks_.size() - waiting, finished_, given_again_, unsent_};
}

}  // namespace crownstar::bus
