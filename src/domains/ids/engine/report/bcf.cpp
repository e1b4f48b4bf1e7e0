// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>

#include "base/ids.h"
#include "base/text.h"
#include "base/xml_text.h"
#include "domains/ids/engine/report/text.h"
#include "formats/zip/zip.h"

// BIM Collaboration Format (buildingSMART BCF-XML 2.1 and 3.0). One topic per failing requirement, with a viewpoint
// that selects the failing elements. The same report gives the same GUIDs, so that a tool that read it before knows its
// topics again.
namespace ids::engine {
namespace {

using base::xml_text;

constexpr std::size_t max_topics = 1000;
constexpr std::size_t max_selected = 1000;
constexpr std::size_t max_reasons = 10;
constexpr std::string_view xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view author = "Lintel";

std::string guid_of(std::string_view kind, const std::string& of) {
  return base::uuid_v5(base::lintel_namespace, std::string(kind) + "\n" + of);
}

// shared-types.xsd: an IfcGuid has 22 characters of [0-9A-Za-z_$].
bool is_ifc_guid(std::string_view text) {
  return text.size() == 22 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '$';
         });
}

std::string tag(std::string_view name, std::string_view text) {
  if (text.empty()) return {};
  return "<" + std::string(name) + ">" + xml_text(text) + "</" + std::string(name) + ">";
}

std::string file_name(const Report& report) {
  const std::string name = model_title(report);
  return name.substr(name.find_last_of("/\\") + 1);
}

struct Topic {
  const Report& report;
  const ReportSpecification& specification;
  FailureGroup group;
  std::string guid, viewpoint_guid;
  std::size_t index = 0;
};

std::vector<std::string> selected_guids(const Topic& topic) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (const std::size_t i : topic.group.failures) {
    const std::string& guid = element_of(topic.report, topic.specification.failures[i]).global_id;
    if (out.size() >= max_selected) break;
    if (is_ifc_guid(guid) && seen.insert(guid).second) out.push_back(guid);
  }
  return out;
}

// ---- words ----------------------------------------------------------------------------------------

std::string topic_title(const Topic& topic) {
  const std::string requirement = one_line(topic.group.title, 200);
  return one_line(specification_title(topic.specification) + ": " + requirement, 250);
}

std::string reasons(const Topic& topic) {
  const std::vector<ReasonGroup> groups = reason_groups(topic.specification, topic.group);
  std::string out;
  for (std::size_t i = 0; i < std::min(max_reasons, groups.size()); ++i) {
    const auto count = static_cast<std::int64_t>(groups[i].failures.size());
    out += "\n- " + one_line(groups[i].reason, 300) + " (" + counted(count, "element", "elements") + ")";
  }
  if (groups.size() > max_reasons) {
    out +=
        "\n- and " + counted(static_cast<std::int64_t>(groups.size() - max_reasons), "other reason", "other reasons");
  }
  return out;
}

std::string topic_description(const Topic& topic, std::size_t selected) {
  const ReportSpecification& specification = topic.specification;
  std::string out = "Specification: " + specification_title(specification);
  if (!specification.result.identifier.empty()) out += " (" + one_line(specification.result.identifier, 100) + ")";
  if (!specification.applies_to.empty()) out += "\nApplies to: " + one_line(specification.applies_to, 500);
  const Status status = specification.result.status;
  const bool says_why = status == Status::error || status == Status::not_applicable;
  out += (says_why ? "\n" : "\nRequirement: ") + one_line(topic.group.title, 500);
  if (!specification.instructions.empty()) out += "\nInstructions: " + one_line(specification.instructions, 1000);
  if (topic.group.failed > 0)
    out += "\n" + counted(topic.group.failed, "element fails", "elements fail") + ":" + reasons(topic);
  if (static_cast<std::int64_t>(selected) < topic.group.failed) {
    out += "\nThe viewpoint selects " + grouped(static_cast<std::int64_t>(selected)) + " of them.";
  }
  return out;
}

// ---- parts of both versions -----------------------------------------------------------------------

std::string coordinate(double value) {
  char buffer[64];
  const auto written = std::to_chars(std::begin(buffer), std::end(buffer), value, std::chars_format::fixed, 6);
  return {std::begin(buffer), written.ptr};
}
std::string vector_xml(std::string_view name, const Point& of) {
  return "<" + std::string(name) + ">" + tag("X", coordinate(of[0])) + tag("Y", coordinate(of[1])) +
         tag("Z", coordinate(of[2])) + "</" + std::string(name) + ">";
}

// All elements that the viewpoint selects, as far as the model tells where they are.
std::optional<Box> place_of(const Topic& topic) {
  std::optional<Box> out;
  for (std::size_t i = 0; i < std::min(topic.group.failures.size(), max_selected); ++i) {
    const auto& element = element_of(topic.report, topic.specification.failures[topic.group.failures[i]]);
    if (!element.place) continue;
    if (out) {
      out->add(*element.place);
    } else {
      out = element.place;
    }
  }
  return out;
}

