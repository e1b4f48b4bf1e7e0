// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/report/changes.h"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "domains/ids/engine/report/text.h"

// A report is what somebody else wrote: whatever is missing or of another type is empty.
namespace ids::engine {
namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t most_notes = 100;

const Json::Array& list_of(const Json& object, std::string_view key) {
  static const Json::Array none;
  const Json* const found = object.find(key);
  return found != nullptr && found->is_array() ? found->as_array() : none;
}
std::int64_t number_of(const Json& object, std::string_view key) {
  const Json* const found = object.find(key);
  return found != nullptr && found->is_integer() ? std::max<std::int64_t>(0, found->as_integer()) : 0;
}
std::string text_of(const Json& object, std::string_view key) { return one_line(object.text(key), 1000); }

// ---- a report as it is read

struct ReadSpecification {
  std::string name, identifier, status;
  std::vector<std::string> requirements;
  std::int64_t failed = 0;                         // failures that were counted
  std::map<std::string, ChangedFailure> failures;  // by requirement and element
  std::size_t listed = 0;
  bool whole() const { return status != "error" && static_cast<std::int64_t>(listed) >= failed; }
};
struct ReadModel {
  std::string path, name, status, reason;
  std::vector<ReadSpecification> specifications;
  std::int64_t left_off = 0;  // specifications that the report does not list
};
struct ReadReport {
  std::string title, checked_at;
  std::vector<ReadModel> models;
};

ReadSpecification read_specification(const Json& from) {
  ReadSpecification out{
      .name = text_of(from, "name"), .identifier = text_of(from, "identifier"), .status = text_of(from, "status")};
  std::int64_t of_requirements = 0;
  for (const auto& each : list_of(from, "requirements")) {
    out.requirements.push_back(text_of(each, "description"));
    of_requirements += number_of(each, "failed");
  }
  out.failed = std::max(of_requirements, number_of(from, "failed"));
  // It fails as a whole: nothing was applicable.
  if (out.status == "fail" && out.failed == 0) {
    out.failures[""] = {.requirement = text_of(from, "applies_to"), .reason = text_of(from, "reason")};
  }
  return out;
}

ChangedFailure read_failure(const Json& from, const ReadSpecification& of) {
  const Json* const given = from.find("element");
  const Json element = given != nullptr ? *given : Json::object();
  ChangedFailure out{.element = text_of(element, "name"),
                     .global_id = text_of(element, "global_id"),
                     .entity = text_of(element, "entity"),
                     .storey = text_of(element, "storey"),
                     .reason = text_of(from, "reason")};
  if (out.element.empty()) out.element = "#" + std::to_string(number_of(element, "id"));
  const Json* const requirement = from.find("requirement");
  const auto index = requirement != nullptr && requirement->is_integer() ? requirement->as_integer() : -1;
  if (index >= 0 && index < std::ssize(of.requirements))
    out.requirement = of.requirements[static_cast<std::size_t>(index)];
  return out;
}

// Whatever has no GlobalId goes by its class and name. Two of a kind are told apart by their order.
std::string key_of(const ChangedFailure& failure, const ReadSpecification& of) {
  const std::string who = failure.global_id.empty() ? failure.entity + "\t" + failure.element : failure.global_id;
  const std::string key = failure.requirement + "\n" + who;
  std::string out = key;
  for (int copy = 2; of.failures.contains(out) && copy < 1000; ++copy) out = key + "\n" + std::to_string(copy);
  return out;
}

// A failure names its specification by place, or as arguments do: by identifier, else by name.
ReadSpecification* named_by(const Json& failure, ReadModel& model) {
  const auto place = number_of(failure, "place");
  const auto wanted = text_of(failure, "specification");
  for (auto& each : model.specifications) {
    if (place > 0 ? static_cast<std::int64_t>(&each - model.specifications.data()) + 1 == place
                  : wanted == (each.identifier.empty() ? each.name : each.identifier))
      return &each;
  }
  return nullptr;
}

ReadModel read_model(const Json& from) {
  ReadModel out{.status = text_of(from, "status"), .reason = text_of(from, "reason")};
  if (const Json* const model = from.find("model")) {
    out.path = text_of(*model, "path");
    out.name = text_of(*model, "name");
  }
  for (const auto& each : list_of(from, "specifications")) out.specifications.push_back(read_specification(each));
  for (const auto& each : list_of(from, "failures")) {
    ReadSpecification* const of = named_by(each, out);
    if (of == nullptr) continue;
    ++of->listed;
    auto failure = read_failure(each, *of);
    auto key = key_of(failure, *of);
    of->failures.emplace(std::move(key), std::move(failure));
  }
  out.left_off = number_of(from, "specifications_left_off");
  return out;
}

Result<ReadReport> read_report(const Json& from, const char* which) {
  const bool one = from.find("specifications") != nullptr && from.find("failures") != nullptr;
  const Json* const models = from.find("models");
  if (!one && (models == nullptr || !models->is_array() || from.find("status") == nullptr)) {
    return fail(Code::parse, std::string("the ") + which + " file is no JSON report of a check", {},
                "lintel ids check rules.ids model.ifc --report report.json writes one.");
  }
  ReadReport out{.title = text_of(from, "title"), .checked_at = text_of(from, "checked_at")};
  if (one) {
    out.models.push_back(read_model(from));
  } else {
    for (const auto& each : models->as_array()) out.models.push_back(read_model(each));
  }
  return out;
}

// ---- two of them

class Comparing {
 public:
  Comparing(ReadReport before, ReadReport after) : before_(std::move(before)), after_(std::move(after)) {}

