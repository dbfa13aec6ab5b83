// Games as numbers for Python: one environment, and batches whose arrays NumPy sees without a copy.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "engines/environment/batch.hpp"
#include "engines/environment/environment.hpp"
#include "programs/python/module_parts.hpp"
#include "programs/python/played_game.hpp"
#include "programs/python/refusals.hpp"
#include "programs/python/tuples.hpp"
#include "programs/python/whole.hpp"

namespace crownstar::python {
namespace {

namespace nb = nanobind;
using namespace nb::literals;
using environment::BatchArrays;
using environment::BatchTerms;
using environment::Environment;
using environment::MoveMeaning;

constexpr int most_games = 1'000'000;
constexpr int most_threads = 256;
constexpr int most_turns = 1'000'000'000;
constexpr std::size_t most_bytes = std::size_t{8} << 30U;  // of a batch's arrays

using Sizes = std::vector<std::size_t>;

// An array that lies in the object `owner`, which lives as long as the array does.
template <class Number>
nb::object shown(Number* numbers, const Sizes& sizes, nb::handle owner) {
  return nb::cast(nb::ndarray<nb::numpy, Number>(numbers, sizes.size(), sizes.data(), owner));
}

// An array of its own.
template <class Number, class Stored>
nb::object handed_over(std::unique_ptr<std::vector<Stored>> numbers, const Sizes& sizes) {
  auto* const data = reinterpret_cast<Number*>(numbers->data());
  const nb::capsule owner(numbers.get(), [](void* all) noexcept { delete static_cast<std::vector<Stored>*>(all); });
  numbers.release();
  return shown(data, sizes, owner);
}

Sizes sizes_of(const environment::Shape& shape) {
  return {static_cast<std::size_t>(shape.planes), static_cast<std::size_t>(shape.rows),
          static_cast<std::size_t>(shape.columns)};
}

Sizes with_games(std::size_t games, Sizes sizes) {
  sizes.insert(sizes.begin(), games);
  return sizes;
}

// Python's object for each number of an action, made once: lists of them are asked for at every move. They are never
// given back, for the interpreter may be gone before they would be.
PyObject* number_object(int number) {
  static std::vector<PyObject*>& known = *new std::vector<PyObject*>();
  const auto index = static_cast<std::size_t>(number);
  if (index >= known.size()) known.resize(index + 1);
  if (known[index] == nullptr) known[index] = nb::cast(number).release().ptr();
  return known[index];
}

nb::object list_of_numbers(std::span<const int> numbers) {
  nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(numbers.size())));
  if (!list.is_valid()) throw nb::python_error();
  PyObject* const items = list.ptr();
  for (std::size_t nth = 0; nth < numbers.size(); ++nth) {
    PyObject* const number = number_object(numbers[nth]);
    Py_INCREF(number);
    NB_LIST_SET_ITEM(items, static_cast<Py_ssize_t>(nth), number);  // takes the reference
  }
  return list;
}

class OneEnvironment {
 public:
  explicit OneEnvironment(std::string_view token)
      : environment_(value_or_raise("UnknownGame", environment::make_environment(token))) {}
  OneEnvironment(const OneEnvironment& other) : environment_(other.environment_->clone()) {}
  // The game as it stands, with its past.
  explicit OneEnvironment(const PlayedGame& played)
      : environment_(value_or_raise("CrownstarError", played.numbers())) {}

  Environment& operator*() const { return *environment_; }
  Environment* operator->() const { return environment_.get(); }

  int action_of(const Choice& move) const {
    const MoveMeaning meant = move.meaning();
    for (const int action : environment_->actions()) {
      if (environment_->meaning_of(action) == meant) return action;
    }
    raise("IllegalMove", "the move is not legal here: " + move.view().text);
  }

  int checked(std::int64_t action) const {
    const bool is_number = action >= 0 && action < environment_->action_count();
    if (is_number && environment_->is_legal(static_cast<int>(action))) return static_cast<int>(action);
    if (environment_->is_over()) raise("GameOver", "the game is over");
    raise("IllegalMove", "the action " + std::to_string(action) + " is not legal here");
  }

 private:
  std::unique_ptr<Environment> environment_;
};

nb::object observation_of(const OneEnvironment& one) {
  auto planes = std::make_unique<std::vector<std::uint8_t>>(one->shape().size());
  one->observe(*planes);
  return handed_over<std::uint8_t>(std::move(planes), sizes_of(one->shape()));
}

