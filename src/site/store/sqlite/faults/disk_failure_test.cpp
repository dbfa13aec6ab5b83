// The SQLite backend on disks that fail: system calls beneath SQLite are made to fail, and a small disk is really
// filled.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>

#include <sqlite3.h>
#include <sys/fsuid.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "site/store/backup/backup.hpp"
#include "site/store/conformance_test.hpp"
#include "site/store/open/sqlite_store.hpp"

namespace {

std::atomic<int> syncs = 0;
std::atomic<int> sync_failure = 0;
std::atomic<int> write_failure = 0;

int sync_with(long number, int descriptor) {
  ++syncs;
  if (sync_failure != 0) {
    errno = sync_failure;
    return -1;
  }
  return static_cast<int>(syscall(number, descriptor));
}

ssize_t failing_write(int descriptor, const void* bytes, std::size_t size, off_t offset) {
  if (write_failure == 0) return pwrite(descriptor, bytes, size, offset);
  errno = write_failure;
  return -1;
}

}  // namespace

// The program's own stand before the system's, in SQLite too.
extern "C" int fsync(int fd) { return sync_with(SYS_fsync, fd); }
extern "C" int fdatasync(int fildes) { return sync_with(SYS_fdatasync, fildes); }

namespace crownstar::store {
namespace {

class Disk : public testing::Test {
 protected:
  void SetUp() override {
    sqlite3_vfs* system = sqlite3_vfs_find("unix");
    ASSERT_NE(system, nullptr);
    for (const char* name : {"pwrite", "pwrite64"}) {
      system->xSetSystemCall(system, name, reinterpret_cast<sqlite3_syscall_ptr>(failing_write));
    }
  }
  void TearDown() override {
    write_failure = 0;
    sync_failure = 0;
    store_.reset();
    sqlite3_vfs* system = sqlite3_vfs_find("unix");
    for (const char* name : {"pwrite", "pwrite64"}) system->xSetSystemCall(system, name, nullptr);
  }

