// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/child.h"

#include <fcntl.h>
#include <spawn.h>

#include <csignal>
#include <cstring>

namespace energy::runtime {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (auto& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

// What posix_spawn must do in the child, freed at the end.
class Spawning {
 public:
  explicit Spawning(const Child& child) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    set_descriptors(child);
    if (!child.directory.empty()) ::posix_spawn_file_actions_addchdir_np(&actions_, child.directory.c_str());
    sigset_t none{}, all{};
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawning() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  // 0 or an errno.
  int start(Child& child, pid_t& started) const {
    return ::posix_spawnp(&started, child.program.c_str(), &actions_, &attributes_, pointers(child.words).data(),
                          pointers(child.variables).data());
  }

 private:
  void set_descriptors(const Child& child) {
    constexpr int behind_errors = 3;
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, 1, child.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&actions_, 1, 2);
    if (child.report >= 0) ::posix_spawn_file_actions_adddup2(&actions_, child.report, behind_errors);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, child.report >= 0 ? behind_errors + 1 : behind_errors);
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

base::Result<pid_t> start(Child child) {
  pid_t started = -1;
  const int error = Spawning(child).start(child, started);
  if (error != 0) return base::fail(base::Code::unavailable, std::strerror(error));
  return started;
}

}  // namespace energy::runtime