// From the south-west and above, far enough that all of it is seen. BCF-XML: metres, in the model's own system. Where
// nothing tells the place, tools go to what is selected.
std::string camera_xml(const Topic& topic, BcfVersion version) {
  constexpr double third = 0.577350269, sixth = 0.408248290;  // square roots
  constexpr double least_radius = 2.5;                        // metres: a placement alone tells no size
  const Box box = place_of(topic).value_or(Box{{-1, -1, -1}, {1, 1, 1}});
  Point centre{}, eye{};
  double radius = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    centre[i] = (box.low[i] + box.high[i]) / 2;
    radius += (box.high[i] - box.low[i]) * (box.high[i] - box.low[i]) / 4;
  }
  // A field of 60 degrees sees a ball from twice its radius.
  const double distance = 2.2 * std::max(std::sqrt(radius), least_radius);
  const Point direction{third, third, -third};
  for (std::size_t i = 0; i < 3; ++i) eye[i] = centre[i] - distance * direction[i];
  std::string out = "<PerspectiveCamera>" + vector_xml("CameraViewPoint", eye) +
                    vector_xml("CameraDirection", direction) + vector_xml("CameraUpVector", {sixth, sixth, 2 * sixth}) +
                    tag("FieldOfView", "60");
  if (version == BcfVersion::v3_0) out += tag("AspectRatio", "1.5");
  return out + "</PerspectiveCamera>";
}

std::string viewpoint_xml(const Topic& topic, const std::vector<std::string>& guids, BcfVersion version) {
  std::string out(xml_head);
  out += "<VisualizationInfo Guid=\"" + topic.viewpoint_guid + "\"><Components><Selection>";
  for (const std::string& guid : guids) out += "<Component IfcGuid=\"" + guid + "\"/>";
  return out + "</Selection><Visibility DefaultVisibility=\"true\"/></Components>" + camera_xml(topic, version) +
         "</VisualizationInfo>\n";
}

std::string file_xml(const Report& report, BcfVersion version) {
  std::string out = "<File";
  if (is_ifc_guid(report.project_global_id)) out += " IfcProject=\"" + report.project_global_id + "\"";
  out += std::string(version == BcfVersion::v2_1 ? " isExternal" : " IsExternal") + "=\"true\">";
  return out + tag("Filename", file_name(report)) + "</File>";
}

// A topic must have one; a report that was told no time was made at none.
std::string creation_date(const Report& report) {
  const std::string date = iso_seconds(report.time_ms);
  return date.empty() ? "0001-01-01T00:00:00Z" : date;
}

// Title, order and dates stand in the same order in both versions; labels do not look alike.
std::string topic_inner(const Topic& topic, std::size_t selected, std::string_view labels) {
  return tag("Title", topic_title(topic)) + tag("Priority", "Normal") + tag("Index", std::to_string(topic.index)) +
         std::string(labels) + tag("CreationDate", creation_date(topic.report)) + tag("CreationAuthor", author) +
         tag("Description", topic_description(topic, selected));
}

// What applies to nothing is no error, and worth knowing.
std::string topic_open(const Topic& topic) {
  const bool grey = topic.specification.result.status == Status::not_applicable;
  return "<Topic Guid=\"" + topic.guid + "\" TopicType=\"" + (grey ? "Information" : "Error") +
         "\" TopicStatus=\"Open\">";
}

// BCF-XML 2.1, markup.xsd.
std::string markup_2_1(const Topic& topic, std::size_t selected) {
  std::string out(xml_head);
  out += "<Markup><Header>" + file_xml(topic.report, BcfVersion::v2_1) + "</Header>" + topic_open(topic) +
         topic_inner(topic, selected, tag("Labels", "IDS")) + "</Topic>";
  if (selected > 0) {
    out += "<Viewpoints Guid=\"" + topic.viewpoint_guid + "\">" + tag("Viewpoint", "viewpoint.bcfv") + "</Viewpoints>";
  }
  return out + "</Markup>\n";
}

// BCF-XML 3.0, markup.xsd: lists have an element of their own, and the viewpoints are the topic's.
std::string markup_3_0(const Topic& topic, std::size_t selected) {
  std::string out(xml_head);
  out += "<Markup><Header><Files>" + file_xml(topic.report, BcfVersion::v3_0) + "</Files></Header>" +
         topic_open(topic) + topic_inner(topic, selected, "<Labels>" + tag("Label", "IDS") + "</Labels>");
  if (selected > 0) {
    out += "<Viewpoints><ViewPoint Guid=\"" + topic.viewpoint_guid + "\">" + tag("Viewpoint", "viewpoint.bcfv") +
           "</ViewPoint></Viewpoints>";
  }
  return out + "</Topic></Markup>\n";
}

// ---- the archive ----------------------------------------------------------------------------------

std::string project_name(const std::vector<Report>& reports) {
  if (reports.empty()) return "IDS check";
  const std::string name = one_line(reports[0].project_name, 200);
  return name.empty() ? report_title(reports[0]) : name;
}

