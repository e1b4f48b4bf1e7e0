// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

// A disk that goes bad under the real program: preloaded (LD_PRELOAD), it stands between the program and the calls that
// change files, counts those under some directories, and does something to the n-th. tests/faults/files.py drives it.
//
//   BAD_DISK_UNDER     directories, separated by colons; what happens elsewhere is not looked at
//   BAD_DISK_JOURNAL   a directory of the same file system for what is remembered
//   BAD_DISK_AT        n; 0 or absent: nothing goes wrong
//   BAD_DISK_FAULT     kill        the process dies before the call
//                      torn        it dies after it; of a write only half is done
//                      EIO         the call fails
//                      ENOSPC      the call fails; so does, of all that follow, what needs room
//                      dead        the call fails with EIO, and so do all that follow
//   BAD_DISK_SYNCS     1: remembers what each sync made safe, so that a loss of power can be played afterwards
//
// In the journal `calls` has one line for each call: its number, its name, its path. With BAD_DISK_SYNCS, `syncs` has
// for each sync a line "sync KIND PATH NUMBER" and then, for each file or directory there is at that moment,
// "entry KIND INODE PATH"; `content-NUMBER` is what the synced file holds. What is unlinked stays linked in `held`, so
// that no inode's number is used twice.
namespace {

struct Disk {
  std::mutex mutex;
  std::vector<std::string> under;
  std::string journal;
  std::string fault;
  long at = 0;
  long count = 0;
  long syncs = 0;
  bool remembers = false;
  bool full = false;
  bool dead = false;
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::string> directories(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t colon = std::min(text.find(':', from), text.size());
    out.push_back(text.substr(from, colon - from));
    from = colon + 1;
  }
  return out;
}

// Never freed: the program's last calls come late.
Disk& disk() {
  static Disk* const one = [] {
    auto* made = new Disk;
    made->under = directories(environment("BAD_DISK_UNDER"));
    made->journal = environment("BAD_DISK_JOURNAL");
    made->fault = environment("BAD_DISK_FAULT");
    made->at = std::atol(environment("BAD_DISK_AT").c_str());
    made->remembers = environment("BAD_DISK_SYNCS") == "1";
    return made;
  }();
  return *one;
}

// The calls themselves, past the C library.
int real_open(int directory, const char* name, int flags, mode_t mode = 0) {
  return static_cast<int>(::syscall(SYS_openat, directory, name, flags, mode));
}
ssize_t real_write(int to, const void* bytes, std::size_t size) { return ::syscall(SYS_write, to, bytes, size); }
int real_rename(int from_directory, const char* from, int to_directory, const char* to, unsigned flags) {
  return static_cast<int>(::syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}
int real_link(const char* from, const char* to) {
  return static_cast<int>(::syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int real_unlink(int directory, const char* name, int flags) {
  return static_cast<int>(::syscall(SYS_unlinkat, directory, name, flags));
}

// ---- where a call happens ----------------------------------------------------------------------

std::string path_of(int descriptor) {
  char place[PATH_MAX];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = ::readlink(link.c_str(), place, sizeof place);
  return size <= 0 ? "" : std::string(place, static_cast<std::size_t>(size));
}

std::string path_of(int directory, const char* name) {
  if (*name == '/') return name;
  char here[PATH_MAX];
  if (directory != AT_FDCWD) return path_of(directory) + "/" + name;
  return ::getcwd(here, sizeof here) == nullptr ? name : std::string(here) + "/" + name;
}

// SQLite's -shm files are shared memory: nothing in them has to survive.
bool is_watched(const std::string& path) {
  return !path.ends_with("-shm") && std::ranges::any_of(disk().under, [&](const std::string& each) {
    return path == each || path.starts_with(each + "/");
  });
}

// ---- what is remembered ------------------------------------------------------------------------

void append(const std::string& file, const std::string& text) {
  const int to =
      real_open(AT_FDCWD, (disk().journal + "/" + file).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (to < 0 || real_write(to, text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
  ::close(to);
}

void list_entries(const std::string& directory, std::string& lines) {
  DIR* const open = ::opendir(directory.c_str());
  if (open == nullptr) return;
  while (const dirent* entry = ::readdir(open)) {
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) continue;
    const std::string path = directory + "/" + entry->d_name;
    struct stat status{};
    if (::lstat(path.c_str(), &status) != 0) continue;
    const bool is_directory = S_ISDIR(status.st_mode);
    lines += (is_directory ? "entry d " : "entry f ") + std::to_string(status.st_ino) + " " + path + "\n";
    if (is_directory) list_entries(path, lines);
  }
  ::closedir(open);
}

void copy_content(int descriptor, const std::string& name) {
  const int from = real_open(AT_FDCWD, ("/proc/self/fd/" + std::to_string(descriptor)).c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) std::abort();
  std::vector<char> buffer(1 << 20);
  append(name, "");
  for (;;) {
    const ssize_t got = ::read(from, buffer.data(), buffer.size());
    if (got <= 0) break;
    append(name, std::string(buffer.data(), static_cast<std::size_t>(got)));
  }
  ::close(from);
}

void remember_sync(int descriptor) {
  if (!disk().remembers) return;
  struct stat status{};
  if (::fstat(descriptor, &status) != 0) return;
  const std::string number = std::to_string(::getpid()) + "-" + std::to_string(++disk().syncs);
  const bool is_directory = S_ISDIR(status.st_mode);
  if (!is_directory) copy_content(descriptor, "content-" + number);
  std::string lines = std::string(is_directory ? "sync d " : "sync f ") +
                      (is_directory ? path_of(descriptor) : std::to_string(status.st_ino)) + " " + number + "\n";
  for (const std::string& each : disk().under) list_entries(each, lines);
  append("syncs", lines);
}

void hold(const std::string& path) {
  struct stat status{};
  if (!disk().remembers || ::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  real_link(path.c_str(), (disk().journal + "/held/" + std::to_string(status.st_ino)).c_str());
}

// ---- what goes wrong ---------------------------------------------------------------------------

enum class Kind : std::uint8_t { needs_room, frees_room };
enum class Verdict : std::uint8_t { go_on, fail, half_then_die, half };

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  for (;;) ::pause();
}

Verdict failing(int error) {
  errno = error;
  return Verdict::fail;
}

// Counts the call. With fail errno is set.
Verdict judge(const char* call, const std::string& path, Kind kind) {
  Disk& one = disk();
  ++one.count;
  append("calls", std::to_string(one.count) + " " + call + " " + path + "\n");
  if (one.dead) return failing(EIO);
  if (one.full && kind == Kind::needs_room) return failing(ENOSPC);
  if (one.at != one.count) return Verdict::go_on;
  if (one.fault == "kill") die();
  if (one.fault == "torn") return Verdict::half_then_die;
  if (one.fault == "EIO") return failing(EIO);
  one.dead = one.fault == "dead";
  one.full = one.fault == "ENOSPC";
  if (one.dead) return failing(EIO);
  return one.full && kind == Kind::needs_room ? Verdict::half : Verdict::go_on;
}

// One call that has no halves.
template <class F>
int do_one(const char* call, const std::string& path, Kind kind, F&& go) {
  if (!is_watched(path)) return go();
  const std::lock_guard lock(disk().mutex);
  const Verdict verdict = judge(call, path, kind);
  if (verdict == Verdict::fail) return -1;
  if (verdict == Verdict::half) {
    errno = ENOSPC;
    return -1;
  }
  const int result = go();
  if (verdict == Verdict::half_then_die) die();
  return result;
}

template <class F>
ssize_t do_write(const char* call, int descriptor, std::size_t size, F&& go) {
  const std::string path = path_of(descriptor);
  if (!is_watched(path)) return go(size);
  const std::lock_guard lock(disk().mutex);
  const Verdict verdict = judge(call, path, Kind::needs_room);
  if (verdict == Verdict::fail) return -1;
  const ssize_t result = go(verdict == Verdict::go_on || size < 2 ? size : size / 2);
  if (verdict == Verdict::half_then_die) die();
  return result;
}

template <class F>
int do_sync(const char* call, int descriptor, F&& go) {
  return do_one(call, path_of(descriptor), Kind::frees_room, [&] {
    const int result = go();
    if (result == 0) remember_sync(descriptor);
    return result;
  });
}

template <class F>
int do_open(int directory, const char* name, int flags, F&& go) {
  if ((flags & (O_CREAT | O_TRUNC)) == 0) return go();
  return do_one("open", path_of(directory, name), Kind::needs_room, go);
}

mode_t mode_in(int flags, va_list list) { return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0; }

}  // namespace

// ---- the calls ---------------------------------------------------------------------------------
// NOLINTBEGIN(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp)

extern "C" {

int open(const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return do_open(AT_FDCWD, name, flags, [&] { return real_open(AT_FDCWD, name, flags, mode); });
}
int open64(const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return do_open(AT_FDCWD, name, flags, [&] { return real_open(AT_FDCWD, name, flags, mode); });
}
int openat(int directory, const char* name, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = mode_in(flags, list);
  va_end(list);
  return do_open(directory, name, flags, [&] { return real_open(directory, name, flags, mode); });
}

ssize_t write(int descriptor, const void* bytes, std::size_t size) {
  return do_write("write", descriptor, size, [&](std::size_t now) { return real_write(descriptor, bytes, now); });
}
ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off_t at) {
  return do_write("pwrite", descriptor, size,
                  [&](std::size_t now) { return ::syscall(SYS_pwrite64, descriptor, bytes, now, at); });
}
int ftruncate64(int descriptor, off_t size) {
  return do_one("ftruncate", path_of(descriptor), Kind::frees_room,
                [&] { return static_cast<int>(::syscall(SYS_ftruncate, descriptor, size)); });
}

int fsync(int descriptor) {
  return do_sync("fsync", descriptor, [&] { return static_cast<int>(::syscall(SYS_fsync, descriptor)); });
}
int fdatasync(int descriptor) {
  return do_sync("fdatasync", descriptor, [&] { return static_cast<int>(::syscall(SYS_fdatasync, descriptor)); });
}

int rename(const char* from, const char* to) {
  return do_one("rename", path_of(AT_FDCWD, to), Kind::needs_room, [&] {
    hold(path_of(AT_FDCWD, to));
    return real_rename(AT_FDCWD, from, AT_FDCWD, to, 0);
  });
}
int renameat2(int from_directory, const char* from, int to_directory, const char* to, unsigned flags) {
  const std::string path = path_of(to_directory, to);
  return do_one("renameat2", path, Kind::needs_room, [&] {
    if (flags == 0) hold(path);
    return real_rename(from_directory, from, to_directory, to, flags);
  });
}
int link(const char* from, const char* to) {
  return do_one("link", path_of(AT_FDCWD, to), Kind::needs_room, [&] { return real_link(from, to); });
}

int unlink(const char* name) {
  const std::string path = path_of(AT_FDCWD, name);
  return do_one("unlink", path, Kind::frees_room, [&] {
    hold(path);
    return real_unlink(AT_FDCWD, name, 0);
  });
}
int unlinkat(int directory, const char* name, int flags) {
  const std::string path = path_of(directory, name);
  return do_one("unlinkat", path, Kind::frees_room, [&] {
    hold(path);
    return real_unlink(directory, name, flags);
  });
}
int remove(const char* name) {
  const std::string path = path_of(AT_FDCWD, name);
  return do_one("remove", path, Kind::frees_room, [&] {
    hold(path);
    const int result = real_unlink(AT_FDCWD, name, 0);
    return result != 0 && errno == EISDIR ? real_unlink(AT_FDCWD, name, AT_REMOVEDIR) : result;
  });
}

int mkdir(const char* name, mode_t mode) {
  return do_one("mkdir", path_of(AT_FDCWD, name), Kind::needs_room,
                [&] { return static_cast<int>(::syscall(SYS_mkdirat, AT_FDCWD, name, mode)); });
}
}
// NOLINTEND(readability-identifier-naming, bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp)
