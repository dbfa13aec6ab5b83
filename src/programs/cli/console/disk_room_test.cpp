#include "programs/cli/console/disk_room.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace crownstar::cli {
namespace {

using ::testing::HasSubstr;

constexpr std::uintmax_t more_than_any_disk = std::uintmax_t{1} << 60U;

TEST(DiskRoom, WithoutAnAmountATenthIsKept) {
  const auto folder = std::filesystem::temp_directory_path();
  const std::uintmax_t free = std::filesystem::space(folder).available;
  const DiskRoom room(folder, {});
  EXPECT_TRUE(room.check());
  EXPECT_TRUE(room.check(free / 2));
  EXPECT_FALSE(room.check(free));
}

TEST(DiskRoom, WhatWouldLeaveLessIsRefusedWithTheFolderAndTheOption) {
  DiskRoom room = DiskRoom::of_file("games.pdn", {more_than_any_disk});
  const auto checked = room.add(1);
  ASSERT_FALSE(checked);
  EXPECT_THAT(checked.error().reason, HasSubstr("MiB would be left on the disk of '.' (--keep-free)"));
}

TEST(DiskRoom, OfADiskThatSaysNothingNothingIsRefused) {
  EXPECT_TRUE(DiskRoom("/no/such/folder", {more_than_any_disk}).check(more_than_any_disk));
}

TEST(DiskRoom, TheOptionIsAWholeNumberOfMebibytes) {
  EXPECT_EQ(read_keep_free("3")->bytes, std::uintmax_t{3} << 20U);
  EXPECT_EQ(read_keep_free("0")->bytes, 0U);
  for (const char* wrong : {"", "-1", "3.5", "1G", "99999999999999999999"}) {
    EXPECT_THAT(read_keep_free(wrong).error().reason, HasSubstr("--keep-free: expected a whole number")) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::cli
