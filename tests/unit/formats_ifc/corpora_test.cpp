// SPDX-License-Identifier: Apache-2.0
// Real files, found through LINTEL_CORPORA.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "formats/ifc/model.h"

namespace formats::ifc {
namespace {

constexpr std::array all_relations{Relation::type,
                                   Relation::property_definition,
                                   Relation::material_properties,
                                   Relation::profile_properties,
                                   Relation::material,
                                   Relation::classification,
                                   Relation::aggregate,
                                   Relation::nest,
                                   Relation::container,
                                   Relation::group,
                                   Relation::filled_opening,
                                   Relation::voided_element};
static_assert(all_relations.size() == relation_count);

// Everything that can be asked of a record, asked of every record.
void ask_everything(const Model& model) {
  for (Index index = 0; index < model.file().records().size(); ++index) {
    for (const Relation relation : all_relations) {
      for (const Index other : model.related(relation, index)) ASSERT_LT(other, model.file().records().size());
    }
  }
  for (const DataType& type : data_types()) ASSERT_GT(model.project_unit(type.name).factor, 0) << type.name;
}

TEST(IfcCorpora, EveryFileOpensOrSaysWhyNot) {
  const char* folder = std::getenv("LINTEL_CORPORA");
  if (folder == nullptr) GTEST_SKIP() << "LINTEL_CORPORA names no folder of real files";
  int opened = 0, refused = 0;
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder)) {
    if (each.path().extension() != ".ifc") continue;
    SCOPED_TRACE(each.path().string());
    const auto model = Model::open(each.path().string());
    if (model.ok()) {
      ++opened;
      ask_everything(*model);
    } else {
      ++refused;
      EXPECT_NE(model.error().message, "");
      EXPECT_NE(model.error().code, base::Code::internal);
    }
  }
  EXPECT_GT(opened, 0);
  RecordProperty("opened", opened);
  RecordProperty("refused", refused);
}

}  // namespace
}  // namespace formats::ifc
