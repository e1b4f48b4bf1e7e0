// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/audit/audit.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "base/text.h"
#include "domains/ids/engine/audit/rules.h"

namespace ids::engine {
namespace {

using formats::ids::Cardinality;
using formats::ids::Document;
using formats::ids::Facet;
using formats::ids::Specification;

std::string quoted(std::string_view text) { return "\"" + base::printable(text, 80) + "\""; }

// ---- positions

std::string position_of(std::size_t specification) {
  return "/ids/specifications/specification[" + std::to_string(specification + 1) + "]";
}

// "…/applicability/partOf[1]": facets of one kind are counted.
std::vector<std::string> facet_positions(const std::vector<Facet>& facets, const std::string& parent) {
  std::map<std::string_view, int> counted;
  std::vector<std::string> out;
  for (const auto& facet : facets) {
    const auto kind = formats::ids::kind(facet);
    out.push_back(parent + "/" + std::string(kind) + "[" + std::to_string(++counted[kind]) + "]");
  }
  return out;
}

// ---- one specification

constexpr const char* write_one = "Write " IFC_NAMES(" or ") ".";

// 107: what ids.xsd names, spelled so. Returns those that are, each once.
std::vector<const SchemaSets*> audit_versions(const Specification& specification, const std::string& position,
                                              Sink& sink) {
  std::vector<const SchemaSets*> out;
  for (const auto& name : specification.ifc_versions) {
    const auto version = formats::ifc::version_named(name);
    if (!version || formats::ifc::text(*version) != name) {
      sink.add_structure(107, position, quoted(name) + " is not an IFC version of IDS 1.0",
                         version ? "Write " + std::string(formats::ifc::text(*version)) + "." : write_one);
      continue;
    }
    const auto* sets = &SchemaSets::of(*version);
    if (std::find(out.begin(), out.end(), sets) == out.end()) out.push_back(sets);
  }
  if (specification.ifc_versions.empty())
    sink.add_structure(107, position, "ifcVersion names no IFC version", write_one);
  return out;
}

// 301: specifications.md, "Cardinality of the applicability entity".
void audit_occurs(const Specification& specification, const std::string& position, Sink& sink) {
  if (specification.cardinality() || specification.extra.lacks("applicability")) return;
  const auto shown = [](const std::optional<std::string>& occurs) {
    return occurs ? quoted(*occurs) : "1 (the default)";
  };
  sink.add(301, position,
           "minOccurs " + shown(specification.min_occurs) + " with maxOccurs " + shown(specification.max_occurs) +
               " means nothing in IDS",
           "required: minOccurs=\"1\" maxOccurs=\"unbounded\"; optional: 0 and unbounded; prohibited: 0 and 0.");
}

// 204: requirements of a prohibited specification are never looked at; an optional one without any cannot fail.
void audit_purpose(const Specification& specification, const std::string& position, Sink& sink) {
  const auto cardinality = specification.cardinality();
  if (cardinality == Cardinality::prohibited && !specification.requirements.empty()) {
    sink.add(204, position + "/requirements", "a prohibited specification has no requirements",
             "Remove them, or make the specification required or optional.");
  }
  if (cardinality == Cardinality::optional && specification.requirements.empty()) {
    sink.add(204, position, "an optional specification without requirements can never fail",
             "Add a requirement, or make the specification required or prohibited.");
  }
}

// The audited facets of one side.
struct Side {
  std::vector<FacetSets> sets;
  std::vector<std::string> positions;
};

Side audit_side(const std::vector<Facet>& facets, const std::string& parent, bool narrows, Scope& scope) {
  Side side{.sets = {}, .positions = facet_positions(facets, parent)};
  for (std::size_t i = 0; i < facets.size(); ++i) {
    side.sets.push_back(audit_one_facet(facets[i], side.positions[i], scope));
    if (!narrows || !side.sets.back()) continue;
    // What nothing can be is told once, at the end; until then it must not make other rules wrong.
    for (std::size_t schema = 0; schema < scope.schemas.size(); ++schema) {
      const auto left = scope.applicable[schema] & (*side.sets.back())[schema];
      if (left.any()) scope.applicable[schema] = left;
    }
  }
  return side;
}

// 201 within one schema: what the applicability leaves, and what every required facet leaves of that.
class Compatibility {
 public:
  Compatibility(std::size_t schema, Scope& scope, const std::string& position)
      : schema_(schema), scope_(scope), position_(position) {}

