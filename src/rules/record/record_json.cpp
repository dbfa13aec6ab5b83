#include "rules/record/record_json.hpp"

#include "base/text/json.hpp"

namespace crownstar::base {
namespace {

using game::ClockReading;
using game::GameRecord;
using game::RecordNode;

void write_texts(JsonWriter& json, std::string_view name, const auto& values) {
  if (values.empty()) return;
  json.key(name);
  json.begin_array();
  for (const auto& value : values) json.value(value);
  json.end_array();
}

void write_remarks(JsonWriter& json, const RecordNode& node) {
  write_texts(json, "nags", node.nags);
  write_texts(json, "comments_before", node.comments_before);
  write_texts(json, "comments", node.comments);
  if (node.clocks.empty()) return;
  json.key("clocks");
  json.begin_array();
  for (const ClockReading& clock : node.clocks) json.value(game::to_text(clock));
  json.end_array();
}

class Lines {
 public:
  Lines(const GameRecord& record, JsonWriter& json) : record_(record), json_(json) {}

  // From a node on along its first children. It calls itself only for a variation, which the reader nests to a limit.
  void write_from(int index, bool is_main) {
    json_.begin_array();
    while (true) {
      write_node(index, is_main);
      const std::vector<int>& children = record_.node(index).children;
      if (children.empty()) break;
      index = children.front();
      is_main = true;
    }
    json_.end_array();
  }

 private:
  void write_node(int index, bool is_main) {
    const RecordNode& node = record_.node(index);
    json_.begin_object();
    if (node.leaves >= 0) {
      json_.member("leaves", node.leaves);
      json_.member("leaving", node.leaving);
    } else if (node.setup.empty()) {
      json_.member("move", node.move);
      json_.member("number", node.number);
      json_.member("seat", node.seat);
    } else {
      json_.member("setup", node.setup);
    }
    if (node.passes > 0) json_.member("passes", node.passes);
    write_remarks(json_, node);
    const std::vector<int>& siblings = record_.node(node.parent).children;
    if (is_main && siblings.size() > 1) {
      json_.key("variations");
      json_.begin_array();
      for (std::size_t each = 1; each < siblings.size(); ++each) write_from(siblings[each], false);
      json_.end_array();
    }
    json_.end_object();
  }

  const GameRecord& record_;
  JsonWriter& json_;
};

}  // namespace

std::string record_json(const GameRecord& record) {
  JsonWriter json;
  json.begin_object();
  json.member("game", record.token);
  json.member("game_type", record.game_type);
  json.key("tags");
  json.begin_array();  // pairs, for a name may come twice
  for (const game::RecordTag& tag : record.tags) {
    json.begin_array();
    json.value(tag.name);
    json.value(tag.value);
    json.end_array();
  }
  json.end_array();
  json.key("start");
  record.start.empty() ? json.null() : json.value(record.start);
  json.member("result", game::write_result(record.result, record.result_form));
  json.key("places");
  json.begin_array();
  for (const int place : record.result.places) json.value(place);
  json.end_array();
  write_remarks(json, record.node(0));
  json.key("moves");
  if (record.node(0).children.empty()) {
    json.begin_array();
    json.end_array();
  } else {
    Lines(record, json).write_from(record.node(0).children.front(), true);
  }
  json.end_object();
  return json.take();
}

}  // namespace crownstar::base
