// SPDX-License-Identifier: Apache-2.0
#include "base/files.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/ids.h"
#include "base/text.h"

namespace base {

namespace fs = std::filesystem;

namespace {

std::string reason(int error) { return std::generic_category().message(error); }

std::string in_quotes(std::string_view path) { return std::string("\"").append(printable(path, 500)).append("\""); }

Error os_failure(std::string_view action, std::string_view path, int error) {
  const auto code = error == ENOENT || error == ENOTDIR ? Code::not_found : Code::io;
  return fail(code, "cannot " + std::string(action) + " " + in_quotes(path) + ": " + reason(error));
}

// ---- reading and writing descriptors -----------------------------------------------------------

Error too_large(std::string_view path, std::size_t max_bytes) {
  return fail(Code::io, in_quotes(path) + " is too large", {},
              "At most " + std::to_string(max_bytes) + " bytes are read.");
}

Result<std::string> read_all(int fd, std::string_view path, std::size_t max_bytes) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return os_failure("read", path, errno);
  const auto expected = static_cast<std::size_t>(std::max<off_t>(status.st_size, 0));
  if (expected > max_bytes) return too_large(path, max_bytes);
  // The size is a hint only: the file may grow while it is read, and some files have none.
  std::string bytes;
  std::size_t room = expected + 1;
  for (;;) {
    const std::size_t used = bytes.size();
    if (used == room) room = room * 2 + 4096;
    ssize_t got = 0;
    bytes.resize_and_overwrite(room, [&](char* to, std::size_t) {
      got = ::read(fd, to + used, room - used);
      return used + static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    });
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return os_failure("read", path, errno);
    if (bytes.size() > max_bytes) return too_large(path, max_bytes);
    if (got == 0) return bytes;
  }
}

int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(fd) == 0 ? 0 : errno;
}

// A new file beside its target, removed again unless it was renamed over it.
class TemporaryFile {
 public:
  TemporaryFile(int directory, unsigned mode) : TemporaryFile(directory, mode, handle(".lintel-", system_entropy())) {}
  TemporaryFile(int directory, unsigned mode, std::string name) : directory_(directory), name_(std::move(name)) {
    file_ = Descriptor(
        ::openat(directory, name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t{mode}));
    error_ = file_ ? 0 : errno;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (file_ && !renamed_) ::unlinkat(directory_, name_.c_str(), 0);
  }

  // Each step gives 0 or an errno.
  int write(std::string_view bytes) { return error_ != 0 ? error_ : write_all(file_.get(), bytes); }
  int set_mode(mode_t mode) { return error_ != 0 ? error_ : ::fchmod(file_.get(), mode) == 0 ? 0 : errno; }
  int rename_to(const std::string& target) { return settle(rename(target, 0)); }
  // EEXIST where something is there.
  int rename_to_free(const std::string& target) { return settle(rename(target, RENAME_NOREPLACE)); }
  // What was there is called name() from now on, and goes when this does. Not synced yet.
  int exchange_with(const std::string& target) { return rename(target, RENAME_EXCHANGE); }
  // link(2) refuses a name that is taken: EEXIST. The other name goes when this does.
  int link_to(const std::string& target) {
    if (error_ != 0 || ::linkat(directory_, name_.c_str(), directory_, target.c_str(), 0) == 0) return error_;
    return errno;
  }
  // What is called name() goes, for good; with it all of before is safe.
  int remove() { return ::unlinkat(directory_, name_.c_str(), 0) == 0 ? settle(0) : errno; }
  int sync() const { return ::fsync(directory_) == 0 ? 0 : errno; }
  void keep() { renamed_ = true; }
  const std::string& name() const { return name_; }

 private:
  int rename(const std::string& target, unsigned flags) {
    return ::renameat2(directory_, name_.c_str(), directory_, target.c_str(), flags) == 0 ? 0 : errno;
  }
  int settle(int error) {
    if (error != 0) return error;
    renamed_ = true;
    return sync();
  }

