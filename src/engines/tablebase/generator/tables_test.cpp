#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mixing.hpp"
#include "engines/tablebase/file/packing.hpp"
#include "engines/tablebase/generator/build_request.hpp"
#include "engines/tablebase/mover_view.hpp"
#include "engines/tablebase/open.hpp"
#include "engines/tablebase/slices/position_index.hpp"
#include "engines/tablebase/slices/table_names.hpp"
#include "rules/draughts/generation.hpp"
#include "rules/draughts/key.hpp"
#include "rules/draughts/notation/fen.hpp"
#include "rules/draughts/variants/variants.hpp"

namespace crownstar::tablebase {
namespace {

using draughts::Side;

const OnProgress nobody = [](const Progress&) { return true; };

class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(testing::TempDir() + "crownstar-" + name + "-" + std::to_string(getpid())) {
    std::filesystem::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

BuildRequest request_for(std::string_view game, const Folder& folder, int pieces) {
  return {std::string(game), folder.path(), pieces, 2, std::uint64_t{1} << 30};
}

// Every position with up to so many pieces, both sides to move, no board turned: solved by looking at all of them again
// and again, which is plain and slow.
template <class Variant>
class PlainSolver {
  using Board = draughts::BoardOf<Variant>;
  using Word = typename Board::Word;
  using Position = draughts::Position<Variant>;
  using Key = std::tuple<Word, Word, Word, Side>;

 public:
  static constexpr int unknown = -1;

  explicit PlainSolver(int pieces) {
    put(Position{}, 0, pieces);
    for (std::size_t number = 0; number < by_slice_.size(); ++number) numbers_[key(by_slice_[number])] = number;
    for (const Position& position : by_slice_) {
      draughts::MoveList<Variant> list;
      draughts::generate<Variant>(position, list);
      std::vector<std::size_t> nexts;
      for (const auto& move : list) nexts.push_back(numbers_.at(key(draughts::after(position, move))));
      nexts_.push_back(std::move(nexts));
    }
    solve();
  }

  const std::vector<Position>& places() const { return by_slice_; }
  int distance(std::size_t number) const { return distances_[number]; }
  Value value(std::size_t number) const { return values_[number]; }

 private:
  static Key key(const Position& position) {
    return {position.pieces[0], position.pieces[1], position.kings, position.turn};
  }

  void put(const Position& position, int bit, int pieces) {
    if (position.occupied() != 0 && bit == Board::bits) {
      for (const Side turn : {Side::white, Side::black}) {
        by_slice_.push_back(position);
        by_slice_.back().turn = turn;
      }
    }
    if (bit == Board::bits) return;
    put(position, bit + 1, pieces);
    const Word square = Board::word(bit);
    if (pieces == 0 || (Board::every & square) == 0) return;
    for (const Side side : {Side::white, Side::black}) {
      Position with = position;
      with.pieces[draughts::index(side)] |= square;
      const Word crowned =
          side == Side::white ? draughts::crown_row<Variant, Side::white> : draughts::crown_row<Variant, Side::black>;
      if ((crowned & square) == 0) put(with, bit + 1, pieces - 1);
      with.kings |= square;
      put(with, bit + 1, pieces - 1);
    }
  }

  void solve() {
    distances_.assign(by_slice_.size(), unknown);
    values_.assign(by_slice_.size(), Value::draw);
    for (std::size_t number = 0; number < by_slice_.size(); ++number) {
      const Position& position = by_slice_[number];
      if (!nexts_[number].empty()) continue;
      distances_[number] = 0;
      const bool has_won = draughts::is_ended_by_a_king(position)
                               ? position.kings_of(draughts::other(position.turn)) == 0
                               : Variant::rules.ending == draughts::Ending::no_move_wins;
      values_[number] = has_won ? Value::win : Value::loss;
    }
    bool has_changed = true;
    for (int distance = 1; has_changed; ++distance) {
      has_changed = false;
      for (std::size_t number = 0; number < by_slice_.size(); ++number) {
        if (distances_[number] != unknown) continue;
        const auto is_known = [&](std::size_t next) {
          return distances_[next] != unknown && distances_[next] < distance;
        };
        const auto is = [&](Value value) {
          return [&, value](std::size_t next) { return is_known(next) && values_[next] == value; };
        };
        const bool wins = std::ranges::any_of(nexts_[number], is(Value::loss));
        if (!wins && !std::ranges::all_of(nexts_[number], is(Value::win))) continue;
        distances_[number] = distance;
        values_[number] = wins ? Value::win : Value::loss;
        has_changed = true;
      }
    }
  }

