// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/text.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/migrate/migrate.h"
#include "domains/energy/runtime/model_file.h"
#include "domains/energy/runtime/transition.h"
#include "domains/energy/tools/parts/edit.h"

namespace energy::tools::migrate_model {

namespace {

constexpr std::size_t obstacles_named = 8;

struct Args {
  std::optional<std::string> target_version, energyplus_dir;
  static constexpr auto fields =
      tool::fields(tool::field("target_version", &Args::target_version,
                               "\"25.2\"; default: the engine's, else the newest known.", {.max_length = 40}),
                   tool::field("energyplus_dir", &Args::energyplus_dir,
                               "Whose Transition programs; one that the server found.", {.max_length = max_path}));
};

struct Out {
  bool success = false;
  std::string source_version, target_version, summary;
  Json steps = Json::array(), diff = Json::object();
  static constexpr auto fields = tool::fields(
      tool::field("success", &Out::success, "Whether the model is of the target version now."),
      tool::field("source_version", &Out::source_version, "Before."),
      tool::field("target_version", &Out::target_version, "After."),
      tool::field("steps", &Out::steps, "Each {from_version, to_version, types_compared, method}."),
      tool::field("diff", &Out::diff,
                  "By type: new fields, which are blank; of Transition programs {before, after} in objects."),
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

// By the schemas alone: the version changes, and nothing else.
Result<Change> by_schemas(Runtime& runtime, const View& view, const std::vector<Version>& versions, Out& out) {
  Editing editing = TRY(Editing::of(view, runtime));
  TRY(walk(runtime, *editing.open().model, versions, out));
  TRY(set_version(editing, versions.back()));
  Change change = std::move(editing).finish(out.summary);
  change.put(versioned_file(view, versions.back()));
  return change;
}

// For each step; nullopt where one of them has none.
std::optional<std::vector<std::filesystem::path>> programs_for(const runtime::Transitions& transitions,
                                                               const std::vector<Version>& versions) {
  std::vector<std::filesystem::path> out;
  for (std::size_t i = 1; i < versions.size(); ++i) {
    auto program = transitions.find(versions[i - 1], versions[i]);
    if (!program) return std::nullopt;
    out.push_back(*std::move(program));
  }
  return out;
}

Result<std::string> idf_of(const View& view, Runtime& runtime, const Opened& open) {
  return open.format == Format::idf ? current_bytes(view, runtime) : engine::to_idf(*open.model);
}

// What the programs wrote, in the format that the model had.
Result<std::string> in_format(Runtime& runtime, std::string idf, Format format, const Version& target) {
  auto file = TRY(runtime::read_model(idf, runtime.schemas));
  if (file.version != target) {
    return fail(Code::constraint, "the Transition programs wrote a model of version " + file.version.brief(),
                "target_version", "The model is as it was.");
  }
  return format == Format::idf ? Result<std::string>(std::move(idf)) : engine::to_epjson(file.model);
}

Json counts_of(const engine::Model& before, const engine::Source& after) {
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> counts;
  for (const auto& object : before.objects()) ++counts[object.type->name].first;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const auto* known = after.facts(i);
    ++counts[known != nullptr ? std::string(known->name) : base::printable(after.type(i), 200)].second;
  }
  Json out = Json::object();
  for (const auto& [type, count] : counts) {
    if (count.first != count.second) out.set(type, Json::object({{"before", count.first}, {"after", count.second}}));
  }
  return out;
}

// By EnergyPlus' own programs, one step after the other. The model is another file then, not saved yet.
Result<Change> by_programs(Runtime& runtime, const View& view, const Opened& open, const std::vector<Version>& versions,
                           const std::vector<std::filesystem::path>& programs, Out& out, tool::Job& job) {
  std::string idf = TRY(idf_of(view, runtime, open));
  for (std::size_t i = 0; i < programs.size(); ++i) {
    job.report(static_cast<double>(i), static_cast<double>(programs.size()), programs[i].filename().string());
    auto made = TRY(runtime::run_transition(runtime.runs, view.workspace(), programs[i], idf, job.cancel()));
    idf = std::move(made.idf);
    out.steps.push_back(Json::object({{"from_version", versions[i].text()},
                                      {"to_version", versions[i + 1].text()},
                                      {"success", true},
                                      {"method", programs[i].filename().string()},
                                      {"audit", base::printable(made.audit, 1000)}}));
  }
  std::string bytes = TRY(in_format(runtime, std::move(idf), open.format, versions.back()));
  const OpenFile before = TRY(open_file(view));
  const SavedAs saved = saved_as(view, before);
  kernel::Adoption adoption = TRY(view.adopt(adopted_kind, std::move(bytes)));
  const auto adopted = std::dynamic_pointer_cast<const AdoptedModel>(adoption.content);
  LINTEL_CHECK(adopted != nullptr);
  out.diff = counts_of(*open.model, adopted->source());
  OpenFile file = before;
  file.version = versions.back();
  Change change = opened_change(view, std::move(file), std::move(adoption));
  change.loads.clear();  // what is on the disk is as it was loaded
  change.put(saved_element(saved));
  change.summary = out.summary;
  return change;
}

Result<std::vector<std::filesystem::path>> places_for(const Runtime& runtime, const Args& args) {
  if (!args.energyplus_dir) return runtime.where;
  const std::filesystem::path wanted = std::filesystem::path(*args.energyplus_dir).lexically_normal();
  if (std::ranges::find(runtime.where, wanted) != runtime.where.end())
    return std::vector<std::filesystem::path>{wanted};
  return fail(Code::not_found, "This server found no such EnergyPlus.", "energyplus_dir",
              "ENERGYPLUS_DIR of the server names another one.");
}

Result<Change> plan(Runtime& runtime, const Args& args, const View& view, tool::Job& job) {
  const Opened open = TRY(opened(view, runtime));
  const Version source = open.version;
  const Version target = TRY(runtime.schemas.choose(args.target_version.value_or(""))).version;
  const auto places = TRY(places_for(runtime, args));
  if (open.partial) return fail(Code::out_of_scope, "the model has objects that this caller may not read");
  const auto versions = TRY(way(runtime, source, target));
  Out out{.success = true, .source_version = source.text(), .target_version = target.text()};
  if (source == target) {
    out.summary = "The model is of version " + target.brief() + " already";
    Change nothing;
    nothing.result = tool::encode(out);
    return nothing;
  }
  out.summary = "Migrate from " + source.brief() + " to " + target.brief();
  const auto programs = programs_for(runtime::Transitions(places), versions);
  Change change = TRY(programs ? by_programs(runtime, view, open, versions, *programs, out, job)
                               : by_schemas(runtime, view, versions, out));
  change.result = tool::encode(out);
  change.put(report_element(change.result));
  return change;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::job<Args, Out>(
      {.name = "migrate_model",
       .title = "Migrate to a newer version",
       .doc = "Brings the model to a newer version of EnergyPlus, step by step: by its Transition programs where they "
              "are installed, else by the schemas, where nothing that it uses changed. Otherwise it refuses and names "
              "the types that changed.",
       .needs = Permission::modify},
      [&runtime](const Args& args, const View& view, tool::Job& job) { return plan(runtime, args, view, job); });
}

}  // namespace energy::tools::migrate_model
