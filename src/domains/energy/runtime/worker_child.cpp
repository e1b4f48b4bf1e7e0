// SPDX-License-Identifier: Apache-2.0
// The worker's own side: what runs in the process that `lintel energy worker` is.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>

#include "domains/energy/runtime/worker.h"

namespace energy::runtime {

namespace {

// EnergyPlus, src/EnergyPlus/api/state.h and runtime.h.
using State = void*;
struct Engine {
  State (*state_new)() = nullptr;
  int (*run)(State, int, const char**) = nullptr;
  void (*on_progress)(State, void (*)(int)) = nullptr;
  void (*on_message)(State, void (*)(const char*)) = nullptr;
};

void say(const std::string& line) {
  const std::string whole = line + "\n";
  if (::write(worker_report, whole.data(), whole.size()) < 0) ::_exit(1);  // nobody listens any more
}

void say_text(char mark, const char* text) {
  std::string line{mark, ' '};
  for (const char* at = text; *at != '\0' && line.size() < 300; ++at) line += *at == '\n' || *at == '\r' ? ' ' : *at;
  say(line);
}

// No socket of any kind: the engine needs none. Without privileges, and for all that it starts.
bool go_offline() {
  const std::array filter = {
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offsetof(seccomp_data, nr))),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void confine(bool network) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // not longer than who asked for it
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  ::fcntl(worker_report, F_SETFD, FD_CLOEXEC);
  if (!network && go_offline()) say("o");
}

// What it exits with; -1: it was killed, 127: it could not be run.
int run_program(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execv(program.c_str(), words.data());
    ::_exit(127);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (child < 0) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// ExpandObjects reads in.idf and writes expanded.idf where it stands. It is started without an IDD beside it: a partial
// one makes the run fatal, and with none it has its own.
std::string expand(const std::string& program) {
  say("m expanding HVACTemplate objects");
  if (const int code = run_program(program, {}); code < 0 || code == 127) return "ExpandObjects could not be run.";
  if (::access("expanded.idf", R_OK) != 0)
    return "ExpandObjects made no expanded.idf; its words are in expandedidf.err.";
  return {};
}

template <class Function>
bool find(void* library, const char* name, Function& out) {
  out = reinterpret_cast<Function>(::dlsym(library, name));
  return out != nullptr;
}

std::string open_engine(const std::string& path, Engine& out) {
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::string("The engine's library cannot be opened: ") + ::dlerror();
  const bool all = find(library, "stateNew", out.state_new) && find(library, "energyplus", out.run) &&
                   find(library, "registerProgressCallback", out.on_progress) &&
                   find(library, "registerStdOutCallback", out.on_message);
  return all ? "" : "The engine's library lacks functions of its API: " + path;
}

int simulate(const Engine& engine, const std::vector<std::string>& arguments) {
  const State state = engine.state_new();
  engine.on_progress(state, [](int percent) { say("p " + std::to_string(percent)); });
  engine.on_message(state, [](const char* text) { say_text('m', text); });
  std::vector<const char*> words{"energyplus"};
  for (const auto& argument : arguments) words.push_back(argument.c_str());
  return engine.run(state, static_cast<int>(words.size()), words.data());
}

std::string work(const WorkerOrders& orders, int& code) {
  if (::chdir(orders.directory.c_str()) != 0) return "The run's directory is gone: " + orders.directory;
  if (!orders.expand.empty()) {
    if (auto problem = expand(orders.expand); !problem.empty()) return problem;
  }
  if (!orders.program.empty()) {
    code = run_program(orders.program, orders.arguments);
    return code == 127 ? orders.program + " could not be run." : "";
  }
  Engine engine;
  if (auto problem = open_engine(orders.library, engine); !problem.empty()) return problem;
  code = simulate(engine, orders.arguments);
  return {};
}

}  // namespace

void be_worker(const WorkerOrders& orders) {
  confine(orders.network);
  int code = 1;
  if (const auto problem = work(orders, code); !problem.empty()) say_text('e', problem.c_str());
  std::fflush(nullptr);
  say("r " + std::to_string(code));
  ::_exit(0);  // the engine's own endings are no business of ours
}

}  // namespace energy::runtime
