// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/text.h"
#include "kernel/json_diff.h"
#include "kernel/pending.h"

namespace kernel {
namespace {

constexpr std::size_t steps_shown = 20;
constexpr std::size_t files_shown = 20;
constexpr std::size_t value_bytes = 80;
constexpr std::size_t name_bytes = 200;

// Line breaks (Unicode 15, 5.8) and marks that turn or hide what stands beside them.
std::size_t unseen_at_start(std::string_view text) {
  static constexpr std::array<std::string_view, 13> unseen{
      "\n",           "\t",           "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D",
      "\xE2\x80\x8E", "\xE2\x80\x8F", "\xD8\x9C",     "\xE2\x81\xA0", "\xEF\xBB\xBF", "\xC2\xAD"};
  const auto mark = std::ranges::find_if(unseen, [&](std::string_view m) { return text.starts_with(m); });
  return mark == unseen.end() ? 0 : mark->size();
}

// A caller's text as one line that shows all it has.
std::string line(std::string_view text, std::size_t max_bytes = 2000) {
  const std::string clean = base::printable(text, max_bytes);
  std::string shown;
  for (std::string_view rest = clean; !rest.empty();) {
    const std::size_t unseen = unseen_at_start(rest);
    shown.push_back(unseen > 0 ? ' ' : rest.front());
    rest.remove_prefix(std::max<std::size_t>(unseen, 1));
  }
  return shown;
}

std::string in_quotes(std::string_view text) { return std::string("\"").append(line(text)).append("\""); }

std::string value(const Json& json) { return line(json.dump(), value_bytes); }

std::string counted(std::size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// "  Asked by    claude-code for ada"
void row(std::string& out, std::string_view name, std::string_view text) {
  constexpr std::size_t width = 12;
  out.append("  ").append(name).append(width - std::min(width - 1, name.size()), ' ').append(text).append("\n");
}

std::string listed(const Json* list) {
  std::vector<std::string> names;
  if (list && list->is_array()) {
    for (const auto& item : list->as_array()) {
      if (item.is_string()) names.push_back(line(item.as_string(), name_bytes));
    }
  }
  return base::join(names, ", ");
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
  std::vector<std::string> lines;
  for (const auto& text : texts) lines.push_back(line(text, name_bytes));
  return base::join(lines, separator);
}

void describe_touched(std::string& out, const Json& touched) {
  const Json* n = touched.find("n");
  const auto count = n && n->is_integer() ? static_cast<std::size_t>(std::max<std::int64_t>(n->as_integer(), 0)) : 0;
  row(out, "Touches", counted(count, "element"));
  if (const auto categories = listed(touched.find("categories")); !categories.empty()) {
    row(out, "Categories", categories);
  }
  if (const auto levels = listed(touched.find("levels")); !levels.empty()) row(out, "Levels", levels);
  for (const auto& [member, words] : {std::pair("bbox_before", "before"), std::pair("bbox_after", "after")}) {
    const Json* box = touched.find(member);
    const Json* min = box ? box->find("min") : nullptr;
    const Json* max = box ? box->find("max") : nullptr;
    if (min && max) row(out, "Region", std::string(words) + ": " + value(*min) + " to " + value(*max) + " mm");
  }
}

std::string who(const Principal& principal) {
  std::string text = line(principal.label.empty() ? principal.key() : principal.label, name_bytes) + " (";
  if (principal.agent_id) text += "agent " + line(*principal.agent_id, name_bytes) + ", ";
  return text + "user " + line(principal.user_id, name_bytes) + ")";
}

std::string needed(const ApprovalNeed& need) {
  std::string text = counted(static_cast<std::size_t>(std::max(need.confirmations, 1)), "confirmation");
  text += " by a person";
  if (need.distinct_humans) text += need.confirmations > 1 ? ", each by another one" : " other than the one who asked";
  return text + ", assurance A" + std::to_string(static_cast<int>(need.min_assurance)) + " or higher";
}

void describe_ballots(std::string& out, const std::vector<Ballot>& ballots) {
  for (const auto& ballot : ballots) {
    std::string text =
        (ballot.approve ? "confirmed by " : "rejected by ") + who(ballot.by) + " at " + base::iso8601(ballot.time_ms);
    if (!ballot.reason.empty()) text += ": " + line(ballot.reason);
    row(out, "So far", text);
  }
}

// "delete wall W3"; "replace wall W3 /body/height: 3000 → 2800".
std::string in_words(const Step& step, std::string_view common_category) {
  const Json& whole = step.op == "remove" ? step.old_value : step.new_value;
  std::string_view category = common_category;
  if (step.path.empty()) category = whole.text("category", common_category);
  const std::string name = (category.empty() ? "" : line(category, name_bytes) + " ") + line(step.id, name_bytes);
  if (step.path.empty() && step.op == "add") return "create " + name + ": " + value(whole);
  if (step.path.empty() && step.op == "remove") return "delete " + name;
  const std::string place = step.op + " " + name + " " + line(step.path, name_bytes) + ": ";
  if (step.op == "add") return place + value(step.new_value);
  if (step.op == "remove") return place + value(step.old_value);
  return place + value(step.old_value) + " → " + value(step.new_value);
}

// The category of all touched elements where there is only one; steps themselves do not name it.
std::string_view common_category(const Json& touched) {
  const Json* categories = touched.find("categories");
  if (!categories || !categories->is_array() || categories->size() != 1) return {};
  const Json& only = categories->as_array().front();
  return only.is_string() ? std::string_view(only.as_string()) : std::string_view();
}

void describe_steps(std::string& out, const Pending& pending) {
  const auto steps = steps_from_json(pending.steps);
  if (!steps.ok()) {
    row(out, "Steps", "the stored steps are damaged; do not approve");
    return;
  }
  row(out, "Steps", std::to_string(steps->size()));
  for (std::size_t i = 0; i < std::min(steps->size(), steps_shown); ++i) {
    out.append("    ").append(in_words((*steps)[i], common_category(pending.touched))).append("\n");
  }
  if (steps->size() > steps_shown) out.append("    … and " + std::to_string(steps->size() - steps_shown) + " more\n");
}

std::string in_words(const FilePlan& file) {
  std::string text = line(file.from_root, name_bytes) + " (" + std::to_string(file.size) + " bytes, SHA-256 " +
                     line(file.sha256) + ")";
  if (!file.before) return text + ", a new file";
  text += std::string(", REPLACES ") + (file.foreign ? "A FILE THAT LINTEL DID NOT WRITE" : "what was written before");
  return text + " (" + std::to_string(file.size_before) + " bytes, SHA-256 " + line(*file.before) + ")";
}

// What replaces somebody's file comes first.
void describe_files(std::string& out, const Pending& pending) {
  auto files = pending.files;
  std::ranges::stable_sort(files, {}, [](const FilePlan& file) { return file.foreign ? 0 : file.before ? 1 : 2; });
  if (files.empty()) return;
  row(out, "Writes", counted(files.size(), "file"));
  for (std::size_t i = 0; i < std::min(files.size(), files_shown); ++i) {
    out.append("    " + in_words(files[i]) + "\n");
  }
  if (files.size() > files_shown) out.append("    … and " + std::to_string(files.size() - files_shown) + " more\n");
}

}  // namespace

std::string describe(const Pending& pending) {
  std::string out = "Change " + line(pending.id, name_bytes) + ": " + line(pending.summary) + "\n";
  row(out, "State", line(pending.state, name_bytes));
  row(out, "Tier", name(pending.tier));
  describe_touched(out, pending.touched);
  row(out, "Where",
      "workspace " + line(pending.workspace, name_bytes) + ", branch " + line(pending.branch, name_bytes) +
          (pending.merge ? ", a merge of branches" : ""));
  row(out, "Tool", line(pending.tool, name_bytes) + " " + line(pending.tool_version, name_bytes));
  row(out, "Asked by", who(pending.requester));
  row(out, "Why", pending.reasoning.empty() ? "no reason was given" : in_quotes(pending.reasoning));
  row(out, "Waits for", pending.reasons.empty() ? "a decision" : joined(pending.reasons, "; "));
  row(out, "Needs", needed(pending.need));
  describe_ballots(out, pending.ballots);
  if (!pending.after.empty()) row(out, "First", "decide on " + joined(pending.after, ", "));
  row(out, "Expires", base::iso8601(pending.expires_ms));
  describe_steps(out, pending);
  describe_files(out, pending);
  row(out, "Digest", line(pending.change_digest, name_bytes));
  return out;
}

}  // namespace kernel
