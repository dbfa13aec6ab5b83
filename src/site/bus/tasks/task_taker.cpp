#include "site/bus/tasks/task_taker.hpp"

#include <algorithm>
#include <utility>

#include "site/bus/tasks/task_codec.hpp"

namespace crownstar::bus {
namespace {

constexpr Room gone{-1, -1};

}  // namespace

TaskTaker::TaskTaker(Bus& bus, QueueTerms terms, Room room, Hands hands, Instant now)
    : bus_(bus),
      terms_(std::move(terms)),
      room_(room),
      hands_(std::move(hands)),
      name_(task_words::random_name()),
      next_beat_(now) {
  const auto heard_here = [this](auto, std::string_view bytes) { heard(bytes); };
  // Nobody gives anything before hearing of the room, and that is told when whatever is given is heard.
  subscription_ = bus_.subscribe(task_words::end_subject(terms_, name_), heard_here, [this] { tell_room(); });
}

TaskTaker::~TaskTaker() { bus_.unsubscribe(subscription_); }

// `VERB GIVER TASK`, and bytes in the next line.
void TaskTaker::heard(std::string_view bytes) {
  std::string_view line = task_words::take_line(bytes);
  const std::string_view verb = task_words::take_word(line);
  const std::string giver(task_words::take_word(line));
  const auto number = task_words::take_number<TaskNumber>(line);
  if (giver.empty() || !number) return;
  if (verb == "urgent") return granted({giver, *number, Urgency::urgent}, bytes);
  if (verb == "patient") return granted({giver, *number, Urgency::patient}, bytes);
  if (verb == "drop") dropped(giver, *number);
}

void TaskTaker::granted(const Task& task, std::string_view bytes) {
  const auto is_it = [&](const auto& row) {
    return row.second.giver == task.giver && row.second.number == task.number;
  };
  // Given a second time: it was never let go of.
  if (std::ranges::any_of(tasks_, is_it)) return say(task, "runs", {});
  const Room left = room_left();
  if ((task.urgency == Urgency::urgent ? left.urgent : left.patient) <= 0) {
    ++declined_;
    return say(task, "full", {});
  }
  const TaskNumber number = ++last_;
  tasks_.emplace(number, task);
  is_full_ = room_left().patient <= 0;
  say(task, "runs", {});
  hands_.take(number, task.urgency, bytes);
}

void TaskTaker::dropped(const std::string& giver, TaskNumber number) {
  const auto is_it = [&](const auto& row) { return row.second.giver == giver && row.second.number == number; };
  const auto found = std::ranges::find_if(tasks_, is_it);
  if (found == tasks_.end()) return;
  const TaskNumber own = found->first;
  tasks_.erase(found);
  if (is_full_) tell_room();
  hands_.drop(own);
}

Room TaskTaker::room_left() const {
  if (is_leaving_) return gone;
  Room left = room_;
  int all = std::max(room_.urgent, room_.patient);
  for (const auto& [number, task] : tasks_) {
    --(task.urgency == Urgency::urgent ? left.urgent : left.patient);
    --all;
  }
  return {std::max(left.urgent, 0), std::clamp(all, 0, std::max(left.patient, 0))};
}

void TaskTaker::tell_room() {
  const Room left = room_left();
  is_full_ = left.patient <= 0;
  if (!bus_.publish(task_words::room_subject(terms_), name_ + " " + task_words::write(left))) ++unsent_;
}

// `VERB WORKER URGENT PATIENT TASK`, and bytes in the next line.
void TaskTaker::say(const Task& task, std::string_view verb, std::string_view bytes) {
  const std::string words =
      std::string(verb) + " " + name_ + " " + task_words::write(room_left()) + " " + std::to_string(task.number) + "\n";
  if (!bus_.publish(task_words::end_subject(terms_, task.giver), words + std::string(bytes))) ++unsent_;
}

void TaskTaker::progress(TaskNumber number, std::string_view bytes) {
  if (const auto found = tasks_.find(number); found != tasks_.end()) say(found->second, "progress", bytes);
}

void TaskTaker::finish(TaskNumber number, std::string_view bytes) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return;
  const Task task = std::move(found->second);
  tasks_.erase(found);
  ++finished_;
  say(task, "done", bytes);
  // The giver has heard of the room; the others wait to hear where there was none.
  if (is_full_) tell_room();
}

void TaskTaker::tick(Instant now) {
  if (now < next_beat_) return;
  next_beat_ = now + terms_.beat_every;
  if (is_leaving_) return;
  tell_room();
  for (const auto& [number, task] : tasks_) say(task, "runs", {});
}

void TaskTaker::link_changed(Link link) {
  if (link != Link::lost && !is_leaving_) tell_room();
}

void TaskTaker::leave() {
  if (std::exchange(is_leaving_, true)) return;
  tell_room();
  const std::map<TaskNumber, Task> given_back = std::exchange(tasks_, {});
  for (const auto& [number, task] : given_back) {
    say(task, "back", {});
    hands_.drop(number);
  }
}

TakerFigures TaskTaker::figures() const { return {tasks_.size(), last_, finished_, declined_, unsent_}; }

}  // namespace crownstar::bus