nb::object mask_of(const OneEnvironment& one) {
  auto mask = std::make_unique<std::vector<std::uint8_t>>(static_cast<std::size_t>(one->action_count()));
  one->mark_actions(*mask, 1);
  return handed_over<bool>(std::move(mask), {static_cast<std::size_t>(one->action_count())});
}

void bind_environment(nb::module_& module) {
  nb::class_<OneEnvironment>(module, "EnvironmentCore", nb::is_weak_referenceable(), "One game in numbers.")
      .def(nb::init<const OneEnvironment&>(), "other"_a)
      .def(nb::init<const PlayedGame&>(), "game"_a)
      .def(nb::init<std::string_view>(), "token"_a)
      .def_prop_ro("position", [](const OneEnvironment& one) { return one->position(); })
      .def_prop_ro("seats", [](const OneEnvironment& one) { return one->seats(); })
      .def_prop_ro("seat_to_move", [](const OneEnvironment& one) { return one->seat_to_move(); })
      .def_prop_ro("action_count", [](const OneEnvironment& one) { return one->action_count(); })
      .def_prop_ro("shape", [](const OneEnvironment& one) { return tuple_of(sizes_of(one->shape())); })
      .def_prop_ro("is_over", [](const OneEnvironment& one) { return one->is_over(); })
      .def_prop_ro("is_cut", [](const OneEnvironment& one) { return one->is_cut(); })
      .def("actions", [](const OneEnvironment& one) { return list_of_numbers(one->actions()); })
      .def("rewards",
           [](const OneEnvironment& one) {
             std::vector<float> rewards(static_cast<std::size_t>(one->seats()));
             one->write_rewards(rewards);
             return rewards;
           })
      .def("places",
           [](const OneEnvironment& one) {
             std::vector<int> places;
             for (int seat = 0; seat < one->seats(); ++seat) places.push_back(one->place_of(seat));
             return places;
           })
      .def("observation", &observation_of)
      .def("mask", &mask_of)
      .def(
          "play", [](OneEnvironment& one, Whole<std::int64_t> action) { one->play(one.checked(action.value)); },
          "action"_a)
      .def("action_of", &OneEnvironment::action_of, "move"_a)
      .def(
          "meaning_of",
          [](const OneEnvironment& one, Whole<std::int64_t> action) {
            MoveMeaning meaning = one->meaning_of(one.checked(action.value));
            nb::list captured;
            for (const int point : meaning.captured) captured.append(point);
            return nb::make_tuple(meaning.from, meaning.to, nb::tuple(captured));
          },
          "action"_a)
      .def(
          "set_position",
          [](OneEnvironment& one, std::string_view position) {
            value_or_raise("PositionError", one->set_position(position));
          },
          "position"_a);
}

void check_range(const char* name, int number, int least, int most) {
  if (number >= least && number <= most) return;
  throw nb::value_error((std::string(name) + ": expected " + std::to_string(least) + " to " + std::to_string(most) +
                         " instead of " + std::to_string(number))
                            .c_str());
}

class SharedBatch {
 public:
  explicit SharedBatch(const BatchTerms& terms)
      : batch_(value_or_raise("CrownstarError", environment::Batch::make(terms))) {}

  environment::Batch& operator*() const { return *batch_; }
  environment::Batch* operator->() const { return batch_.get(); }

  // Does the work while other Python threads run; two of them cannot step the same games.
  auto alone(auto&& work) {
    if (is_busy_.exchange(true)) raise("CrownstarError", "the batch is being stepped by another thread");
    const nb::gil_scoped_release released;
    struct Ending {
      std::atomic<bool>& is_busy;
      ~Ending() { is_busy = false; }
    } const ending{is_busy_};
    return work(*batch_);
  }

 private:
  std::unique_ptr<environment::Batch> batch_;
  std::atomic<bool> is_busy_ = false;
};

BatchTerms checked_terms(std::string token, int games, int threads, std::uint64_t seed, int turns,
                         std::vector<std::string> starts, bool observations, bool masks) {
  check_range("games", games, 1, most_games);
  check_range("threads", threads, 1, most_threads);
  check_range("most_turns", turns, 1, most_turns);
  const auto one = value_or_raise("UnknownGame", environment::make_environment(token));
  const std::size_t bytes_a_game =
      (observations ? one->shape().size() : 0) + (masks ? static_cast<std::size_t>(one->action_count()) : 0);
  if (static_cast<std::size_t>(games) * bytes_a_game > most_bytes) {
    throw nb::value_error("games: the arrays would take more than 8 GiB; leave out observations or masks");
  }
  return {std::move(token), games, threads, seed, turns, std::move(starts), observations, masks};
}