  int directory_;
  std::string name_;
  Descriptor file_;
  int error_ = 0;
  bool renamed_ = false;
};

// Replaces `name` in `directory`. `keep_mode` gives an existing file's permissions to the new one.
Result<void> replace(int directory, const std::string& name, std::string_view bytes, unsigned mode,
                     std::optional<mode_t> keep_mode, std::string_view path) {
  TemporaryFile temporary(directory, mode);
  int error = temporary.write(bytes);
  if (error == 0 && keep_mode) error = temporary.set_mode(*keep_mode);
  if (error == 0) error = temporary.rename_to(name);
  if (error != 0) return os_failure("write", path, error);
  return {};
}

Error not_as_expected(std::string_view path) {
  return fail(Code::stale, in_quotes(path) + " is not what it was when the change was planned; it is left as it is", {},
              "Look at the file, then ask for the change again.");
}

// ---- confinement -------------------------------------------------------------------------------

// openat2(2). EAGAIN means that a rename elsewhere made the walk unsure of itself; asking again is
// what the manual page advises.
Descriptor open_beneath(int root, const std::string& path, int flags, std::uint64_t also = 0) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | also;
  long fd = -1;
  for (int attempt = 0; attempt < 100; ++attempt) {
    fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    if (fd >= 0 || (errno != EAGAIN && errno != EINTR)) break;
  }
  return Descriptor(static_cast<int>(fd));
}

constexpr std::string_view how_to_widen =
    "Allow another directory with --root DIR (repeatable) or LINTEL_ROOTS, separated by colons.";

// The remainder of `path` below `directory`, if it lies there by its spelling.
std::optional<std::string> below(const std::string& directory, std::string_view path) {
  if (!path.starts_with(directory)) return std::nullopt;
  path.remove_prefix(directory.size());
  if (!path.empty() && path.front() != '/') return std::nullopt;
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  return path.empty() ? "." : std::string(path);
}

struct Split {
  std::string directory;
  std::string name;
};

// The directory of a path and the last name in it.
Split split_last(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return {".", path};
  return {slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1)};
}

bool names_a_file(const std::string& name) { return !name.empty() && name != "." && name != ".."; }

Result<fs::path> where_is(int fd, std::string_view path) {
  std::error_code error;
  auto place = fs::read_symlink("/proc/self/fd/" + std::to_string(fd), error);
  if (error) return os_failure("locate", path, error.value());
  return place;
}

Result<void> require_regular(int fd, std::string_view path) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return os_failure("open", path, errno);
  if (S_ISDIR(status.st_mode)) return fail(Code::io, in_quotes(path) + " is a directory, not a file");
  if (!S_ISREG(status.st_mode)) return fail(Code::io, in_quotes(path) + " is not a regular file");
  return {};
}

// The permissions of the file that is to be replaced; nullopt when there is none yet.
Result<std::optional<mode_t>> mode_of_target(int directory, const std::string& name, std::string_view path) {
  struct stat status{};
  if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::optional<mode_t>();
    return os_failure("write", path, errno);
  }
  if (S_ISLNK(status.st_mode)) {
    return fail(Code::io, in_quotes(path) + " is a symbolic link and is not replaced", {},
                "Name the file it points to.");
  }
  if (S_ISDIR(status.st_mode)) {
    return fail(Code::io, in_quotes(path) + " is a directory, not a file", {}, "Name a file in it.");
  }
  if (!S_ISREG(status.st_mode)) return fail(Code::io, in_quotes(path) + " is not a regular file and is not replaced");
  return std::optional<mode_t>(status.st_mode & 0777);
}

// The policy, the keys and the logs are no tool's business, wherever the roots lie.
Result<void> refuse_own(int descriptor, std::string_view path) {
  const auto real = TRY(where_is(descriptor, path));
  std::error_code ignored;
  for (const auto& own : {config_home(), state_home(), runtime_dir()}) {
    const auto directory = fs::weakly_canonical(own, ignored).native();
    if (real.native() != directory && !real.native().starts_with(directory + "/")) continue;
    return fail(Code::denied, in_quotes(path) + " belongs to Lintel itself and is closed to tools");
  }
  return {};
}

}  // namespace

