#include "site/collections/game_entry.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "base/mixing.hpp"
#include "base/text/letters.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/utf8.hpp"
#include "rules/catalog/catalog.hpp"
#include "rules/record/reading/record_replay.hpp"
#include "rules/record/record_writer.hpp"
#include "site/collections/position_hash.hpp"

namespace crownstar::collections {
namespace {

using game::Game;
using game::GameRecord;

// PDN's `?` for what nobody knows is left out.
std::string known_tag(const GameRecord& record, std::string_view name) {
  const game::RecordTag* tag = record.find_tag(name);
  return tag == nullptr || tag->value == "?" ? std::string() : tag->value;
}

std::optional<int> year_of(std::string_view date) {
  constexpr std::size_t digits = 4;
  return date.size() < digits ? std::nullopt : base::parse_number<int>(date.substr(0, digits));
}

std::string winner_of(const GameRecord& record, const Game& start) {
  const std::vector<int>& places = record.result.places;
  const auto first = std::ranges::find(places, 1);
  if (first == places.end()) return {};
  if (std::ranges::count(places, 1) > 1) return "draw";
  return game::tag_of_seat(record, start, static_cast<int>(first - places.begin()));
}

// Hellman, Walter and Walter Hellman are one.
std::string words_in_order(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char letter : folded(name)) {
    const bool is_sign =
        static_cast<unsigned char>(letter) < 0x80 && !base::is_letter(letter) && !base::is_digit(letter);
    if (!is_sign) words.back() += letter;
    if (is_sign && !words.back().empty()) words.emplace_back();
  }
  std::erase(words, std::string());  // after a sign at the end
  std::ranges::sort(words);
  std::string all;
  for (const std::string& word : words) all += word + " ";
  return all;
}

std::int64_t identity_of(const GameEntry& entry) {
  base::Fnv1a sum;
  for (const EntryPlayer& player : entry.players) sum.add(words_in_order(player.name) + "\n");
  std::uint64_t identity = sum.sum();
  for (const EntryPosition& position : entry.positions) {
    identity = base::splitmix64(std::bit_cast<std::uint64_t>(position.hash), identity);
  }
  return std::bit_cast<std::int64_t>(identity);
}

void add_material(GameEntry& entry, const Game& game) {
  const auto material = material_of(game);
  if (!material) return;
  const std::int64_t number = material->number();
  // It changes seldom, and comes back but where a position was set up.
  const auto is_same = [&](const auto& each) { return each.first == number; };
  if (std::ranges::any_of(entry.materials, is_same)) return;
  entry.materials.emplace_back(number, static_cast<int>(entry.positions.size()));
}

char32_t small_letter(char32_t letter) {
  if (letter < 0x80) return static_cast<unsigned char>(base::lowered(static_cast<char>(letter)));
  if ((letter >= 0xC0 && letter <= 0xDE && letter != 0xD7) || (letter >= 0x410 && letter <= 0x42F)) {
    return letter + 0x20;
  }
  if (letter >= 0x400 && letter <= 0x40F) return letter + 0x50;
  // Latin with marks: capital and small letter by turns.
  const bool begins_odd = (letter >= 0x139 && letter <= 0x148) || (letter >= 0x179 && letter <= 0x17E);
  if (begins_odd) return letter % 2 == 1 ? letter + 1 : letter;
  if (letter >= 0x100 && letter <= 0x177 && letter != 0x130 && letter != 0x131 && letter != 0x138) {
    return letter % 2 == 0 ? letter + 1 : letter;
  }
  return letter;
}

}  // namespace

std::string folded(std::string_view text) {
  auto letters = base::decode_utf8(text);
  if (!letters) return std::string(text);
  std::ranges::transform(*letters, letters->begin(), small_letter);
  return base::encode_utf8(*letters);
}

GameEntry entry_of(const GameRecord& record) {
  GameEntry entry;
  entry.token = record.token;
  entry.event = known_tag(record, "Event");
  entry.site = known_tag(record, "Site");
  entry.date = known_tag(record, "Date");
  entry.round = known_tag(record, "Round");
  entry.year = year_of(entry.date);
  entry.result = game::write_result(record.result, record.result_form);
  entry.pdn = game::write_record(record);
  const auto start = game::start(record.token);
  if (!start) return entry;
  entry.winner = winner_of(record, **start);
  for (int seat = 0; seat < record.seats; ++seat) {
    const std::string side = game::tag_of_seat(record, **start, seat);
    entry.players.push_back({side, known_tag(record, side)});
  }
  const auto add = [&](const Game& game, const std::string& move) {
    add_material(entry, game);
    entry.positions.push_back({position_hash(game), move});
  };
  const auto last = game::replay_record(
      record, [&](const Game& before, const game::RecordNode& node, const game::MoveView&) { add(before, node.move); });
  if (last) add(*last, {});
  if (entry.plies() > 0) entry.identity = identity_of(entry);
  return entry;
}

}  // namespace crownstar::collections
