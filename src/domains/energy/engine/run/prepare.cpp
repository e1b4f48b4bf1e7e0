// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/run/prepare.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "base/text.h"
#include "domains/energy/engine/convert/convert.h"
#include "domains/energy/engine/model/edit.h"
#include "formats/epjson/file.h"
#include "formats/idf/edit.h"

namespace energy::engine {

namespace {

using base::Code;
using base::fail;
using base::Json;
using base::Result;

std::string called(const Object& object) { return object.type->name + " \"" + object.key + "\""; }

// A field that names a file, and not another object of the model.
bool names_file(const Field& field) {
  return field.name.ends_with("file_name") && field.object_lists.empty() && !field.is_number();
}

struct Refused {
  std::string_view prefix;  // of object types
  std::string_view why, hint;
  bool foreign_code = false;
};
constexpr std::string_view external_interface = "ExternalInterface";
constexpr std::string_view how_to_admit =
    "It is run where the policy admits it: [toolset.energy] admit = [\"simulation.foreign_code\"]. Or take these "
    "objects out of a copy of the model and run that.";
constexpr std::array refusals = {
    Refused{"PythonPlugin:", "run Python code inside the engine, which the policy here does not admit", how_to_admit,
            true},
    Refused{external_interface, "run native code or open sockets, which the policy here does not admit", how_to_admit,
            true},
    Refused{"Parametric:",
            "stand for several models: EnergyPlus' program ParametricPreprocessor writes a model for each of them, and "
            "the engine runs none by itself",
            "Run each case as a variant with run_simulation_study, or load a model that ParametricPreprocessor wrote."},
    Refused{"GroundHeatTransfer:Basement:",
            "are for EnergyPlus' program Basement, which computes ground temperatures before the run and is not here",
            "Use Foundation:Kiva or Site:GroundDomain:Basement instead, or load the model with the temperatures that "
            "Basement wrote."},
    Refused{"GroundHeatTransfer:",
            "are for EnergyPlus' program Slab, which computes ground temperatures before the run and is not here",
            "Use Foundation:Kiva or Site:GroundDomain:Slab instead, or load the model with the temperatures that Slab "
            "wrote."},
};

const Refused* refusal_of(const Object& object) {
  const auto found =
      std::ranges::find_if(refusals, [&](const Refused& each) { return object.type->name.starts_with(each.prefix); });
  return found == refusals.end() ? nullptr : &*found;
}

// An output that the copy must have: one object of a type with one value.
struct Output {
  const char *type, *field, *value, *word;
};
constexpr Output sqlite{"Output:SQLite", "option_type", "SimpleAndTabular", "SQLite output with tables"};
constexpr std::array outputs = {sqlite,
                                Output{"Output:Table:SummaryReports", "report_name", "AllSummary", "summary reports"},
                                Output{"Output:VariableDictionary", "key_field", "IDF", "dictionary of variables"}};

// What OutputControl:Files may have switched off.
constexpr std::array<std::string_view, 5> needed_files = {"output_sqlite", "output_rdd", "output_mdd", "output_eso",
                                                          "output_tabular"};

// The texts that change: paths of files, and what switches needed output off.
std::vector<TextEdit> text_edits(const Model& model, std::span<const NamedFile> files,
                                 std::span<const std::string> paths, std::vector<std::string>& added) {
  std::vector<TextEdit> edits;
  for (std::size_t i = 0; i < files.size(); ++i) edits.push_back({files[i].object, files[i].reading, paths[i]});
  const auto each = [&](const char* type, const auto& change) {
    for (const auto index : model.of_type(type)) {
      const Object& object = model.objects()[index];
      for (std::size_t at = object.first; at < object.first + object.count; ++at) {
        change(index, at, Model::field_of(object, model.all_readings()[at]).name, model.all_readings()[at].value.text);
      }
    }
  };
  each(sqlite.type, [&](std::size_t object, std::size_t at, std::string_view field, std::string_view text) {
    if (field != sqlite.field || base::equals_ignoring_case(text, sqlite.value)) return;
    edits.push_back({object, at, sqlite.value});
    added.emplace_back(sqlite.word);
  });
  each("OutputControl:Files", [&](std::size_t object, std::size_t at, std::string_view field, std::string_view text) {
    if (std::ranges::find(needed_files, field) == needed_files.end() || !base::equals_ignoring_case(text, "No")) return;
    edits.push_back({object, at, "Yes"});
    added.push_back(std::string(field) + " of OutputControl:Files");
  });
  return edits;
}

std::vector<Output> missing_outputs(const Model& model) {
  std::vector<Output> out;
  for (const auto& output : outputs) {
    if (model.of_type(output.type).empty() && model.schema().find(output.type) != nullptr) out.push_back(output);
  }
  return out;
}

// Output:SQLite with a blank option means tables are left out.
std::size_t blank_sqlite(const Model& model) {
  for (const auto index : model.of_type(sqlite.type)) {
    if (model.value(model.objects()[index], sqlite.field) == nullptr) return index;
  }
  return SIZE_MAX;
}

Result<std::string> with_objects(const Model& model, std::string idf, std::vector<Output> missing) {
  const auto file = TRY(formats::idf::File::parse(std::move(idf)));
  formats::idf::Edits edits(file);
  if (const auto blank = blank_sqlite(model); blank != SIZE_MAX) {
    const Object& object = model.objects()[blank];
    std::vector<std::string> values{sqlite.value};
    for (const auto& reading : model.readings(object)) {
      values.resize(std::max<std::size_t>(values.size(), reading.slot + std::size_t{1}));
      values[reading.slot] = formats::idf::text_of(reading.value);
    }
    edits.set(object.source, values, *object.type);
  }
  for (const auto& output : missing) {
    const std::array<std::string, 1> values{output.value};
    edits.add(values, *model.schema().find(output.type));
  }
  return edits.apply();
}

Json member_of(const ObjectType& type, const Output& output) {
  Json one = Json::object({{output.field, output.value}});
  if (!type.extensible() || type.field(output.field)) return one;
  return Json::object({{type.group_name, Json::array({std::move(one)})}});
}

Result<std::string> with_members(const Model& model, std::string epjson, std::vector<Output> missing) {
  const auto file = TRY(formats::epjson::File::parse(std::move(epjson)));
  Json root = file.root();
  if (const auto blank = blank_sqlite(model); blank != SIZE_MAX) missing.push_back(sqlite);
  for (const auto& output : missing) {
    const ObjectType& type = *model.schema().find(output.type);
    root.set(type.name, Json::object({{type.name + " 1", member_of(type, output)}}));
  }
  return file.with(root);
}

}  // namespace

std::vector<NamedFile> named_files(const Model& model) {
  std::vector<NamedFile> out;
  for (std::size_t index = 0; index < model.objects().size(); ++index) {
    const Object& object = model.objects()[index];
    for (std::size_t at = object.first; at < object.first + object.count; ++at) {
      const auto& reading = model.all_readings()[at];
      if (!names_file(Model::field_of(object, reading)) || reading.value.is_number()) continue;
      out.push_back(
          {index, at, std::string(reading.value.text), called(object) + ", " + Model::field_path(object, reading)});
    }
  }
  return out;
}

bool needs_network(const Model& model) {
  return std::ranges::any_of(model.objects(),
                             [](const Object& object) { return object.type->name.starts_with(external_interface); });
}

Result<void> check_runnable(const Model& model, ForeignCode foreign) {
  for (const auto& object : model.objects()) {
    const auto* refused = refusal_of(object);
    if (refused != nullptr && !(refused->foreign_code && foreign == ForeignCode::admitted)) {
      return fail(Code::denied,
                  "This model has " + called(object) + ". Such objects " + std::string(refused->why) + ".",
                  called(object), std::string(refused->hint));
    }
  }
  return {};
}

bool needs_expansion(const Model& model) {
  return std::ranges::any_of(model.objects(),
                             [](const Object& object) { return object.type->name.starts_with("HVACTemplate:"); });
}

Result<RunCopy> run_copy(const Model& model, std::span<const NamedFile> files, std::span<const std::string> paths) {
  RunCopy copy;
  const auto edits = text_edits(model, files, paths, copy.added);
  copy.bytes = TRY(edited(model, edits));
  copy.is_epjson = !model.is_idf();
  auto missing = missing_outputs(model);
  for (const auto& output : missing) copy.added.emplace_back(output.word);
  copy.bytes = TRY(copy.is_epjson ? with_members(model, std::move(copy.bytes), std::move(missing))
                                  : with_objects(model, std::move(copy.bytes), std::move(missing)));
  if (!copy.is_epjson || !needs_expansion(model)) return copy;
  // ExpandObjects reads IDF alone.
  auto file = std::make_shared<const formats::epjson::File>(TRY(formats::epjson::File::parse(std::move(copy.bytes))));
  const std::shared_ptr<const Schema> schema(std::shared_ptr<void>(), &model.schema());
  copy.bytes = TRY(to_idf(Model::read(std::move(file), schema)));
  copy.is_epjson = false;
  return copy;
}

}  // namespace energy::engine
