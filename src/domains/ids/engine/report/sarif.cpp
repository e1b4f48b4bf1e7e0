// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "base/crypto.h"
#include "base/text.h"
#include "domains/ids/engine/report/text.h"

// SARIF 2.1.0 (OASIS). A run per model (3.14), a rule per requirement (3.49), a result per failure (3.27).
namespace ids::engine {
namespace {

using base::Json;

constexpr std::size_t max_results = 25'000;  // of one run: what code scanning services take

// RFC 3986, 2.3 and 3.3: what may stand in a relative reference as it is.
std::string uri_of(const std::string& name) {
  static constexpr std::string_view plain = "-._~/";
  static constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (alphanumeric || plain.find(c) != std::string_view::npos) {
      out.push_back(c);
    } else if (c == '\\') {
      out.push_back('/');
    } else {
      out += {'%', digits[byte >> 4], digits[byte & 15U]};
    }
  }
  return out;
}

Json text_message(std::string text) { return Json::object({{"text", std::move(text)}}); }

class SarifRun {
 public:
  explicit SarifRun(const Report& report)
      : report_(report),
        uri_(uri_of(model_title(report))),
        packed_(base::lower_ascii(model_title(report)).ends_with("zip")) {
    for (const ReportSpecification& specification : report.specifications) add(specification);
  }
  Json take() {
    Json driver = Json::object({{"name", "Lintel"}, {"version", LINTEL_VERSION}, {"rules", std::move(rules_)}});
    Json artifact = Json::object({{"location", Json::object({{"uri", uri_}})}});
    if (report_.model_bytes > 0) artifact.set("length", report_.model_bytes);
    Json invocation = Json::object({{"executionSuccessful", report_.status != Status::error}});
    if (const std::string time = iso_seconds(report_.time_ms); !time.empty()) invocation.set("endTimeUtc", time);
    if (left_off_ > 0) notify("note", grouped(left_off_) + " more failures are counted and not listed");
    if (!notifications_.empty()) invocation.set("toolExecutionNotifications", std::move(notifications_));
    return Json::object({{"tool", Json::object({{"driver", std::move(driver)}})},
                         {"invocations", Json::array({std::move(invocation)})},
                         {"artifacts", Json::array({std::move(artifact)})},
                         {"columnKind", "unicodeCodePoints"},
                         {"results", std::move(results_)}});
  }

 private:
  // 3.49.3: stable, opaque and unique: "FIRE-1/R2".
  std::string rule_id(const ReportSpecification& specification, int requirement) {
    std::string name = one_line(specification.result.identifier, 80);
    if (name.empty()) name = "S" + std::to_string(specification.result.index + 1);
    std::string id = name + (requirement < 0 ? "/applicability" : "/R" + std::to_string(requirement + 1));
    while (!taken_.insert(id).second) id += "+";
    return id;
  }
  std::size_t add_rule(const ReportSpecification& specification, int requirement, const std::string& text) {
    Json rule = Json::object({{"id", rule_id(specification, requirement)},
                              {"shortDescription", text_message(one_line(text, 300))},
                              {"fullDescription", text_message(full_description(specification, text))},
                              {"defaultConfiguration", Json::object({{"level", "error"}})}});
    if (!specification.instructions.empty()) {
      rule.set("help", text_message(clean(specification.instructions, 2000)));
    }
    rule.set("properties",
             Json::object({{"specification", specification_title(specification)}, {"tags", Json::array({"IDS"})}}));
    rules_.push_back(std::move(rule));
    return rules_.size() - 1;
  }
  static std::string full_description(const ReportSpecification& specification, const std::string& text) {
    std::string out = specification_title(specification) + ": " + one_line(text, 800);
    if (!specification.applies_to.empty()) out += ". Applies to: " + one_line(specification.applies_to, 500);
    return out;
  }