// One int64 for each game, which Batch in batches.py has made sure of; what calls this directly is checked again.
template <class Number>
using Actions = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
std::span<Number> checked_actions(const SharedBatch& shared, const Actions<Number>& actions) {
  if (actions.shape(0) != static_cast<std::size_t>(shared->games())) {
    throw nb::value_error(("actions: expected one for each of " + std::to_string(shared->games()) + " games").c_str());
  }
  return {actions.data(), actions.shape(0)};
}

void step(SharedBatch& shared, const Actions<const std::int64_t>& actions) {
  const auto numbers = checked_actions(shared, actions);
  const auto illegal = shared.alone([&](environment::Batch& batch) { return batch.step(numbers); });
  if (!illegal) return;
  raise("IllegalMove",
        "game " + std::to_string(illegal->game) + ": the action " + std::to_string(illegal->action) + " is not legal");
}

nb::object array_named(nb::handle self, std::string_view name) {
  SharedBatch& shared = nb::cast<SharedBatch&>(self);
  BatchArrays& arrays = shared->arrays();
  const auto games = static_cast<std::size_t>(shared->games());
  if (name == "observations" && !arrays.observations.empty()) {
    return shown(arrays.observations.data(), with_games(games, sizes_of(shared->shape())), self);
  }
  if (name == "masks" && !arrays.masks.empty()) {
    return shown(reinterpret_cast<bool*>(arrays.masks.data()),
                 {games, static_cast<std::size_t>(shared->action_count())}, self);
  }
  if (name == "rewards") return shown(arrays.rewards.data(), {games, static_cast<std::size_t>(shared->seats())}, self);
  if (name == "seats") return shown(arrays.seats.data(), {games}, self);
  if (name == "turns") return shown(arrays.turns.data(), {games}, self);
  if (name == "ended") return shown(reinterpret_cast<bool*>(arrays.ended.data()), {games}, self);
  if (name == "broken_off") return shown(reinterpret_cast<bool*>(arrays.broken_off.data()), {games}, self);
  throw nb::value_error(("the batch has no array " + std::string(name)).c_str());
}

void bind_batch(nb::module_& module) {
  nb::class_<SharedBatch>(module, "BatchCore", nb::is_weak_referenceable(), "Many games that are stepped at once.")
      .def(
          "__init__",
          [](SharedBatch* self, std::string token, int games, int threads, std::uint64_t seed, int turns,
             std::vector<std::string> starts, bool observations, bool masks) {
            new (self) SharedBatch(
                checked_terms(std::move(token), games, threads, seed, turns, std::move(starts), observations, masks));
          },
          "token"_a, "games"_a, nb::kw_only(), "threads"_a, "seed"_a, "most_turns"_a, "starts"_a, "observations"_a,
          "masks"_a)
      .def_prop_ro("games", [](const SharedBatch& shared) { return shared->games(); })
      .def_prop_ro("seat_count", [](const SharedBatch& shared) { return shared->seats(); })
      .def_prop_ro("action_count", [](const SharedBatch& shared) { return shared->action_count(); })
      .def_prop_ro("shape", [](const SharedBatch& shared) { return tuple_of(sizes_of(shared->shape())); })
      .def(
          "array", [](nb::handle self, std::string_view name) { return array_named(self, name); }, "name"_a)
      .def("step", &step, "actions"_a.noconvert())
      .def("restart", [](SharedBatch& shared) { shared.alone([](environment::Batch& batch) { batch.restart(); }); })
      .def(
          "random_actions",
          [](SharedBatch& shared, const Actions<std::int64_t>& actions) {
            const auto numbers = checked_actions(shared, actions);
            shared.alone([&](environment::Batch& batch) { batch.choose_at_random(numbers); });
          },
          "actions"_a.noconvert())
      .def(
          "play_random",
          [](SharedBatch& shared, Whole<int> steps) {
            check_range("steps", steps.value, 0, most_turns);
            return shared.alone([&](environment::Batch& batch) { return batch.play_at_random(steps.value); });
          },
          "steps"_a)
      .def(
          "position",
          [](SharedBatch& shared, Whole<int> number) {
            const int index = number.value;
            if (index < 0 || index >= shared->games()) {
              throw nb::index_error(("the batch has no game " + std::to_string(index)).c_str());
            }
            return shared.alone(
                [&](environment::Batch& batch) { return batch.game(static_cast<std::size_t>(index)).position(); });
          },
          "index"_a);
}

}  // namespace

void bind_batches(nb::module_& module) {
  bind_environment(module);
  bind_batch(module);
}

}  // namespace crownstar::python
