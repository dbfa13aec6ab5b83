#include "engines/solve/checkpoint_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <unistd.h>

namespace crownstar::solve {
namespace {

using Numbers = std::vector<std::uint64_t>;
namespace fs = std::filesystem;

class CheckpointFileTest : public testing::Test {
 public:
  CheckpointFileTest() { fs::remove_all(name_); }
  ~CheckpointFileTest() override { fs::remove_all(name_); }

 protected:
  // What a refusal says where it is refused; else the numbers are what was found.
  std::string found(const std::string& label, std::uint64_t most_bytes = 1U << 20U) {
    numbers_.clear();
    const auto make_room = [&](std::uint64_t bytes) -> Checked<std::vector<std::span<std::uint8_t>>> {
      if (bytes > most_bytes) return base::refuse("too much");
      numbers_.resize(bytes / sizeof(std::uint64_t));
      return std::vector{writable_bytes_of(std::span(numbers_))};
    };
    const auto found = open()->find("work", label, make_room);
    if (!found) return found.error().reason;
    if (!*found) numbers_.clear();
    return {};
  }
  Checked<void> keep(const std::string& label, const Numbers& numbers) {
    const std::span<const std::uint64_t> all(numbers);
    const std::array parts{bytes_of(all.first(1)), bytes_of(all.subspan(1))};
    return open()->keep("work", label, parts);
  }
  Checked<CheckpointFolder> open() const { return CheckpointFolder::open(name_.string()); }
  fs::path file() const { return name_ / "work"; }

  void overwrite(std::size_t place, char letter) const {
    std::fstream file(this->file(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(place));
    file.put(letter);
  }
  std::string bytes() const {
    std::ifstream file(this->file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const fs::path name_ =
      fs::path(testing::TempDir()) / ("crownstar-checkpoint-file-" + std::to_string(getpid())) / "inner";
  Numbers numbers_;
};

TEST_F(CheckpointFileTest, ComesBackAsItWas) {
  EXPECT_EQ(found("a label"), "");
  EXPECT_EQ(numbers_, Numbers{});
  const Numbers numbers{3, 1, 4, 1, 5};
  ASSERT_TRUE(keep("a label", {2, 7}));
  ASSERT_TRUE(keep("a label", numbers));
  EXPECT_EQ(found("a label"), "");
  EXPECT_EQ(numbers_, numbers);
  EXPECT_EQ(std::distance(fs::directory_iterator(name_), fs::directory_iterator()), 1) << "a draft is left";
}

// Whatever byte it is: either the file is not ours any more, or it is ours and damaged. Never is it taken, never
// changed.
TEST_F(CheckpointFileTest, AnyOtherByteIsRefused) {
  ASSERT_TRUE(keep("a label", {3, 1, 4, 1, 5}));
  const std::string whole = bytes();
  for (std::size_t place = 0; place < whole.size(); ++place) {
    overwrite(place, static_cast<char>(whole[place] ^ 0x40));
    const std::string before = bytes();
    const std::string said = found("a label");
    EXPECT_TRUE(said.starts_with("'" + file().string() + "' ")) << place << ": " << said;
    // The letters and the version say whose it is.
    const bool is_ours = place >= 12;
    EXPECT_EQ(said.contains("is damaged"), is_ours) << place << ": " << said;
    EXPECT_EQ(said.contains("remove it, and what it held is worked out anew"), is_ours) << said;
    EXPECT_EQ(said.contains("move it away, or name another folder"), !is_ours) << said;
    EXPECT_EQ(bytes(), before) << place;
    overwrite(place, whole[place]);
  }
  EXPECT_EQ(found("a label"), "");
}

TEST_F(CheckpointFileTest, ZerosAndOtherLengthsAreRefused) {
  ASSERT_TRUE(keep("a label", Numbers(100, 7)));
  const auto size = fs::file_size(file());
  for (const auto length : {size - 1, size - 8, size + 8, size * 2, std::uintmax_t{30}}) {
    ASSERT_TRUE(keep("a label", Numbers(100, 7)));
    fs::resize_file(file(), length);
    EXPECT_TRUE(found("a label").contains("is damaged (its length is not what it says)")) << length;
  }
  ASSERT_TRUE(keep("a label", Numbers(100, 7)));
  for (std::size_t place = 32; place < size; ++place) overwrite(place, 0);
  EXPECT_TRUE(found("a label").contains("is damaged (its checksum is wrong)"));
  for (const auto length : {std::uintmax_t{0}, std::uintmax_t{5}}) {
    fs::resize_file(file(), length);
    EXPECT_TRUE(found("a label").contains("is not a file"));
  }
}

TEST_F(CheckpointFileTest, WhatIsOfSomethingElseIsRefusedAndStays) {
  ASSERT_TRUE(keep("another label", {1, 2}));
  EXPECT_TRUE(found("a label").contains("is of 'another label', not of 'a label': move it away"));
  EXPECT_EQ(found("another label"), "");
  EXPECT_EQ(numbers_, (Numbers{1, 2}));
  // A damaged file is not trusted to name its problem.
  overwrite(40, 'x');
  EXPECT_TRUE(found("a label").contains("is damaged"));
  overwrite(8, 9);
  EXPECT_TRUE(found("another label").contains("of version 9, not 1"));
  fs::remove(file());
  fs::create_directory(file());
  EXPECT_TRUE(found("another label").contains("is not a file"));
}

TEST_F(CheckpointFileTest, WhatThereIsNoRoomForIsRefusedBeforeItIsRead) {
  ASSERT_TRUE(keep("a label", Numbers(100, 7)));
  EXPECT_TRUE(found("a label", 799).contains("' is not read: too much"));
  EXPECT_EQ(found("a label", 800), "");
}

TEST_F(CheckpointFileTest, OneRunAtATimeHasTheFolder) {
  {
    const auto first = open();
    ASSERT_TRUE(first);
    const auto second = open();
    ASSERT_FALSE(second);
    EXPECT_TRUE(second.error().reason.contains("another run"));
  }
  EXPECT_TRUE(open());
}

TEST_F(CheckpointFileTest, WithoutAFolderNothingIsKept) {
  const auto nowhere = CheckpointFolder::open("");
  ASSERT_TRUE(nowhere);
  EXPECT_FALSE(nowhere->is_there());
  EXPECT_TRUE(nowhere->keep("work", "a label", {}));
  EXPECT_FALSE(*nowhere->find("work", "a label", {}));
  EXPECT_FALSE(CheckpointFolder::open("/dev/null/inner"));
}

}  // namespace
}  // namespace crownstar::solve