  ReportChanges run() {
    out_.title = after_.title;
    out_.checked_before = before_.checked_at;
    out_.checked_after = after_.checked_at;
    std::vector<bool> used(before_.models.size(), false);
    for (const auto& model : after_.models) {
      const auto earlier = same_model(model, used);
      if (!earlier) note(name_of(model) + " is not in the earlier report");
      static const ReadModel none;
      compare(earlier ? before_.models[*earlier] : none, model);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i]) note(name_of(before_.models[i]) + " is not in the later report: nothing is known of it now");
    }
    order();
    return std::move(out_);
  }

 private:
  static std::string name_of(const ReadModel& model) {
    return !model.path.empty() ? model.path : !model.name.empty() ? model.name : "A model";
  }
  void note(std::string text) {
    if (out_.notes.size() < most_notes) out_.notes.push_back(std::move(text));
  }

  std::optional<std::size_t> same_model(const ReadModel& model, std::vector<bool>& used) const {
    const auto find = [&](auto is_same) -> std::optional<std::size_t> {
      for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i] && is_same(before_.models[i])) return i;
      }
      return std::nullopt;
    };
    auto found = find([&](const ReadModel& each) { return each.path == model.path && each.name == model.name; });
    if (!found) found = find([&](const ReadModel& each) { return each.name == model.name; });
    if (!found && used.size() == 1 && after_.models.size() == 1) found = find([](const ReadModel&) { return true; });
    if (found) used[*found] = true;
    return found;
  }

  void compare(const ReadModel& before, const ReadModel& after) {
    for (const auto* const each : {&before, &after}) {
      if (each->left_off > 0)
        note("A report of " + name_of(*each) + " does not list " + grouped(each->left_off) + " specifications");
    }
    if (!after.reason.empty()) note(name_of(after) + " could not be checked now: " + after.reason);
    if (!before.reason.empty()) note(name_of(before) + " could not be checked before: " + before.reason);
    std::vector<bool> used(before.specifications.size(), false);
    for (const auto& each : after.specifications) {
      const auto earlier = same_specification(before, each, used);
      add(after, earlier ? &before.specifications[*earlier] : nullptr, each, !before.reason.empty());
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (!used[i] && !before.specifications[i].failures.empty()) gone(after, before.specifications[i]);
    }
  }

  static std::optional<std::size_t> same_specification(const ReadModel& before, const ReadSpecification& wanted,
                                                       std::vector<bool>& used) {
    const auto find = [&](bool with_name) -> std::optional<std::size_t> {
      for (std::size_t i = 0; i < used.size(); ++i) {
        const auto& each = before.specifications[i];
        const bool same = each.identifier == wanted.identifier && (!with_name || each.name == wanted.name);
        if (!used[i] && same) return i;
      }
      return std::nullopt;
    };
    auto found = find(true);
    if (!found && !wanted.identifier.empty()) found = find(false);
    if (found) used[*found] = true;
    return found;
  }

  // What is now against what was. Of a list that is not whole, nobody knows what is not in it.
  void add(const ReadModel& model, const ReadSpecification* before, const ReadSpecification& now, bool was_unreadable) {
    ChangedSpecification made{.model = name_of(model),
                              .name = now.name,
                              .identifier = now.identifier,
                              .before = before != nullptr ? before->status : "",
                              .after = now.status};
    const bool known_before = before != nullptr ? before->whole() : !was_unreadable;
    for (const auto& [key, failure] : now.failures) {
      const bool was = before != nullptr && before->failures.contains(key);
      (was ? made.still : known_before ? made.added : made.unknown).push_back(failure);
    }
    if (before != nullptr) {
      for (const auto& [key, failure] : before->failures) {
        if (!now.failures.contains(key)) (now.whole() ? made.fixed : made.unknown).push_back(failure);
      }
    }
    if (now.status == "error") note("\"" + now.name + "\" could not be checked now in " + made.model);
    if (before != nullptr && before->status == "error")
      note("\"" + now.name + "\" could not be checked before in " + made.model);
    take(std::move(made));
  }

  void gone(const ReadModel& model, const ReadSpecification& before) {
    ChangedSpecification made{
        .model = name_of(model), .name = before.name, .identifier = before.identifier, .before = before.status};
    note("\"" + before.name + "\" is not in the later report of " + made.model + ": its " +
         counted(std::ssize(before.failures), "failure is", "failures are") + " neither fixed nor known");
    for (const auto& each : before.failures) made.unknown.push_back(each.second);
    take(std::move(made));
  }

  void take(ChangedSpecification made) {
    out_.added += std::ssize(made.added);
    out_.still += std::ssize(made.still);
    out_.fixed += std::ssize(made.fixed);
    out_.unknown += std::ssize(made.unknown);
    const bool something = !made.added.empty() || !made.still.empty() || !made.fixed.empty() || !made.unknown.empty();
    if (something || made.before != made.after) out_.specifications.push_back(std::move(made));
  }

  void order() {
    std::vector<ChangedSpecification> sorted;
    const auto rank = [](const ChangedSpecification& each) {
      return !each.added.empty() ? 0 : !each.unknown.empty() ? 1 : !each.still.empty() ? 2 : 3;
    };
    for (int wanted = 0; wanted <= 3; ++wanted) {
      for (auto& each : out_.specifications) {
        if (rank(each) == wanted) sorted.push_back(each);
      }
    }
    out_.specifications = std::move(sorted);
  }

  ReadReport before_, after_;
  ReportChanges out_;
};

}  // namespace

Result<ReportChanges> report_changes(const Json& before, const Json& after) {
  auto earlier = TRY(read_report(before, "earlier"));
  auto later = TRY(read_report(after, "later"));
  return Comparing(std::move(earlier), std::move(later)).run();
}

}  // namespace ids::engine
