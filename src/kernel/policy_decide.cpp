// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "kernel/policy_data.h"

// Deciding: identity → forbid → some permit for the verb → scope.
namespace kernel {

namespace {

bool holds(const std::vector<std::string>& list, std::string_view value) {
  return std::ranges::find(list, value) != list.end();
}
bool any_or_holds(const std::vector<std::string>& list, std::string_view value) {
  return list.empty() || holds(list, value);
}
bool has_verb(const Rule& rule, Permission permission) {
  return std::ranges::find(rule.permissions, permission) != rule.permissions.end();
}
bool branch_matches(const Rule& rule, std::string_view branch) {
  return rule.branches.empty() ||
         std::ranges::any_of(rule.branches, [&](const auto& glob) { return base::glob_match(glob, branch); });
}

// Relative globs are taken from the root, others from the top.
bool path_matches(const Rule& rule, const Touched::Item& file) {
  return std::ranges::any_of(rule.paths, [&](const std::string& glob) {
    return base::glob_match(glob, glob.starts_with('/') ? file.path : file.id);
  });
}

std::string in_quotes(std::string_view text) { return std::string("'").append(base::printable(text, 120)).append("'"); }

// Where an element is and where it will be, as far as the verb cares. Reading and approving look at
// every box there is.
struct Places {
  const Box* before = nullptr;
  const Box* after = nullptr;
  bool incomplete = false;  // a box that the verb needs does not exist: no geometry
};

Places places_of(const Question& question) {
  const Touched::Item& item = *question.item;
  const Permission verb = question.permission;
  Places places;
  if (verb != Permission::create && item.before) places.before = &*item.before;
  if (verb != Permission::remove && item.after) places.after = &*item.after;
  switch (verb) {
    case Permission::create:
      places.incomplete = places.after == nullptr;
      break;
    case Permission::modify:
      places.incomplete = places.before == nullptr || places.after == nullptr;
      break;
    case Permission::remove:
      places.incomplete = places.before == nullptr;
      break;
    case Permission::read:
    case Permission::approve:
      places.incomplete = places.before == nullptr && places.after == nullptr;
      break;
  }
  return places;
}

bool inside_one(const std::vector<Box>& regions, const Box* before, const Box* after) {
  return std::ranges::any_of(regions, [&](const Box& region) {
    return (before == nullptr || region.contains(*before)) && (after == nullptr || region.contains(*after));
  });
}

// Touching counts: for a prohibition the wider reading is the safe one.
bool overlap(const Box& a, const Box& b) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [a_low, a_high] = std::minmax(a.min_um[axis], a.max_um[axis]);
    if (a_high < b.min_um[axis] || a_low > b.max_um[axis]) return false;
  }
  return true;
}

bool touches_any(const std::vector<Box>& regions, const std::optional<Box>& box) {
  return box && std::ranges::any_of(regions, [&](const Box& region) { return overlap(*box, region); });
}

// What keeps a permit from covering the question in the region dimension; empty if nothing.
std::string region_gap(const Rule& rule, const Question& question) {
  const Places places = places_of(question);
  if (places.incomplete) return "an element without geometry needs a permit without regions";
  if (inside_one(rule.regions, places.before, places.after)) return {};
  if (!inside_one(rule.regions, places.before, nullptr)) return "bbox_before outside region";
  if (!inside_one(rule.regions, nullptr, places.after)) return "bbox_after outside region";
  return "bbox_before and bbox_after in different regions";
}

std::string level_gap(const Rule& rule, const std::vector<std::string>& levels) {
  if (levels.empty()) return "an element on no level needs a permit without levels";
  for (const auto& level : levels) {
    if (!holds(rule.levels, level)) return "level " + in_quotes(level) + " not among levels";
  }
  return {};
}

// Every dimension in which a permit fails to cover the question. None: it covers it.
std::vector<std::string> gaps(const Rule& permit, const Question& question) {
  std::vector<std::string> found;
  const auto add = [&](std::string gap) {
    if (!gap.empty()) found.push_back(std::move(gap));
  };
  if (!any_or_holds(permit.toolsets, question.toolset)) {
    add("toolset " + in_quotes(question.toolset) + " not among toolsets");
  }
  if (!branch_matches(permit, question.branch))
    add("branch " + in_quotes(question.branch) + " matches no branches glob");
  if (question.item == nullptr) return found;
  if (!any_or_holds(permit.categories, question.item->category)) {
    add("category " + in_quotes(question.item->category) + " not among categories");
  }
  if (!permit.paths.empty() && question.item->path.empty()) add("a permit with paths is about files alone");
  if (!permit.paths.empty() && !question.item->path.empty() && !path_matches(permit, *question.item))
    add("path " + in_quotes(question.item->id) + " matches no paths glob");
  if (!permit.levels.empty()) add(level_gap(permit, question.item->levels));
  if (!permit.regions.empty()) add(region_gap(permit, question));
  return found;
}

