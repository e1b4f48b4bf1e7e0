// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/document/document.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <utility>

#include "formats/aas/check.h"
#include "formats/aas/rewrite.h"
#include "formats/aas/xml_read.h"
#include "formats/opc/aasx.h"
#include "formats/opc/package.h"

namespace aas::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;
using formats::opc::SpecForm;

constexpr std::string_view mark = "\xEF\xBB\xBF";
constexpr std::string_view zip_begins = "PK\x03\x04";

struct Listed {
  std::string_view list, model_type;
};
// Part 1 of the specification, class Environment.
constexpr std::array lists{Listed{"assetAdministrationShells", "AssetAdministrationShell"},
                           Listed{"submodels", "Submodel"}, Listed{"conceptDescriptions", "ConceptDescription"}};

// One file: what it holds, and what it is.
struct File {
  Json form;
  std::string root;
  std::string metamodel;
  std::optional<formats::aas::Version> checked;
  std::vector<formats::aas::XmlProblem> problems;
};

Result<File> read_json_file(std::string_view bytes, formats::aas::Version version) {
  if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
  File file;
  file.form = TRY(base::parse_json(bytes));
  if (!file.form.is_object()) return fail(Code::parse, "a document is a JSON object");
  file.root = formats::aas::class_of_document(file.form, formats::aas::metamodel(version)).name;
  file.metamodel = formats::aas::name(version);
  file.checked = version;
  return file;
}

std::string in_words(const formats::aas::XmlProblem& problem) {
  return problem.message + " (" + (problem.path.empty() ? "" : problem.path + ", ") + "line " +
         std::to_string(problem.line) + ")";
}

Result<File> read_xml_file(std::string_view bytes) {
  formats::aas::XmlDocument read = TRY(formats::aas::read_xml(bytes));
  return File{std::move(read.form), std::string(read.type->name), read.version, read.checked, std::move(read.problems)};
}

Result<File> read_file(std::string_view bytes, SpecForm form, formats::aas::Version version) {
  switch (form) {
    case SpecForm::xml:
      return read_xml_file(bytes);
    case SpecForm::json:
      return read_json_file(bytes, version);
    case SpecForm::unknown:
      break;
  }
  return fail(Code::parse, "this is neither AASX nor JSON nor XML", {},
              "An AASX begins with PK, JSON with { and XML with <.");
}

// A file's own form as an environment.
Result<Json> as_environment(Json form, const std::string& root) {
  if (root == "Environment") return form;
  for (const Listed& each : lists) {
    if (each.model_type == root) return Json::object({{each.list, Json::array({std::move(form)})}});
  }
  return fail(Code::parse, "the file holds one " + root + ", which is no document that can be opened", {},
              "An environment, a shell, a submodel or a concept description can.");
}

// And back: what was alone in its file is so again.
Result<Json> as_root(const Json& environment, const std::string& root) {
  if (root == "Environment") return environment;
  for (const Listed& each : lists) {
    const Json* list = environment.find(each.list);
    const bool alone = each.model_type == root && environment.size() == 1 && list != nullptr && list->size() == 1;
    if (alone) return list->as_array().front();
  }
  return fail(Code::constraint, "the file holds one " + root + " and has no place for more", {},
              "Save as another file, in AASX or as a whole environment.");
}

void append(Json& environment, Json more) {
  for (auto& [name, value] : more.as_object()) {
    Json& list = environment[name];
    if (list.is_null()) {
      list = std::move(value);
    } else if (list.is_array() && value.is_array()) {
      for (Json& item : value.as_array()) list.push_back(std::move(item));
    }
  }
}

void take(Opened& out, File file) {
  if (out.metamodel.empty()) {
    out.metamodel = file.metamodel;
    out.checked = file.checked;
  }
  for (formats::aas::XmlProblem& problem : file.problems) {
    out.problems.push_back(in_words(problem));
    out.unplaced.push_back(std::move(problem));
  }
}

// The parts that hold the environment, in their order.
std::vector<std::pair<std::string, SpecForm>> spec_parts(const formats::opc::Aasx& aasx) {
  std::vector<std::pair<std::string, SpecForm>> out;
  for (const formats::opc::SpecPart& spec : aasx.specs) {
    out.emplace_back(spec.part, spec.form);
    for (const std::string& split : spec.splits) out.emplace_back(split, SpecForm::unknown);
  }
  return out;
}

Result<Opened> open_package(std::string_view bytes, formats::aas::Version version) {
  const formats::opc::Package package = TRY(formats::opc::Package::open(std::string(bytes)));
  const formats::opc::Aasx aasx = TRY(formats::opc::read_aasx(package));
  Opened out{.packing = Packing::aasx, .environment = Json::object(), .root = "Environment"};
  for (const auto& [part, form] : spec_parts(aasx)) {
    const std::string content = TRY(package.read(part));
    File file = TRY(read_file(content, form == SpecForm::unknown ? formats::opc::form_of(content) : form, version));
    if (!out.files.empty() && out.metamodel != file.metamodel)
      out.warnings.push_back(part + " is of metamodel " + file.metamodel + ", the first of " + out.metamodel);
    append(out.environment, TRY(as_environment(std::move(file.form), file.root)));
    take(out, std::move(file));
    out.files.push_back(part);
  }
  for (const auto* notes : {&package.notes(), &aasx.notes})
    out.warnings.insert(out.warnings.end(), notes->begin(), notes->end());
  if (package.has_signatures()) out.warnings.emplace_back("the package is signed: an edit breaks its signatures");
  return out;
}

