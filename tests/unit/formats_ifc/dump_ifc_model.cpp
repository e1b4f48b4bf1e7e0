// SPDX-License-Identifier: Apache-2.0
// dump_ifc_model FILE.ifc OUT: the relations of every object, for tests/peers/ifc_model.py to compare. One line each:
// #id, then for every relation the ids it leads to; last the project's units.
#include <array>
#include <cstdio>
#include <fstream>
#include <string>

#include "formats/ifc/model.h"

namespace {

using formats::ifc::Index;
using formats::ifc::Model;
using formats::ifc::Relation;

constexpr std::array relations{Relation::type,           Relation::property_definition, Relation::material,
                               Relation::classification, Relation::container,           Relation::group,
                               Relation::filled_opening, Relation::voided_element};

std::string ids(const Model& model, std::span<const Index> indices) {
  std::string text;
  for (const Index index : indices)
    text += (text.empty() ? "" : ",") + std::to_string(model.file().records()[index].id);
  return text;
}

void dump(const Model& model, std::ofstream& out) {
  for (const Index index : model.of_entity_and_subtypes(model.schema().find("IfcObjectDefinition").value())) {
    out << model.file().records()[index].id;
    for (const Relation relation : relations) out << '\t' << ids(model, model.related(relation, index));
    out << '\n';
  }
  out.precision(17);
  for (const char* measure : {"IFCLENGTHMEASURE", "IFCAREAMEASURE", "IFCVOLUMEMEASURE", "IFCPLANEANGLEMEASURE",
                              "IFCMASSMEASURE", "IFCTIMEMEASURE"})
    out << measure << '\t' << model.project_unit(measure).factor << '\n';
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto model = Model::open(arguments[1]);
  if (!model.ok()) {
    std::fprintf(stderr, "%s\n", model.error().message.c_str());
    return 2;
  }
  std::ofstream out(arguments[2]);
  dump(*model, out);
  return out.good() ? 0 : 2;
}
