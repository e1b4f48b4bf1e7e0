// SPDX-License-Identifier: Apache-2.0
#include "tool/shape.h"

#include <utility>

#include "base/text.h"

namespace tool {

namespace {

using kernel::Outcome;

Json or_null(std::optional<std::string> text) { return text ? Json(*std::move(text)) : Json(); }

Json approval_json(const kernel::ApprovalState& approval) {
  Json reasons = Json::array();
  for (const auto& reason : approval.reasons) reasons.push_back(reason);
  return Json::object({{"id", approval.id},
                       {"state", approval.state},
                       {"tier", kernel::name(approval.tier)},
                       {"reasons", std::move(reasons)},
                       {"confirmations_needed", approval.confirmations_needed},
                       {"min_assurance", approval.min_assurance},
                       {"change_digest", approval.change_digest},
                       {"expires", base::iso8601(approval.expires_ms)},
                       {"next", "A human decides with: lintel approvals show " + approval.id}});
}

Json warnings_json(const std::vector<std::string>& warnings) {
  Json list = Json::array();
  for (const auto& warning : warnings) list.push_back(warning);
  return list;
}

// How a change stands, in one word that its answer begins with: nothing else in it says that it was done.
std::string_view word_of(const Outcome& outcome) {
  if (outcome.dry_run) return "preview";
  if (!outcome.approval) return outcome.event_id ? "committed" : "none";
  const std::string& state = outcome.approval->state;
  if (state == "committed" || state == "withdrawn") return state;
  return state == "awaiting" || state == "confirmed_once" ? "waiting" : "none";
}

Json begun(const Outcome& outcome) {
  Json out = Json::object();
  if (!outcome.is_change) return out;
  out.as_object().reserve(10);  // what the shapes add
  out.set("outcome", word_of(outcome));
  return out;
}

// What every shape adds to a change's answer.
void add_governance(Json& out, Outcome& outcome) {
  if (outcome.dry_run) out.set("dry_run", true);
  if (outcome.replayed) out.set("replayed", true);
  if (outcome.approval) out.set("approval", approval_json(*outcome.approval));
  if (outcome.files) out.set("files", *std::move(outcome.files));
}

Json flat(Outcome& outcome) {
  Json out = begun(outcome);
  if (!outcome.data.is_object()) {
    out.set("result", std::move(outcome.data));
  } else if (out.empty()) {
    out = std::move(outcome.data);
  } else {
    for (auto& [name, value] : outcome.data.as_object()) out.set(std::move(name), std::move(value));
  }
  if (outcome.is_change || outcome.event_id) out.set("event_id", or_null(std::move(outcome.event_id)));
  add_governance(out, outcome);
  if ((outcome.dry_run || outcome.approval) && outcome.patches) out.set("patches", *std::move(outcome.patches));
  if (!outcome.warnings.empty() && out.find("warnings") == nullptr)
    out.set("warnings", warnings_json(outcome.warnings));
  return out;
}

void lift(Json& from, Json& to) {
  for (const char* name : {"patches", "validationResult"}) {
    Json* own = from.find(name);
    if (own == nullptr) continue;
    to.set(name, std::move(*own));
    from.erase(name);
  }
}

// Seed 003, "Tool Response Format". What a tool says of `patches` and `validationResult` stands beside its data, and
// its patches instead of the kernel's steps.
Json tool_response(Outcome& outcome) {
  Json out = begun(outcome);
  out.set("success", true).set("data", nullptr);
  if (outcome.patches) out.set("patches", *std::move(outcome.patches));
  lift(outcome.data, out);
  out.set("data", std::move(outcome.data));
  if (outcome.approval) out.set("approvalTier", static_cast<int>(outcome.approval->tier));
  if (outcome.is_change || outcome.event_id) out.set("event_id", or_null(std::move(outcome.event_id)));
  add_governance(out, outcome);
  if (!outcome.warnings.empty()) out.set("warnings", warnings_json(outcome.warnings));
  return out;
}

// Seed 004, "Response Envelope (Universal)".
Json envelope(Outcome& outcome) {
  Json out = begun(outcome);
  out.set("success", true).set("data", std::move(outcome.data)).set("event_id", or_null(std::move(outcome.event_id)));
  out.set("timestamp", base::iso8601(outcome.time_ms)).set("warnings", warnings_json(outcome.warnings));
  out.set("audit", audit_json(outcome.audit));
  if (outcome.patches && (outcome.dry_run || outcome.approval)) out.set("patches", *std::move(outcome.patches));
  add_governance(out, outcome);
  return out;
}

Json error_data(const base::Error& error) { return error.data ? *error.data : Json(); }

// {code, message, path?, hint?, data?}: the structure of an error in the flat shape.
Json error_structure(const base::Error& error) {
  Json out = Json::object({{"code", error.label.empty() ? Json(base::name(error.code)) : Json(error.label)},
                           {"number", static_cast<int>(error.code)},
                           {"message", error.message}});
  if (!error.path.empty()) out.set("path", error.path);
  if (!error.hint.empty()) out.set("hint", error.hint);
  Json data = error_data(error);
  if (!data.is_null()) out.set("data", std::move(data));
  return out;
}

// Seed 002: {success: false, errors: [{message, …}]}. Where the tool itself answered that it failed, its answer; what
// others say of an error stays inside it, where no member of the tool's answer can be of the same name.
Json verdict_error(const base::Error& error) {
  Json out = Json::object({{"success", false}, {"errors", Json::array({error_structure(error)})}});
  const Json data = error_data(error);
  if (data.find("success") == nullptr) return out;
  out["errors"].as_array()[0].erase("data");
  for (const auto& [name, value] : data.as_object()) out.set(name, value);
  return out;
}

Json tool_response_error(const base::Error& error) {
  Json details = error_data(error);
  if (details.is_null()) details = Json::object();
  if (details.is_object()) {
    if (!error.path.empty()) details.set("path", error.path);
    if (!error.hint.empty()) details.set("hint", error.hint);
    details.set("number", static_cast<int>(error.code));
  }
  return Json::object(
      {{"success", false},
       {"error", Json::object({{"code", error.label.empty() ? Json(base::name(error.code)) : Json(error.label)},
                               {"message", error.message},
                               {"details", std::move(details)}})}});
}

Json envelope_error(const base::Error& error, const kernel::Audit& audit, std::int64_t time_ms) {
  Json data = error_data(error);
  if (data.is_null()) data = Json::object();
  if (data.is_object()) {
    data.set("name", base::name(error.code));
    if (!error.path.empty()) data.set("path", error.path);
    if (!error.hint.empty()) data.set("hint", error.hint);
  }
  return Json::object({{"success", false},
                       {"data", Json::object()},
                       {"event_id", nullptr},
                       {"timestamp", base::iso8601(time_ms)},
                       {"warnings", Json::array()},
                       {"audit", audit_json(audit)},
                       {"error", Json::object({{"code", static_cast<int>(error.code)},
                                               {"message", error.message},
                                               {"data", std::move(data)}})}});
}

Json nullable(std::string_view type) { return Json::object({{"type", Json::array({type, "null"})}}); }

Json of_type(std::string_view type) { return Json::object({{"type", type}}); }

void add_governance_schema(Json& properties) {
  properties.set("outcome",
                 Json::object({{"type", "string"},
                               {"enum", Json::array({"committed", "waiting", "preview", "withdrawn", "none"})}}));
  properties.set("event_id", nullable("string"));
  properties.set("dry_run", of_type("boolean"));
  properties.set("replayed", of_type("boolean"));
  properties.set("approval", of_type("object"));
  properties.set("patches", of_type("array"));
  properties.set("files", of_type("array"));
}

// What fit() adds to an answer that would be too large.
Json left_out_schema() {
  return Json::object(
      {{"type", "array"}, {"description", "Too long for an answer: in pages at `uri`."}, {"items", of_type("object")}});
}

// `errors` as the tool answers it (findings of its own kind, a number), or as verdict_error() does.
Json errors_schema(const Json* own) {
  const Json refused = Json::object({{"type", "array"}, {"items", of_type("object")}});
  return own == nullptr ? refused : Json::object({{"anyOf", Json::array({*own, refused})}});
}

// Members that an error answer lacks cannot be required.
Json without_required(Json schema) {
  schema.erase("required");
  return schema;
}

}  // namespace

Json audit_json(kernel::Audit audit) {
  return Json::object({{"user_id", std::move(audit.user_id)},
                       {"agent_id", or_null(std::move(audit.agent_id))},
                       {"reasoning", or_null(std::move(audit.reasoning))}});
}

Answer shape_outcome(Shape shape, kernel::Outcome outcome) {
  Answer answer;
  switch (shape) {
    case Shape::flat:
    case Shape::verdict:
      answer.structured = flat(outcome);
      break;
    case Shape::tool_response:
      answer.structured = tool_response(outcome);
      break;
    case Shape::envelope:
      answer.structured = envelope(outcome);
      break;
  }
  answer.meta = Json::object({{"lintel/audit", audit_json(std::move(outcome.audit))}});
  answer.storing = outcome.storing;
  return answer;
}

Answer shape_error(Shape shape, const base::Error& error, const kernel::Audit& audit, std::int64_t time_ms) {
  Answer answer;
  answer.is_error = true;
  switch (shape) {
    case Shape::flat:
      answer.structured = Json::object({{"error", error_structure(error)}});
      answer.text_too = false;
      answer.content.push_back(Json::object({{"type", "text"}, {"text", error.message}}));
      if (!error.hint.empty()) answer.content.push_back(Json::object({{"type", "text"}, {"text", error.hint}}));
      break;
    case Shape::verdict:
      answer.structured = verdict_error(error);
      break;
    case Shape::tool_response:
      answer.structured = tool_response_error(error);
      break;
    case Shape::envelope:
      answer.structured = envelope_error(error, audit, time_ms);
      break;
  }
  answer.meta = Json::object({{"lintel/audit", audit_json(audit)}});
  return answer;
}

Answer error_answer(const base::Error& error) { return shape_error(Shape::flat, error, {}, 0); }

Json shaped_schema(Shape shape, Verb verb, const Json& own) {
  Json schema = without_required(own);
  const bool governed = verb == Verb::change || verb == Verb::job;
  if (shape == Shape::flat) {
    if (governed) add_governance_schema(schema["properties"]);
    schema["properties"].set("error", of_type("object"));
    schema["properties"].set("left_out", left_out_schema());
    return schema;
  }
  if (shape == Shape::verdict) {
    if (governed) add_governance_schema(schema["properties"]);
    schema["properties"].set("success", of_type("boolean"));
    schema["properties"].set("errors", errors_schema(schema["properties"].find("errors")));
    schema["properties"].set("left_out", left_out_schema());
    return schema;
  }
  Json properties = Json::object({{"success", of_type("boolean")}, {"data", nullptr}, {"error", of_type("object")}});
  Json required = Json::array({"success"});
  Json definitions;
  if (governed || shape == Shape::envelope) add_governance_schema(properties);
  if (shape == Shape::tool_response) {
    properties.set("approvalTier", of_type("integer"));
    if (Json* own_properties = schema.find("properties")) lift(*own_properties, properties);
    if (const Json* known = schema.find("$defs")) definitions = *known;
    schema.erase("$defs");
  } else {
    properties.set("timestamp", of_type("string"));
    properties.set("audit", of_type("object"));
    required = Json::array({"success", "data", "event_id", "timestamp", "warnings", "audit"});
  }
  properties.set("data", std::move(schema));
  properties.set("warnings", of_type("array"));
  properties.set("left_out", left_out_schema());
  Json out =
      Json::object({{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}});
  if (!definitions.is_null()) out.set("$defs", std::move(definitions));
  return out;
}

}  // namespace tool