struct Roots::Root {
  fs::path directory;   // canonical
  std::string spelled;  // absolute, as it was given
  Descriptor descriptor;
};

// One path with the root beneath which it is to be resolved.
struct Roots::Place {
  const Root* root;
  std::string below;
};

Roots::Roots() = default;
Roots::Roots(Roots&&) noexcept = default;
Roots& Roots::operator=(Roots&&) noexcept = default;
Roots::~Roots() = default;

Result<Roots> Roots::open(const std::vector<fs::path>& directories) {
  Roots roots;
  for (const auto& given : directories) {
    std::error_code error;
    const auto canonical = fs::canonical(given, error);
    if (error) return os_failure("use as a root", given.native(), error.value());
    if (canonical == "/") {
      return fail(Code::denied, "the whole file system cannot be a root", given,
                  "Name the directories that are needed.");
    }
    Descriptor descriptor(::open(canonical.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!descriptor) return os_failure("use as a root", given.native(), errno);
    auto spelled = fs::absolute(given, error).lexically_normal().native();
    while (spelled.size() > 1 && spelled.back() == '/') spelled.pop_back();
    roots.roots_.push_back({canonical, std::move(spelled), std::move(descriptor)});
  }
  return roots;
}

std::vector<fs::path> Roots::directories() const {
  std::vector<fs::path> out;
  out.reserve(roots_.size());
  for (const auto& root : roots_) out.push_back(root.directory);
  return out;
}

Error Roots::outside(std::string_view path) const {
  std::string allowed = "No directory is allowed yet. ";
  if (!roots_.empty()) {
    allowed = "Allowed:";
    for (const auto& root : roots_) allowed.append(" ").append(in_quotes(root.directory.native()));
    allowed += ". ";
  }
  return fail(Code::denied, in_quotes(path) + " lies outside the allowed directories", {},
              allowed + std::string(how_to_widen));
}

Error Roots::refusal(std::string_view action, std::string_view path, int error) const {
  if (error == EXDEV) return outside(path);
  if (error == ELOOP) {
    return fail(Code::denied, in_quotes(path) + " leads through a symbolic link that is not followed", {},
                std::string(how_to_widen));
  }
  if (error == ENOSYS) {
    return fail(Code::unavailable, "confined file access needs openat2, which is in Linux 5.6 and later");
  }
  auto failure = os_failure(action, path, error);
  if (failure.code == Code::not_found && !roots_.empty()) {
    failure.hint = "Relative paths start at " + in_quotes(roots_.front().directory.native()) + ".";
  }
  return failure;
}

// Chooses the root by the path's spelling; whether the path stays there is for openat2 to say.
Result<Roots::Place> Roots::place(std::string_view path) const {
  if (path.empty()) return fail(Code::missing, "the path is empty");
  if (path.find('\0') != std::string_view::npos) return fail(Code::parse, in_quotes(path) + " holds a zero byte");
  if (roots_.empty()) return outside(path);
  if (path.front() != '/') return Place{&roots_.front(), std::string(path)};
  std::optional<Place> deepest;
  for (const auto& root : roots_) {
    auto rest = below(root.directory.native(), path);
    if (!rest) rest = below(root.spelled, path);
    if (rest && (!deepest || rest->size() < deepest->below.size())) deepest = Place{&root, std::move(*rest)};
  }
  if (!deepest) return outside(path);
  return std::move(*deepest);
}

Result<int> Roots::open_for_reading(std::string_view path) const {
  const auto place = TRY(this->place(path));
  // O_NONBLOCK: a FIFO without a writer must not hold us up before we see what it is.
  auto file = open_beneath(place.root->descriptor.get(), place.below, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) return refusal("open", path, errno);
  TRY(refuse_own(file.get(), path));
  if (auto regular = require_regular(file.get(), path); !regular) return std::move(regular).error();
  return file.release();
}

Result<std::string> Roots::read(std::string_view path, std::size_t max_bytes) const {
  const Descriptor file(TRY(open_for_reading(path)));
  return read_all(file.get(), path, max_bytes);
}

Result<Roots::Entry> Roots::entry(std::string_view action, std::string_view path, Links links) const {
  const auto place = TRY(this->place(path));
  auto [directory, name] = split_last(place.below);
  if (!names_a_file(name)) return fail(Code::io, in_quotes(path) + " does not name a file");
  const std::uint64_t also = links == Links::refused ? RESOLVE_NO_SYMLINKS : 0;
  auto opened = open_beneath(place.root->descriptor.get(), directory, O_RDONLY | O_DIRECTORY, also);
  if (!opened && links == Links::refused && errno == ELOOP) return not_as_expected(path);
  if (!opened) return refusal(action, path, errno);
  TRY(refuse_own(opened.get(), path));
  return Entry{opened.release(), std::move(name)};
}

Result<void> Roots::write_atomic(std::string_view path, std::string_view bytes) const {
  const auto target = TRY(entry("write", path));
  const Descriptor directory(target.directory);
  const auto mode = TRY(mode_of_target(directory.get(), target.name, path));
  return replace(directory.get(), target.name, bytes, 0644, mode, path);
}

namespace {

// Of a file in an open directory, by one look; nullopt if there is none. Links are not followed.
Result<std::optional<Roots::Facts>> facts_at(int directory, const std::string& name, std::string_view path) {
  const Descriptor file(::openat(directory, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (!file && errno == ENOENT) return std::optional<Roots::Facts>();
  if (!file) return os_failure("read", path, errno);
  TRY(require_regular(file.get(), path));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return os_failure("read", path, errno);
  Sha256 sum;
  std::int64_t size = 0;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto got = ::read(file.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return os_failure("read", path, errno);
    if (got == 0) return std::optional(Roots::Facts{sum.hex(), size, (status.st_mode & 0111) != 0});
    sum.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    size += got;
  }
}

std::optional<std::string> digest_of(const std::optional<Roots::Facts>& facts) {
  return facts ? std::optional(facts->sha256) : std::nullopt;
}

bool is_beginning(const Roots::Facts& facts, std::string_view bytes) {
  return facts.size <= std::ssize(bytes) &&
         facts.sha256 == sha256_hex(bytes.substr(0, static_cast<std::size_t>(facts.size)));
}

// What an attempt left that a crash or the disk cut short: something under its own name, or our bytes in the place. If
// both, that something is what they replaced: it goes, unless it is not what was expected; then it comes back. The
// directory may not have been synced. True: the work is done.
Result<bool> settle_earlier(int directory, const std::string& target, const std::string& left, std::string_view path,
                            const std::optional<std::string>& now, std::string_view bytes,
                            const std::optional<std::string>& expected) {
  const auto found = TRY(facts_at(directory, left, path));
  const std::string ours = sha256_hex(bytes);
  const bool done = now == ours && expected != ours;
  if (!found && !done) return false;
  const bool comes_back = done && found && expected && found->sha256 != *expected && !is_beginning(*found, bytes);
  if (comes_back && (::renameat2(directory, left.c_str(), directory, target.c_str(), RENAME_EXCHANGE) != 0 ||
                     ::fsync(directory) != 0))
    return os_failure("put back what was in", path, errno);
  if ((found && ::unlinkat(directory, left.c_str(), 0) != 0) || ::fsync(directory) != 0)
    return os_failure("write", path, errno);
  if (comes_back) return not_as_expected(path);
  return done;
}

// What is in the place was not expected: ours goes again, so that nothing of it comes back after a loss of power.
Error give_up(TemporaryFile& temporary, std::string_view path) {
  const int error = temporary.remove();
  return error == 0 ? not_as_expected(path) : os_failure("write", path, error);
}

// What was exchanged is looked at, so that a file put there in the last moment comes back.
Result<void> end_exchange(int directory, TemporaryFile& temporary, const std::string& target, std::string_view path,
                          const std::optional<std::string>& expected) {
  const auto replaced = facts_at(directory, temporary.name(), path);
  if (replaced.ok() && digest_of(*replaced) == expected) {
    const int error = temporary.remove();
    return error == 0 ? Result<void>() : os_failure("write", path, error);
  }
  int error = temporary.exchange_with(target);
  if (error == 0) error = temporary.sync();
  if (error == 0) return give_up(temporary, path);
  temporary.keep();  // it may hold what was there
  return os_failure("put back what was in", path, error);
}

}  // namespace

Result<void> Roots::write_if(std::string_view path, std::string_view bytes, const std::optional<std::string>& expected,
                             std::string_view tag) const {
  const auto target = TRY(entry("write", path, Links::refused));
  const Descriptor directory(target.directory);
  const std::string name = tag.empty() ? handle(".lintel-", system_entropy()) : ".lintel-" + std::string(tag);
  const auto mode = TRY(mode_of_target(directory.get(), target.name, path));
  const auto now = TRY(facts_at(directory.get(), target.name, path));
  if (!tag.empty() && TRY(settle_earlier(directory.get(), target.name, name, path, digest_of(now), bytes, expected)))
    return {};
  if (digest_of(now) != expected || (now && now->executable)) return not_as_expected(path);
  TemporaryFile temporary(directory.get(), 0644, name);
  int error = temporary.write(bytes);
  if (error == 0 && mode) error = temporary.set_mode(*mode);
  if (error != 0) return os_failure("write", path, error);
  error = expected ? temporary.exchange_with(target.name) : temporary.rename_to_free(target.name);
  if (error == EEXIST) return give_up(temporary, path);
  if (error == 0 && expected) return end_exchange(directory.get(), temporary, target.name, path, expected);
  // NB: some file systems know neither way (EINVAL); there only the look before remains.
  if (error == EINVAL) error = temporary.rename_to(target.name);
  if (error != 0) return os_failure("write", path, error);
  return {};
}

Result<void> Roots::end_attempt(std::string_view path, std::string_view bytes,
                                const std::optional<std::string>& expected, std::string_view tag) const {
  const auto target = TRY(entry("write", path, Links::refused));
  const Descriptor directory(target.directory);
  const auto now = TRY(facts_at(directory.get(), target.name, path));
  TRY(settle_earlier(directory.get(), target.name, ".lintel-" + std::string(tag), path, digest_of(now), bytes,
                     expected));
  return {};
}

Result<std::optional<Roots::Facts>> Roots::facts(std::string_view path) const {
  const auto target = TRY(entry("write", path));
  const Descriptor directory(target.directory);
  if (!TRY(mode_of_target(directory.get(), target.name, path))) return std::optional<Facts>();
  return facts_at(directory.get(), target.name, path);
}

std::string Roots::from_root(const fs::path& located) const {
  std::optional<std::string> deepest;
  for (const auto& root : roots_) {
    auto rest = below(root.directory.native(), located.native());
    if (rest && (!deepest || rest->size() < deepest->size())) deepest = std::move(rest);
  }
  return deepest.value_or(located.native());
}

Result<void> Roots::remove(std::string_view path) const {
  const auto target = TRY(entry("remove", path));
  const Descriptor directory(target.directory);
  if (::unlinkat(directory.get(), target.name.c_str(), 0) != 0) return refusal("remove", path, errno);
  if (::fsync(directory.get()) != 0) return os_failure("remove", path, errno);
  return {};
}

bool Roots::exists(std::string_view path) const {
  const auto place = this->place(path);
  return place.ok() && bool(open_beneath(place->root->descriptor.get(), place->below, O_PATH));
}

Result<fs::path> Roots::locate(std::string_view path) const {
  const auto place = TRY(this->place(path));
  const auto found = open_beneath(place.root->descriptor.get(), place.below, O_PATH);
  if (found) {
    TRY(refuse_own(found.get(), path));
    return where_is(found.get(), path);
  }
  if (errno != ENOENT) return refusal("locate", path, errno);
  // What does not exist yet lies where its directory does.
  const auto target = TRY(entry("locate", path));
  const Descriptor directory(target.directory);
  auto parent = TRY(where_is(directory.get(), path));
  return parent / target.name;
}

Result<fs::path> Roots::locate_for_writing(std::string_view path) const {
  auto located = TRY(locate(path));
  const auto target = TRY(entry("write", located.native()));
  const Descriptor directory(target.directory);
  TRY(mode_of_target(directory.get(), target.name, path));
  if (::faccessat(directory.get(), ".", W_OK | X_OK, AT_EACCESS) == 0) return located;
  auto failure = refusal("write", path, errno);
  failure.hint = "Its directory cannot be written to; name another.";
  return failure;
}

// ---- unconfined --------------------------------------------------------------------------------

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file) return os_failure("open", path.native(), errno);
  return read_all(file.get(), path.native(), max_bytes);
}

Result<bool> create_file(const fs::path& path, std::string_view bytes, unsigned mode) {
  const auto [directory, name] = split_last(path.native());
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return os_failure("write", path.native(), errno);
  int error = 0;
  {
    TemporaryFile temporary(opened.get(), mode);
    error = temporary.write(bytes);
    if (error == 0) error = temporary.link_to(name);
  }
  if (error == EEXIST) return false;
  if (error == 0 && ::fsync(opened.get()) != 0) error = errno;
  if (error != 0) return os_failure("write", path.native(), error);
  return true;
}

Result<void> write_file_atomic(const fs::path& path, std::string_view bytes, unsigned mode) {
  // People keep configuration behind symbolic links; what they point to is replaced, not the link.
  std::error_code ignored;
  std::error_code error;
  const auto target = fs::is_symlink(path, ignored) ? fs::weakly_canonical(path, error) : path;
  if (error) return os_failure("write", path.native(), error.value());
  const auto [directory, name] = split_last(target.native());
  if (!names_a_file(name)) return fail(Code::io, in_quotes(path.native()) + " does not name a file");
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return os_failure("write", path.native(), errno);
  return replace(opened.get(), name, bytes, mode, std::nullopt, path.native());
}

Result<void> sync_directory(const fs::path& directory) {
  const Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened || ::fsync(opened.get()) != 0) return os_failure("sync", directory.native(), errno);
  return {};
}

