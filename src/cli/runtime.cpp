// SPDX-License-Identifier: Apache-2.0
#include "cli/runtime.h"

#include <pwd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/crypto.h"
#include "base/log.h"
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
  if (lanes) lanes->stop();  // before the kernel they use
  kernel.reset();            // before the dispatcher and the registry its answers go through
  while (!servings.empty()) servings.pop_back();
}

// A workspace has its database twice, for writing and for reading, each with its log, the log's index, and a lock. They
// get half of the limit; the rest is for connections, and some for everything else.
OpenFiles open_files() {
  constexpr std::size_t files_of_a_workspace = 6;
  constexpr std::size_t for_the_rest = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) limit = {1024, 1024};
  rlimit raised = limit;
  raised.rlim_cur = std::min<rlim_t>(limit.rlim_max, 65'536);
  if (raised.rlim_cur > limit.rlim_cur && ::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  OpenFiles out;
  out.limit = limit.rlim_cur;
  out.workspaces = std::clamp<std::size_t>(out.limit / 2 / files_of_a_workspace, 4, 256);
  const std::size_t taken = out.workspaces * files_of_a_workspace + for_the_rest;
  out.connections = std::clamp<std::size_t>(out.limit > taken ? out.limit - taken : 0, 16, 4096);
  return out;
}

std::filesystem::path approvers_file() { return base::config_home() / "approvers.json"; }

std::filesystem::path tokens_file() { return base::config_home() / "tokens.json"; }

std::optional<kernel::Principal> Runtime::principal_for_token(std::string_view token) {
  auto named = kernel->policy().principal_for_token(token);
  auto issued = tokens->find(token);
  reserve_names(Which::changed);
  return named ? named : issued;
}

bool Runtime::has_tokens() { return kernel->policy().has_tokens() || tokens->has_live_ones(); }

void Runtime::reserve_names(Which which) {
  const auto changed = tokens->changed_principals(which == Which::all);
  if (changed) kernel->reserve(*changed, tokens_file().filename().string());
}

Runtime::TokenListener::TokenListener(Runtime& runtime, std::function<void()> told) : runtime_(runtime) {
  const std::lock_guard lock(runtime_.listener_mutex_);
  runtime_.told_ = std::move(told);
}

Runtime::TokenListener::~TokenListener() {
  const std::lock_guard lock(runtime_.listener_mutex_);
  runtime_.told_ = nullptr;
}

void Runtime::tokens_changed() {
  reserve_names(Which::changed);
  const std::lock_guard lock(listener_mutex_);
  if (told_) told_();
}

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

kernel::Policy built_in_policy(const Domains& domains) {
  return kernel::Policy::built_in(domain::policy_toolsets(domains));
}

Result<kernel::Policy> choose_policy(const std::string& policy_file, const Domains& domains) {
  return choose_policy(policy_file, built_in_policy(domains));
}

namespace {

std::string named(const kernel::Policy& policy) {
  return policy.source() + (policy.is_built_in() ? "" : ", digest " + policy.digest().substr(0, 16));
}

// Without a signature: there is no key here, only a file that says who has one.
Result<kernel::PolicyPins> first_pins(const kernel::Policy& policy, Keep keep) {
  kernel::PolicyPins none;
  std::vector<std::string> keys;
  for (const auto& approver : TRY(kernel::load_approvers(approvers_file()))) keys.push_back(approver.public_key);
  if (keys.empty() || keep == Keep::no) return none;
  auto made = add_pin(none, none.next(policy, std::move(keys), base::system_clock().unix_ms()), {}, nullptr);
  return made.ok() || made.error().code != Code::stale ? std::move(made) : kernel::PolicyPins::load(base::state_home());
}

std::string waiting_sentence(const Result<kernel::Policy>& asked, const kernel::Policy& holding) {
  const std::string holds = "; the accepted one holds: " + named(holding);
  if (!asked.ok()) return "the policy cannot be read: " + asked.error().message + holds;
  return "the policy " + named(*asked) + " is not accepted here" + holds +
         ". To make it hold, with the approver's key at a terminal: lintel policy accept";
}

}  // namespace

Result<kernel::PolicyPins> add_pin(const kernel::PolicyPins& pins, kernel::PolicyPin pin, const kernel::Approver& by,
                                   const base::SigningKey* key) {
  const auto approvers = pins.empty() ? std::vector<std::string>() : pins.last().approvers;
  kernel::reserve(pin, kernel::named_by(TRY(kernel::load_tokens(tokens_file())), approvers));
  return pins.add(base::state_home(), std::move(pin), by, key);
}

Result<PolicyInForce> policy_in_force(const std::string& policy_file, const kernel::Policy& built_in, Keep keep) {
  auto asked = choose_policy(policy_file, built_in);
  auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  if (pins.empty()) {
    const kernel::Policy first = TRY(asked);
    pins = TRY(first_pins(first, keep));
  }
  if (pins.empty()) return PolicyInForce{*std::move(asked), nullptr, {}};
  if (keep == Keep::yes) TRY(pins.remember(base::state_home()));
  PolicyInForce out{TRY(pins.policy(built_in)), std::make_shared<const kernel::PolicyPins>(pins), {}};
  if (!asked.ok() || !pins.holds(*asked)) out.waiting = waiting_sentence(asked, out.policy);
  return out;
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
  auto runtime = std::make_unique<Runtime>(built_in_policy(domains));
  runtime->policy_file = options.policy_file;
  auto in_force =
      TRY(policy_in_force(options.policy_file, runtime->built_in, options.read_only ? Keep::no : Keep::yes));
  if (!in_force.waiting.empty()) base::log::warn(in_force.waiting);
  kernel::Kernel::Options kernel_options{.state_dir = base::state_home(),
                                         .approvers_file = approvers_file(),
                                         .policy = std::move(in_force.policy),
                                         .pins = in_force.pins,
                                         .terms = domain::terms(domains),
                                         .expand = domain::expansion(domains)};
  kernel_options.read_only = options.read_only;
  kernel_options.max_workspaces = open_files().workspaces;
  if (const auto mb = whole_number(environment("LINTEL_KEPT_MB"))) kernel_options.kept_bytes = *mb * 1'000'000;
  kernel_options.workspace_timeout_ms = workspace_timeout_ms(kernel_options.workspace_timeout_ms);
  runtime->kernel = std::make_unique<kernel::Kernel>(std::move(kernel_options), TRY(choose_roots(options.roots)));
  TRY(kernel::load_tokens(tokens_file()));  // what is reserved for a token must be known before anybody comes
  runtime->tokens =
      std::make_unique<kernel::TokenFile>(tokens_file(), runtime->kernel->clock(), [kernel = runtime->kernel.get()] {
        const auto pins = kernel->pins();
        return pins ? pins->last().approvers : std::vector<std::string>();
      });
  runtime->reserve_names(Runtime::Which::all);
  runtime->views = std::make_unique<tool::Views>(runtime->kernel->clock(), runtime->kernel->entropy());
  runtime->servings = fill(runtime->registry, *runtime->views, domains, options.fixtures);
  runtime->lanes = std::make_unique<tool::Lanes>();
  runtime->dispatcher =
      std::make_unique<tool::Dispatcher>(*runtime->kernel, runtime->registry, *runtime->lanes, *runtime->views);
  if (auto follow = domain::following(*runtime->kernel, runtime->servings))
    runtime->kernel->after_commit(std::move(follow));
  return runtime;
}

}  // namespace cli