  void open(const std::string& path) {
    store_.reset();
    auto opened = open_sqlite({.path = path}, mailbox_.post());
    ASSERT_TRUE(opened) << opened.error().text;
    store_ = std::move(*opened);
  }
  Outcome<void> append(int number) {
    return ask(*store_, mailbox_, &Store::append, Append{"m", number, moves(number, 1), {}, {}});
  }
  std::vector<EventRow> stored() { return ask(*store_, mailbox_, &Store::events, "m", 0, 100'000).value(); }

  void is_refused_and_recovers(std::atomic<int>& fault, int code, FailureKind kind) {
    open(folder_.file("store.db"));
    ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
    ASSERT_TRUE(append(1));
    fault = code;
    for (int attempt = 0; attempt < 5; ++attempt) {
      const auto outcome = append(2);
      ASSERT_FALSE(outcome);
      EXPECT_EQ(outcome.error().kind, kind) << outcome.error().text;
      EXPECT_EQ(stored(), moves(0, 2)) << "a refused event is seen";
      EXPECT_TRUE(store_->figures().is_failing);
    }
    fault = 0;
    const auto outcome = append(2);
    EXPECT_TRUE(outcome) << outcome.error().text;
    EXPECT_FALSE(store_->figures().is_failing);
    EXPECT_EQ(stored(), moves(0, 3));
    open(folder_.file("store.db"));
    EXPECT_EQ(stored(), moves(0, 3));
    EXPECT_EQ(check_file(folder_.file("store.db")).value(), std::vector<std::string>{});
  }

  ScratchFolder folder_;
  Mailbox mailbox_;
  std::unique_ptr<SqliteStore> store_;
};

TEST_F(Disk, a_full_one_refuses_and_recovers_by_itself) {
  is_refused_and_recovers(write_failure, ENOSPC, FailureKind::full);
}

TEST_F(Disk, one_that_became_read_only_refuses_and_recovers_by_itself) {
  is_refused_and_recovers(write_failure, EROFS, FailureKind::read_only);
}

TEST_F(Disk, a_broken_one_refuses_and_recovers_by_itself) {
  is_refused_and_recovers(write_failure, EIO, FailureKind::broken);
}

TEST_F(Disk, what_could_not_be_synced_is_not_acknowledged) {
  is_refused_and_recovers(sync_failure, EIO, FailureKind::broken);
}

TEST_F(Disk, every_acknowledged_commit_was_synced_first) {
  open(folder_.file("store.db"));
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  for (int number = 1; number < 20; ++number) {
    const int before = syncs;
    ASSERT_TRUE(append(number));
    EXPECT_GT(syncs, before);
  }
}

TEST_F(Disk, checkpoints_keep_the_log_small_and_fail_without_harm) {
  const std::string path = folder_.file("store.db");
  auto opened =
      open_sqlite({.path = path, .requested_checkpoint_pages = 10, .forced_checkpoint_pages = 20}, mailbox_.post());
  ASSERT_TRUE(opened);
  store_ = std::move(*opened);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  for (int number = 1; number < 200; ++number) ASSERT_TRUE(append(number));
  EXPECT_GT(store_->figures().checkpoints, 5U);
  EXPECT_EQ(store_->figures().failed_checkpoints, 0U);
  EXPECT_LT(std::filesystem::file_size(path + "-wal"), 60U * 4200U);
}

// A disk of two mebibytes where one may be mounted; elsewhere no file may grow, which the system refuses in much the
// same way.
class SmallDisk {
 public:
  explicit SmallDisk(std::string folder)
      : folder_(std::move(folder)),
        is_mounted_(std::filesystem::create_directory(folder_) &&
                    mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=2m") == 0) {
    if (is_mounted_) return;
    std::printf("no right to mount a small disk: a limit on the size of files stands in for it\n");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &free_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    make_room();
    if (is_mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }

  void fill() {
    if (is_mounted_) {
      std::ofstream ballast(folder_ + "/ballast", std::ios::binary | std::ios::app);
      const std::string block(4096, 'x');
      while (ballast.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
      }
    } else {
      rlimit none = free_;
      none.rlim_cur = 1;
      setrlimit(RLIMIT_FSIZE, &none);
    }
  }
  void make_room() {
    if (is_mounted_) {
      std::filesystem::remove(folder_ + "/ballast");
    } else {
      setrlimit(RLIMIT_FSIZE, &free_);
    }
  }

 private:
  std::string folder_;
  bool is_mounted_;
  rlimit free_{};
};

// Root may write anything; for a moment it is nobody, as far as files go.
class AsNobody {
 public:
  AsNobody() : before_(setfsuid(65534)) {}
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  ~AsNobody() { setfsuid(static_cast<uid_t>(before_)); }

 private:
  int before_;
};

TEST_F(Disk, really_filled_it_refuses_loses_nothing_and_recovers_when_there_is_room) {
  const std::string path = folder_.file("small/store.db");
  SmallDisk disk(folder_.file("small"));
  open(path);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  int next = 1;
  for (int round = 0; round < 3; ++round) {
    disk.fill();
    int refusals = 0;
    // What the log still has room for may be stored; what is not stored is refused as `full` and is not seen.
    for (int attempt = 0; attempt < 3000 && refusals < 10; ++attempt) {
      const auto outcome = append(next);
      if (outcome) {
        ++next;
        continue;
      }
      ++refusals;
      ASSERT_EQ(outcome.error().kind, FailureKind::full) << outcome.error().text;
    }
    EXPECT_EQ(refusals, 10);
    EXPECT_EQ(stored(), moves(0, next));
    disk.make_room();
    for (int more = 0; more < 20; ++more) {
      const auto outcome = append(next);
      ASSERT_TRUE(outcome) << outcome.error().text;
      ++next;
    }
  }
  open(path);
  EXPECT_EQ(stored(), moves(0, next));
  EXPECT_EQ(check_file(path).value(), std::vector<std::string>{});
  store_.reset();
}

void permit(const std::string& path, std::filesystem::perms perms) { std::filesystem::permissions(path, perms); }

constexpr auto only_readable = std::filesystem::perms(0555);
constexpr auto anything = std::filesystem::perms(0777);

TEST_F(Disk, a_folder_that_may_not_be_written_is_refused_at_the_start) {
  permit(folder_.file(""), anything);
  const std::string path = folder_.file("fixed/store.db");
  std::filesystem::create_directory(folder_.file("fixed"));
  open(path);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  store_.reset();
  std::filesystem::remove(path + ".lock");
  permit(path, only_readable);
  permit(folder_.file("fixed"), only_readable);
  {
    const AsNobody nobody;
    const auto opened = open_sqlite({.path = path}, mailbox_.post());
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().kind, FailureKind::read_only) << opened.error().text;
    EXPECT_NE(opened.error().text.find(path), std::string::npos);
  }
  permit(folder_.file("fixed"), anything);
}

TEST_F(Disk, a_file_that_may_not_be_written_is_read_and_refuses_every_write) {
  permit(folder_.file(""), anything);
  const std::string path = folder_.file("store.db");
  open(path);
  ASSERT_TRUE(ask(*store_, mailbox_, &Store::create_match, match_named("m"), moves(0, 1)));
  store_.reset();
  std::filesystem::remove(path + ".lock");
  {
    permit(path, only_readable);
    const AsNobody nobody;
    open(path);
    EXPECT_EQ(stored(), moves(0, 1));
    const auto outcome = append(1);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, FailureKind::read_only) << outcome.error().text;
    EXPECT_EQ(stored(), moves(0, 1));
    store_.reset();
  }
  // The log that it made has the file's rights.
  for (const auto& file : std::filesystem::directory_iterator(folder_.file(""))) permit(file.path(), anything);
  open(path);
  EXPECT_TRUE(append(1));
}

}  // namespace
}  // namespace crownstar::store