  void audit(const Side& applicability, const Side& requirements) {
    EntitySet left = scope_.schemas[schema_]->all();
    for (const auto& sets : applicability.sets) left &= set_of(sets);
    if (left.none())
      return tell(position_ + "/applicability", "nothing in " + name() + " can meet all facets of the applicability");
    EntitySet all = left;
    bool told = false;
    for (std::size_t i = 0; i < requirements.sets.size(); ++i) {
      if (formats::ids::cardinality(scope_.specification.requirements[i]) != Cardinality::required) continue;
      const auto set = set_of(requirements.sets[i]);
      all &= set;
      if ((left & set).any()) continue;
      told = true;
      tell(requirements.positions[i],
           "nothing that is applicable in " + name() + " can meet this requirement" + examples(left));
    }
    if (all.none() && !told)
      tell(position_ + "/requirements",
           "nothing that is applicable in " + name() + " can meet all requirements at once");
  }

 private:
  std::string name() const { return std::string(scope_.schemas[schema_]->name()); }
  // A facet with wrong names excludes nothing: they have been told already.
  EntitySet set_of(const FacetSets& sets) const { return sets ? (*sets)[schema_] : scope_.schemas[schema_]->all(); }
  std::string examples(const EntitySet& left) const {
    if (left.count() > 5) return "";
    std::string out;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left.test(i))
        out += (out.empty() ? " (" : ", ") +
               std::string(scope_.schemas[schema_]->schema().entity(static_cast<formats::ifc::EntityId>(i)).name);
    }
    return out + ")";
  }
  void tell(std::string position, std::string message) {
    scope_.sink.add(
        201, std::move(position), std::move(message),
        "Facets are combined with AND, and entities match by their exact class; change one of the two sides.");
  }

  std::size_t schema_;
  Scope& scope_;
  const std::string& position_;
};

void audit_specification(const Specification& specification, std::size_t index, NameMemory& memory,
                         std::vector<AuditFinding>& out) {
  Sink sink(out, static_cast<int>(index));
  const auto position = position_of(index);
  Scope scope{.specification = specification,
              .schemas = audit_versions(specification, position, sink),
              .applicable = {},
              .sink = sink,
              .memory = memory};
  for (const auto* sets : scope.schemas) scope.applicable.push_back(sets->all());
  audit_occurs(specification, position + "/applicability", sink);
  audit_purpose(specification, position, sink);
  if (specification.applicability.empty()) {
    sink.add(101, position + "/applicability", "the applicability has no facet",
             "Say what the specification applies to, for example an entity.");
  }
  const auto applicability = audit_side(specification.applicability, position + "/applicability", true, scope);
  const auto requirements = audit_side(specification.requirements, position + "/requirements", false, scope);
  for (std::size_t schema = 0; schema < scope.schemas.size(); ++schema)
    Compatibility(schema, scope, position).audit(applicability, requirements);
}

// ---- bytes

AuditFinding structure(int code, std::string position, std::string message, std::string hint, std::int64_t line = 0) {
  return {.code = code,
          .kind = AuditFinding::Kind::structure,
          .position = std::move(position),
          .message = std::move(message),
          .hint = std::move(hint),
          .line = line};
}

