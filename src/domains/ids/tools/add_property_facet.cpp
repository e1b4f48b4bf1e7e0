// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/document/document_json.h"
#include "domains/ids/engine/edit/specification_rules.h"
#include "domains/ids/tools/parts/facet.h"
#include "domains/ids/tools/parts/specification.h"

namespace ids::tools::add_property_facet {

namespace {

enum class Where : std::uint8_t { any, instance, type };
constexpr auto enum_names(Where) { return std::to_array<std::string_view>({"any", "instance", "type"}); }

// IDS 1.0 has no word for it, so people are told.
std::string instructions_for(const std::optional<std::string>& given, Where where) {
  std::string out = given.value_or("");
  if (where == Where::any) return out;
  if (!out.empty()) out += " ";
  return out + (where == Where::type ? "Expected on the type." : "Expected on the element itself.");
}

struct Args {
  std::string spec_id;
  Location location{};
  std::string property_name;
  std::optional<std::string> property_set, data_type;
  Where property_location = Where::any;
  std::optional<Json> value;
  std::optional<std::string> uri, instructions;
  Occurrence cardinality = Occurrence::required;
  static constexpr auto fields = tool::fields(
      tool::field("spec_id", &Args::spec_id, spec_id_doc, {.min_length = 1}),
      tool::field("location", &Args::location, "Which elements, or what is asked of them."),
      tool::field("property_name", &Args::property_name, "For example FireRating.",
                  {.min_length = 1, .max_length = 1000}),
      tool::field("property_set", &Args::property_set, "Default: the standard sets.", {.max_length = 1000}),
      tool::field("data_type", &Args::data_type, "For example IFCLABEL.", {.max_length = 200}),
      tool::with_default("property_location", &Args::property_location, "Told in the instructions."),
      tool::field("value", &Args::value, "Text, number or restriction."),
      tool::field("uri", &Args::uri, "", {.max_length = 2000}),
      tool::field("instructions", &Args::instructions, "", {.max_length = 10000}),
      tool::with_default("cardinality", &Args::cardinality, ""));
};

Result<Change> plan(const Args& args, const View& view) {
  doc::PropertyFacet facet;
  facet.base_name = args.property_name;
  if (args.property_set && !args.property_set->empty()) facet.property_set = *args.property_set;
  facet.data_type = args.data_type;
  if (args.value) facet.value = TRY(engine::value_from_json(*args.value, "value"));
  facet.uri = args.uri;
  facet.cardinality = engine::cardinality_text(args.location, args.cardinality);
  std::vector<std::string> notes;
  if (args.location == Location::requirements) {
    facet.instructions = instructions_for(args.instructions, args.property_location);
  } else {
    facet.instructions = args.instructions.value_or("");
    if (args.property_location != Where::any) {
      notes.emplace_back("IDS 1.0 cannot say where a property is attached: `property_location` was left out.");
    }
  }
  return add_facet(view, args.spec_id, args.location, std::move(facet), std::move(notes));
}

}  // namespace

Tool declare() {
  return tool::change<Args, FacetOut>(
      {.name = "add_property_facet",
       .title = "Add a property facet",
       .doc = "Adds a property facet: a property must be there, or have a type or value (find_ifc_schema).",
       .needs = Permission::create},
      plan);
}

}  // namespace ids::tools::add_property_facet