// A prohibition bites where the element touches it: one of its levels, any overlap with a region.
// Before an element is known, only a prohibition that asks nothing about elements can match.
bool forbids(const Rule& rule, const Question& question) {
  if (!has_verb(rule, question.permission)) return false;
  if (!any_or_holds(rule.toolsets, question.toolset) || !branch_matches(rule, question.branch)) return false;
  const Touched::Item* item = question.item;
  if (item == nullptr)
    return rule.categories.empty() && rule.levels.empty() && rule.regions.empty() && rule.paths.empty();
  if (!rule.paths.empty() && (item->path.empty() || !path_matches(rule, *item))) return false;
  if (!any_or_holds(rule.categories, item->category)) return false;
  const auto named = [&](const std::string& level) { return holds(rule.levels, level); };
  if (!rule.levels.empty() && std::ranges::none_of(item->levels, named)) return false;
  return rule.regions.empty() || touches_any(rule.regions, item->before) || touches_any(rule.regions, item->after);
}

// --- words ---

std::string label_of(const PolicyData& data, const Blocks& blocks, const Principal& principal) {
  if (blocks[0] != nullptr && !blocks[0]->name.empty()) return blocks[0]->name;
  for (const auto& [digest, owner] : data.token_by_digest) {
    if (principal.by_token && owner.principal == principal && !owner.name.empty()) return owner.name;
  }
  return base::printable(principal.label.empty() ? principal.key() : principal.label, 120);
}

std::string contact_of(const PolicyData& data) {
  return data.contact.empty() ? "the person who runs this server" : data.contact;
}

std::string deed(const Question& question) {
  std::string text(name(question.permission));
  if (question.item == nullptr) return text;
  const std::string& category = question.item->category;
  text.append(" ").append(category.empty() ? "element" : base::printable(category, 80));
  if (!question.item->id.empty()) text.append(" ").append(in_quotes(question.item->id));
  return text;
}

std::string says(const StoredRule& rule) { return rule.where + " says \"" + rule.words + "\""; }

Verdict refusal(Code code, std::string message) {
  Verdict verdict;
  verdict.code = code;
  verdict.message = std::move(message);
  return verdict;
}

Verdict refused_by(const StoredRule& rule, Code code, std::string message) {
  Verdict verdict = refusal(code, std::move(message));
  verdict.line = rule.rule.line;
  verdict.rule = rule.words;
  verdict.where = rule.where;
  return verdict;
}

Verdict allowed_by(const StoredRule& rule) {
  Verdict verdict;
  verdict.allowed = true;
  verdict.line = rule.rule.line;
  verdict.rule = rule.words;
  verdict.where = rule.where;
  return verdict;
}

// --- the steps ---

// One decision on its way. Each step answers with a verdict or lets the next one speak.
class Decision {
 public:
  Decision(const PolicyData& data, const Blocks& blocks, const Question& question, std::vector<std::string>* steps)
      : data_(data), blocks_(blocks), question_(question), steps_(steps) {}

  Verdict run() {
    if (auto verdict = identity()) return *std::move(verdict);
    if (auto verdict = never_approves()) return *std::move(verdict);
    if (auto verdict = forbid()) return *std::move(verdict);
    return permit();
  }

 private:
  std::optional<Verdict> identity() {
    const Principal& who = question_.principal;
    const bool agent = who.kind == Kind::agent;
    const bool named = agent ? who.agent_id && !who.agent_id->empty() : !who.agent_id;
    if (!who.user_id.empty() && named) {
      if (steps_ != nullptr) step("identity", base::printable(who.key(), 120) + standing());
      return std::nullopt;
    }
    return decided("identity",
                   refusal(Code::identity_missing, agent ? "an agent must say which agent it is and for whom it acts"
                                                         : "a human must have a user id and no agent id"));
  }

  // A name is no proof where a token could be shown.
  std::string standing() const {
    const std::string where = unproven(data_, question_.principal);
    if (!where.empty())
      return ": came without the token that names it (" + where +
             "), so it stands as any agent; rules for its id do not hold";
    return question_.principal.by_token ? ", by its token" : "";
  }