  void add(const ReportSpecification& specification) {
    const std::vector<FailureGroup> groups = failure_groups(specification);
    const auto& requirements = specification.result.requirements;
    std::map<int, std::size_t> rules;
    for (std::size_t i = 0; i < requirements.size(); ++i) {
      rules[static_cast<int>(i)] = add_rule(specification, static_cast<int>(i), words(requirements[i].description));
    }
    const Status status = specification.result.status;
    if (status == Status::error)
      notify("error", specification_title(specification) + ": " + one_line(specification.result.reason, 600));
    if (status == Status::not_applicable) {
      add_result(add_rule(specification, -1, words(specification.applies_to)),
                 words(whole_reason(specification.result)), nullptr, "notApplicable");
    }
    for (const FailureGroup& group : groups) {
      if (group.requirement < 0) rules[-1] = add_rule(specification, -1, words(group.title));
      add_results(specification, group, rules[group.requirement]);
    }
  }
  void notify(const char* level, std::string what) {
    notifications_.push_back(Json::object({{"level", level}, {"message", text_message(std::move(what))}}));
  }
  static std::string words(const std::string& text) { return text.empty() ? "A requirement" : text; }

  void add_results(const ReportSpecification& specification, const FailureGroup& group, std::size_t rule) {
    std::int64_t listed = 0;
    if (group.failed == 0 && results_.size() < max_results) add_result(rule, words(group.title), nullptr);
    for (const std::size_t i : group.failures) {
      if (results_.size() >= max_results) break;
      const ReportFailure& failure = specification.failures[i];
      add_result(rule, words(failure.reason), &element_of(report_, failure));
      ++listed;
    }
    left_off_ += group.failed - listed;
  }
  // 3.27.9: what is not a failure has the level none.
  void add_result(std::size_t rule, const std::string& reason, const ElementFact* element, const char* kind = "fail") {
    const std::string& id = rules_.as_array()[rule].at("id").as_string();
    Json place = Json::object({{"artifactLocation", Json::object({{"uri", uri_}, {"index", 0}})}});
    if (element != nullptr && element->line > 0 && !packed_)
      place.set("region", Json::object({{"startLine", element->line}}));
    Json location = Json::object({{"physicalLocation", std::move(place)}});
    std::string text = one_line(reason, 600), subject = id;
    if (element != nullptr) {
      text = entity_text(*element) + " " + element_title(*element) + ": " + text;
      subject += "\n" + (element->global_id.empty() ? std::to_string(element->step_id) : element->global_id);
      location.set("logicalLocations", Json::array({logical_location(*element)}));
    }
    const bool failure = kind == std::string_view("fail");
    results_.push_back(Json::object(
        {{"ruleId", id},
         {"ruleIndex", rule},
         {"kind", kind},
         {"level", failure ? "error" : "none"},
         {"message", text_message(std::move(text))},
         {"locations", Json::array({std::move(location)})},
         {"partialFingerprints", Json::object({{"lintel/v1", base::sha256_hex(subject).substr(0, 32)}})}}));
  }
  // 3.33: where in the model, not where in the file.
  static Json logical_location(const ElementFact& element) {
    Json out = Json::object({{"name", element_title(element)}, {"kind", "element"}});
    const std::string guid = one_line(element.global_id, 60);
    out.set("fullyQualifiedName", guid.empty() ? "#" + std::to_string(element.step_id) : guid);
    Json properties = Json::object({{"entity", one_line(element.entity, 100)}, {"stepId", element.step_id}});
    if (!guid.empty()) properties.set("globalId", guid);
    if (!element.predefined_type.empty()) properties.set("predefinedType", one_line(element.predefined_type, 100));
    if (!element.type_name.empty()) properties.set("type", one_line(element.type_name, 200));
    if (!element.storey.empty()) properties.set("storey", one_line(element.storey, 200));
    return out.set("properties", std::move(properties));
  }

  const Report& report_;
  std::string uri_;
  bool packed_;  // an .ifczip has no lines
  Json rules_ = Json::array(), results_ = Json::array(), notifications_ = Json::array();
  std::set<std::string> taken_;
  std::int64_t left_off_ = 0;
};

}  // namespace

std::string sarif_report(const std::vector<Report>& reports) {
  Json runs = Json::array();
  for (const Report& report : reports) runs.push_back(SarifRun(report).take());
  return Json::object({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", std::move(runs)}})
             .dump() +
         "\n";
}

}  // namespace ids::engine
