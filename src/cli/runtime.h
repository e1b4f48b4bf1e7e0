// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/threads.h"
#include "domain/domain.h"
#include "kernel/kernel.h"
#include "tool/dispatch.h"
#include "tool/registry.h"

// The program put together: what every command that runs tools needs.
namespace cli {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

using domain::Domains;

struct RuntimeOptions {
  std::vector<std::string> roots;  // empty: LINTEL_ROOTS, else the working directory
  std::string policy_file;         // empty: policy.toml in the configuration directory, if there
  bool fixtures = false;
  bool read_only = false;  // nothing is written by any door
};

struct Runtime {
  explicit Runtime(kernel::Policy its_built_in) : built_in(std::move(its_built_in)) {}
  std::string policy_file;     // as in the options
  bool tokens_needed = false;  // it is reached from other machines
  std::unique_ptr<kernel::Kernel> kernel;
  std::unique_ptr<tool::Views> views;
  kernel::Policy built_in;  // what policy files start from
  tool::Registry registry;
  std::vector<domain::Serving> servings;  // the domains at work, as listed
  std::unique_ptr<base::WorkerPool> workers;
  std::unique_ptr<tool::Dispatcher> dispatcher;
  ~Runtime();
  // Ends the workers, then the kernel, which answers everything it accepted, then what the domains hold, the last one
  // first. Whoever takes those answers must still be there.
  void finish();
};

Result<std::unique_ptr<Runtime>> make_runtime(const RuntimeOptions& options, const Domains& domains);
// Fills a registry as a server does: the kernel's tools, the pages, the domains. What they hold is returned.
std::vector<domain::Serving> fill(tool::Registry& registry, tool::Views& views, const Domains& domains, bool fixtures);

// The file's policy, or the one in the configuration directory, or the built-in one.
Result<kernel::Policy> choose_policy(const std::string& policy_file, const kernel::Policy& built_in);
Result<kernel::Policy> choose_policy(const std::string& policy_file, const Domains& domains);
Result<base::Roots> choose_roots(const std::vector<std::string>& given);
std::filesystem::path approvers_file();
std::filesystem::path approver_key_file();
// Where running servers of this state directory put their sockets.
std::filesystem::path socket_dir();
std::string os_user();
// The key of the workspace that belongs to the working directory: "cwd:<path>".
std::string working_directory_key();

}  // namespace cli
