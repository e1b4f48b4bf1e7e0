// SPDX-License-Identifier: Apache-2.0
// lintel aas convert | diff | new.
#include <algorithm>
#include <set>
#include <utility>

#include "base/ids.h"
#include "base/text.h"
#include "command/terminal.h"
#include "domains/aas/commands/against_template.h"
#include "domains/aas/commands/commands.h"
#include "domains/aas/commands/files.h"
#include "domains/aas/engine/compare/differences.h"
#include "domains/aas/engine/compare/parts.h"
#include "domains/aas/engine/document/convert.h"
#include "domains/aas/engine/templates/instance.h"
#include "formats/aas/check.h"

namespace aas::commands {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using command::exit_done;
using command::exit_findings;
using command::print;
using command::print_error;
using command::report;
using engine::Opened;
using engine::Packing;
using formats::aas::Version;

constexpr std::size_t names_told = 10;

Result<Packing> packing_for(const std::string& path) {
  if (const auto packing = engine::packing_of_name(path)) return *packing;
  return fail(Code::out_of_range, "the name of the file tells its format: " + base::printable(path), "OUT",
              "It ends in .aasx, .json or .xml.");
}

// --- convert ---

std::string some_of(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(names.size(), names_told); ++i)
    out += (i == 0 ? "" : ", ") + base::printable(names[i], 200);
  return out + (names.size() > names_told ? ", …" : "");
}

// What the new file has no place for.
void tell_losses(const Read& read, Packing packing) {
  const Opened& document = read.document;
  if (document.packing == Packing::aasx) {
    const auto parts = engine::other_parts(read.bytes);
    if (!parts.empty()) print_error("lost: " + counted(parts.size(), "file") + " of the package: " + some_of(parts));
  }
  if (!document.problems.empty())
    print_error("lost: what the metamodel has no place for: " + some_of(document.problems));
  if (document.root != "Environment")
    print_error("note: the file held one " + document.root + "; " + std::string(engine::name(packing)) +
                " holds an environment with it");
}

Result<std::string> converted(const Read& read, Packing packing, std::optional<Version> wanted) {
  const Opened& document = read.document;
  const bool same_metamodel = !wanted || formats::aas::name(*wanted) == document.metamodel;
  if (packing == document.packing && same_metamodel) return read.bytes;
  if (!document.checked && packing != Packing::json)
    return fail(Code::unavailable, "metamodel " + document.metamodel + " can be written as JSON only", "OUT",
                "Its XML is not known here.");
  const Version version = wanted.value_or(document.checked.value_or(Version::v3_1));
  auto bytes = packing == Packing::aasx && document.packing == Packing::aasx
                   ? engine::package_as(read.bytes, document.environment, version)
                   : engine::written(document.environment, packing, version);
  if (bytes.ok()) return bytes;
  base::Error error = std::move(bytes).error();
  error.message += "; " + std::string(engine::name(packing)) + " of metamodel " +
                   std::string(formats::aas::name(version)) + " has no place for it";
  return error;
}

// --- diff ---

// Files beside the environment, and the version: what a patch of the environment cannot say.
std::vector<std::string> differences_around(const Read& before, const Read& after) {
  std::vector<std::string> out = engine::part_differences(before.bytes, after.bytes);
  const bool both_say = before.document.packing != Packing::json && after.document.packing != Packing::json;
  if (both_say && before.document.metamodel != after.document.metamodel)
    out.insert(out.begin(), "metamodel: " + before.document.metamodel + " → " + after.document.metamodel);
  return out;
}

Json diff_json(const std::vector<engine::Difference>& differences, const std::vector<std::string>& around) {
  Json list = Json::array(), more = Json::array();
  for (const engine::Difference& each : differences) list.push_back(engine::to_json(each));
  for (const std::string& each : around) more.push_back(each);
  return Json::object({{"equal", differences.empty() && around.empty()},
                       {"differences", std::move(list)},
                       {"around", std::move(more)}});
}

// --- new ---

std::string new_urn() { return "urn:uuid:" + base::uuid_v4(base::system_entropy()); }

Json new_shell(const Options& options) {
  const auto or_new = [](const std::string& said) { return said.empty() ? new_urn() : said; };
  Json asset = Json::object({{"assetKind", "Instance"}, {"globalAssetId", or_new(options.global_asset_id)}});
  return Json::object({{"idShort", options.id_short.empty() ? "Shell" : options.id_short},
                       {"id", or_new(options.id)},
                       {"assetInformation", std::move(asset)},
                       {"modelType", "AssetAdministrationShell"}});
}

