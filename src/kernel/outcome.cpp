// SPDX-License-Identifier: Apache-2.0
#include "kernel/outcome.h"

#include <utility>

namespace kernel {

namespace {

Json texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& text : list) out.push_back(text);
  return out;
}

std::vector<std::string> texts_of(const Json* list) {
  std::vector<std::string> out;
  if (!list || !list->is_array()) return out;
  for (const Json& text : list->as_array()) {
    if (text.is_string()) out.push_back(text.as_string());
  }
  return out;
}

std::int64_t integer(const Json& json, std::string_view member) {
  const Json* value = json.find(member);
  return value && value->is_integer() ? value->as_integer() : 0;
}

Json to_json(const ApprovalState& state) {
  Json out = Json::object({{"id", state.id}, {"state", state.state}, {"tier", static_cast<int>(state.tier)}});
  out.set("reasons", texts(state.reasons)).set("expires_ms", state.expires_ms);
  out.set("confirmations", state.confirmations_needed).set("min_assurance", state.min_assurance);
  out.set("change_digest", state.change_digest);
  return out;
}

ApprovalState approval_of(const Json& json) {
  ApprovalState state;
  state.id = json.text("id");
  state.state = json.text("state");
  state.tier = static_cast<Tier>(integer(json, "tier"));
  state.reasons = texts_of(json.find("reasons"));
  state.expires_ms = integer(json, "expires_ms");
  state.confirmations_needed = static_cast<int>(integer(json, "confirmations"));
  state.min_assurance = json.text("min_assurance");
  state.change_digest = json.text("change_digest");
  return state;
}

}  // namespace

Audit audit_of(const Call& call) { return {call.principal.user_id, call.principal.agent_id, call.reasoning}; }

Outcome outcome_for(const Call& call, const std::string& handle) {
  Outcome outcome;
  outcome.workspace = handle;
  outcome.audit = audit_of(call);
  return outcome;
}

ApprovalState approval_state(const Pending& pending) {
  ApprovalState state;
  state.id = pending.id;
  state.state = pending.state;
  state.tier = pending.tier;
  state.reasons = pending.reasons;
  state.expires_ms = pending.expires_ms;
  state.confirmations_needed = pending.need.confirmations;
  state.min_assurance = std::string("A").append(std::to_string(static_cast<int>(pending.need.min_assurance)));
  state.change_digest = pending.change_digest;
  return state;
}

std::string outcome_bytes(const Outcome& outcome) {
  std::string out = "{\"data\":";
  outcome.data.dump_to(out);
  texts(outcome.warnings).dump_to(out.append(",\"warnings\":"));
  if (outcome.event_id) base::append_json_string(out.append(",\"event_id\":"), *outcome.event_id);
  if (outcome.approval) to_json(*outcome.approval).dump_to(out.append(",\"approval\":"));
  if (outcome.patches) outcome.patches->dump_to(out.append(",\"patches\":"));
  if (outcome.files) outcome.files->dump_to(out.append(",\"files\":"));
  out.append(",\"revision\":").append(std::to_string(outcome.revision));
  return out.append(",\"time_ms\":").append(std::to_string(outcome.time_ms)).append("}");
}

Result<Outcome> outcome_from_bytes(std::string_view bytes, const Call& call, const std::string& handle) {
  const Json json = TRY(base::parse_json(bytes));
  Outcome outcome = outcome_for(call, handle);
  if (const Json* data = json.find("data")) outcome.data = *data;
  outcome.warnings = texts_of(json.find("warnings"));
  if (json.find("event_id")) outcome.event_id = std::string(json.text("event_id"));
  if (const Json* approval = json.find("approval")) outcome.approval = approval_of(*approval);
  if (const Json* patches = json.find("patches")) outcome.patches = *patches;
  if (const Json* files = json.find("files")) outcome.files = *files;
  outcome.revision = integer(json, "revision");
  outcome.time_ms = integer(json, "time_ms");
  outcome.is_change = true;
  outcome.replayed = true;
  return outcome;
}

}  // namespace kernel