Result<void> make_private_directory(const fs::path& directory, Lasting lasting) {
  std::error_code error;
  if (directory.empty() || fs::is_directory(directory, error)) return {};
  TRY(make_private_directory(directory.parent_path()));
  if (::mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST)
    return os_failure("make the directory", directory.native(), errno);
  if (lasting == Lasting::no) return {};
  return sync_directory(directory.has_parent_path() ? directory.parent_path() : fs::path("."));
}

// ---- XDG Base Directory Specification 0.8 ------------------------------------------------------

namespace {

fs::path home() {
  if (const char* value = std::getenv("HOME"); value && *value == '/') return value;
  struct passwd entry{};
  struct passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found) return found->pw_dir;
  return "/";
}

// "All paths set in these environment variables must be absolute"; others are ignored.
std::optional<fs::path> from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  if (!value || *value != '/') return std::nullopt;
  return fs::path(value) / "lintel";
}

fs::path xdg(const char* variable, std::string_view below_home) {
  return from_environment(variable).value_or(home() / below_home / "lintel");
}

}  // namespace

fs::path state_home() { return xdg("XDG_STATE_HOME", ".local/state"); }
fs::path config_home() { return xdg("XDG_CONFIG_HOME", ".config"); }
fs::path data_home() { return xdg("XDG_DATA_HOME", ".local/share"); }
fs::path home_directory() { return home(); }
fs::path runtime_dir() { return from_environment("XDG_RUNTIME_DIR").value_or(state_home() / "run"); }

}  // namespace base
