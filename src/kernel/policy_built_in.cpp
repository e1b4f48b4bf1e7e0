// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernel/policy_data.h"

namespace kernel {

namespace {

constexpr std::string_view beginning =
    R"toml(# What holds without a policy file. A file needs to name only what differs:
# each [toolset.…], [approval] and [rate_limit] key it leaves out keeps the value shown here.
# But one [[principal]] in a file replaces all the [[principal]] blocks below.

# People may do everything, approving included.
[[principal]]
id = "human:*"
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE", "APPROVE"]

# Agents may do everything but approve; the gates below hold what needs a human.
[[principal]]
id = "agent:*"
max_elements_per_operation = 100
max_operations_per_session = 1000
requires_approval = []
undo_own_untouched = false
[[principal.allow]]
do = ["READ", "CREATE", "MODIFY", "DELETE"]

)toml";

constexpr std::string_view ending = R"toml(# A1: a form in the client. A2: a terminal and the approver's key.
[approval]
ttl_hours = 72
second_confirmation_seconds = 10
gate = ["file.overwritten"]
low         = { confirmations = 1, distinct_humans = false, min_assurance = "A1" }
medium      = { confirmations = 1, distinct_humans = false, min_assurance = "A1" }
high        = { confirmations = 1, distinct_humans = false, min_assurance = "A2" }
critical    = { confirmations = 2, distinct_humans = false, min_assurance = "A2" }
destructive = { confirmations = 1, distinct_humans = false, min_assurance = "A2" }

[rate_limit]
http = "off"
stdio = "off"
)toml";

struct Section {
  Mode mode;
  std::string_view name, comment;
};
constexpr Section sections[] = {
    {Mode::direct, "direct", "# direct: committed at once, undoable, a dry run on request.\n"},
    {Mode::propose, "propose",
     "# propose: every edit waits for a human; free_low_tier = true would let LOW ones pass.\n"},
    {Mode::preview, "preview", "# preview: a dry run unless the agent says dry_run = false.\n"},
};

std::string heading(const ToolsetDefaults& toolset) {
  constexpr std::size_t remarks_from = 27;
  std::string line = "[toolset." + toolset.name + "]";
  if (toolset.remark.empty()) return line + "\n";
  line.resize(std::max(line.size() + 1, remarks_from), ' ');
  return line + "# " + toolset.remark + "\n";
}

std::string in_quotes(const std::vector<std::string>& list) {
  std::string out;
  for (const auto& item : list) out += (out.empty() ? "\"" : ", \"") + item + "\"";
  return out;
}

// What the mode suggests is told even where it is off; the rest only where it holds.
std::string block(const ToolsetDefaults& toolset, std::string_view mode) {
  const Governance& rules = toolset.governance;
  std::string out = heading(toolset) + "mode = \"" + std::string(mode) + "\"\n";
  if (!rules.gate.empty()) out += "gate = [" + in_quotes(rules.gate) + "]\n";
  if (rules.bulk_above > 0) out += "bulk_above = " + std::to_string(rules.bulk_above) + "\n";
  if (rules.max_elements > 0) out += "max_elements_per_operation = " + std::to_string(rules.max_elements) + "\n";
  if (rules.reasoning_required) out += "reasoning_required = true\n";
  if (rules.mode == Mode::propose)
    out += std::string("free_low_tier = ") + (rules.free_low_tier ? "true" : "false") + "\n";
  return out;
}

}  // namespace

std::string built_in_text(const Toolsets& toolsets) {
  std::string out(beginning);
  for (const auto& section : sections) {
    std::string blocks;
    for (const auto& toolset : toolsets) {
      if (toolset.governance.mode == section.mode) blocks += block(toolset, section.name);
    }
    if (!blocks.empty()) out.append(section.comment).append(blocks).append("\n");
  }
  return out.append(ending);
}

}  // namespace kernel
