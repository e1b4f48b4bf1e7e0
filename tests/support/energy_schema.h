// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "formats/idf/schema.h"

// A schema of a few types, in the shape of those of EnergyPlus.
namespace tests {

inline constexpr const char* energy_schema_text = R"json({
"$schema": "https://json-schema.org/draft-07/schema#",
"required": ["Building"],
"properties": {
 "Version": {"type": "object", "maxProperties": 1, "format": "singleLine",
  "patternProperties": {".*": {"type": "object", "properties": {"version_identifier": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"version_identifier": {"field_name": "Version Identifier"}}, "fields": ["version_identifier"]}},
 "Building": {"type": "object", "maxProperties": 1, "name": {"type": "string"},
  "patternProperties": {".*": {"type": "object", "properties": {"north_axis": {"type": "number", "units": "deg"}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "north_axis": {"field_name": "North Axis"}}, "fields": ["name", "north_axis"]}},
 "Zone": {"type": "object", "group": "Thermal Zones", "name": {"type": "string", "is_required": true, "reference": ["ZoneNames", "ZoneAndZoneListNames"]},
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {
   "x_origin": {"type": "number", "units": "m"},
   "multiplier": {"type": "integer", "minimum": 1, "default": 1},
   "volume": {"default": "Autocalculate", "anyOf": [{"type": "number", "exclusiveMinimum": 0.0}, {"type": "string", "enum": ["", "Autocalculate"]}]},
   "inside_algorithm": {"type": "string", "enum": ["Simple", "TARP"]}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "x_origin": {"field_name": "X Origin"}, "multiplier": {"field_name": "Multiplier"},
   "volume": {"field_name": "Volume"}, "inside_algorithm": {"field_name": "Inside Algorithm"}},
   "fields": ["name", "x_origin", "multiplier", "volume", "inside_algorithm"]}},
 "ZoneList": {"type": "object", "name": {"type": "string", "is_required": true, "reference": ["ZoneListNames", "ZoneAndZoneListNames"]}, "extensible_size": 1,
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {"zones": {"type": "array", "items": {"type": "object",
   "properties": {"zone_name": {"type": "string", "data_type": "object_list", "object_list": ["ZoneNames"]}}, "required": ["zone_name"]}}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "zone_name": {"field_name": "Zone Name"}}, "fields": ["name"],
   "extensibles": ["zone_name"], "extension": "zones"}},
 "Schedule:Compact": {"type": "object", "name": {"type": "string", "is_required": true, "reference": ["ScheduleNames"]}, "extensible_size": 1,
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {"data": {"type": "array", "items": {"type": "object",
   "properties": {"field": {"anyOf": [{"type": "number"}, {"type": "string"}]}}}}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "field": {"field_name": "Field"}}, "fields": ["name"],
   "extensibles": ["field"], "extension": "data"}},
 "Lights": {"type": "object", "name": {"type": "string", "is_required": true},
  "patternProperties": {"^.*\\S.*$": {"type": "object", "required": ["zone_name", "schedule_name"], "properties": {
   "zone_name": {"type": "string", "data_type": "object_list", "object_list": ["ZoneAndZoneListNames"]},
   "schedule_name": {"type": "string", "data_type": "object_list", "object_list": ["ScheduleNames"]},
   "subcategory": {"type": "string", "default": "General"}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "zone_name": {"field_name": "Zone or ZoneList Name"},
   "schedule_name": {"field_name": "Schedule Name"}, "subcategory": {"field_name": "End-Use Subcategory"}},
   "fields": ["name", "zone_name", "schedule_name", "subcategory"]}},
 "Shading:Zone:Detailed": {"type": "object", "format": "vertices", "name": {"type": "string", "is_required": true}, "extensible_size": 3,
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {"vertices": {"type": "array", "items": {"type": "object",
   "properties": {"x": {"type": "number", "units": "m"}, "y": {"type": "number"}, "z": {"type": "number"}}, "required": ["x", "y", "z"]}}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "x": {"field_name": "X"}, "y": {"field_name": "Y"}, "z": {"field_name": "Z"}},
   "fields": ["name"], "extensibles": ["x", "y", "z"], "extension": "vertices"}},
 "Output:Variable": {"type": "object", "format": "singleLine",
  "patternProperties": {".*": {"type": "object", "properties": {"key_value": {"type": "string", "default": "*"}, "variable_name": {"type": "string"}}}},
  "legacy_idd": {"field_info": {"key_value": {"field_name": "Key Value"}, "variable_name": {"field_name": "Variable Name"}},
   "fields": ["key_value", "variable_name"]}},
 "EnergyManagementSystem:Program": {"type": "object", "name": {"type": "string", "is_required": true}, "extensible_size": 1,
  "patternProperties": {"^.*\\S.*$": {"type": "object", "required": ["lines"], "properties": {"lines": {"type": "array", "minItems": 1, "items":
   {"type": "object", "properties": {"program_line": {"type": "string"}}}}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "program_line": {"field_name": "Program Line"}}, "fields": ["name"],
   "extensibles": ["program_line"], "extension": "lines"}},
 "HVACTemplate:Thermostat": {"type": "object", "name": {"type": "string", "is_required": true},
  "patternProperties": {"^.*\\S.*$": {"type": "object", "properties": {"setpoint": {"type": "number"}}}},
  "legacy_idd": {"field_info": {"name": {"field_name": "Name"}, "setpoint": {"field_name": "Setpoint"}}, "fields": ["name", "setpoint"]}}
}})json";

inline std::shared_ptr<const formats::idf::Schema> energy_schema() {
  return formats::idf::Schema::read(energy_schema_text).value();
}

}  // namespace tests
