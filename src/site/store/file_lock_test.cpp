#include "site/store/file_lock.hpp"

#include <filesystem>
#include <fstream>

#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"

namespace crownstar::store {
namespace {

class OneFile : public testing::Test {
 protected:
  Outcome<std::unique_ptr<SqliteStore>> open(const std::string& name) {
    return open_sqlite({.path = folder_.file(name)}, mailbox_.post());
  }

  ScratchFolder folder_;
  Mailbox mailbox_;
};

TEST_F(OneFile, has_one_server_whatever_name_leads_to_it) {
  const auto first = open("store.db");
  ASSERT_TRUE(first);
  std::filesystem::create_symlink(folder_.file("store.db"), folder_.file("soft.db"));
  std::filesystem::create_hard_link(folder_.file("store.db"), folder_.file("hard.db"));
  std::filesystem::create_directory_symlink(folder_.file(""), folder_.file("folder"));
  for (const char* name : {"soft.db", "hard.db", "folder/store.db"}) {
    const auto second = open(name);
    ASSERT_FALSE(second) << name;
    EXPECT_EQ(second.error().kind, FailureKind::busy) << second.error().text;
  }
  EXPECT_TRUE(ask(**first, mailbox_, &Store::create_match, match_named("m"), moves(0, 1))) << "it is unharmed";
}

TEST_F(OneFile, with_several_names_is_refused) {
  ASSERT_TRUE(open("store.db"));
  std::filesystem::create_hard_link(folder_.file("store.db"), folder_.file("hard.db"));
  const auto refused = open("hard.db");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text.find("2 names"), std::string::npos) << refused.error().text;
  std::filesystem::remove(folder_.file("hard.db"));
  EXPECT_TRUE(open("store.db"));
}

TEST_F(OneFile, can_be_served_again_through_a_link) {
  ASSERT_TRUE(open("store.db"));
  std::filesystem::create_symlink(folder_.file("store.db"), folder_.file("soft.db"));
  EXPECT_TRUE(open("soft.db"));
  EXPECT_TRUE(open("store.db"));
}

TEST(FileSystems, of_other_machines_are_refused_and_doubtful_ones_are_named) {
  EXPECT_TRUE(file_system_kind(0x6969).is_refused);
  EXPECT_TRUE(file_system_kind(static_cast<int>(0xFF534D42)).is_refused);
  EXPECT_EQ(file_system_kind(0x6969).name, "NFS");
  EXPECT_FALSE(file_system_kind(0x65735546).is_refused);
  EXPECT_EQ(file_system_kind(0x65735546).name, "FUSE");
  EXPECT_EQ(file_system_kind(0xEF53).name, "") << "ext4";
}

}  // namespace
}  // namespace crownstar::store