  std::vector<Position> by_slice_;
  std::map<Key, std::size_t> numbers_;
  std::vector<std::vector<std::size_t>> nexts_;
  std::vector<int> distances_;
  std::vector<Value> values_;
};

template <class Variant>
void expect_what_plain_solving_finds(int pieces, int pieces_compared) {
  const Folder folder("plain");
  const auto built = build_tables(request_for(Variant::id, folder, pieces), nobody);
  ASSERT_TRUE(built) << built.error().reason;
  const auto opened = open_tables(Variant::id, folder.path());
  ASSERT_TRUE(opened && opened->refused.empty());
  const TablesOf<Variant>* const tables = tables_of<Variant>(opened->tables.get());
  ASSERT_NE(tables, nullptr);
  ASSERT_EQ(tables->most_pieces(), pieces);
  ASSERT_EQ(tables->most_pieces_with_distance(), pieces - 1);
  const PlainSolver<Variant> plain(pieces_compared);
  const auto is_at_hand = [&](const auto& position) { return tables->value_at_hand(position).has_value(); };
  EXPECT_FALSE(std::ranges::all_of(plain.places(), is_at_hand)) << Variant::id;  // nothing is unpacked yet
  for (std::size_t number = 0; number < plain.places().size(); ++number) {
    const auto& position = plain.places()[number];
    ASSERT_EQ(tables->value_at_hand(position).value_or(plain.value(number)), plain.value(number)) << number;
    ASSERT_EQ(tables->value(position), plain.value(number)) << Variant::id << " " << number;
    ASSERT_EQ(tables->value_at_hand(position), plain.value(number)) << Variant::id << " " << number;
    const bool has_distance =
        plain.distance(number) >= 0 && board::count_bits(position.occupied()) <= tables->most_pieces_with_distance();
    const auto expected = has_distance ? std::optional(plain.distance(number)) : std::nullopt;
    ASSERT_EQ(tables->distance(position), expected) << Variant::id << " " << number;
  }
  const auto verified = verify_tables(request_for(Variant::id, folder, pieces), nobody);
  ASSERT_TRUE(verified) << verified.error().reason;
  EXPECT_EQ(verified->wrong, 0U) << verified->faults.front();
}

TEST(Tables, TwoPiecesAreWhatPlainSolvingFindsInEveryGame) {
  draughts::AllVariants::for_each([]<class Variant>() {
    if constexpr (Variant::rules.king_moves_in_a_row == 0) expect_what_plain_solving_finds<Variant>(2, 2);
  });
}

TEST(Tables, DistancesAreWhatPlainSolvingFinds) {
  expect_what_plain_solving_finds<draughts::American>(3, 2);
  expect_what_plain_solving_finds<draughts::FlyingKing>(3, 2);
  expect_what_plain_solving_finds<draughts::Italian>(3, 2);
}

const SliceReport& report_of(const Report& report, const Slice& slice) {
  return *std::ranges::find(report.slices, slice, &SliceReport::slice);
}

// Ed Trice on damforum.nl, viewtopic.php?f=53&t=2603: king against king, 992 positions, 230 won, 654 drawn, 108 lost
// for the side to move, the longest win in 11 half-moves.
TEST(Tables, KingAgainstKingHasThePublishedTotals) {
  const Folder folder("totals");
  const auto report = build_tables(request_for("american", folder, 3), nobody);
  ASSERT_TRUE(report);
  const SliceReport& kings = report_of(*report, {{0, 1}, {0, 1}});
  EXPECT_EQ(kings.totals, (Totals{230, 654, 108}));
  EXPECT_EQ(kings.longest, 11U);
}

TEST(Tables, AGameWhoseKingsAreCountedIsRefused) {
  const Folder folder("frisian");
  for (const std::string_view game : {"frisian", "frysk"}) {
    const auto report = build_tables(request_for(game, folder, 2), nobody);
    ASSERT_FALSE(report);
    EXPECT_NE(report.error().reason.find("in a row"), std::string::npos);
    EXPECT_FALSE(open_tables(game, folder.path()));
  }
  EXPECT_FALSE(build_tables(request_for("sternhalma", folder, 2), nobody));
}

TEST(Tables, MoreThanTheMemoryAllowedIsRefusedBeforeItBegins) {
  const Folder folder("memory");
  BuildRequest request = request_for("american", folder, 6);
  request.memory_bytes = std::uint64_t{100} << 20;
  const auto report = build_tables(request, nobody);
  ASSERT_FALSE(report);
  const std::string& reason = report.error().reason;
  const std::size_t needs = reason.find(" needs ");
  ASSERT_NE(needs, std::string::npos) << reason;
  EXPECT_NE(reason.find("MiB"), std::string::npos) << reason;
  // So much is enough.
  request.memory_bytes = std::stoull(reason.substr(needs + 7)) << 20;
  const auto at_once = [](const Progress&) { return false; };
  const auto stopped = build_tables(request, at_once);
  EXPECT_TRUE(stopped || stopped.error().reason.find(" needs ") == std::string::npos) << stopped.error().reason;
}

TEST(Tables, AVerificationIsRefusedTheMemoryThatItLacks) {
  const Folder folder("verify-memory");
  BuildRequest request = request_for("american", folder, 3);
  ASSERT_TRUE(build_tables(request, nobody));
  request.memory_bytes = 1000;
  const auto report = verify_tables(request, nobody);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().reason.find(" needs 1 MiB of memory"), std::string::npos) << report.error().reason;
}

// With room for nothing but what is wanted, slices are dropped and loaded again.
TEST(Tables, LittleMemoryMakesTheSameTables) {
  const Folder roomy("roomy");
  const Folder tight("tight");
  BuildRequest request = request_for("american", roomy, 4);
  const auto expected = build_tables(request, nobody);
  ASSERT_TRUE(expected);
  request.folder = tight.path();
  request.memory_bytes = 1;
  const auto refused = build_tables(request, nobody);
  ASSERT_FALSE(refused);
  request.memory_bytes = std::stoull(refused.error().reason.substr(refused.error().reason.find(" needs ") + 7)) << 20;
  const auto made = build_tables(request, nobody);
  ASSERT_TRUE(made) << made.error().reason;
  const auto verified = verify_tables(request, nobody);
  ASSERT_TRUE(verified) << verified.error().reason;
  EXPECT_EQ(verified->wrong, 0U);
  for (const Report* each : {&*made, &*verified}) {
    ASSERT_EQ(each->slices.size(), expected->slices.size());
    for (std::size_t i = 0; i < each->slices.size(); ++i) {
      EXPECT_EQ(each->slices[i].slice, expected->slices[i].slice);
      EXPECT_EQ(each->slices[i].totals, expected->slices[i].totals) << to_text(each->slices[i].slice);
      EXPECT_EQ(each->slices[i].longest, expected->slices[i].longest);
    }
  }
}

TEST(Tables, FewerDistancesMayBeAskedFor) {
  const Folder whole("all-distances");
  const Folder folder("few-distances");
  const auto expected = build_tables(request_for("american", whole, 4), nobody);
  ASSERT_TRUE(expected) << expected.error().reason;
  BuildRequest request = request_for("american", folder, 4);
  request.distances = 2;
  const auto report = build_tables(request, nobody);
  ASSERT_TRUE(report) << report.error().reason;
  EXPECT_TRUE(report_of(*report, {{0, 1}, {0, 1}}).has_distances);
  EXPECT_FALSE(report_of(*report, {{0, 2}, {0, 1}}).has_distances);
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/american/0m1k-0m1k.distances"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/american/0m2k-0m1k.distances"));
  for (const SliceReport& each : report->slices) {
    EXPECT_EQ(each.totals, report_of(*expected, each.slice).totals) << to_text(each.slice);
    EXPECT_EQ(each.value_bytes, report_of(*expected, each.slice).value_bytes) << to_text(each.slice);
  }
  const auto verified = verify_tables(request, nobody);
  ASSERT_TRUE(verified) << verified.error().reason;
  EXPECT_EQ(verified->wrong, 0U);
}