  // Seed 004: a human confirms. No policy can change that.
  std::optional<Verdict> never_approves() {
    if (question_.principal.kind != Kind::agent || question_.permission != Permission::approve) return std::nullopt;
    return decided("forbid", refusal(Code::denied,
                                     "an agent can never APPROVE; ask a human to decide with "
                                     "`lintel approvals`"));
  }

  std::optional<Verdict> forbid() {
    for (const Block* block : blocks_) {
      if (block == nullptr) continue;
      for (const StoredRule& rule : block->forbid) {
        if (forbids(rule.rule, question_)) return decided("forbid", forbidden(rule));
        if (steps_ != nullptr) step("forbid", rule.where + " " + rule.words + ": does not match");
      }
    }
    return std::nullopt;
  }

  Verdict forbidden(const StoredRule& rule) const {
    return refused_by(
        rule, Code::denied,
        label() + " may not " + deed(question_) + ": " + says(rule) + "; ask " + contact_of(data_) + " to change it");
  }

  Verdict permit() {
    const StoredRule* nearest = nullptr;
    std::vector<std::string> nearest_gaps;
    for (const Block* block : blocks_) {
      if (block == nullptr) continue;
      for (const StoredRule& rule : block->allow) {
        if (!has_verb(rule.rule, question_.permission)) {
          if (steps_ != nullptr) step("permit", rule.where + " " + rule.words + ": not this verb");
          continue;
        }
        auto lacking = gaps(rule.rule, question_);
        if (lacking.empty()) return covered(rule);
        if (steps_ != nullptr) {
          step("scope", rule.where + " " + rule.words + ": " + base::join(lacking, "; "));
        }
        if (nearest == nullptr || lacking.size() < nearest_gaps.size()) {
          nearest = &rule;
          nearest_gaps = std::move(lacking);
        }
      }
    }
    if (nearest == nullptr) return decided("permit", nothing_permits());
    return decided("scope", outside(*nearest, nearest_gaps));
  }

  Verdict covered(const StoredRule& rule) {
    if (steps_ != nullptr) steps_->push_back("> permit    " + rule.where + " " + rule.words + ": covers it: allowed");
    return allowed_by(rule);
  }

  Verdict outside(const StoredRule& rule, const std::vector<std::string>& lacking) const {
    return refused_by(rule, Code::out_of_scope,
                      label() + " may not " + deed(question_) + " there: " + base::join(lacking, "; ") + " (line " +
                          std::to_string(rule.rule.line) + "); " + says(rule) + "; ask " + contact_of(data_) +
                          " to widen it");
  }

  Verdict nothing_permits() const {
    const auto block = std::ranges::find_if(blocks_, [](const Block* b) { return b != nullptr; });
    std::string message = label() + " may not " + deed(question_) + ": ";
    if (block == blocks_.end()) {
      message += data_.source + " has no [[principal]] for " + base::printable(question_.principal.key(), 120);
    } else {
      message += (*block)->where + " ([[principal]] id \"" + (*block)->id + "\") has no permit to " +
                 std::string(name(question_.permission));
    }
    if (!unproven(data_, question_.principal).empty()) message += "; what is written for its id needs its token";
    return refusal(Code::denied, message + "; ask " + contact_of(data_) + " to add one");
  }

  std::string label() const { return label_of(data_, blocks_, question_.principal); }

  void step(std::string_view what, std::string_view text) {
    if (steps_ != nullptr) steps_->push_back("  " + padded(what) + std::string(text));
  }
  Verdict decided(std::string_view what, Verdict verdict) {
    if (steps_ != nullptr) {
      steps_->push_back("> " + padded(what) + "refused (" + std::to_string(static_cast<int>(verdict.code)) +
                        "): " + verdict.message);
    }
    return verdict;
  }
  static std::string padded(std::string_view what) {
    std::string text(what);
    text.resize(10, ' ');
    return text;
  }

  const PolicyData& data_;
  const Blocks& blocks_;
  const Question& question_;
  std::vector<std::string>* steps_;
};

std::string box_in_mm(const Box& box) {
  const auto corner = [](const std::array<std::int64_t, 3>& um) {
    std::string text;
    for (const auto value : um) {
      if (!text.empty()) text += " ";
      if (value < 0) text += "-";
      text += std::to_string(std::abs(value / 1000));
      if (value % 1000 != 0) text.append(".").append(std::to_string(1000 + std::abs(value % 1000)), 1);
    }
    return text;
  };
  return std::string("(").append(corner(box.min_um)).append(" to ").append(corner(box.max_um)).append(" mm)");
}

}  // namespace

