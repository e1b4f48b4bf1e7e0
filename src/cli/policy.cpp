// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/diff.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

// "agent:<uuid>", "human:<uuid>", or "agent:NAME" for a client of this name under the current user.
Result<kernel::Principal> principal_named(const std::string& text) {
  const auto parts = base::split(text, ':');
  if (parts.size() != 2 || (parts[0] != "agent" && parts[0] != "human")) {
    return fail(Code::out_of_range, "a principal is written agent:NAME, agent:UUID, human:NAME or human:UUID", text);
  }
  const std::string name(parts[1]);
  if (parts[0] == "human") {
    if (!base::is_uuid(name)) return kernel::human_principal(name);
    return kernel::Principal{.kind = kernel::Kind::human, .user_id = name, .agent_id = {}, .label = name};
  }
  kernel::Principal agent = kernel::agent_principal(os_user(), name);
  if (base::is_uuid(name)) agent.agent_id = name;
  return agent;
}

Result<std::int64_t> micrometres(std::string_view text) {
  constexpr double most_mm = 1e9;  // a thousand kilometres, as in the policy file
  const std::string_view number = base::trim(text);
  double mm = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), mm);
  if (number.empty() || error != std::errc() || end != number.data() + number.size() || !(std::abs(mm) <= most_mm))
    return fail(Code::out_of_range, "'" + base::printable(text, 40) + "' is not a number of millimetres", "--region");
  return std::llround(mm * 1000);
}

// "x1,y1,z1,x2,y2,z2" in millimetres, the smaller corner first.
Result<kernel::Box> box_named(const std::string& text) {
  const auto parts = base::split(text, ',');
  if (parts.size() != 6) {
    return fail(Code::out_of_range, "a region is six numbers in millimetres", "--region",
                "Write it as --region x1,y1,z1,x2,y2,z2.");
  }
  kernel::Box box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.min_um[axis] = TRY(micrometres(parts[axis]));
    box.max_um[axis] = TRY(micrometres(parts[axis + 3]));
    if (box.min_um[axis] > box.max_um[axis])
      return fail(Code::out_of_range, std::string("the region ends before it begins in ") + "xyz"[axis], "--region");
  }
  return box;
}

Result<std::optional<kernel::Touched::Item>> item_named(const PolicyOptions& options, kernel::Permission permission) {
  if (options.category.empty() && options.level.empty() && options.region.empty())
    return std::optional<kernel::Touched::Item>();
  kernel::Touched::Item item;
  item.needs = permission;
  item.category = options.category;
  if (!options.level.empty()) item.levels = {options.level};
  if (!options.region.empty()) item.before = item.after = TRY(box_named(options.region));
  return std::optional(std::move(item));
}

std::string gate_of(const kernel::Policy& policy, const kernel::Question& question) {
  const auto& rules = policy.governance(question.toolset);
  if (question.permission == kernel::Permission::read || rules.gate.empty()) return "";
  return "  gate      " + rules.where + " with " + question.toolset +
         " tools these wait for a human: " + base::join(rules.gate, ", ") + "\n";
}

// A file that is named is explained as if it held; the tokens beside it name principals too.
Result<kernel::Policy> policy_to_explain(const std::string& file, const kernel::Policy& built_in) {
  auto policy = file.empty() ? TRY(policy_in_force("", built_in, Keep::no)).policy : TRY(choose_policy(file, built_in));
  const auto tokens = TRY(kernel::load_tokens(tokens_file()));
  return policy.reserving(kernel::named_by(tokens, {}), tokens_file().filename().string());
}

// " (accepted by ada, 2026-…)"; nothing where nobody has to accept any.
std::string accepted_words(const std::shared_ptr<const kernel::PolicyPins>& pins) {
  if (!pins) return {};
  const kernel::PolicyPin& pin = pins->last();
  if (pin.by.public_key.empty()) return " (taken as accepted; nobody has signed it yet: lintel policy accept)";
  return " (accepted by " + base::printable(pin.by.name, 60) + ", " + base::iso8601(pin.time_ms) + ")";
}

// One decision for each toolset that the name stands for: rules are kept by those.
Result<std::string> explanation(const PolicyOptions& options, const Domains& domains) {
  const auto policy = TRY(policy_to_explain(options.file, built_in_policy(domains)));
  kernel::Question question;
  question.principal = TRY(principal_named(options.principal));
  question.principal.by_token = options.with_token && question.principal.kind == kernel::Kind::agent;
  const auto permission = kernel::permission_named(options.permission);
  if (!permission) {
    return fail(Code::unknown_name, "no permission is called '" + options.permission + "'", "",
                "They are READ, CREATE, MODIFY, DELETE, APPROVE.");
  }
  question.permission = *permission;
  question.branch = options.branch;
  const auto item = TRY(item_named(options, *permission));
  if (item) question.item = &*item;
  std::vector<std::string> toolsets{""};
  if (!options.toolset.empty()) {
    auto named = policy.expand(options.toolset);
    if (!named.ok()) return fail(named.error().code, named.error().message, "--toolset");
    toolsets = *std::move(named);
  }
  std::string text;
  for (const auto& toolset : toolsets) {
    question.toolset = toolset;
    text += kernel::explain(policy, question) + gate_of(policy, question);
  }
  return text;
}