TEST(Tables, ABuildThatWasStoppedGoesOnWhereItWas) {
  const Folder folder("resumed");
  int told = 0;
  const OnProgress stops = [&](const Progress&) { return ++told < 40; };
  EXPECT_FALSE(build_tables(request_for("american", folder, 3), stops));
  const auto report = build_tables(request_for("american", folder, 3), nobody);
  ASSERT_TRUE(report);
  EXPECT_GT(report->fresh, 0U);
  EXPECT_LT(report->fresh, report->positions);
  const auto again = build_tables(request_for("american", folder, 3), nobody);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->fresh, 0U);
}

template <class Variant>
std::vector<Symbol> values_in(const Folder& folder, const Slice& slice) {
  const auto file = TableFile::open(folder_of<Variant>(folder.path()), name_of<Variant>(slice, TableKind::values),
                                    PositionIndex<Variant>(slice).size());
  if (!file) return {};
  std::vector<Symbol> values(file->header().positions);
  for (std::size_t block = 0; block < file->blocks(); ++block) {
    file->unpack(block, std::span(values).subspan(block * block_symbols, file->symbols_of(block)));
  }
  return values;
}

template <class Variant>
void expect_the_same_values_with_distances(int pieces) {
  const std::string id(Variant::id);
  const Folder without("without-" + id);
  const Folder with("with-" + id);
  ASSERT_TRUE(build_tables(request_for(id, without, pieces), nobody));
  ASSERT_TRUE(build_tables(request_for(id, with, pieces + 1), nobody));
  for (const Slice& slice : slices_of(pieces, has_tables_with_kings<Variant>)) {
    const auto values = values_in<Variant>(without, slice);
    EXPECT_FALSE(values.empty()) << id << " " << to_text(slice);
    EXPECT_EQ(values, values_in<Variant>(with, slice)) << id << " " << to_text(slice);
  }
}