// --- saving ---

Result<std::string> rewritten(std::string_view bytes, const File& file, const Json& environment) {
  const Json form = TRY(as_root(environment, file.root));
  if (formats::opc::form_of(bytes) == SpecForm::xml) return formats::aas::rewrite_xml(bytes, form);
  return formats::aas::rewrite_json(bytes, form);
}

struct PartFile {
  std::string part, bytes;
  File file;
  Json environment;
};

Result<std::vector<PartFile>> part_files(const formats::opc::Package& package) {
  std::vector<PartFile> out;
  const formats::opc::Aasx aasx = TRY(formats::opc::read_aasx(package));
  for (const auto& [part, form] : spec_parts(aasx)) {
    PartFile each{part, TRY(package.read(part)), {}, {}};
    each.file = TRY(read_file(each.bytes, form == SpecForm::unknown ? formats::opc::form_of(each.bytes) : form,
                              formats::aas::Version::v3_0));
    each.environment = TRY(as_environment(each.file.form, each.file.root));
    out.push_back(std::move(each));
  }
  return out;
}

using Key = std::pair<std::string_view, std::string>;  // list and identifier

// In which files each identifier stands, in the order of the files. Some stand in several.
std::map<Key, std::deque<std::size_t>> homes_of(const std::vector<PartFile>& files) {
  std::map<Key, std::deque<std::size_t>> out;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const Listed& each : lists) {
      const Json* list = files[i].environment.find(each.list);
      if (list == nullptr || !list->is_array()) continue;
      for (const Json& item : list->as_array()) out[{each.list, std::string(item.text("id"))}].push_back(i);
    }
  }
  return out;
}

// What of the environment belongs into each file: what was in it, and into the first what was in none.
std::vector<Json> shares_of(const Json& environment, const std::vector<PartFile>& files) {
  std::vector<Json> out;
  for (const PartFile& file : files) {
    out.push_back(file.environment);
    for (const Listed& each : lists) {
      if (Json* list = out.back().find(each.list)) *list = Json::array();
    }
  }
  std::map<Key, std::deque<std::size_t>> homes = homes_of(files);
  for (const Listed& each : lists) {
    const Json* list = environment.find(each.list);
    if (list == nullptr || !list->is_array()) continue;
    for (const Json& item : list->as_array()) {
      std::deque<std::size_t>& known = homes[{each.list, std::string(item.text("id"))}];
      const std::size_t home = known.empty() ? 0 : known.front();
      if (!known.empty()) known.pop_front();
      out[home][each.list].push_back(item);
    }
  }
  for (Json& share : out) {
    for (const Listed& each : lists) {
      if (const Json* list = share.find(each.list); list != nullptr && list->empty()) share.erase(each.list);
    }
  }
  return out;
}

Result<std::string> save_package(std::string_view bytes, const Json& environment) {
  formats::opc::Package package = TRY(formats::opc::Package::open(std::string(bytes)));
  const std::vector<PartFile> files = TRY(part_files(package));
  if (files.size() == 1) {
    std::string now = TRY(rewritten(files[0].bytes, files[0].file, environment));
    if (now != files[0].bytes) TRY(package.replace(files[0].part, std::move(now)));
    return package.save();
  }
  const std::vector<Json> shares = shares_of(environment, files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::string now = TRY(rewritten(files[i].bytes, files[i].file, shares[i]));
    if (now != files[i].bytes) TRY(package.replace(files[i].part, std::move(now)));
  }
  return package.save();
}

}  // namespace

std::string_view name(Packing packing) {
  constexpr std::array<std::string_view, 3> names{"aasx", "json", "xml"};
  return names.at(static_cast<std::size_t>(packing));
}

Result<Opened> opened(std::string_view bytes, std::optional<formats::aas::Version> metamodel) {
  const formats::aas::Version version = metamodel.value_or(formats::aas::Version::v3_0);
  if (bytes.starts_with(zip_begins)) return open_package(bytes, version);
  const SpecForm form = formats::opc::form_of(bytes);
  File file = TRY(read_file(bytes, form, version));
  Opened out{.packing = form == SpecForm::xml ? Packing::xml : Packing::json};
  out.root = file.root;
  out.environment = TRY(as_environment(std::move(file.form), file.root));
  take(out, std::move(file));
  return out;
}

Result<std::string> saved(std::string_view bytes, const Json& environment) {
  if (bytes.starts_with(zip_begins)) return save_package(bytes, environment);
  const File file = TRY(read_file(bytes, formats::opc::form_of(bytes), formats::aas::Version::v3_0));
  return rewritten(bytes, file, environment);
}

}  // namespace aas::engine
