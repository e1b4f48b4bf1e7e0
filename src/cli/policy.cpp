// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/terminal.h"

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

Result<std::string> explanation(const PolicyOptions& options) {
  const auto policy = TRY(choose_policy(options.file));
  kernel::Question question;
  question.principal = TRY(principal_named(options.principal));
  const auto permission = kernel::permission_named(options.permission);
  if (!permission) {
    return fail(Code::unknown_name, "no permission is called '" + options.permission + "'", "",
                "They are READ, CREATE, MODIFY, DELETE, APPROVE.");
  }
  question.permission = *permission;
  question.toolset = options.toolset;
  question.branch = options.branch;
  kernel::Touched::Item item;
  item.needs = *permission;
  item.category = options.category;
  if (!options.level.empty()) item.levels = {options.level};
  if (!options.category.empty() || !options.level.empty()) question.item = &item;
  std::string text = kernel::explain(policy, question);
  for (const auto& toolset : tool::expand_toolset(options.toolset)) {
    const auto rules = policy.domain(toolset);
    if (question.permission == kernel::Permission::read || rules.gate.empty()) continue;
    text += "  gate      " + rules.where + " with " + toolset +
            " tools these wait for a human: " + base::join(rules.gate, ", ") + "\n";
  }
  return text;
}

}  // namespace

int policy_show(const PolicyOptions& options) {
  const auto policy = choose_policy(options.file);
  if (!policy.ok()) return report(policy.error());
  print("# " + policy->source() + "\n" + policy->text());
  return exit_done;
}

int policy_check(const PolicyOptions& options) {
  const auto policy = choose_policy(options.file);
  if (!policy.ok()) {
    report(policy.error());
    return policy.error().code == Code::io ? exit_could_not_run : exit_findings;
  }
  print(policy->source() + ": fine (digest " + policy->digest().substr(0, 16) + ")\n");
  return exit_done;
}

int policy_explain(const PolicyOptions& options) {
  const auto text = explanation(options);
  if (!text.ok()) return report(text.error());
  print(*text);
  return exit_done;
}

}  // namespace cli