// The highest number of pieces is solved without distances, by a solver of its own.
TEST(Tables, ValuesAreTheSameWithAndWithoutDistances) {
  expect_the_same_values_with_distances<draughts::American>(2);
  expect_the_same_values_with_distances<draughts::FlyingKing>(2);
  expect_the_same_values_with_distances<draughts::Antidraughts>(2);
}

TEST(Tables, ADamagedFileIsRefusedByNameAndMadeAgain) {
  const Folder folder("damaged");
  ASSERT_TRUE(build_tables(request_for("american", folder, 3), nobody));
  const std::string file = folder.path() + "/american/0m2k-0m1k.values";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->refused.size(), 1U);
  EXPECT_NE(opened->refused.front().reason.find("0m2k-0m1k.values"), std::string::npos);
  EXPECT_EQ(opened->tables->most_pieces(), 3) << "the other tables of three are used";
  EXPECT_FALSE(verify_tables(request_for("american", folder, 3), nobody));
  ASSERT_TRUE(build_tables(request_for("american", folder, 3), nobody));
  opened = open_tables("american", folder.path());
  EXPECT_TRUE(opened->refused.empty());
  EXPECT_EQ(opened->tables->most_pieces(), 3);
}

TEST(Tables, APipeInPlaceOfAFileIsNotWaitedFor) {
  const Folder folder("pipe");
  ASSERT_TRUE(build_tables(request_for("american", folder, 2), nobody));
  const std::string file = folder.path() + "/american/0m1k-0m1k.values";
  ASSERT_TRUE(std::filesystem::remove(file));
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  const auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened);
  ASSERT_EQ(opened->refused.size(), 1U);
  EXPECT_NE(opened->refused.front().reason.find("it is not a file"), std::string::npos);
}

// What a position and the captures from it come to.
template <class Variant>
bool needs(const draughts::Position<Variant>& position, const std::set<Slice>& slices) {
  const auto seen = position.turn == Side::white ? position : turned(position);
  if (!draughts::can_capture<Variant, Side::white>(seen)) return slices.contains(slice_of(seen));
  draughts::MoveList<Variant> list;
  draughts::generate<Variant>(seen, list);
  return std::ranges::any_of(list,
                             [&](const auto& move) { return needs<Variant>(draughts::after(seen, move), slices); });
}

// Of all positions with up to so many pieces: those that need one of the slices are not known, the others as before.
template <class Variant>
void expect_unknown(const Folder& folder, const TablesOf<Variant>& whole, const std::set<Slice>& without_value,
                    const std::set<Slice>& without_distance, int pieces) {
  const auto opened = open_tables(Variant::id, folder.path());
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->refused.size(), without_value.size() + without_distance.size());
  const auto* const tables = tables_of<Variant>(opened->tables.get());
  const PlainSolver<Variant> all(pieces);
  std::size_t unknown = 0;
  for (const auto& position : all.places()) {
    const bool is_unknown = needs<Variant>(position, without_value);
    unknown += is_unknown ? 1 : 0;
    const auto value = whole.value(position);
    ASSERT_EQ(tables->value(position), is_unknown ? std::nullopt : value) << draughts::to_fen(position);
    ASSERT_EQ(tables->value_at_hand(position), is_unknown ? std::nullopt : value) << draughts::to_fen(position);
    const auto distance = tables->distance(position);
    ASSERT_TRUE(!distance || distance == whole.distance(position)) << draughts::to_fen(position);
    const bool has_distance = !is_unknown && !needs<Variant>(position, without_distance);
    if (has_distance) ASSERT_EQ(distance, whole.distance(position)) << draughts::to_fen(position);
    if (is_unknown) ASSERT_FALSE(distance) << draughts::to_fen(position);
  }
  EXPECT_EQ(unknown > 0, !without_value.empty());
  EXPECT_LT(unknown, all.places().size() / 3);
}

