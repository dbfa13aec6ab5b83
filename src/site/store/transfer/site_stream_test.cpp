#include "site/store/transfer/site_stream.hpp"

#include <limits>

#include <fmt/format.h>

#include "site/store/conformance_test.hpp"

namespace crownstar::store {
namespace {

std::string every_byte() {
  std::string bytes;
  for (int value = 0; value < 256; ++value) bytes.push_back(static_cast<char>(value));
  return bytes + "\\N\\\\";
}

// One row of each kind, with whatever is hard to write.
std::vector<SiteRow> rows() {
  const std::string odd = every_byte();
  const Instant first{std::chrono::milliseconds{std::numeric_limits<std::int64_t>::min()}};
  WholeMatch match{match_named("m", {seat_of(0, PlayerKind::guest, "g", odd), seat_of(5, PlayerKind::deleted, "", "")}),
                   {{"moved", odd}, {"", ""}},
                   {{.match = "m", .number = 3, .room = odd, .player = "g", .name = "N", .text = "\t\n", .at = first}}};
  return {
      SettingRow{odd, ""},
      account_named("p", odd, "p"),
      SessionRow{.hash = odd, .id = "s", .player = "p", .created = first, .seen = at(1), .expires = at(2)},
      TokenRow{.hash = odd, .id = "t", .player = "p", .name = "\\N", .created = at(1), .seen = {}, .expires = at(9)},
      RatingRow{"p", "f", "s", 0.1, std::numeric_limits<double>::denorm_min(), -1e300, 1, at(1)},
      RatedStep{"p", "f", "s", {2, at(1), "m", 1.0 / 3, std::numeric_limits<double>::max()}},
      ReportRow{.number = std::numeric_limits<std::int64_t>::max(), .at = at(1), .text = odd, .settled = {}},
      MuteRow{"p", "q", at(1), at(2)},
      match,
      WholeMatch{match_named("n"), {}, {}}};
}

std::string stream_of(const std::vector<SiteRow>& all) {
  std::string text;
  SiteStreamWriter writer([&](std::string_view more) {
    text += more;
    return true;
  });
  for (const SiteRow& row : all) EXPECT_TRUE(writer.add(row));
  EXPECT_TRUE(writer.end());
  return text;
}

// What reading it says, and what it gave.
Outcome<std::vector<SiteRow>> read(std::string_view text) {
  std::vector<SiteRow> found;
  SiteStreamReader reader([&](SiteRow row) -> Outcome<void> {
    found.push_back(std::move(row));
    return {};
  });
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (auto taken = reader.line(text.substr(0, end)); !taken) return std::unexpected(taken.error());
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (auto ended = reader.end(); !ended) return std::unexpected(ended.error());
  return found;
}

TEST(SiteStream, what_is_written_reads_back_to_the_last_bit) {
  const std::string text = stream_of(rows());
  const auto back = read(text);
  ASSERT_TRUE(back) << back.error().text;
  ASSERT_EQ(back->size(), rows().size());
  EXPECT_EQ(stream_of(*back), text);
  EXPECT_EQ(std::get<WholeMatch>((*back)[8]).header, std::get<WholeMatch>(rows()[8]).header);
  EXPECT_EQ(std::get<WholeMatch>((*back)[8]).events, std::get<WholeMatch>(rows()[8]).events);
  EXPECT_EQ(std::get<WholeMatch>((*back)[8]).chat, std::get<WholeMatch>(rows()[8]).chat);
  EXPECT_EQ(std::get<RatingRow>((*back)[4]), std::get<RatingRow>(rows()[4]));
  EXPECT_EQ(std::get<TokenRow>((*back)[3]), std::get<TokenRow>(rows()[3])) << "a name that looks like nothing";
  EXPECT_TRUE(read(stream_of({}))->empty());
}

TEST(SiteStream, CC_22_a_stream_of_before_keeps_the_meaning_of_its_star_games) {
  WholeMatch match{match_named("m"), {{"created", R"({"terms":{"game":"sternhalma:players=3"}})"}}, {}};
  match.header.game = "sternhalma:players=3";
  const std::string text = stream_of({match});
  ASSERT_TRUE(text.starts_with("crownstar-site\t2\n"));
  EXPECT_EQ(std::get<WholeMatch>(read(text)->front()).header.game, "sternhalma:players=3");
  // The same lines with the older head; the sum at the end is of what is there.
  std::string older = text.substr(0, text.rfind("end\t"));
  older.replace(0, older.find('\n'), "crownstar-site\t1");
  base::Fnv1a sum;
  sum.add(older);
  const auto back = read(older + fmt::format("end\t1\t1\t0\t{:016x}\n", sum.sum()));
  ASSERT_TRUE(back) << back.error().text;
  const auto& read_match = std::get<WholeMatch>(back->front());
  EXPECT_EQ(read_match.header.game, "sternhalma:players=3,leave=stay");
  EXPECT_EQ(read_match.events.front().body, R"({"terms":{"game":"sternhalma:players=3,leave=stay"}})");
}

// Every stream with one byte changed, or cut off at any place, is refused.
TEST(SiteStream, no_damage_passes) {
  const std::string whole = stream_of(rows());
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 1);
    EXPECT_FALSE(read(changed)) << "changed at " << place;
    // Without its last end of line it is still whole.
    if (place + 1 < whole.size()) EXPECT_FALSE(read(std::string_view(whole).substr(0, place))) << "cut at " << place;
  }
}

}  // namespace
}  // namespace crownstar::store
