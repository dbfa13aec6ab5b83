// Measures what reading a command and writing an events message take, beside Boost.JSON doing less: parsing the same
// text to a tree and no more, and writing the same tree.
//   wire_codec
// One figure a line, in nanoseconds; of each, the best of several rounds in which all take turns.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

#include <boost/json/src.hpp>

#include "site/wire/generated/wire.hpp"

namespace {

using namespace crownstar::wire;

constexpr int rounds = 9;
constexpr int times_a_round = 100'000;

constexpr std::string_view command =
    R"({"t":"command","request":"c1f0-17","match":"m7Kf93ka","after":41,"do":{"t":"move","text":"11x18"}})";

ServerMessage events() {
  ServerEvents message;
  message.match = "m7Kf93ka";
  message.first = 42;
  message.events.push_back(MatchMoved{
      .at = 1'760'000'000'000, .seat = 1, .text = "11x18", .spent_ms = 3400, .left_ms = 170'000, .periods = 0});
  message.status.phase = Phase::running;
  message.status.ply = 42;
  message.status.turn = 0;
  message.status.running = 0;
  message.status.clocks = {{170'000, 0}, {160'000, 0}};
  message.now = 1'760'000'000'001;
  return message;
}

class Timed {
 public:
  explicit Timed(const char* name) : name_(name) {}

  // What the work gives is added up, so that it must be done.
  void round(auto work) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < times_a_round; ++i) sum_ += work();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
    best_ = std::min(best_, taken.count() / times_a_round);
  }
  void print() const { std::printf("%-44s %7.0f ns%s\n", name_, best_, sum_ == 0 ? " (nothing done)" : ""); }
  double best() const { return best_; }

 private:
  const char* name_;
  double best_ = 1e18;
  std::size_t sum_ = 0;
};

}  // namespace

int main() {
  const ServerMessage message = events();
  const std::string text = encode(message);
  const boost::json::value tree = boost::json::parse(text);
  Timed decoding("a command, read and checked");
  Timed parsing("the same, by Boost.JSON to a tree only");
  Timed encoding("events of one move, written");
  Timed serializing("the same, by Boost.JSON from a tree");
  std::string out;
  for (int i = 0; i < rounds; ++i) {
    decoding.round([] { return decode<ClientMessage>(command).has_value() ? command.size() : 0; });
    parsing.round([] { return boost::json::parse(command).as_object().size(); });
    encoding.round([&] {
      out.clear();
      write(out, message);
      return out.size();
    });
    serializing.round([&] { return boost::json::serialize(tree).size(); });
  }
  for (const Timed* each : {&decoding, &parsing, &encoding, &serializing}) each->print();
  std::printf("over Boost.JSON: reading %.1f times, writing %.1f times\n", parsing.best() / decoding.best(),
              serializing.best() / encoding.best());
}