TEST(Tables, OneRefusedFileTakesNoOtherAlong) {
  using draughts::American;
  const Folder folder("one-refused");
  ASSERT_TRUE(build_tables(request_for("american", folder, 3), nobody));
  const auto opened = open_tables("american", folder.path());
  const auto& whole = *tables_of<American>(opened->tables.get());
  const auto cut = [&](const std::string& name) {
    const std::string file = folder.path() + "/american/" + name;
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  };
  const Slice kings{{0, 1}, {0, 1}};
  cut("0m1k-0m1k.distances");
  expect_unknown<American>(folder, whole, {}, {kings}, 2);
  cut("0m1k-0m1k.values");
  // Where its values are refused its distances are not looked at.
  expect_unknown<American>(folder, whole, {kings}, {}, 2);
  const auto damaged = open_tables("american", folder.path());
  EXPECT_EQ(damaged->tables->most_pieces(), 3);
  EXPECT_TRUE(damaged->tables->ask("W:WK1,K2:BK32")->value) << "of three pieces, without a capture";
  EXPECT_FALSE(damaged->tables->ask("W:WK18:BK14,K32")->value) << "a capture leads to what is missing";
}

TEST(Tables, AFolderWithoutTablesKnowsNothing) {
  const Folder folder("empty");
  const auto opened = open_tables("american", folder.path());
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->tables->most_pieces(), 0);
  const auto answer = opened->tables->ask("W:WK1:BK32");
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->value);
}

TEST(Tables, AVerificationFindsAnEntryThatIsWrong) {
  const Folder folder("wrong");
  ASSERT_TRUE(build_tables(request_for("american", folder, 2), nobody));
  // A table that says of itself what it should, and is whole, but holds nothing but draws.
  const Slice kings{{0, 1}, {0, 1}};
  const TableName name{"american", 0, kings, TableKind::values};
  const std::string path = folder.path() + "/american/" + name.file();
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(in)), {});
  const std::size_t rules_at = 8 + 1 + std::string("american").size();
  std::uint64_t rules = 0;
  for (std::size_t i = 8; i > 0; --i) rules = rules << 8 | bytes[rules_at + i - 1];
  const TableHeader header{992, {0, 992, 0}, 0, {3, 3, {}}};
  const SymbolRow draws{992, [](std::uint64_t, std::span<Symbol> block) { std::ranges::fill(block, Symbol{0}); }};
  const auto forged = pack_table({"american", rules, kings, TableKind::values}, header, draws,
                                 ParallelFor(1, [](auto) { return true; }))
                          .value();
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(forged.data()), static_cast<std::streamsize>(forged.size()));
  const auto verified = verify_tables(request_for("american", folder, 2), nobody);
  ASSERT_TRUE(verified) << verified.error().reason;
  EXPECT_GT(verified->wrong, 1U);
  EXPECT_EQ(verified->faults.size(), std::min<std::size_t>(verified->wrong, Report::most_faults));
  EXPECT_NE(verified->faults.front().find("its successors make it"), std::string::npos) << verified->faults.front();
}

// A cache far too small for the tables, and several threads that all want another block.
TEST(Tables, ManyThreadsGetTheSameAnswers) {
  const Folder folder("threads");
  ASSERT_TRUE(build_tables(request_for("american", folder, 3), nobody));
  const auto large = open_tables("american", folder.path());
  const auto small = open_tables("american", folder.path(), 8192);
  const auto* const expected = tables_of<draughts::American>(large->tables.get());
  const auto* const asked = tables_of<draughts::American>(small->tables.get());
  std::vector<std::jthread> threads;
  std::atomic<int> wrong = 0;
  for (unsigned thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      std::uint64_t random = thread;
      for (int turn = 0; turn < 3000; ++turn) {
        random = base::splitmix64(random);
        draughts::Position<draughts::American> position;
        const auto square = [&](int shift) {
          return draughts::BoardOf<draughts::American>::word(static_cast<int>((random >> shift) % 30)) &
                 draughts::BoardOf<draughts::American>::every;
        };
        position.pieces[0] = square(0) | square(8);
        position.pieces[1] = square(16) & ~position.pieces[0];
        position.kings = position.occupied();
        position.turn = (random >> 40 & 1) != 0 ? Side::white : Side::black;
        if (expected->value(position) != asked->value(position)) ++wrong;
        if (expected->distance(position) != asked->distance(position)) ++wrong;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace crownstar::tablebase
