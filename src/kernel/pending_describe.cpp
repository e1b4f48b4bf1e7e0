// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>

#include "base/diff.h"
#include "base/text.h"
#include "kernel/event.h"
#include "kernel/json_diff.h"
#include "kernel/pending.h"

namespace kernel {
namespace {

constexpr std::size_t value_bytes = 80;
constexpr std::size_t line_bytes = 2000;
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
  const std::string counts = line(counts_in_words(touched));
  row(out, "Touches", counted(count, "element") + (counts.empty() ? "" : " (" + counts + ")"));
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

// JSON as people read it, one value a line.
void spread(std::string& out, const Json& json, std::size_t depth) {
  const std::string margin(2 * depth, ' ');
  const auto each = [&](const std::string& name, const Json& item) {
    out.append(margin).append(name);
    const bool nested = (item.is_object() || item.is_array()) && !item.empty();
    if (!nested) {
      out.append(item.is_string() ? item.as_string() : item.dump()).append("\n");
      return;
    }
    out.append("\n");
    spread(out, item, depth + 1);
  };
  if (json.is_object()) {
    for (const auto& [name, item] : json.as_object()) each(name + ": ", item);
  } else if (json.is_array()) {
    for (const auto& item : json.as_array()) each("- ", item);
  } else {
    each("", json);
  }
}

std::string spread(const Json& json) {
  std::string out;
  spread(out, json, 0);
  return out;
}

bool is_long(const Json& json) {
  return json.is_object() || json.is_array() ||
         (json.is_string() && (json.as_string().size() > value_bytes || json.as_string().contains('\n')));
}

// Each line of the block for itself, so that no caller's line break makes a new one of ours.
void block(std::string& out, std::string_view margin, std::string_view text, std::string_view sign = {}) {
  auto lines = base::split(text, '\n');
  if (!lines.empty() && lines.back().empty()) lines.pop_back();
  for (const auto each : lines) out.append(margin).append(sign).append(line(each, line_bytes)).append("\n");
}

// What a step does to the inside of an element: short values side by side, long ones as a difference of lines.
void describe_inner(std::string& out, const Step& step) {
  const std::string place = "      " + line(step.path, name_bytes);
  if (!is_long(step.old_value) && !is_long(step.new_value)) {
    const std::string before = step.op == "add" ? "nothing" : value(step.old_value);
    const std::string after = step.op == "remove" ? "nothing" : value(step.new_value);
    out.append(place + ": " + before + " → " + after + "\n");
    return;
  }
  out.append(place + ":\n");
  const std::string before = step.op == "add" ? "" : spread(step.old_value);
  const std::string after = step.op == "remove" ? "" : spread(step.new_value);
  std::string diff = base::unified_diff(before, after, "");
  for (int header = 0; header < 2 && (diff.starts_with("--- ") || diff.starts_with("+++ ")); ++header)
    diff.erase(0, diff.find('\n') + 1);
  block(out, "        ", diff);
}

// The category of all touched elements where there is only one; steps themselves do not name it.
std::string_view common_category(const Json& touched) {
  const Json* categories = touched.find("categories");
  if (!categories || !categories->is_array() || categories->size() != 1) return {};
  const Json& only = categories->as_array().front();
  return only.is_string() ? std::string_view(only.as_string()) : std::string_view();
}

// Whether an element counts as touched itself, not only what is in it.
bool counts(const Json& touched, std::string_view id) {
  const Json* elements = touched.find("elements");
  if (!elements || !elements->is_array()) return true;  // a record that does not say
  return std::ranges::any_of(elements->as_array(),
                             [&](const Json& item) { return item.is_string() && item.as_string() == id; });
}

// "specification Doors (ids:spec:…)"
std::string title_of(const Step& step, const Json& touched) {
  const Json& whole = step.op == "remove" ? step.old_value : step.new_value;
  std::string_view category = step.path.empty() ? whole.text("category") : std::string_view();
  if (category.empty() && counts(touched, step.id)) category = common_category(touched);
  const Json* names = touched.find("names");
  const std::string_view known = names == nullptr ? std::string_view() : names->text(step.id);
  std::string title = category.empty() ? "" : line(category, name_bytes) + " ";
  if (known.empty()) return title + line(step.id, name_bytes);
  return title + line(known, name_bytes) + " (" + line(step.id, name_bytes) + ")";
}

// The steps of one element; one that goes or comes has only one.
void describe_element(std::string& out, const std::vector<const Step*>& steps, const Json& touched) {
  const Step& first = *steps.front();
  const bool whole = first.path.empty();
  const std::string verb = !whole                 ? "modify "
                           : first.op == "add"    ? "create "
                           : first.op == "remove" ? "delete "
                                                  : "replace ";
  out.append("    " + verb + title_of(first, touched) + "\n");
  if (!whole) {
    for (const Step* step : steps) describe_inner(out, *step);
    return;
  }
  const Json& element = first.op == "remove" ? first.old_value : first.new_value;
  const Json* body = element.find("body");
  block(out, "      ", spread(body == nullptr ? element : *body), first.op == "remove" ? "-" : "+");
}

bool is_deletion(const Step& step) { return step.path.empty() && step.op == "remove"; }

// Element by element; what is deleted comes first.
void describe_steps(std::string& out, const Pending& pending) {
  const auto steps = steps_from_json(pending.steps);
  if (!steps.ok()) {
    row(out, "Steps", "the stored steps are damaged; do not approve");
    return;
  }
  std::vector<std::vector<const Step*>> elements;
  std::map<std::string_view, std::size_t> index;
  for (const Step& step : *steps) {
    const auto [found, is_new] = index.try_emplace(step.id, elements.size());
    if (is_new) elements.emplace_back();
    elements[found->second].push_back(&step);
  }
  if (elements.empty()) return;
  row(out, "Steps", std::to_string(steps->size()) + (steps->size() == 1 ? " step" : " steps"));
  for (const bool deleted : {true, false}) {
    for (const auto& element : elements) {
      if (is_deletion(*element.front()) == deleted) describe_element(out, element, pending.touched);
    }
  }
}

// In the domain's words, before the steps that a machine would read.
void describe_told(std::string& out, const Pending& pending) {
  if (pending.told.empty()) return;
  row(out, "Changes", "");
  for (const std::string& each : pending.told) out.append("    " + line(each) + "\n");
}

// What is deleted, part by part: the thing one least wants to overlook.
void describe_deletions(std::string& out, const Pending& pending) {
  std::vector<std::string> deleted;
  if (!pending.facts.is_array()) return;
  const Json* names = pending.touched.find("names");
  for (const Json& fact : pending.facts.as_array()) {
    if (fact.text("type") != "element.deleted") continue;
    const std::string_view id = fact.text("element");
    const std::string_view known = names == nullptr ? std::string_view() : names->text(id);
    deleted.push_back(line(known.empty() ? id : known, name_bytes));
  }
  if (deleted.empty()) return;
  row(out, "DELETES", counted(deleted.size(), "element"));
  for (const std::string& each : deleted) out.append("    " + each + "\n");
}

std::string in_words(const FilePlan& file) {
  std::string text = line(file.from_root, name_bytes) + " (" + std::to_string(file.size) + " bytes, SHA-256 " +
                     line(file.sha256) + ")";
  if (!file.before) return text + ", a new file";
  text += std::string(", REPLACES ") + (file.foreign ? "A FILE THAT LINTEL DID NOT WRITE" : "what was written before");
  if (!file.kept) text += ", WHICH CAN NOT BE UNDONE";
  return text + " (" + std::to_string(file.size_before) + " bytes, SHA-256 " + line(*file.before) + ")";
}

// What replaces somebody's file comes first.
void describe_files(std::string& out, const Pending& pending) {
  if (pending.files.empty()) return;
  row(out, "Writes", counted(pending.files.size(), "file"));
  const auto rank = [](const FilePlan& file) { return file.foreign ? 0 : file.before ? 1 : 2; };
  for (const int each : {0, 1, 2}) {
    for (const FilePlan& file : pending.files) {
      if (rank(file) == each) out.append("    " + in_words(file) + "\n");
    }
  }
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
  row(out, "Digest", line(pending.change_digest, name_bytes));
  for (const std::string& each : pending.unusual) row(out, "UNUSUAL", line(each));
  describe_told(out, pending);
  describe_deletions(out, pending);
  describe_files(out, pending);
  describe_steps(out, pending);
  return out;
}

std::string describe_briefly(const Pending& pending, std::size_t lines) {
  std::string all = describe(pending);
  std::size_t end = 0;
  for (std::size_t i = 0; i < lines; ++i) {
    const std::size_t next = all.find('\n', end);
    if (next == std::string::npos) return all;
    end = next + 1;
  }
  const auto more = std::ranges::count(all.begin() + static_cast<std::ptrdiff_t>(end), all.end(), '\n');
  if (more == 0) return all;
  return all.substr(0, end) + "… and " + std::to_string(more) + " more lines: lintel approvals show " +
         line(pending.id, name_bytes) + "\n";
}

}  // namespace kernel
