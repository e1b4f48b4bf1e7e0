// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <limits>
#include <set>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "kernel/export_verifier.h"
#include "kernel/log.h"

namespace kernel {

namespace fs = std::filesystem;

namespace {

Error cannot_write(const fs::path& path) { return fail(Code::export_failed, "cannot write " + path.native()); }

Result<void> write_text(const fs::path& path, std::string_view text) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) return cannot_write(path);
  return {};
}

std::string csv_field(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  return out + "\"";
}

std::string csv_line(const Event& event, const base::Digest& hash) {
  std::string facts;
  for (const Fact& fact : event.facts)
    facts += (facts.empty() ? "" : " ") + fact.type + (fact.element.empty() ? "" : ":" + fact.element);
  const Json* touched = event.touched.find("n");
  std::string line = std::to_string(event.seq) + "," + event.id + "," + base::iso8601(event.time_ms) + ",";
  line += csv_field(event.branch) + "," + event.principal.key() + "," + event.principal.user_id + ",";
  line += csv_field(event.toolset) + "," + csv_field(event.tool) + "," + csv_field(facts) + ",";
  line += (touched ? touched->dump() : "0") + "," + csv_field(event.approval.text("id")) + "," + event.undo_of + "," +
          hex(hash) + "\n";
  return line;
}

std::string text_line(const std::string& id, const store::PrivateText& text) {
  const bool readable = base::valid_utf8(text.text);
  Json json = Json::object({{"id", id}, {"salt", base::hex(text.salt)}, {"text", readable ? text.text : ""}});
  return json.dump() + "\n";
}

// events.jsonl, events.csv and the private texts; returns the digests of the policies that the events name. What cannot
// be read is exported as it is.
Result<std::set<std::string>> export_events(const store::WorkspaceFile& file, std::int64_t last,
                                            const fs::path& directory) {
  constexpr std::int64_t portion = 1000;
  std::ofstream lines(directory / "events.jsonl", std::ios::binary | std::ios::trunc);
  std::ofstream table(directory / "events.csv", std::ios::binary | std::ios::trunc);
  std::ofstream texts(directory / "texts.jsonl", std::ios::binary | std::ios::trunc);
  table << "seq,id,time,branch,principal,user_id,toolset,tool,facts,touched,approval,undo_of,hash\n";
  std::set<std::string> policies;
  for (std::int64_t from = 1;;) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(from, portion));
    if (rows.empty() || rows.front().seq > last) break;
    for (const store::EventRow& row : rows) {
      if (row.seq > last) break;
      lines << row.bytes << '\n';
      const Result<Event> event = event_from_bytes(row.bytes);
      if (!event.ok()) continue;
      table << csv_line(*event, row.hash);
      policies.insert(event->policy_digest);
      const std::optional<store::PrivateText> text = TRY(file.reasoning(row.id));
      if (text) texts << text_line(row.id, *text);
    }
    from = rows.back().seq + 1;
  }
  lines.close();
  table.close();
  texts.close();
  if (!lines || !table || !texts) return cannot_write(directory / "events.jsonl");
  return policies;
}

Result<void> export_heads(Core& core, const std::string& handle, const fs::path& directory) {
  std::string text;
  const auto add = [](const HeadFile::Line& line) {
    return Json::object({{"seq", line.seq}, {"hash", line.hash}, {"time", line.time}, {"signature", line.signature}})
               .dump() +
           "\n";
  };
  if (const auto lines = core.heads.lines(handle); lines.ok()) {
    for (const HeadFile::Line& line : *lines) text += add(line);
  }
  TRY(write_text(directory / "heads.jsonl", text));
  const Result<std::optional<HeadFile::Last>> last = core.heads.last(handle);
  TRY(write_text(directory / "last.json", last.ok() && *last ? add((*last)->line) : ""));
  const std::string approvers = TRY(core.heads.known_text());
  return write_text(directory / "approvers.jsonl", approvers);
}

// What this server says about the log as it is exported, and which files it exported: signed.
Result<void> export_report(Core& core, const Workspace& workspace, const store::ChainReport& report,
                           const fs::path& directory) {
  Json problems = Json::array();
  for (const std::string& problem : report.problems) problems.push_back(base::printable(problem, 500));
  Json files = Json::object();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory, error)) {
    const std::string name = fs::relative(entry.path(), directory).native();
    if (!entry.is_regular_file() || name == "report.json" || name == "verify.py") continue;
    files.set(name, base::sha256_hex(TRY(base::read_file(entry.path(), std::numeric_limits<std::size_t>::max()))));
  }
  Json json = Json::object({{"v", 1}, {"workspace", workspace.record.handle}, {"seq", report.events}});
  json.set("head", report.head_hash).set("time", base::iso8601(core.clock.unix_ms()));
  json.set("public_key", base::hex(TRY(core.heads.public_key())));
  json.set("problems", std::move(problems)).set("files", std::move(files));
  const std::string text = TRY(base::canonical_json(json));
  json.set("signature", TRY(core.heads.sign_text("lintel/report/v1", text)));
  return write_text(directory / "report.json", json.pretty() + "\n");
}

Result<void> export_policies(const store::WorkspaceFile& file, const std::set<std::string>& digests,
                             const fs::path& directory) {
  for (const std::string& digest : digests) {
    const std::optional<std::string> text = TRY(file.value("policy:" + digest));
    if (text) TRY(write_text(directory / "policies" / (digest + ".toml"), *text));
  }
  return {};
}

Result<void> export_pendings(const store::WorkspaceFile& file, const fs::path& directory) {
  Json list = Json::array();
  for (const store::PendingRow& row : TRY(file.pendings(""))) {
    Result<Json> read = base::parse_json(row.bytes);
    if (!read.ok()) continue;
    Json& pending = *read;
    pending.erase("form_code");  // what could still decide does not leave
    pending.erase("open_nonces");
    list.push_back(std::move(pending));
  }
  return write_text(directory / "pendings.json", list.pretty() + "\n");
}

}  // namespace

Result<void> export_log(Core& core, const Call& call, const fs::path& directory) {
  TRY(admit(core, call));
  TRY(admit_whole_events(core, call));
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call, Workspaces::Wanted::log));
  if (!workspace->file) return fail(Code::not_found, "there is nothing in this workspace yet", "workspace");
  std::error_code error;
  fs::create_directories(directory / "policies", error);
  if (error) return cannot_write(directory);
  TRY(core.sign_now(*workspace));
  const store::ChainReport report = TRY(verify_log(core, call, true));
  const std::set<std::string> policies = TRY(export_events(*workspace->file, report.events, directory));
  TRY(export_heads(core, workspace->record.handle, directory));
  TRY(export_policies(*workspace->file, policies, directory));
  TRY(export_pendings(*workspace->file, directory));
  if (const Result<PolicyPins> pins = PolicyPins::load(core.options.state_dir); pins.ok() && !pins->empty())
    TRY(write_text(directory / "policy.pins", pins->text()));
  TRY(write_text(directory / "verify.py", verify_script));
  return export_report(core, *workspace, report, directory);
}

}  // namespace kernel