std::string project_id(const std::vector<Report>& reports) {
  return guid_of("bcf project", reports.empty() ? "" : reports[0].project_global_id + "\n" + project_name(reports));
}

std::string version_xml(BcfVersion version) {
  if (version == BcfVersion::v3_0) return std::string(xml_head) + "<Version VersionId=\"3.0\"/>\n";
  return std::string(xml_head) + "<Version VersionId=\"2.1\"><DetailedVersion>2.1</DetailedVersion></Version>\n";
}

std::string project_xml(const std::vector<Report>& reports, BcfVersion version) {
  const std::string project =
      "<Project ProjectId=\"" + project_id(reports) + "\">" + tag("Name", project_name(reports)) + "</Project>";
  if (version == BcfVersion::v3_0) return std::string(xml_head) + "<ProjectInfo>" + project + "</ProjectInfo>\n";
  return std::string(xml_head) + "<ProjectExtension>" + project + tag("ExtensionSchema", "extensions.xsd") +
         "</ProjectExtension>\n";
}

// BCF-XML 2.1: the words a project allows, as a redefinition of markup.xsd.
std::string extensions_2_1() {
  std::string out(xml_head);
  out += "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:redefine schemaLocation=\"markup.xsd\">";
  const auto type = [&](std::string_view name, std::initializer_list<std::string_view> values) {
    out += "<xs:simpleType name=\"" + std::string(name) + "\"><xs:restriction base=\"" + std::string(name) + "\">";
    for (const auto value : values) out += "<xs:enumeration value=\"" + std::string(value) + "\"/>";
    out += "</xs:restriction></xs:simpleType>";
  };
  type("TopicType", {"Error", "Information"});
  type("TopicStatus", {"Open"});
  type("TopicLabel", {"IDS"});
  type("SnippetType", {});
  type("Priority", {"Normal"});
  type("UserIdType", {author});
  type("Stage", {});
  return out + "</xs:redefine></xs:schema>\n";
}

std::string extensions_3_0() {
  return std::string(xml_head) + "<Extensions><TopicTypes>" + tag("TopicType", "Error") +
         tag("TopicType", "Information") + "</TopicTypes><TopicStatuses>" + tag("TopicStatus", "Open") +
         "</TopicStatuses><Priorities>" + tag("Priority", "Normal") + "</Priorities><TopicLabels>" +
         tag("TopicLabel", "IDS") + "</TopicLabels><Users>" + tag("User", author) + "</Users></Extensions>\n";
}

std::string identity(const Report& report, const ReportSpecification& specification, const FailureGroup& group) {
  return model_title(report) + "\n" + report_title(report) + "\n" + std::to_string(specification.result.index) + "\n" +
         specification.result.identifier + "\n" + specification.result.name + "\n" + std::to_string(group.requirement);
}

// Failures and errors; where nothing in the model was applicable, that.
std::vector<FailureGroup> topic_groups(const Report& report, const ReportSpecification& specification) {
  if (report.status != Status::not_applicable) return failure_groups(specification);
  return {{.requirement = -1, .title = whole_reason(specification.result)}};
}

void add_topics(const Report& report, std::set<std::string>& taken, std::vector<Topic>& topics) {
  for (const ReportSpecification& specification : report.specifications) {
    for (FailureGroup& group : topic_groups(report, specification)) {
      if (topics.size() >= max_topics) return;
      std::string name = identity(report, specification, group);
      while (!taken.insert(guid_of("bcf topic", name)).second) name += "\nagain";
      topics.push_back({.report = report,
                        .specification = specification,
                        .group = std::move(group),
                        .guid = guid_of("bcf topic", name),
                        .viewpoint_guid = guid_of("bcf viewpoint", name),
                        .index = topics.size() + 1});
    }
  }
}

void add_topic(const Topic& topic, BcfVersion version, formats::zip::Writer& writer) {
  const std::vector<std::string> guids = selected_guids(topic);
  const bool old = version == BcfVersion::v2_1;
  writer.add(topic.guid + "/markup.bcf", old ? markup_2_1(topic, guids.size()) : markup_3_0(topic, guids.size()));
  if (!guids.empty()) writer.add(topic.guid + "/viewpoint.bcfv", viewpoint_xml(topic, guids, version));
}

}  // namespace

std::string bcf_report(const std::vector<Report>& reports, BcfVersion version) {
  formats::zip::Writer writer;
  writer.add("bcf.version", version_xml(version));
  writer.add("project.bcfp", project_xml(reports, version));
  if (version == BcfVersion::v2_1) {
    writer.add("extensions.xsd", extensions_2_1());
  } else {
    writer.add("extensions.xml", extensions_3_0());
  }
  std::vector<Topic> topics;
  std::set<std::string> taken;
  for (const Report& report : reports) add_topics(report, taken, topics);
  for (const Topic& topic : topics) add_topic(topic, version, writer);
  return std::move(writer).finish();
}

}  // namespace ids::engine
