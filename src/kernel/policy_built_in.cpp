// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy.h"

namespace kernel {

std::string_view Policy::built_in_text() {
  return R"toml(# What holds without a policy file. A file needs to name only what differs:
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

# direct: committed at once, undoable, a dry run on request.
[toolset.ids]
mode = "direct"
[toolset.energy]
mode = "direct"
[toolset.floorplan]
mode = "direct"
[toolset.kernel]           # history, undo, workspaces: undo is judged by what it does
mode = "direct"

# propose: every edit waits for a human; free_low_tier = true would let LOW ones pass.
[toolset.aas]
mode = "propose"
free_low_tier = false

# preview: a dry run unless the agent says dry_run = false.
[toolset.bim]              # geometry, spatial, validation, documentation
mode = "preview"
gate = ["element.deleted", "branch.merged"]
bulk_above = 50
reasoning_required = true
[toolset.fixtures]         # the toolset of the tests
mode = "preview"
gate = ["element.deleted", "branch.merged"]
bulk_above = 50
reasoning_required = true

# A1: a form in the client. A2: a terminal and the approver's key.
[approval]
ttl_hours = 72
second_confirmation_seconds = 10
gate = []
low         = { confirmations = 1, distinct_humans = false, min_assurance = "A1" }
medium      = { confirmations = 1, distinct_humans = false, min_assurance = "A1" }
high        = { confirmations = 1, distinct_humans = false, min_assurance = "A2" }
critical    = { confirmations = 2, distinct_humans = false, min_assurance = "A2" }
destructive = { confirmations = 1, distinct_humans = false, min_assurance = "A2" }

[rate_limit]
http = "off"
stdio = "off"
)toml";
}

}  // namespace kernel
