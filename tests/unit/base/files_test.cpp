// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "base/crypto.h"

namespace base {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string get(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t entries(const fs::path& directory) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

// A root "project" beside a directory "outside" that must stay out of reach.
class RootsTest : public testing::Test {
 protected:
  RootsTest() {
    std::string pattern = (fs::temp_directory_path() / "lintel-files-XXXXXX").native();
    base_ = fs::canonical(::mkdtemp(pattern.data()));
    fs::create_directories(root() / "plans");
    fs::create_directories(outside());
    put(root() / "plans/ground.txt", "ground floor");
    put(outside() / "secret.txt", "secret");
    roots_.emplace(std::move(Roots::open({root()})).value());
  }
  void TearDown() override { fs::remove_all(base_); }

  fs::path root() const { return base_ / "project"; }
  fs::path outside() const { return base_ / "outside"; }
  const Roots& roots() const { return *roots_; }

  // Every way in must refuse the path.
  void expect_denied(const std::string& path) const {
    const auto read = roots().read(path, 100);
    ASSERT_FALSE(read.ok()) << path << " gave " << *read;
    EXPECT_EQ(read.error().code, Code::denied) << path << ": " << read.error().message;
    EXPECT_THAT(read.error().message, HasSubstr(path));
    EXPECT_THAT(read.error().hint, HasSubstr("--root DIR"));
    EXPECT_FALSE(roots().write_atomic(path, "overwritten").ok()) << path;
    EXPECT_FALSE(roots().exists(path)) << path;
    EXPECT_FALSE(roots().locate(path).ok()) << path;
    EXPECT_EQ(get(outside() / "secret.txt"), "secret");
  }

  fs::path base_;
  std::optional<Roots> roots_;
};

TEST_F(RootsTest, ReadsRelativeAndAbsolutePathsBeneathARoot) {
  EXPECT_EQ(*roots().read("plans/ground.txt", 100), "ground floor");
  EXPECT_EQ(*roots().read("./plans/../plans//ground.txt", 100), "ground floor");
  EXPECT_EQ(*roots().read((root() / "plans/ground.txt").native(), 100), "ground floor");
  EXPECT_EQ(*roots().read(root().native() + "//plans/ground.txt", 100), "ground floor");
  EXPECT_TRUE(roots().exists("plans"));
  EXPECT_TRUE(roots().exists(root().native()));
  EXPECT_FALSE(roots().exists("plans/first.txt"));
}

TEST_F(RootsTest, DotsDoNotLeadOut) {
  expect_denied("../outside/secret.txt");
  expect_denied("plans/../../outside/secret.txt");
  expect_denied(root().native() + "/../outside/secret.txt");
  expect_denied("..");
}

TEST_F(RootsTest, AbsolutePathsOutsideAreRefused) {
  expect_denied((outside() / "secret.txt").native());
  expect_denied("/etc/passwd");
  expect_denied(root().native() + "-sibling/file");
  EXPECT_THAT(roots().read("/etc/passwd", 100).error().hint, HasSubstr(root().native()));
  EXPECT_THAT(roots().read("/etc/passwd", 100).error().hint, HasSubstr("LINTEL_ROOTS"));
}

TEST_F(RootsTest, SymbolicLinksStayInside) {
  fs::create_symlink("plans/ground.txt", root() / "inside");
  EXPECT_EQ(*roots().read("inside", 100), "ground floor");
  EXPECT_EQ(*roots().locate("inside"), root() / "plans/ground.txt");

  fs::create_symlink("../outside/secret.txt", root() / "relative_out");
  fs::create_symlink(outside() / "secret.txt", root() / "absolute_out");
  fs::create_directory_symlink("../outside", root() / "directory_out");
  for (const std::string path : {"relative_out", "absolute_out"}) {
    const auto read = roots().read(path, 100);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, Code::denied);
    EXPECT_FALSE(roots().exists(path));
  }
  expect_denied("directory_out/secret.txt");
  EXPECT_FALSE(roots().write_atomic("directory_out/new.txt", "x").ok());
  EXPECT_FALSE(roots().remove("directory_out/secret.txt").ok());
  EXPECT_EQ(entries(outside()), 1u);
  fs::create_symlink("loop", root() / "loop");
  EXPECT_EQ(roots().read("loop", 100).error().code, Code::denied);
}

TEST_F(RootsTest, MagicLinksAreNotFollowed) {
  const auto self = Roots::open({"/proc/self"});
  ASSERT_TRUE(self.ok());
  for (const char* path : {"root/etc/passwd", "cwd", "exe", "fd/0"}) {
    EXPECT_EQ(self->read(path, 100).error().code, Code::denied) << path;
  }
}

TEST_F(RootsTest, OnlyRegularFilesAreRead) {
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(roots().read("pipe", 100).error().message, HasSubstr("not a regular file"));
  EXPECT_THAT(roots().read("plans", 100).error().message, HasSubstr("is a directory"));
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto socket_path = (root() / "socket").native();
  ASSERT_LT(socket_path.size(), sizeof address.sun_path);
  socket_path.copy(address.sun_path, socket_path.size());
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_FALSE(roots().read("socket", 100).ok());
  ::close(listener);
  EXPECT_THAT(roots().write_atomic("pipe", "x").error().message, HasSubstr("not a regular file"));
  EXPECT_THAT(roots().write_atomic("plans", "x").error().message, HasSubstr("is a directory"));
}

TEST_F(RootsTest, ReadsAtMostWhatIsAllowed) {
  EXPECT_EQ(*roots().read("plans/ground.txt", 12), "ground floor");
  const auto read = roots().read("plans/ground.txt", 11);
  EXPECT_THAT(read.error().message, HasSubstr("too large"));
  EXPECT_EQ(read.error().hint, "At most 11 bytes are read.");
  put(root() / "empty", "");
  EXPECT_EQ(*roots().read("empty", 0), "");
  // Files of /proc have no size; the limit holds all the same.
  const auto self = Roots::open({"/proc/self"});
  EXPECT_GT(self->read("status", 100'000)->size(), 100u);
  EXPECT_THAT(self->read("status", 10).error().message, HasSubstr("too large"));
}

TEST_F(RootsTest, MissingFilesAndOddPathsAreNamed) {
  const auto missing = roots().read("plans/attic.txt", 100);
  EXPECT_EQ(missing.error().code, Code::not_found);
  EXPECT_THAT(missing.error().message, HasSubstr("plans/attic.txt"));
  EXPECT_THAT(missing.error().hint, HasSubstr(root().native()));
  EXPECT_EQ(roots().read("plans/ground.txt/x", 100).error().code, Code::not_found);
  EXPECT_EQ(roots().read("", 100).error().code, Code::missing);
  EXPECT_EQ(roots().read(std::string_view("plans/ground.txt\0.png", 21), 100).error().code, Code::parse);
  EXPECT_FALSE(roots().read(std::string(10'000, 'a'), 100).ok());
}

TEST_F(RootsTest, WithoutRootsEverythingIsRefused) {
  const Roots none;
  EXPECT_EQ(none.read("plans/ground.txt", 100).error().code, Code::denied);
  EXPECT_EQ(none.write_atomic("/tmp/x", "").error().code, Code::denied);
  EXPECT_FALSE(none.exists("/"));
  EXPECT_THAT(none.read("a", 1).error().hint, HasSubstr("No directory is allowed yet"));
}

TEST_F(RootsTest, TheWholeFileSystemIsNoRoot) {
  EXPECT_EQ(Roots::open({"/"}).error().code, Code::denied);
  EXPECT_EQ(Roots::open({"/tmp/.."}).error().code, Code::denied);
  fs::create_directory_symlink("/", base_ / "slash");
  EXPECT_EQ(Roots::open({base_ / "slash"}).error().code, Code::denied);
  EXPECT_EQ(Roots::open({base_ / "nowhere"}).error().code, Code::not_found);
  EXPECT_FALSE(Roots::open({root() / "plans/ground.txt"}).ok());
}

TEST_F(RootsTest, SeveralRootsAreTriedByTheirSpelling) {
  fs::create_directories(base_ / "library");
  fs::create_directory_symlink(base_ / "library", base_ / "alias");
  put(base_ / "library/door.txt", "door");
  const auto both = Roots::open({root(), root() / "plans", base_ / "alias/"});
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(*both->read((base_ / "library/door.txt").native(), 100), "door");
  EXPECT_EQ(*both->read((base_ / "alias/door.txt").native(), 100), "door");
  EXPECT_EQ(*both->read((root() / "plans/ground.txt").native(), 100), "ground floor");
  EXPECT_EQ(both->read("door.txt", 100).error().code, Code::not_found) << "relative paths belong to the first root";
  EXPECT_THAT(both->directories(), testing::ElementsAre(root(), root() / "plans", base_ / "library"));
}

TEST_F(RootsTest, WritesNewFilesAndReplacesOldOnes) {
  ASSERT_TRUE(roots().write_atomic("plans/first.txt", "first floor").ok());
  EXPECT_EQ(get(root() / "plans/first.txt"), "first floor");
  ASSERT_TRUE(roots().write_atomic((root() / "plans/first.txt").native(), "new").ok());
  EXPECT_EQ(get(root() / "plans/first.txt"), "new");
  ASSERT_TRUE(roots().write_atomic("top.txt", "").ok());
  EXPECT_EQ(entries(root() / "plans"), 2u) << "nothing temporary is left";
}

TEST_F(RootsTest, AReplacedFileKeepsItsPermissions) {
  fs::permissions(root() / "plans/ground.txt", fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(roots().write_atomic("plans/ground.txt", "x").ok());
  EXPECT_EQ(fs::status(root() / "plans/ground.txt").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(RootsTest, AFailedWriteLeavesNothingBehind) {
  fs::create_symlink("plans/ground.txt", root() / "link");
  for (const char* path : {"link", "plans", "plans/", ".", "plans/..", "nowhere/x.txt", "plans/ground.txt/x"}) {
    const auto written = roots().write_atomic(path, "x");
    ASSERT_FALSE(written.ok()) << path;
    EXPECT_THAT(written.error().message, HasSubstr(path));
  }
  EXPECT_FALSE(roots().write_atomic("plans/" + std::string(300, 'n'), "x").ok());
  EXPECT_EQ(get(root() / "plans/ground.txt"), "ground floor");
  EXPECT_EQ(entries(root()), 2u);
  EXPECT_EQ(entries(root() / "plans"), 1u);
}

TEST_F(RootsTest, ReadersSeeTheOldFileOrTheNewOneNeverAPart) {
  const std::string old_bytes(50'000, 'o');
  const std::string new_bytes(70'000, 'n');
  ASSERT_TRUE(roots().write_atomic("shared", old_bytes).ok());
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(roots().write_atomic("shared", i % 2 == 0 ? new_bytes : old_bytes).ok());
    done = true;
  });
  while (!done) {
    const auto seen = roots().read("shared", 100'000);
    EXPECT_TRUE(seen.ok() && (*seen == old_bytes || *seen == new_bytes));
  }
  writer.join();
}

// Somebody swaps a directory for a link to the outside, over and over, while we read through it.
TEST_F(RootsTest, NoRaceLeadsOut) {
  fs::create_directories(root() / "spare");
  put(root() / "spare/secret.txt", "harmless");
  fs::create_directory_symlink("../outside", root() / "spare_link");
  std::atomic<bool> done = false;
  std::thread swapper([&] {
    while (!done) {
      fs::rename(root() / "spare", root() / "hole");
      fs::rename(root() / "hole", root() / "spare");
      fs::rename(root() / "spare_link", root() / "hole");
      fs::rename(root() / "hole", root() / "spare_link");
    }
  });
  for (int i = 0; i < 5'000; ++i) {
    const auto read = roots().read("hole/secret.txt", 100);
    EXPECT_TRUE(!read.ok() || *read == "harmless");
  }
  done = true;
  swapper.join();
}

TEST_F(RootsTest, RemovesFilesOnly) {
  EXPECT_TRUE(roots().remove("plans/ground.txt").ok());
  EXPECT_FALSE(fs::exists(root() / "plans/ground.txt"));
  EXPECT_EQ(roots().remove("plans/ground.txt").error().code, Code::not_found);
  EXPECT_FALSE(roots().remove("plans").ok());
  EXPECT_FALSE(roots().remove("..").ok());
  EXPECT_EQ(roots().remove("../outside/secret.txt").error().code, Code::denied);
  EXPECT_TRUE(fs::exists(outside() / "secret.txt"));
}

TEST_F(RootsTest, LocatesWhatExistsAndWhatWill) {
  EXPECT_EQ(*roots().locate("plans/../plans/ground.txt"), root() / "plans/ground.txt");
  EXPECT_EQ(*roots().locate("plans/new.txt"), root() / "plans/new.txt");
  EXPECT_EQ(*roots().locate("."), root());
  EXPECT_EQ(roots().locate("nowhere/new.txt").error().code, Code::not_found);
}

TEST_F(RootsTest, LocatesForWritingOnlyWhatCanBeWritten) {
  EXPECT_EQ(*roots().locate_for_writing("plans/ground.txt"), root() / "plans/ground.txt");
  EXPECT_EQ(*roots().locate_for_writing("plans/new.txt"), root() / "plans/new.txt");
  fs::create_symlink("plans/ground.txt", root() / "inside");
  EXPECT_EQ(*roots().locate_for_writing("inside"), root() / "plans/ground.txt");
  EXPECT_THAT(roots().locate_for_writing("plans").error().message, HasSubstr("is a directory"));
  EXPECT_THAT(roots().locate_for_writing(".").error().message, HasSubstr("does not name a file"));
  EXPECT_EQ(roots().locate_for_writing("nowhere/new.txt").error().code, Code::not_found);
  EXPECT_EQ(roots().locate_for_writing("plans/ground.txt/new.txt").error().code, Code::not_found);
  ASSERT_EQ(::mkfifo((root() / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(roots().locate_for_writing("pipe").error().message, HasSubstr("not a regular file"));
  fs::create_symlink("plans/gone.txt", root() / "dangling");
  EXPECT_FALSE(roots().locate_for_writing("dangling").ok());
}

TEST_F(RootsTest, ADirectoryThatMayNotBeWrittenToIsSeenBefore) {
  if (::geteuid() == 0) GTEST_SKIP() << "the super-user may write everywhere";
  fs::permissions(root() / "plans", fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(roots().locate_for_writing("plans/new.txt").error().code, Code::io);
  EXPECT_EQ(roots().locate_for_writing("plans/ground.txt").error().code, Code::io);
  fs::permissions(root() / "plans", fs::perms::owner_all);
}

// A program killed between the exchange and the look at what it replaced has left that under its own name.
TEST_F(RootsTest, AWriteThatWasCutShortIsEndedUnderItsTag) {
  const auto roots = Roots::open({root()}).value();
  const std::string before = sha256_hex("before");
  const auto target = root() / "a.txt";
  const auto left = root() / ".lintel-tag";
  const auto again = [&] { return roots.write_if(target.native(), "ours", before, "tag"); };
  // Killed while it wrote: the beginning of our bytes goes, and the work is done anew.
  put(target, "before");
  put(left, "ou");
  EXPECT_TRUE(again().ok());
  EXPECT_EQ(roots.read("a.txt", 100).value(), "ours");
  EXPECT_FALSE(fs::exists(left));
  // Killed after the exchange: what was expected goes.
  put(left, "before");
  EXPECT_TRUE(again().ok());
  EXPECT_EQ(roots.read("a.txt", 100).value(), "ours");
  EXPECT_FALSE(fs::exists(left));
  // What somebody had put there in the last moment comes back.
  put(left, "somebody's");
  EXPECT_EQ(again().error().code, Code::stale);
  EXPECT_EQ(roots.read("a.txt", 100).value(), "somebody's");
  EXPECT_FALSE(fs::exists(left));
  // Killed while it wrote, and then somebody put the same there: half of it is nobody's file.
  put(target, "ours");
  put(left, "ou");
  EXPECT_TRUE(again().ok());
  EXPECT_EQ(roots.read("a.txt", 100).value(), "ours");
  EXPECT_FALSE(fs::exists(left));
  // Killed when all was done but the word of it.
  put(target, "ours");
  EXPECT_TRUE(again().ok());
  EXPECT_TRUE(roots.write_if(target.native(), "ours", std::nullopt, "tag").ok());
  EXPECT_EQ(roots.write_if(target.native(), "ours", std::nullopt).error().code, Code::stale) << "nobody tried before";
}

TEST_F(RootsTest, LendsADescriptorForStreaming) {
  const auto fd = roots().open_for_reading("plans/ground.txt");
  ASSERT_TRUE(fd.ok());
  std::string bytes(6, '\0');
  EXPECT_EQ(::pread(*fd, bytes.data(), bytes.size(), 0), 6);
  EXPECT_EQ(bytes, "ground");
  EXPECT_EQ(::fcntl(*fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  ::close(*fd);
}

TEST_F(RootsTest, AMovedRootsStillHoldsItsDirectories) {
  auto first = std::move(Roots::open({root()})).value();
  auto second = std::move(first);
  EXPECT_EQ(*second.read("plans/ground.txt", 100), "ground floor");
  Roots third;
  third = std::move(second);
  EXPECT_EQ(*third.read("plans/ground.txt", 100), "ground floor");
}

TEST_F(RootsTest, ANewFileNeverReplacesOne) {
  fs::create_directory(base_ / "keys");
  EXPECT_TRUE(*create_file(base_ / "keys/one", "first", 0600));
  EXPECT_FALSE(*create_file(base_ / "keys/one", "second", 0600));
  EXPECT_EQ(*read_file(base_ / "keys/one", 100), "first");
  EXPECT_EQ(std::distance(fs::directory_iterator(base_ / "keys"), {}), 1) << "nothing is left beside it";
  EXPECT_FALSE(create_file(base_ / "nowhere/one", "first", 0600).ok());
}

TEST_F(RootsTest, DirectoriesOfOurOwnAreForThisUserAlone) {
  ASSERT_TRUE(make_private_directory(base_ / "state/lintel").ok());
  EXPECT_EQ(fs::status(base_ / "state").permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(base_ / "state/lintel").permissions(), fs::perms::owner_all);
  fs::permissions(base_ / "state", fs::perms::all);
  EXPECT_TRUE(make_private_directory(base_ / "state").ok());
  EXPECT_EQ(fs::status(base_ / "state").permissions(), fs::perms::all) << "what is there keeps its mode";
  put(base_ / "file", "");
  EXPECT_FALSE(make_private_directory(base_ / "file/below").ok());
}

TEST_F(RootsTest, UnconfinedFilesAreReadAndReplacedAsWell) {
  const auto path = base_ / "policy.toml";
  EXPECT_EQ(read_file(path, 100).error().code, Code::not_found);
  ASSERT_TRUE(write_file_atomic(path, "rules", 0600).ok());
  EXPECT_EQ(*read_file(path, 5), "rules");
  EXPECT_FALSE(read_file(path, 4).ok());
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_FALSE(read_file(base_, 100).ok());
  EXPECT_FALSE(write_file_atomic(base_ / "nowhere/x", "x").ok());
  EXPECT_FALSE(write_file_atomic("", "x").ok());
  EXPECT_EQ(entries(base_), 3u);
}

TEST_F(RootsTest, UnconfinedWritesGoThroughSymbolicLinks) {
  put(outside() / "config", "old");
  fs::create_symlink(outside() / "config", base_ / "config");
  ASSERT_TRUE(write_file_atomic(base_ / "config", "new").ok());
  EXPECT_TRUE(fs::is_symlink(base_ / "config"));
  EXPECT_EQ(get(outside() / "config"), "new");
}

// Sets variables for one test and puts the old values back.
class Environment {
 public:
  void set(const char* name, const char* value) {
    const char* old = std::getenv(name);
    saved_.emplace_back(name, old ? std::optional<std::string>(old) : std::nullopt);
    value ? ::setenv(name, value, 1) : ::unsetenv(name);
  }
  ~Environment() {
    for (auto it = saved_.rbegin(); it != saved_.rend(); ++it) {
      it->second ? ::setenv(it->first.c_str(), it->second->c_str(), 1) : ::unsetenv(it->first.c_str());
    }
  }

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> saved_;
};

TEST(Xdg, FollowsTheEnvironmentAndFallsBackToHome) {
  Environment environment;
  environment.set("HOME", "/home/ada");
  environment.set("XDG_STATE_HOME", "/var/state");
  environment.set("XDG_CONFIG_HOME", nullptr);
  environment.set("XDG_DATA_HOME", "relative/is/ignored");
  environment.set("XDG_RUNTIME_DIR", "/run/user/1000");
  EXPECT_EQ(state_home(), "/var/state/lintel");
  EXPECT_EQ(config_home(), "/home/ada/.config/lintel");
  EXPECT_EQ(data_home(), "/home/ada/.local/share/lintel");
  EXPECT_EQ(runtime_dir(), "/run/user/1000/lintel");
  environment.set("XDG_RUNTIME_DIR", nullptr);
  EXPECT_EQ(runtime_dir(), "/var/state/lintel/run");
  environment.set("HOME", nullptr);
  EXPECT_TRUE(config_home().is_absolute());
}

}  // namespace
}  // namespace base
