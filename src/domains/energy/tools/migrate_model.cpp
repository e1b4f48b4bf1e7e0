// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/text.h"
#include "domains/energy/engine/migrate/migrate.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::migrate_model {

namespace {

constexpr std::size_t obstacles_named = 8;

struct Args {
  std::optional<std::string> target_version;
  static constexpr auto fields =
      tool::fields(tool::field("target_version", &Args::target_version,
                               "\"25.2\"; default: the engine's, else the newest known.", {.max_length = 40}));
};

struct Out {
  bool success = false;
  std::string source_version, target_version, summary;
  Json steps = Json::array(), diff = Json::object();
  static constexpr auto fields =
      tool::fields(tool::field("success", &Out::success, "Whether the model is of the target version now."),
                   tool::field("source_version", &Out::source_version, "Before."),
                   tool::field("target_version", &Out::target_version, "After."),
                   tool::field("steps", &Out::steps, "Each {from_version, to_version, types_compared, method}."),
                   tool::field("diff", &Out::diff, "New fields by type; they are blank."),
                   tool::field("summary", &Out::summary, "In a line."));
};

base::Error refused(const engine::MigrationStep& step, const Version& from, const Version& to) {
  std::vector<std::string> named;
  Json list = Json::array();
  for (const auto& each : step.obstacles) {
    if (named.size() < obstacles_named) named.push_back(each.type + ": " + each.what);
    if (list.size() < 200) list.push_back(Json::object({{"object_type", each.type}, {"what", each.what}}));
  }
  std::string message =
      "from " + from.brief() + " to " + to.brief() + " types that the model uses changed: " + base::join(named, "; ");
  if (step.obstacles.size() > named.size())
    message += "; and " + std::to_string(step.obstacles.size() - named.size()) + " more";
  base::Error error =
      fail(Code::constraint, std::move(message), "target_version",
           "EnergyPlus' IDFVersionUpdater (its Transition programs) rewrites them; load the file that it writes.");
  error.data = std::make_shared<const Json>(Json::object({{"obstacles", std::move(list)}}));
  return error;
}

// The versions on the way, both ends included.
Result<std::vector<Version>> way(const Runtime& runtime, const Version& from, const Version& to) {
  std::vector<Version> out;
  for (const auto& each : runtime.schemas.versions())
    if (from <= each && each <= to) out.push_back(each);
  if (to < from) return fail(Code::out_of_range, "the model is of a later version: " + from.brief(), "target_version");
  return out;
}

Result<void> walk(Runtime& runtime, const engine::Model& model, const std::vector<Version>& versions, Out& out) {
  for (std::size_t i = 1; i < versions.size(); ++i) {
    const auto from = TRY(runtime.schemas.find(versions[i - 1]));
    const auto to = TRY(runtime.schemas.find(versions[i]));
    const auto step = engine::migration_step(model, *from, *to);
    if (!step.obstacles.empty()) return refused(step, versions[i - 1], versions[i]);
    out.steps.push_back(Json::object({{"from_version", versions[i - 1].text()},
                                      {"to_version", versions[i].text()},
                                      {"success", true},
                                      {"method", "Version alone: nothing that the model uses changed"}}));
    for (const auto& gain : step.gains) out.diff.set(gain.type, tool::encode(gain.fields));
  }
  return {};
}

Result<void> set_version(Editing& editing, const Version& version) {
  const auto& all = editing.open().held->of_type("Version");
  if (all.empty()) {
    engine::Draft draft = TRY(editing.fresh("Version", ""));
    TRY(draft.set("version_identifier", version.brief()));
    static_cast<void>(TRY(editing.add(draft)));
    return {};
  }
  engine::Draft draft = TRY(engine::Draft::of(*editing.open().model, editing.object(all.front())));
  TRY(draft.set("version_identifier", version.brief()));
  static_cast<void>(TRY(editing.change(all.front(), draft)));
  return {};
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view) {
  Editing editing = TRY(Editing::of(view, runtime));
  const Version source = editing.open().version;
  const Version target = TRY(runtime.schemas.choose(args.target_version.value_or(""))).version;
  if (editing.open().partial) return fail(Code::out_of_scope, "the model has objects that this caller may not read");
  const auto versions = TRY(way(runtime, source, target));
  Out out{.success = true, .source_version = source.text(), .target_version = target.text()};
  TRY(walk(runtime, *editing.open().model, versions, out));
  if (source != target) TRY(set_version(editing, target));
  out.summary = source == target ? "The model is of version " + target.brief() + " already"
                                 : "Migrate from " + source.brief() + " to " + target.brief();
  Change change = std::move(editing).finish(out.summary);
  if (source != target) change.put(versioned_file(view, target));
  change.result = tool::encode(out);
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::change<Args, Out>(
      {.name = "migrate_model",
       .title = "Migrate to a newer version",
       .doc =
           "Brings the model to a newer version of EnergyPlus where nothing that it uses changed between the schemas, "
           "step by step, and reports each. Else it refuses and names the types that changed.",
       .needs = Permission::modify},
      [&runtime](const Args& args, const View& view) { return plan(runtime, args, view); });
}

}  // namespace energy::tools::migrate_model