Json reference_to(std::string_view submodel) {
  Json key = Json::object({{"type", "Submodel"}, {"value", submodel}});
  return Json::object({{"type", "ModelReference"}, {"keys", Json::array({std::move(key)})}});
}

// A document that grows by submodels, each with what its semantic ids mean.
class Beginning {
 public:
  Beginning(const Options& options, Version version) : options_(options), version_(version) {}

  Result<Json> environment() {
    const bool bare = options_.id_short.empty() && options_.id.empty() && options_.global_asset_id.empty();
    if (bare && options_.templates.empty()) return Json::object();
    Json shell = new_shell(options_);
    if (!options_.templates.empty()) {
      const engine::Templates known = known_templates();
      for (const std::string& each : options_.templates) {
        const engine::Template* const wanted = TRY(known.find(each));
        auto made = TRY(engine::instance_of(known, *wanted, {.id = new_urn(), .version = version_}));
        shell["submodels"].push_back(reference_to(made.submodel.text("id")));
        take(*wanted, std::move(made));
      }
    }
    Json out = Json::object({{"assetAdministrationShells", Json::array({std::move(shell)})}});
    if (!submodels_.empty()) out.set("submodels", std::move(submodels_));
    if (!concepts_.empty()) out.set("conceptDescriptions", std::move(concepts_));
    return out;
  }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void take(const engine::Template& from, engine::InstanceOf made) {
    submodels_.push_back(std::move(made.submodel));
    for (Json& each : made.concept_descriptions) {
      if (concept_ids_.emplace(each.text("id")).second) concepts_.push_back(std::move(each));
    }
    for (const std::string& each : made.repaired) notes_.push_back(from.name + ": repaired in the template: " + each);
    for (const std::string& each : made.to_do) notes_.push_back(from.name + ": to fill in: " + each);
  }

  const Options& options_;
  Version version_;
  Json submodels_ = Json::array(), concepts_ = Json::array();
  std::set<std::string> concept_ids_;
  std::vector<std::string> notes_;
};

// What is wrong with what was asked for.
Result<void> check_new(const Json& environment, Version version) {
  const auto& type = formats::aas::metamodel(version).get_class("Environment");
  const auto findings = formats::aas::check(environment, type, version);
  if (findings.valid()) return {};
  const formats::aas::Finding& first = findings.list.front();
  return fail(Code::constraint, first.message, first.pointer, first.fix);
}

int finish(const std::string& path, const std::string& bytes, bool overwrite) {
  const auto written = write_document(path, bytes, overwrite);
  if (!written.ok()) return report(written.error());
  print_error("wrote " + base::printable(path));
  return exit_done;
}

}  // namespace

int convert(const Options& options) {
  const auto wanted = version_said(options.metamodel);
  const auto packing = packing_for(options.files[1]);
  if (!packing.ok()) return report(packing.error());
  const auto read = read_document(options.files[0], wanted);
  if (!read.ok()) return report(read.error());
  const auto bytes = converted(*read, *packing, wanted);
  if (!bytes.ok()) return report(bytes.error());
  const int code = finish(options.files[1], *bytes, options.overwrite);
  if (code == exit_done && *packing != read->document.packing) tell_losses(*read, *packing);
  return code;
}

int diff(const Options& options) {
  const auto before = read_document(options.files[0]);
  if (!before.ok()) return report(before.error());
  const auto after = read_document(options.files[1]);
  if (!after.ok()) return report(after.error());
  const auto differences = engine::differences(before->document.environment, after->document.environment);
  const auto around = differences_around(*before, *after);
  if (options.json) {
    print(diff_json(differences, around).dump() + "\n");
  } else {
    for (const std::string& each : around) print(each + "\n");
    for (const engine::Difference& each : differences) print(engine::in_words(each) + "\n");
    if (differences.empty() && around.empty()) print("no differences\n");
  }
  return differences.empty() && around.empty() ? exit_done : exit_findings;
}

int begin(const Options& options) {
  const auto packing = packing_for(options.file);
  if (!packing.ok()) return report(packing.error());
  const Version version = version_said(options.metamodel).value_or(Version::v3_0);
  Beginning beginning(options, version);
  const auto environment = beginning.environment();
  if (!environment.ok()) return report(environment.error());
  if (const auto good = check_new(*environment, version); !good.ok()) return report(good.error());
  const auto bytes = engine::written(*environment, *packing, version);
  if (!bytes.ok()) return report(bytes.error());
  const int code = finish(options.file, *bytes, options.overwrite);
  if (code == exit_done) {
    for (const std::string& each : beginning.notes()) print_error(base::printable(each));
  }
  return code;
}

}  // namespace aas::commands
