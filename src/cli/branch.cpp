// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "command/terminal.h"

namespace cli {

namespace {

Result<Json> call_tool(const BranchOptions& options, const Domains& domains, const char* tool, Json arguments) {
  Asker asker(options.runtime, domains);
  arguments.set("reasoning", options.reason);
  const Json answer = TRY(asker.ask(Json::object({{"op", "call"},
                                                  {"tool", tool},
                                                  {"arguments", std::move(arguments)},
                                                  {"cwd_key", working_directory_key()},
                                                  {"workspace", options.workspace}})));
  const Json& structured = answer.at("structured");
  if (!answer.at("is_error").as_bool()) return structured;
  const Json* error = structured.find("error");
  base::Error failed = error_from_json(error != nullptr ? *error : Json::object());
  const Json* data = error != nullptr ? error->find("data") : nullptr;
  if (data != nullptr) failed.data = std::make_shared<const Json>(*data);
  return failed;
}

std::string short_value(const Json& value) { return base::printable(value.dump(), 160); }

void print_conflicts(const Json& conflicts) {
  for (const Json& conflict : conflicts.as_array()) {
    print(styled(Style::bad, std::string(conflict.text("kind"))) + "  " +
          base::printable(std::string(conflict.text("element")) + std::string(conflict.text("path")), 200) + "\n");
    for (const char* side : {"base", "ours", "theirs"}) {
      if (const Json* value = conflict.find(side))
        print("      " + std::string(side) + ": " + short_value(*value) + "\n");
    }
  }
}

// "W1/body/height=theirs", or =ours, or = and a JSON value.
Result<Json> resolution_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return fail(Code::parse, "a resolution is ELEMENT[/PATH]=ours, theirs or a JSON value", "--resolve");
  const std::string place = text.substr(0, equals);
  const std::string what = text.substr(equals + 1);
  const std::size_t slash = place.find('/');
  Json json = Json::object({{"element", place.substr(0, slash)}});
  json.set("path", slash == std::string::npos ? std::string() : place.substr(slash));
  if (what == "ours" || what == "theirs") return json.set("take", what);
  return json.set("take", "value").set("value", TRY(base::parse_json(what)));
}

bool is_named(const Json& resolutions, const Json& conflict) {
  return std::ranges::any_of(resolutions.as_array(), [&](const Json& each) {
    return each.text("element") == conflict.text("element") &&
           (each.text("path").empty() || each.text("path") == conflict.text("path"));
  });
}

// With --take, every conflict that no --resolve names.
Result<Json> resolutions_for(const BranchOptions& options, const Domains& domains) {
  Json named = Json::array();
  for (const std::string& text : options.resolutions) named.push_back(TRY(resolution_of(text)));
  Json all = named;
  if (!options.take.empty()) {
    const Json told =
        TRY(call_tool(options, domains, "manage_branches",
                      Json::object({{"action", "compare"}, {"name", options.name}, {"other", options.other}})));
    for (const Json& conflict : told.at("comparison").at("conflicts").as_array()) {
      if (is_named(named, conflict)) continue;
      all.push_back(Json::object({{"element", conflict.text("element")}, {"path", conflict.text("path")}}));
      all.as_array().back().set("take", options.take);
    }
  }
  return all;
}

int told_change(const Result<Json>& answer) {
  if (!answer.ok()) {
    const Json* conflicts = answer.error().data ? answer.error().data->find("conflicts") : nullptr;
    if (conflicts != nullptr) print_conflicts(*conflicts);
    return report(answer.error());
  }
  const Json* approval = answer->find("approval");
  const std::string id(approval != nullptr ? approval->text("id") : "");
  if (!id.empty()) {
    print("waits for a human; decide with: lintel approvals approve " + id + "\n");
    return exit_done;
  }
  print(std::string(answer->text("outcome", "done")) + "\n");
  return exit_done;
}

Json edit_of(const BranchOptions& options, const char* action) {
  return Json::object({{"action", action}, {"name", options.name}, {"other", options.other}, {"dry_run", false}});
}

}  // namespace

int branch_list(const BranchOptions& options, const Domains& domains) {
  const auto answer = call_tool(options, domains, "manage_branches", Json::object({{"action", "list"}}));
  if (!answer.ok()) return report(answer.error());
  for (const Json& branch : answer->at("branches").as_array()) {
    std::string line =
        styled(Style::bold, std::string(branch.text("name"))) + "  " + branch.at("elements").dump() + " elements";
    if (!branch.text("parent").empty())
      line += "  from " + std::string(branch.text("parent")) + "  " + branch.at("ahead").dump() + " ahead, " +
              branch.at("behind").dump() + " behind";
    print(line + "\n");
  }
  return exit_done;
}

int branch_create(const BranchOptions& options, const Domains& domains) {
  return told_change(call_tool(options, domains, "manage_branches", edit_of(options, "create")));
}

int branch_delete(const BranchOptions& options, const Domains& domains) {
  return told_change(call_tool(options, domains, "manage_branches", edit_of(options, "delete")));
}

int branch_compare(const BranchOptions& options, const Domains& domains) {
  const auto answer =
      call_tool(options, domains, "manage_branches",
                Json::object({{"action", "compare"}, {"name", options.name}, {"other", options.other}}));
  if (!answer.ok()) return report(answer.error());
  const Json& told = answer->at("comparison");
  print(std::string(told.text("from")) + " into " + std::string(told.text("into")) + ": " +
        base::printable(told.text("summary"), 400) + "\n");
  for (const Json& part : told.at("elements").as_array()) {
    print("  " + std::string(part.text("change")) + "  " + base::printable(part.text("name", part.text("id")), 200) +
          "\n");
  }
  print_conflicts(told.at("conflicts"));
  return told.at("conflicts").empty() ? exit_done : exit_findings;
}

int branch_merge(const BranchOptions& options, const Domains& domains) {
  Json resolutions;
  if (auto found = resolutions_for(options, domains); found.ok()) {
    resolutions = *std::move(found);
  } else {
    return report(found.error());
  }
  return told_change(call_tool(options, domains, "manage_branches",
                               edit_of(options, "merge").set("resolutions", std::move(resolutions))));
}

}  // namespace cli
