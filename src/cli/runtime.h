// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/domain.h"
#include "kernel/kernel.h"
#include "kernel/policy_pins.h"
#include "kernel/token_file.h"
#include "tool/dispatch.h"
#include "tool/lanes.h"
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

// The policy that holds here, and what keeps another one that was asked for from doing so.
struct PolicyInForce {
  kernel::Policy policy;
  std::shared_ptr<const kernel::PolicyPins> pins;  // null: nobody has to accept policies here
  std::string waiting;                             // a sentence; empty: that is the one
};

struct Runtime {
  explicit Runtime(kernel::Policy its_built_in) : built_in(std::move(its_built_in)) {}
  std::string policy_file;     // as in the options
  bool tokens_needed = false;  // it is reached from other machines
  std::unique_ptr<kernel::Kernel> kernel;
  std::unique_ptr<kernel::TokenFile> tokens;  // beside those of the policy
  std::unique_ptr<tool::Views> views;
  kernel::Policy built_in;  // what policy files start from
  tool::Registry registry;
  std::vector<domain::Serving> servings;  // the domains at work, as listed
  std::unique_ptr<tool::Lanes> lanes;
  std::unique_ptr<tool::Dispatcher> dispatcher;
  ~Runtime();
  // Whom a bearer token names, by the policy or by the file of tokens.
  std::optional<kernel::Principal> principal_for_token(std::string_view token);
  bool has_tokens();
  enum class Which : std::uint8_t { changed, all };
  void reserve_names(Which which);  // of those whom the file's tokens name
  // What to do when tokens were given out or revoked; nothing any more once the listener is gone.
  class TokenListener {
   public:
    TokenListener(Runtime& runtime, std::function<void()> told);
    ~TokenListener();
    TokenListener(const TokenListener&) = delete;
    TokenListener& operator=(const TokenListener&) = delete;

   private:
    Runtime& runtime_;
  };
  void tokens_changed();  // thread-safe
  // Ends the lanes, then the kernel, which answers everything it accepted, then what the domains hold, the last one
  // first. Whoever takes those answers must still be there.
  void finish();

 private:
  std::mutex listener_mutex_;
  std::function<void()> told_;
};

Result<std::unique_ptr<Runtime>> make_runtime(const RuntimeOptions& options, const Domains& domains);
// Fills a registry as a server does: the kernel's tools, the pages, the domains. What they hold is returned.
std::vector<domain::Serving> fill(tool::Registry& registry, tool::Views& views, const Domains& domains, bool fixtures);

// The file's policy, or the one in the configuration directory, or the built-in one.
Result<kernel::Policy> choose_policy(const std::string& policy_file, const kernel::Policy& built_in);
Result<kernel::Policy> choose_policy(const std::string& policy_file, const Domains& domains);
// That one if it was accepted here, or if nobody can accept any yet; else the one that was. With approvers and nothing
// accepted it is taken as accepted, and with `keep` that is written down: so it was before policies were accepted.
enum class Keep : std::uint8_t { no, yes };
Result<PolicyInForce> policy_in_force(const std::string& policy_file, const kernel::Policy& built_in, Keep keep);
// Adds it to the accepted ones, with the names of those whom tokens were given out for.
Result<kernel::PolicyPins> add_pin(const kernel::PolicyPins& pins, kernel::PolicyPin pin, const kernel::Approver& by,
                                   const base::SigningKey* key);
kernel::Policy built_in_policy(const Domains& domains);
std::filesystem::path tokens_file();
Result<base::Roots> choose_roots(const std::vector<std::string>& given);
// What this process may have open at once, raised as far as it may raise it, and how it is shared out.
struct OpenFiles {
  std::size_t limit = 0;
  std::size_t workspaces = 0;   // open at once
  std::size_t connections = 0;  // over HTTP
};
OpenFiles open_files();
std::filesystem::path approvers_file();
std::filesystem::path approver_key_file();
// Where running servers of this state directory put their sockets.
std::filesystem::path socket_dir();
std::string os_user();
// The key of the workspace that belongs to the working directory: "cwd:<path>".
std::string working_directory_key();

}  // namespace cli