// What was asked for, what was accepted and what a server does can all differ.
void warn_of_others(const PolicyInForce& in_force) {
  if (!in_force.waiting.empty()) print_error("lintel: note: " + in_force.waiting);
  for (const auto& other : servers_with_another_policy(in_force.policy))
    print_error("lintel: note: " + other.sentence());
}

// What a person is about to make hold: how it differs from what does.
std::string differences(const kernel::PolicyPins& pins, const kernel::Policy& built_in, const kernel::Policy& next) {
  constexpr std::size_t most_lines = 200;
  const auto now = pins.empty() ? Result<kernel::Policy>(built_in) : pins.policy(built_in);
  const std::string text = base::unified_diff(now.ok() ? now->text() : std::string(), next.text(), next.source());
  auto lines = base::split(text, '\n');
  std::string out;
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
    out.append(base::printable(lines[i], 300)).append("\n");
  if (lines.size() > most_lines) out += "… " + std::to_string(lines.size() - most_lines) + " lines more\n";
  return out;
}

Result<void> check_may_accept(const kernel::PolicyPins& pins, const Signer& signer) {
  if (pins.empty()) return {};
  const auto& keys = pins.last().approvers;
  if (std::ranges::find(keys, signer.key.public_key) != keys.end()) return {};
  return fail(Code::denied, "your key is not one that may accept a policy here", "policy.pins",
              "Somebody who may lets you in with: lintel approvals add");
}

Result<int> accept(const PolicyOptions& options, const Domains& domains) {
  const auto built_in = built_in_policy(domains);
  const auto policy = TRY(choose_policy(options.file, built_in));
  const auto pins = TRY(kernel::PolicyPins::load(base::state_home()));
  const bool accepted = !pins.empty() && pins.holds(policy) && !pins.last().by.public_key.empty();
  if (!accepted) {
    const Terminal terminal = TRY(Terminal::open());
    terminal.say("As a human: accepting the policy " + policy.source() + ", digest " + policy.digest() +
                 ", for everything under " + base::state_home().string() + "\n" + differences(pins, built_in, policy));
    const Signer signer = TRY(unlock_signer(terminal));
    TRY(check_may_accept(pins, signer));
    std::vector<std::string> keys;
    for (const auto& approver : TRY(kernel::load_approvers(approvers_file()))) keys.push_back(approver.public_key);
    if (!pins.empty()) keys = pins.last().approvers;
    TRY(add_pin(pins, pins.next(policy, std::move(keys), base::system_clock().unix_ms()), signer.approver,
                &signer.key));
  }
  print(policy.source() + (accepted ? " is accepted already\n" : " is accepted and holds from now on\n"));
  int code = exit_done;
  for (const auto& problem : tell_servers("reload_policy")) code = report(problem);
  return code;
}

}  // namespace

int policy_show(const PolicyOptions& options, const Domains& domains) {
  const auto in_force = policy_in_force(options.file, built_in_policy(domains), Keep::no);
  if (!in_force.ok()) return report(in_force.error());
  warn_of_others(*in_force);
  print("# " + in_force->policy.source() + accepted_words(in_force->pins) + "\n" + in_force->policy.text());
  return exit_done;
}

int policy_check(const PolicyOptions& options, const Domains& domains) {
  const auto policy = choose_policy(options.file, domains);
  if (!policy.ok()) {
    report(policy.error());
    return policy.error().code == Code::io ? exit_could_not_run : exit_findings;
  }
  print(policy->source() + ": fine (digest " + policy->digest().substr(0, 16) + ")\n");
  return exit_done;
}

int policy_accept(const PolicyOptions& options, const Domains& domains) {
  const auto code = accept(options, domains);
  return code.ok() ? *code : report(code.error());
}

int policy_explain(const PolicyOptions& options, const Domains& domains) {
  const auto text = explanation(options, domains);
  if (!text.ok()) return report(text.error());
  const auto in_force = policy_in_force("", built_in_policy(domains), Keep::no);
  if (options.file.empty() && in_force.ok()) warn_of_others(*in_force);
  print(*text);
  return exit_done;
}

}  // namespace cli