ApprovalNeed stricter(const ApprovalNeed& a, const ApprovalNeed& b) {
  return {std::max(a.confirmations, b.confirmations), a.distinct_humans || b.distinct_humans,
          std::max(a.min_assurance, b.min_assurance)};
}

std::string rule_in_words(const Rule& rule) {
  std::vector<std::string> verbs;
  for (const auto permission : rule.permissions) verbs.emplace_back(name(permission));
  std::vector<std::string> regions;
  for (const auto& region : rule.regions) regions.push_back(box_in_mm(region));
  std::string words = (rule.allow ? "allow " : "forbid ") + base::join(verbs, ", ");
  const auto add = [&](std::string_view what, const std::vector<std::string>& list) {
    if (!list.empty()) words.append("; ").append(what).append(" ").append(base::join(list, ", "));
  };
  add("toolsets", rule.toolsets);
  add("categories", rule.categories);
  add("levels", rule.levels);
  add("regions", regions);
  add("branches", rule.branches);
  add("paths", rule.paths);
  return base::printable(words, 400);
}

std::string unproven(const PolicyData& data, const Principal& principal) {
  if (principal.kind == Kind::human || principal.by_token || data.token_by_principal.empty()) return {};
  const auto found = data.token_by_principal.find(base::lower_ascii(principal.key()));
  return found == data.token_by_principal.end() ? std::string() : found->second;
}

namespace {

const Block* block_with(const PolicyData& data, const std::string& id) {
  const auto found = data.block_by_id.find(id);
  return found == data.block_by_id.end() ? nullptr : &data.blocks[found->second];
}

const Block* own_block(const PolicyData& data, const Principal& principal) {
  if (!unproven(data, principal).empty()) return nullptr;
  return block_with(data, base::lower_ascii(principal.key()));
}

bool names_elements(const Rule& rule) {
  return !rule.categories.empty() || !rule.levels.empty() || !rule.regions.empty() || !rule.paths.empty();
}
bool is_scoped_reading(const StoredRule& stored) {
  return has_verb(stored.rule, Permission::read) && names_elements(stored.rule);
}
bool reads_everything(const StoredRule& stored) {
  const Rule& rule = stored.rule;
  return has_verb(rule, Permission::read) && !names_elements(rule) && rule.toolsets.empty() && rule.branches.empty();
}

bool reads_are_scoped(const Blocks& blocks) {
  bool scoped = false;
  bool everything = false;
  for (const Block* block : blocks) {
    if (block == nullptr) continue;
    if (std::ranges::any_of(block->forbid, is_scoped_reading)) return true;
    scoped = scoped || std::ranges::any_of(block->allow, is_scoped_reading);
    everything = everything || std::ranges::any_of(block->allow, reads_everything);
  }
  return scoped && !everything;
}

// Each value comes from the most specific block that sets it.
Limits limits_in(const PolicyData& data, const Blocks& blocks) {
  const bool by_somebody = !data.is_built_in && !data.blocks_from_built_in;
  Limits limits;
  for (std::size_t i = blocks.size(); i-- > 0;) {
    if (blocks[i] == nullptr) continue;
    const Block& block = *blocks[i];
    if (!data.blocks_from_built_in) limits.line = block.line;
    if (block.max_elements_per_operation) {
      limits.max_elements_per_operation = block.max_elements_per_operation->value;
      limits.elements_where = block.max_elements_per_operation->where;
      limits.elements_written = by_somebody;
    }
    if (block.max_operations_per_session) {
      limits.max_operations_per_session = block.max_operations_per_session->value;
      limits.operations_where = block.max_operations_per_session->where;
      limits.operations_written = by_somebody;
    }
    if (block.requires_approval) limits.requires_approval = *block.requires_approval;
    if (block.dry_run_default) limits.dry_run_default = block.dry_run_default;
    if (block.undo_own_untouched) limits.undo_own_untouched = *block.undo_own_untouched;
  }
  limits.reads_are_scoped = reads_are_scoped(blocks);
  return limits;
}

void add_gates(Governance& rules, const std::vector<std::string>& everywhere) {
  for (const auto& fact : everywhere) {
    if (!holds(rules.gate, fact)) rules.gate.push_back(fact);
  }
}

}  // namespace

Blocks blocks_for(const PolicyData& data, const Principal& principal) {
  return {own_block(data, principal), block_with(data, principal.kind == Kind::human ? "human:*" : "agent:*"),
          block_with(data, "*")};
}

