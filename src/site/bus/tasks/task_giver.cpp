#include "site/bus/tasks/task_giver.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/limits.hpp"
#include "site/bus/tasks/task_codec.hpp"

namespace crownstar::bus {
namespace {

constexpr std::size_t longest_words = 256;  // before a task's bytes

}  // namespace

TaskGiver::TaskGiver(Bus& bus, QueueTerms terms, Instant now)
    : bus_(bus), terms_(std::move(terms)), name_(task_words::random_name()), now_(now) {
  subscriptions_[0] =
      bus_.subscribe(task_words::room_subject(terms_), [this](auto, std::string_view bytes) { heard_of_room(bytes); });
  subscriptions_[1] = bus_.subscribe(task_words::end_subject(terms_, name_),
                                     [this](auto, std::string_view bytes) { heard_here(bytes); });
}

TaskGiver::~TaskGiver() {
  for (const SubscriptionNumber number : subscriptions_) bus_.unsubscribe(number);
}

TaskNumber TaskGiver::give(Urgency urgency, std::string bytes, OnDone done, OnProgress progress) {
  const std::size_t waiting = waiting_[0].size() + waiting_[1].size();
  if (waiting >= terms_.most_waiting || bytes.size() + longest_words > limits::bus_message_bytes) return 0;
  const TaskNumber number = ++last_;
  tasks_.emplace(number, Task{urgency, std::move(bytes), std::move(done), std::move(progress), 0, {}, now_});
  queue_of(urgency).push_back(number);
  match();
  return number;
}

void TaskGiver::cancel(TaskNumber number) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  if (found->second.worker.empty()) {
    std::erase(queue_of(found->second.urgency), number);
  } else {
    say(found->second.worker, "drop", number, {});
  }
  tasks_.erase(found);
}

bool TaskGiver::is_waiting(TaskNumber number) const {
  const auto found = tasks_.find(number);
  return found != tasks_.end() && found->second.worker.empty();
}

// `WORKER URGENT PATIENT`
void TaskGiver::heard_of_room(std::string_view bytes) {
  const std::string worker(task_words::take_word(bytes));
  if (const auto room = task_words::take_room(bytes)) note_room(worker, *room);
  match();
}

void TaskGiver::note_room(const std::string& worker, Room room) {
  if (worker.empty() || (workers_.size() >= limits::workers && !workers_.contains(worker))) return;
  // Whoever leaves says that it has less than none.
  if (room.urgent < 0) {
    workers_.erase(worker);
    return;
  }
  workers_[worker] = {room, now_};
}

// `VERB WORKER URGENT PATIENT TASK`, and bytes in the next line.
void TaskGiver::heard_here(std::string_view bytes) {
  std::string_view line = task_words::take_line(bytes);
  const std::string_view verb = task_words::take_word(line);
  const std::string worker(task_words::take_word(line));
  const auto room = task_words::take_room(line);
  const auto number = task_words::take_number<TaskNumber>(line);
  if (!room || !number) return;
  note_room(worker, *room);
  const auto found = tasks_.find(*number);
  if (found == tasks_.end()) {
    if (verb == "runs") say(worker, "drop", *number, {});
  } else if (verb == "done") {
    // Whichever worker it is: the first answer counts.
    if (!found->second.worker.empty() && found->second.worker != worker) say(found->second.worker, "drop", *number, {});
    finish(*number, std::string(bytes));
  } else if (found->second.worker == worker) {
    Task& task = found->second;
    task.heard = now_;
    if (verb == "progress" && task.progress) {
      const OnProgress told = task.progress;
      told(bytes);
    } else if (verb == "full" || verb == "back") {
      give_again(*number, task, false);
    }
  } else if (verb == "runs") {
    say(worker, "drop", *number, {});  // it was given to another meanwhile
  }
  match();
}

void TaskGiver::finish(TaskNumber number, std::expected<std::string, TaskFailure> answer) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  if (found->second.worker.empty()) std::erase(queue_of(found->second.urgency), number);
  const OnDone done = std::move(found->second.done);
  tasks_.erase(found);
  if (answer) ++finished_;
  done(std::move(answer));
}

void TaskGiver::give_again(TaskNumber number, Task& task, bool has_failed) {
  ++given_again_;
  if (has_failed) ++task.attempts;
  task.worker.clear();
  queue_of(task.urgency).push_front(number);
}

void TaskGiver::match() {
  for (auto& queue : waiting_) {
    while (!queue.empty()) {
      const TaskNumber number = queue.front();
      Task& task = tasks_.at(number);
      const std::string worker = worker_with_room(task.urgency);
      if (worker.empty()) break;
      queue.pop_front();
      grant(number, task, worker);
    }
  }
}

// The one with most room, in turn where several have it.
std::string TaskGiver::worker_with_room(Urgency urgency) {
  const auto room_of = [urgency](const Worker& worker) {
    return urgency == Urgency::urgent ? worker.room.urgent : worker.room.patient;
  };
  int most = 0;
  std::vector<const std::string*> names;
  for (const auto& [name, worker] : workers_) {
    const int room = room_of(worker);
    if (room <= 0 || room < most) continue;
    if (room > most) names.clear();
    most = room;
    names.push_back(&name);
  }
  return names.empty() ? std::string{} : *names[turn_++ % names.size()];
}

void TaskGiver::grant(TaskNumber number, Task& task, const std::string& worker) {
  task.worker = worker;
  task.heard = now_;
  Room& room = workers_.at(worker).room;
  if (task.urgency == Urgency::urgent) --room.urgent;
  --room.patient;
  say(worker, task.urgency == Urgency::urgent ? "urgent" : "patient", number, task.bytes);
}

// `VERB GIVER TASK`, and bytes in the next line.
void TaskGiver::say(const std::string& worker, std::string_view verb, TaskNumber number, std::string_view rest) {
  std::string text = std::string(verb) + " " + name_ + " " + std::to_string(number) + "\n" + std::string(rest);
  // The silence that follows has it done again.
  if (!bus_.publish(task_words::end_subject(terms_, worker), text)) ++unsent_;
}

void TaskGiver::tick(Instant now) {
  now_ = now;
  std::erase_if(workers_, [&](const auto& row) { return now - row.second.heard > terms_.silence; });
  std::vector<TaskNumber> lost;
  for (auto& [number, task] : tasks_) {
    if (task.worker.empty()) continue;
    if (workers_.contains(task.worker) && now - task.heard <= terms_.silence) continue;
    say(task.worker, "drop", number, {});
    if (task.attempts + 1 >= terms_.most_attempts) lost.push_back(number);
    give_again(number, task, true);
  }
  for (const TaskNumber number : lost) finish(number, std::unexpected(TaskFailure::lost));
  match();
}

void TaskGiver::link_changed(Link link) {
  if (link != Link::lost) return;
  workers_.clear();
  std::vector<TaskNumber> all;
  for (const auto& [number, task] : tasks_) all.push_back(number);
  for (const TaskNumber number : all) finish(number, std::unexpected(TaskFailure::no_link));
}

GiverFigures TaskGiver::figures() const {
  const std::size_t waiting = waiting_[0].size() + waiting_[1].size();
  return {workers_.size(), waiting, tasks_.size() - waiting, finished_, given_again_, unsent_};
}

}  // namespace crownstar::bus
