// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/threads.h"
#include "kernel/kernel.h"
#include "tool/dispatch.h"
#include "tool/registry.h"

// The program put together: what every command that runs tools needs.
namespace cli {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

// Adds the domains' toolsets; main knows them, nobody else does.
using Fill = std::function<void(tool::Registry&, bool fixtures)>;

struct RuntimeOptions {
  std::vector<std::string> roots;  // empty: LINTEL_ROOTS, else the working directory
  std::string policy_file;         // empty: policy.toml in the configuration directory, if there
  bool fixtures = false;
};

struct Runtime {
  std::string policy_file;     // as in the options
  bool tokens_needed = false;  // it is reached from other machines
  std::unique_ptr<kernel::Kernel> kernel;
  std::unique_ptr<tool::Views> views;
  tool::Registry registry;
  std::unique_ptr<base::WorkerPool> workers;
  std::unique_ptr<tool::Dispatcher> dispatcher;
  ~Runtime();
  // Ends the workers, then the kernel, which answers everything it accepted. Whoever takes those
  // answers must still be there.
  void finish();
};

Result<std::unique_ptr<Runtime>> make_runtime(const RuntimeOptions& options, const Fill& fill);

Result<kernel::Policy> choose_policy(const std::string& policy_file);
Result<base::Roots> choose_roots(const std::vector<std::string>& given);
std::filesystem::path approvers_file();
std::filesystem::path approver_key_file();
// Where running servers of this state directory put their sockets.
std::filesystem::path socket_dir();
std::string os_user();
// The key of the workspace that belongs to the working directory: "cwd:<path>".
std::string working_directory_key();

}  // namespace cli
