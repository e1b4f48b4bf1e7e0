// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/types.h"

// The policy file: one readable TOML document. Default deny; any forbid wins; one permit must cover
// an element in all dimensions. docs/policy.md is its reference.
namespace kernel {

// A permit or a prohibition. An empty list means "any".
struct Rule {
  bool allow = true;
  std::vector<Permission> permissions;
  std::vector<std::string> toolsets;
  std::vector<std::string> categories;
  std::vector<std::string> levels;
  std::vector<Box> regions;
  std::vector<std::string> branches;  // globs
  std::vector<std::string> paths;     // globs; a rule that names some is about files alone
  int line = 0;
};

// The limits and habits that hold for one principal.
struct Limits {
  std::int64_t max_elements_per_operation = 100;  // agents; humans are never blocked by it
  std::int64_t max_operations_per_session = 1000;
  std::vector<std::string> requires_approval;  // fact types
  std::optional<bool> dry_run_default;         // overrides the domain's mode
  bool undo_own_untouched = false;
  bool reads_are_scoped = false;  // its READ may hide elements by category, level or region
  int line = 0;
  // Which line set the two numbers, as refusals quote it: "policy.toml:7", or "the default".
  std::string elements_where = "the default";
  std::string operations_where = "the default";
  bool elements_written = false;  // by somebody's policy file, not by the one that is built in
  bool operations_written = false;
};

enum class Mode : std::uint8_t {
  direct,   // committed at once
  propose,  // every edit waits for approval
  preview,  // dry run unless told otherwise
};

// How a toolset is governed: what its changes do by default and what waits for a human.
struct Governance {
  Mode mode = Mode::direct;
  std::vector<std::string> gate;      // fact types that wait for a human
  std::int64_t bulk_above = 0;        // more elements than this wait; 0: never
  bool reasoning_required = false;    // of agents
  bool free_low_tier = false;         // propose: LOW commits without waiting
  std::int64_t max_elements = 0;      // per operation, instead of the default that agents have; 0: that one
  std::vector<std::string> admit;     // what its tools refuse unless it is named here: "simulation.foreign_code"
  int line = 0;                       // of the file's [toolset.…]; 0: the file says nothing
  std::string where = "the default";  // the same as refusals quote it: "policy.toml:21"
};

// A toolset that policy files may name, and what holds there until a file says otherwise.
struct ToolsetDefaults {
  std::string name;
  Governance governance;
  std::vector<std::string> stands_for = {};  // a name for several toolsets, whose governance this is
  std::string remark = {};                   // for readers of the built-in policy
  std::vector<std::string> facts = {};       // what its changes tell beside the kernel's facts; gates may name them
  std::vector<std::string> admissions = {};  // what its tools refuse unless `admit` names it
};
using Toolsets = std::vector<ToolsetDefaults>;

// How sure we are that a human decided: A1 a form in the client, A2 a terminal and a signature.
enum class Assurance : std::uint8_t { a1 = 1, a2 = 2, a3 = 3 };

struct ApprovalNeed {
  int confirmations = 1;
  bool distinct_humans = false;
  Assurance min_assurance = Assurance::a2;
  friend bool operator==(const ApprovalNeed&, const ApprovalNeed&) = default;
};

ApprovalNeed stricter(const ApprovalNeed& a, const ApprovalNeed& b);  // in each part

struct RateLimit {
  std::int64_t count = 0;  // 0: none
  std::int64_t per_seconds = 3600;
};

// One answer of the policy. A refusal quotes the line that decided and says whom to ask.
struct Verdict {
  bool allowed = false;
  Code code = Code::denied;
  int line = 0;         // of the deciding rule; 0: nothing permits it
  std::string rule;     // the rule in words
  std::string message;  // for refusals
  std::string where{};  // of the deciding rule as messages quote it: "policy.toml:14"; empty: none
};

// What is asked: may this principal do this, there?
struct Question {
  Principal principal;
  Permission permission = Permission::read;
  std::string toolset;
  std::string branch = "main";
  const Touched::Item* item = nullptr;  // absent: before anything is known but the verb
};

class Policy {
 public:
  // What holds without a file (`lintel policy show` prints its text): for these toolsets and the kernel's own.
  static Policy built_in(const Toolsets& toolsets);
  // Parses a policy file. What it leaves out comes from `built_in`, which also knows the toolsets it may name.
  // Unknown keys, wrong types and rules that can never match are errors with `file:line:column`. `source` is the
  // file's name as messages show it.
  static Result<Policy> parse(std::string_view toml, std::string source, const Policy& built_in);
  static Result<Policy> load(const std::filesystem::path& file, const Policy& built_in);

  const std::string& source() const;
  const std::string& text() const;
  const std::string& digest() const;  // SHA-256 of the text, hex

  // identity → forbid → permit → scope, for one question.
  Verdict decide(const Question& question) const;
  // The same for a whole touched set: the first refusal, or the permit of the first item.
  Verdict decide_all(const Principal& principal, std::string_view toolset, std::string_view branch,
                     const Touched& touched) const;

  // What these two return lives as long as the policy.
  const Limits& limits_for(const Principal& principal) const;
  const Governance& governance(std::string_view toolset) const;
  // The toolsets that a name stands for; unknown_name with the nearest one where a file may not say it.
  Result<std::vector<std::string>> expand(std::string_view toolset) const;
  ApprovalNeed need(Tier tier, bool destructive_or_bulk) const;
  std::int64_t approval_ttl_ms() const;               // default 72 h
  std::int64_t second_confirmation_delay_ms() const;  // default 10 s
  // Over HTTP per principal and toolset; stdio has none unless the policy says so.
  RateLimit rate_limit(std::string_view toolset, bool over_http) const;
  // Which principal a bearer token names; tokens are stored as SHA-256 only, and all are compared whatever is found.
  std::optional<Principal> principal_for_token(std::string_view token) const;
  // The same policy as it was accepted here: PolicyPins::mark. Empty: nobody had to accept it.
  Policy accepted_as(std::string mark) const;
  const std::string& mark() const;
  bool is_built_in() const;
  // The same policy where tokens outside the file name principals too: what it says of those (by Principal::key) holds
  // only with such a token. `where` is how explanations call their place.
  Policy reserving(const std::vector<std::string>& principals, const std::string& where) const;
  bool has_tokens() const;
  // Names given to principals in the file ("layout-bot"), for messages.
  std::string label(const Principal& principal) const;
  // The contact a refusal names: `[admin] contact`, else "the person who runs this server".
  std::string admin_contact() const;

 private:
  struct Data;
  explicit Policy(std::shared_ptr<const Data> data);
  friend std::string explain(const Policy& policy, const Question& question);
  std::shared_ptr<const Data> data_;
};

// `lintel policy explain`: the steps of a decision, one per line, the deciding one marked.
std::string explain(const Policy& policy, const Question& question);

}  // namespace kernel
