// SPDX-License-Identifier: Apache-2.0
#include "cli/runtime.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <thread>

#include "base/crypto.h"
#include "base/text.h"
#include "cli/pages.h"
#include "tool/builtin/list.h"

namespace cli {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// Seconds; seed 000 names IDS_SESSION_TIMEOUT, LINTEL_WORKSPACE_TIMEOUT is its general form.
std::optional<std::int64_t> whole_number(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0 || number > 1'000'000'000) return {};
  return number;
}

std::int64_t workspace_timeout_ms(std::int64_t fallback) {
  for (const char* name : {"LINTEL_WORKSPACE_TIMEOUT", "IDS_SESSION_TIMEOUT"}) {
    if (const auto seconds = whole_number(environment(name)); seconds && *seconds > 0) return *seconds * 1000;
  }
  return fallback;
}

}  // namespace

Runtime::~Runtime() { finish(); }

void Runtime::finish() {
  if (workers) workers->stop();  // before the kernel they use
  kernel.reset();                // before the dispatcher and the registry its answers go through
  while (!servings.empty()) servings.pop_back();
}

std::filesystem::path approvers_file() { return base::config_home() / "approvers.json"; }

std::filesystem::path approver_key_file() { return base::config_home() / "approver.key"; }

std::filesystem::path socket_dir() {
  return base::runtime_dir() / base::sha256_hex(base::state_home().string()).substr(0, 16);
}

std::string os_user() {
  const passwd* entry = getpwuid(geteuid());
  return entry != nullptr ? entry->pw_name : "uid-" + std::to_string(geteuid());
}

std::string working_directory_key() {
  std::error_code error;
  const auto path = std::filesystem::current_path(error);
  return "cwd:" + (error ? std::string("?") : path.string());
}

Result<kernel::Policy> choose_policy(const std::string& policy_file, const kernel::Policy& built_in) {
  if (!policy_file.empty()) return kernel::Policy::load(policy_file, built_in);
  const auto usual = base::config_home() / "policy.toml";
  std::error_code error;
  if (std::filesystem::exists(usual, error)) return kernel::Policy::load(usual, built_in);
  return built_in;
}

Result<kernel::Policy> choose_policy(const std::string& policy_file, const Domains& domains) {
  return choose_policy(policy_file, kernel::Policy::built_in(domain::policy_toolsets(domains)));
}

Result<base::Roots> choose_roots(const std::vector<std::string>& given) {
  std::vector<std::filesystem::path> directories(given.begin(), given.end());
  if (directories.empty()) {
    for (const auto part : base::split(environment("LINTEL_ROOTS"), ':')) {
      if (!part.empty()) directories.emplace_back(part);
    }
  }
  if (!directories.empty()) return base::Roots::open(directories);
  // Without a choice the working directory; a server started in "/" simply has no files.
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  if (error || here == here.root_path()) return base::Roots();
  return base::Roots::open({here});
}

std::vector<domain::Serving> fill(tool::Registry& registry, tool::Views& views, const Domains& domains, bool fixtures) {
  tool::builtin::add_builtin(registry, views);
  add_pages(registry);
  std::vector<domain::Serving> servings;
  for (const auto& domain : domains) {
    if (!domain.serve || (domain.fixture && !fixtures)) continue;
    servings.push_back(domain.serve());
    domain::add_to(registry, domain, servings.back());
  }
  return servings;
}

Result<std::unique_ptr<Runtime>> make_runtime(const RuntimeOptions& options, const Domains& domains) {
  auto runtime = std::make_unique<Runtime>(kernel::Policy::built_in(domain::policy_toolsets(domains)));
  runtime->policy_file = options.policy_file;
  kernel::Kernel::Options kernel_options{.state_dir = base::state_home(),
                                         .approvers_file = approvers_file(),
                                         .policy = TRY(choose_policy(options.policy_file, runtime->built_in)),
                                         .divide = domain::division(domains)};
  kernel_options.read_only = options.read_only;
  if (const auto mb = whole_number(environment("LINTEL_KEPT_MB"))) kernel_options.kept_bytes = *mb * 1'000'000;
  kernel_options.workspace_timeout_ms = workspace_timeout_ms(kernel_options.workspace_timeout_ms);
  runtime->kernel = std::make_unique<kernel::Kernel>(std::move(kernel_options), TRY(choose_roots(options.roots)));
  runtime->views = std::make_unique<tool::Views>(runtime->kernel->clock(), runtime->kernel->entropy());
  runtime->servings = fill(runtime->registry, *runtime->views, domains, options.fixtures);
  runtime->workers = std::make_unique<base::WorkerPool>(std::max(2U, std::thread::hardware_concurrency()));
  runtime->dispatcher =
      std::make_unique<tool::Dispatcher>(*runtime->kernel, runtime->registry, *runtime->workers, *runtime->views);
  return runtime;
}

}  // namespace cli