Structure xsd_findings(const std::vector<XsdFinding>& found) {
  Structure out;
  for (const auto& each : found) {
    auto finding = structure(each.warning ? 307 : 306, each.position.empty() ? "/ids" : each.position, each.message,
                             "The XSD of IDS 1.0 tells the elements, attributes and their order.", each.line);
    finding.warning = each.warning;
    out.findings.push_back(std::move(finding));
  }
  return out;
}

bool is_about_version(const formats::ids::ReadProblem& problem) { return problem.message.starts_with("This is IDS "); }

Structure known_without_xsd(const formats::ids::Read& read, std::string_view why) {
  Structure out{.findings = {},
                .note = "not validated against the XSD, only by what is known without it: " + std::string(why)};
  for (const auto& each : read.problems) {
    if (is_about_version(each)) continue;
    out.findings.push_back(structure(306, each.position, each.message, "", each.line));
  }
  return out;
}

using Validated = base::Result<std::vector<XsdFinding>>;

Validated validated_by(const ValidateXsd& validate, std::string_view xml) {
  return validate ? validate(xml) : base::fail(base::Code::unavailable, "none is configured");
}

Structure structure_of(const formats::ids::Read& read, const Validated& validated) {
  return validated.ok() ? xsd_findings(*validated) : known_without_xsd(read, validated.error().message);
}

// 108: older versions share the namespace.
void add_version_findings(const formats::ids::Read& read, AuditReport& report) {
  if (read.ids_version == "1.0" || read.ids_version == "1.0.0") return;
  const auto told = std::find_if(read.problems.begin(), read.problems.end(), is_about_version);
  report.findings.push_back(structure(108, "/ids", "this is IDS " + read.ids_version + "; IDS 1.0 is audited",
                                      told == read.problems.end() ? "" : told->message));
}

// Lines for findings that know only their position. Keeps the positions of one specification at a time.
class LineFinder {
 public:
  explicit LineFinder(const formats::ids::Read& read) : read_(read) {}
  std::int64_t line_of(const AuditFinding& finding) {
    if (finding.specification < 0 || static_cast<std::size_t>(finding.specification) >= read_.lines.size()) return 0;
    if (finding.specification != current_) go_to(finding.specification);
    // "…/specification[2]/requirements/property[1]/value": up to the facet.
    const auto end = finding.position.find(']', root_.size());
    const auto found = end == std::string::npos ? lines_.end() : lines_.find(finding.position.substr(0, end + 1));
    return found != lines_.end() ? found->second : read_.lines[static_cast<std::size_t>(current_)].specification;
  }

 private:
  void go_to(int specification) {
    current_ = specification;
    const auto index = static_cast<std::size_t>(specification);
    root_ = position_of(index);
    lines_.clear();
    const auto& of = read_.document.specifications[index];
    add(facet_positions(of.applicability, root_ + "/applicability"), read_.lines[index].applicability);
    add(facet_positions(of.requirements, root_ + "/requirements"), read_.lines[index].requirements);
  }
  void add(const std::vector<std::string>& positions, const std::vector<std::int64_t>& lines) {
    for (std::size_t i = 0; i < positions.size(); ++i) lines_.emplace(positions[i], lines[i]);
  }

  const formats::ids::Read& read_;
  int current_ = -1;
  std::string root_;
  std::map<std::string, std::int64_t> lines_;
};

void add_flags(AuditReport& report) {
  for (const auto& each : report.findings) {
    if (each.warning) continue;
    (each.kind == AuditFinding::Kind::structure ? report.structure_error : report.content_error) = true;
  }
}

AuditReport unreadable(std::string_view xml, const base::Error& error) {
  AuditReport report;
  const bool other_root = error.path == "/";
  report.findings.push_back(structure(other_root ? 504 : 502, error.path, error.message, error.hint));
  // Nothing in it, nothing wrong in it: but no IDS either.
  report.findings.back().warning = xml.empty();
  report.structure_error = true;
  report.readable = false;
  return report;
}

}  // namespace

