// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/json.h"
#include "formats/idf/schema.h"

namespace energy::engine {

// What a schema says of a field: {name, field_type, required, default?, units?, enum_values?, minimum?, …}
base::Json describe(const formats::idf::Field& field);
// The same of a type: {object_type, group, memo, has_name, is_extensible, extensible_size?, required_fields, fields,
// extensible_group?}
base::Json describe(const formats::idf::ObjectType& type, std::string_view memo);

}  // namespace energy::engine