Blocks Policy::Data::blocks_of(const Principal& principal) const {
  return {names_principals ? own_block(*this, principal) : nullptr, principal.kind == Kind::human ? humans : agents,
          anyone};
}

Policy::Data::Data(PolicyData read)
    : PolicyData(std::move(read)),
      rules_by_toolset(toolsets),
      humans(block_with(*this, "human:*")),
      agents(block_with(*this, "agent:*")),
      anyone(block_with(*this, "*")),
      names_principals(std::ranges::any_of(
          blocks, [&](const Block& block) { return &block != humans && &block != agents && &block != anyone; })) {
  for (auto& [name, rules] : rules_by_toolset) add_gates(rules, gate_everywhere);
  // A name for several is governed as the first of them.
  for (const auto& toolset : known) {
    if (!toolset.stands_for.empty()) rules_by_toolset[toolset.name] = rules_by_toolset[toolset.stands_for.front()];
  }
  add_gates(rules_otherwise, gate_everywhere);
  limits_of_humans = limits_in(*this, {nullptr, humans, anyone});
  limits_of_agents = limits_in(*this, {nullptr, agents, anyone});
  for (const Block& block : blocks) {
    const bool human = block.id.starts_with("human:");
    limits_by_block.push_back(limits_in(*this, {&block, human ? humans : agents, anyone}));
  }
}

Verdict evaluate(const PolicyData& data, const Blocks& blocks, const Question& question,
                 std::vector<std::string>* steps) {
  return Decision(data, blocks, question, steps).run();
}

Verdict Policy::decide(const Question& question) const {
  return evaluate(*data_, data_->blocks_of(question.principal), question, nullptr);
}

Verdict Policy::decide_all(const Principal& principal, std::string_view toolset, std::string_view branch,
                           const Touched& touched) const {
  const Blocks blocks = data_->blocks_of(principal);
  Question question{principal, Permission::read, std::string(toolset), std::string(branch), nullptr};
  Verdict first;
  first.allowed = true;
  first.rule = "nothing is touched";
  for (std::size_t i = 0; i < touched.items.size(); ++i) {
    question.item = &touched.items[i];
    question.permission = touched.items[i].needs;
    Verdict verdict = evaluate(*data_, blocks, question, nullptr);
    if (!verdict.allowed) return verdict;
    if (i == 0) first = std::move(verdict);
  }
  return first;
}

const Limits& Policy::limits_for(const Principal& principal) const {
  const Block* own = data_->blocks_of(principal)[0];
  if (own != nullptr) return data_->limits_by_block.at(static_cast<std::size_t>(own - data_->blocks.data()));
  return principal.kind == Kind::human ? data_->limits_of_humans : data_->limits_of_agents;
}

const Governance& Policy::governance(std::string_view toolset) const {
  const auto found = data_->rules_by_toolset.find(toolset);
  return found == data_->rules_by_toolset.end() ? data_->rules_otherwise : found->second;
}

ApprovalNeed Policy::need(Tier tier, bool destructive_or_bulk) const {
  const ApprovalNeed& by_tier = data_->need_by_tier.at(static_cast<std::size_t>(tier) - 1);
  return destructive_or_bulk ? stricter(by_tier, data_->need_destructive) : by_tier;
}

std::int64_t Policy::approval_ttl_ms() const { return data_->ttl_hours * 3'600'000; }
std::int64_t Policy::second_confirmation_delay_ms() const { return data_->second_confirmation_seconds * 1000; }

RateLimit Policy::rate_limit(std::string_view toolset, bool over_http) const {
  if (!over_http) return data_->stdio_rate;
  const auto found = data_->http_rate_by_toolset.find(toolset);
  return found == data_->http_rate_by_toolset.end() ? data_->http_rate : found->second;
}

std::string Policy::label(const Principal& principal) const {
  return label_of(*data_, data_->blocks_of(principal), principal);
}

std::string Policy::admin_contact() const { return contact_of(*data_); }

std::string explain(const Policy& policy, const Question& question) {
  const PolicyData& data = *policy.data_;
  std::vector<std::string> steps;
  steps.push_back(policy.label(question.principal) + " asks to " + deed(question) + ", toolset " +
                  in_quotes(question.toolset) + ", branch " + in_quotes(question.branch));
  (void)evaluate(data, blocks_for(data, question.principal), question, &steps);
  return base::join(steps, "\n") + "\n";
}

}  // namespace kernel
