// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernel/policy.h"

// What a policy file says, once read. Shared by the sources of Policy and by nothing else.
namespace kernel {

struct StoredRule {
  Rule rule;
  std::string where;  // "policy.toml:14"
  std::string words;  // "allow CREATE, MODIFY; categories wall, door"
};

// One [[principal]]. What it leaves open is absent here and comes from a less specific block.
struct Block {
  std::string id;  // "agent:<uuid>", "agent:*", "human:<uuid>", "human:*" or "*"
  std::string name;
  int line = 0;
  std::string where;
  std::vector<StoredRule> allow;
  std::vector<StoredRule> forbid;

  struct Number {
    std::int64_t value = 0;
    std::string where;
  };
  std::optional<Number> max_elements_per_operation;
  std::optional<Number> max_operations_per_session;
  std::optional<std::vector<std::string>> requires_approval;
  std::optional<bool> dry_run_default;
  std::optional<bool> undo_own_untouched;
};

// A bearer token, known by its digest only.
struct TokenOwner {
  Principal principal;
  std::string name;
};

struct PolicyData {
  std::string source;
  std::string text;
  std::string digest;

  std::vector<Block> blocks;
  std::unordered_map<std::string, std::size_t> block_by_id;
  bool blocks_from_built_in = false;  // somebody's file that has none
  bool is_built_in = false;
  std::string mark;  // how it was accepted; empty: nobody had to

  Toolsets known;  // what a file may name
  std::map<std::string, Governance, std::less<>> toolsets;
  std::vector<std::string> gate_everywhere;
  std::array<ApprovalNeed, 4> need_by_tier{};  // LOW first
  ApprovalNeed need_destructive;
  std::int64_t ttl_hours = 72;
  std::int64_t second_confirmation_seconds = 10;

  std::unordered_map<std::string, TokenOwner> token_by_digest;
  // The principals that tokens name, and where. What is written for one of them holds only with its token.
  std::unordered_map<std::string, std::string> token_by_principal;
  RateLimit http_rate;
  RateLimit stdio_rate;
  std::map<std::string, RateLimit, std::less<>> http_rate_by_toolset;
  std::string contact;
};

// The blocks that speak of a principal, most specific first; unused places are null. A principal that a token names
// and that came without one is anybody.
using Blocks = std::array<const Block*, 3>;
Blocks blocks_for(const PolicyData& data, const Principal& principal);
// Where the token is whose principal this one only says to be; empty: it is who it says, as far as anybody can tell.
std::string unproven(const PolicyData& data, const Principal& principal);

// The same, and what every call asks of it, worked out once. Points into itself.
struct Policy::Data : PolicyData {
  explicit Data(PolicyData read);
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  Blocks blocks_of(const Principal& principal) const;  // as blocks_for() finds them

  std::map<std::string, Governance, std::less<>> rules_by_toolset;
  Governance rules_otherwise;
  std::vector<Limits> limits_by_block;  // of a principal whose most specific block this is
  Limits limits_of_humans;              // of those without a block of their own
  Limits limits_of_agents;
  const Block* humans;    // "human:*", or null
  const Block* agents;    // "agent:*"
  const Block* anyone;    // "*"
  bool names_principals;  // there are other blocks than these; most files have none
};

// The decision itself. `steps`, if given, receives one line per rule looked at, the deciding one
// beginning with "> ".
Verdict evaluate(const PolicyData& data, const Blocks& blocks, const Question& question,
                 std::vector<std::string>* steps);

// Fails with the place of the first rule that no request can meet, because others decide before it.
Result<void> every_rule_bites(const PolicyData& data);

std::string rule_in_words(const Rule& rule);

// The built-in policy as people read it; every toolset stands in it, so that its digest says what was compiled.
std::string built_in_text(const Toolsets& toolsets);

// The parts of a name that stands for several toolsets; else the name itself.
std::vector<std::string> parts_of(const Toolsets& toolsets, std::string_view name);

}  // namespace kernel
