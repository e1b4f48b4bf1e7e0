// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "domains/energy/engine/convert/convert.h"
#include "formats/idf/edit.h"

namespace energy::engine {
namespace {

using base::Code;
using base::fail;
using base::Result;

// The texts of an object's slots. A last group without values keeps its place.
Result<std::vector<std::string>> slots_of(const Model& model, const Object& object) {
  const auto readings = model.readings(object);
  std::size_t size = readings.empty() ? 0 : readings.back().slot + std::size_t{1};
  const bool blank_last = object.groups > 0 && (readings.empty() || readings.back().group + 1 != object.groups);
  if (blank_last) size = object.type->fields.size() + object.groups * object.type->group_fields.size();
  std::vector<std::string> slots(size);
  for (const auto& each : readings) {
    auto& slot = slots[each.slot];
    slot = each.value.kind == Value::Kind::other ? "" : formats::idf::text_of(each.value);
    if (const auto has = formats::idf::unwritable(slot)) {
      return fail(Code::export_failed, "the value has " + *has + ", which cannot stand in an IDF file",
                  object.type->name + " \"" + object.key + "\", " + Model::field_path(object, each));
    }
  }
  return slots;
}

}  // namespace

Result<std::string> to_idf(const Model& model) {
  std::string out;
  // EnergyPlus looks for the version first, and so do people.
  for (const bool versions : {true, false}) {
    for (const auto& object : model.objects()) {
      if ((object.type->name == "Version") != versions) continue;
      const auto slots = TRY(slots_of(model, object));
      out += formats::idf::print_object(slots, *object.type, "\n");
      out += "\n";
    }
  }
  return out;
}

}  // namespace energy::engine
