// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace base {

// The directories tools may touch. Every path is resolved by the kernel of the operating system
// beneath one of them (openat2 with RESOLVE_BENEATH and RESOLVE_NO_MAGICLINKS): no "..", no symbolic
// link and no race leads out. Relative paths are taken from the first root. Thread-safe.
class Roots {
 public:
  // Opens the directories. Refuses "/" and what is not a directory.
  static Result<Roots> open(const std::vector<std::filesystem::path>& directories);
  Roots();  // no root: every access is refused
  Roots(Roots&&) noexcept;
  Roots& operator=(Roots&&) noexcept;
  ~Roots();

  Result<std::string> read(std::string_view path, std::size_t max_bytes) const;
  // An open descriptor for mapping or streaming; the caller closes it.
  Result<int> open_for_reading(std::string_view path) const;
  // Writes beside the target, syncs, renames over it, syncs the directory. An existing file keeps its
  // permissions; symbolic links and what is not a regular file are not replaced.
  Result<void> write_atomic(std::string_view path, std::string_view bytes) const;
  // The same to a located path, if what is there is what is expected: a file with this SHA-256 in hex, or none.
  // Code::stale if not: what somebody else put there, however late, is kept (renameat2: without replacing, or exchanged
  // and looked at). So is what has become executable, or lies behind a link by now.
  // `tag` names the attempt: done again under the same one after a crash or a failure, it ends what the first left.
  Result<void> write_if(std::string_view path, std::string_view bytes,
                        const std::optional<std::string>& expected_sha256, std::string_view tag = {}) const;
  // Ends what such an attempt left, and tries no more.
  Result<void> end_attempt(std::string_view path, std::string_view bytes,
                           const std::optional<std::string>& expected_sha256, std::string_view tag) const;
  // What a file is now; nullopt if there is none. Fails for links, directories and devices.
  struct Facts {
    std::string sha256;  // hex
    std::int64_t size = 0;
    bool executable = false;
  };
  Result<std::optional<Facts>> facts(std::string_view path) const;
  Result<void> remove(std::string_view path) const;
  bool exists(std::string_view path) const;
  // Where the path lies once resolved, for messages and records. The last name need not exist yet.
  Result<std::filesystem::path> locate(std::string_view path) const;
  // The same for a file that is to be written: fails where write_atomic would, as far as that can be seen before.
  Result<std::filesystem::path> locate_for_writing(std::string_view path) const;
  // A located path as seen from its root, which is how scopes name it: "out/house.ids".
  std::string from_root(const std::filesystem::path& located) const;
  std::vector<std::filesystem::path> directories() const;

 private:
  struct Root;
  struct Place;
  struct Entry {
    int directory;  // open; the caller closes it
    std::string name;
  };
  Result<Place> place(std::string_view path) const;
  enum class Links : std::uint8_t { followed, refused };  // those that stay beneath the root
  Result<Entry> entry(std::string_view action, std::string_view path, Links links = Links::followed) const;
  Error outside(std::string_view path) const;
  Error refusal(std::string_view action, std::string_view path, int error) const;

  std::vector<Root> roots_;
};

// Files of our own (state, configuration) and paths a person typed: not confined, pipes and symbolic
// links are followed. No directory is made on the way.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes);
Result<void> write_file_atomic(const std::filesystem::path& path, std::string_view bytes, unsigned mode = 0644);
// A new file, on disk when this returns: the whole of it at once, or nothing. False: there is one already.
Result<bool> create_file(const std::filesystem::path& path, std::string_view bytes, unsigned mode);
// With the parents that are missing, for this user alone; what exists keeps its mode. Each is synced into its parent,
// or a loss of power could take it away with all that is in it; the last only if what is in it must outlive that.
enum class Lasting : bool { no, yes };
Result<void> make_private_directory(const std::filesystem::path& directory, Lasting lasting = Lasting::yes);
// Makes the names in it safe.
Result<void> sync_directory(const std::filesystem::path& directory);

// XDG directories with the program's name appended: ~/.local/state/lintel and so on. Without
// XDG_RUNTIME_DIR the runtime directory is "run" in the state directory.
std::filesystem::path state_home();
std::filesystem::path config_home();
std::filesystem::path data_home();
std::filesystem::path runtime_dir();
std::filesystem::path home_directory();  // of this user: $HOME, else what the system says

}  // namespace base
