// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/policies.h"

namespace {

// Asks about an element and about none, as a human and as an agent; the answers must hang together.
void question(const kernel::Policy& policy, const kernel::Principal& who, const kernel::Touched::Item* item) {
  for (const auto permission : {kernel::Permission::read, kernel::Permission::create, kernel::Permission::modify,
                                kernel::Permission::remove, kernel::Permission::approve}) {
    const kernel::Question question{who, permission, "geometry", "agent/a", item};
    const kernel::Verdict verdict = policy.decide(question);
    LINTEL_CHECK(verdict.allowed == verdict.message.empty());
    LINTEL_CHECK(!verdict.allowed || who.kind == kernel::Kind::human || permission != kernel::Permission::approve);
    LINTEL_CHECK(!kernel::explain(policy, question).empty());
  }
}

void use(const kernel::Policy& policy) {
  const kernel::Box box{{0, 0, 0}, {1000, 1000, 1000}};
  const kernel::Touched::Item wall{kernel::Permission::modify, "bim:w1", "wall", {"L1"}, box, box};
  for (const auto& who : {kernel::human_principal("ada"), kernel::agent_principal("ada", "bot")}) {
    question(policy, who, nullptr);
    question(policy, who, &wall);
    LINTEL_CHECK(policy.limits_for(who).max_elements_per_operation > 0);
    LINTEL_CHECK(!policy.label(who).empty());
  }
  LINTEL_CHECK(policy.rate_limit("ids", true).count >= 0);
  LINTEL_CHECK(policy.need(kernel::Tier::critical, true).confirmations >= 1);
  LINTEL_CHECK(policy.governance("geometry").bulk_above >= 0);
  (void)policy.principal_for_token("token");
}

}  // namespace

// Any bytes as a policy file: refused with a place, or usable and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto policy = support::parse_policy(text, "policy.toml");
  if (!policy) {
    LINTEL_CHECK(policy.error().message.starts_with("policy.toml:"));
    return 0;
  }
  use(*policy);
  const auto again = support::parse_policy(policy->text(), "policy.toml");
  LINTEL_CHECK(again.ok() && again->digest() == policy->digest());
  return 0;
}
