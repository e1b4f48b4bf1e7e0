// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"
#include "formats/ids/document.h"

// IDS documents as JSON: the form the workspace keeps, answers show and batch tools take. Nothing is lost:
// from_json(to_json(x)) equals x.
//
// - a value: "REI60", or {"base": "xs:string", "enumeration": ["REI30", "REI60"], "pattern": "…"}
// - a facet: {"type": "property", "propertySet": …, "baseName": …, "dataType": "IFCLABEL", "value": …}
// - a specification: {"name": …, "ifcVersion": ["IFC4"], "applicability": [facet …], "requirements": [facet …]}
//
// Reading also takes the names that the add_… tools use (property_set, entity_name, classification_system …).
namespace ids::engine {

base::Json to_json(const formats::ids::IdsValue& value);
base::Json to_json(const formats::ids::Facet& facet);
base::Json to_json(const formats::ids::Specification& specification);
base::Json to_json(const formats::ids::Document& document);

// A text, number or truth value as a document writes it; nothing for lists and objects.
std::optional<std::string> scalar_text(const base::Json& json);
// `path` begins the path of errors: "specifications[0].requirements[1]".
base::Result<formats::ids::IdsValue> value_from_json(const base::Json& json, const std::string& path);
base::Result<formats::ids::Facet> facet_from_json(const base::Json& json, const std::string& path);
// `beside` names a member that is not a part of the specification.
base::Result<formats::ids::Specification> specification_from_json(const base::Json& json, const std::string& path,
                                                                  std::string_view beside = {});
base::Result<formats::ids::Document> document_from_json(const base::Json& json);

}  // namespace ids::engine