std::size_t AuditReport::errors() const {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(), [](const auto& each) { return !each.warning; }));
}

std::vector<AuditFinding> audit(const Document& document) {
  std::vector<AuditFinding> out;
  NameMemory memory;
  for (std::size_t i = 0; i < document.specifications.size(); ++i)
    audit_specification(document.specifications[i], i, memory, out);
  return out;
}

std::vector<AuditFinding> audit_facet(const Specification& specification, bool in_requirements,
                                      std::size_t facet_index) {
  const auto& facets = in_requirements ? specification.requirements : specification.applicability;
  if (facet_index >= facets.size()) return {};
  std::vector<AuditFinding> found;
  NameMemory memory;
  audit_specification(specification, 0, memory, found);
  const auto parent = position_of(0) + (in_requirements ? "/requirements" : "/applicability");
  const auto position = facet_positions(facets, parent)[facet_index];
  const auto is_side = [](std::string_view place) {
    return place.ends_with("/applicability") || place.ends_with("/requirements");
  };
  std::erase_if(found, [&](const auto& each) {
    const bool here = each.position == position || each.position.starts_with(position + "/");
    const bool about_all = each.code == 201 && is_side(each.position);
    return !here && !about_all;
  });
  return found;
}

Structure audit_structure(std::string_view xml, const ValidateXsd& validate) {
  const auto validated = validated_by(validate, xml);
  // What the XSD accepts needs no second reading.
  if (validated.ok() && validated->empty()) return {};
  const auto read = formats::ids::read(xml);
  if (!read.ok()) return {.findings = unreadable(xml, read.error()).findings, .note = {}};
  return structure_of(*read, validated);
}

AuditReport audit_bytes(std::string_view xml, const ValidateXsd& validate) {
  const auto read = formats::ids::read(xml);
  if (!read.ok()) return unreadable(xml, read.error());
  AuditReport report;
  add_version_findings(*read, report);
  auto shape = structure_of(*read, validated_by(validate, xml));
  std::ranges::move(shape.findings, std::back_inserter(report.findings));
  report.note = std::move(shape.note);
  auto content = audit(read->document);
  LineFinder lines(*read);
  for (auto& each : content) each.line = lines.line_of(each);
  for (const auto kind : {AuditFinding::Kind::structure, AuditFinding::Kind::content}) {
    std::copy_if(content.begin(), content.end(), std::back_inserter(report.findings),
                 [&](const auto& each) { return each.kind == kind; });
  }
  add_flags(report);
  return report;
}

std::string_view meaning(int code) {
  static const std::map<int, std::string_view> meanings{
      {101, "the applicability has no condition"},
      {102, "a value to match is missing"},
      {103, "a value matches nothing that the schema has"},
      {104, "the relation of partOf is none that IDS has"},
      {105, "the entity has no predefined type"},
      {106, "a mandatory part is empty"},
      {107, "the IFC version is none of IDS 1.0"},
      {108, "the version of IDS is not supported"},
      {109, "the pattern is not an XML Schema pattern"},
      {201, "clauses exclude each other"},
      {202, "the cardinality makes no sense here"},
      {203, "a property value needs a data type"},
      {204, "the requirements do not fit the specification's cardinality"},
      {301, "the occurrences or the cardinality are none that IDS has"},
      {302, "IDS does not support this restriction"},
      {303, "the base type does not fit the type of the value"},
      {304, "the restriction is empty"},
      {305, "the text is not a value of its type"},
      {306, "the XSD of IDS does not allow this"},
      {307, "the XSD of IDS warns of this"},
      {308, "the restriction does not fit its base type"},
      {401, "the prefix of the property set is reserved"},
      {501, "the audit failed"},
      {502, "this is not XML"},
      {503, "the XML cannot be read"},
      {504, "this is not an IDS document"},
  };
  const auto found = meanings.find(code);
  return found == meanings.end() ? "" : found->second;
}

}  // namespace ids::engine
