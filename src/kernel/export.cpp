// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <set>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "kernel/log.h"

namespace kernel {

namespace fs = std::filesystem;

namespace {

// Runs with nothing but Python's standard library, which has no Ed25519: the signatures of heads are
// checked by `lintel log verify`, everything else here.
constexpr std::string_view verify_script = R"py(#!/usr/bin/env python3
"""Checks an exported log: hashes, links, sequence, times, heads and policies. No packages needed."""
import hashlib
import json
import os
import sys

here = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
problems = []
hashes = {0: "0" * 64}
policies = set()
last_time = ""
count = 0

with open(os.path.join(here, "events.jsonl"), "rb") as log:
    for count, line in enumerate(log, start=1):
        data = line.rstrip(b"\n")
        event = json.loads(data)
        digest = hashlib.sha256(b"lintel/event/v1\0" + data).hexdigest()
        if event["seq"] != count:
            problems.append(f"line {count}: sequence number {event['seq']}")
        if event["prev"] != hashes[count - 1]:
            problems.append(f"event {count}: does not follow the event before it")
        if event["time"] < last_time:
            problems.append(f"event {count}: time goes backwards")
        hashes[count] = digest
        last_time = event["time"]
        policies.add(event["policy_digest"])

with open(os.path.join(here, "heads.jsonl"), "rb") as heads:
    for line in heads:
        head = json.loads(line)
        if hashes.get(head["seq"]) != head["hash"]:
            problems.append(f"head {head['seq']}: the log does not pass through it")

for digest in sorted(policies):
    path = os.path.join(here, "policies", digest + ".toml")
    if not os.path.exists(path):
        problems.append(f"policy {digest}: missing")
    elif hashlib.sha256(open(path, "rb").read()).hexdigest() != digest:
        problems.append(f"policy {digest}: altered")

for problem in problems:
    print(problem)
print(f"{count} events, head {hashes[count]}: " + ("BROKEN" if problems else "the chain holds"))
sys.exit(1 if problems else 0)
)py";

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

// events.jsonl and events.csv; returns the digests of the policies that the events name.
Result<std::set<std::string>> export_events(const store::WorkspaceFile& file, const fs::path& directory) {
  constexpr std::int64_t portion = 1000;
  std::ofstream lines(directory / "events.jsonl", std::ios::binary | std::ios::trunc);
  std::ofstream table(directory / "events.csv", std::ios::binary | std::ios::trunc);
  table << "seq,id,time,branch,principal,user_id,toolset,tool,facts,touched,approval,undo_of,hash\n";
  std::set<std::string> policies;
  for (std::int64_t from = 1;;) {
    const std::vector<store::EventRow> rows = TRY(file.events_from(from, portion));
    if (rows.empty()) break;
    for (const store::EventRow& row : rows) {
      const Event event = TRY(event_from_bytes(row.bytes));
      lines << row.bytes << '\n';
      table << csv_line(event, row.hash);
      policies.insert(event.policy_digest);
    }
    from = rows.back().seq + 1;
  }
  lines.close();
  table.close();
  if (!lines || !table) return cannot_write(directory / "events.jsonl");
  return policies;
}

Result<void> export_heads(Core& core, const std::string& handle, const fs::path& directory) {
  const std::string key = base::hex(TRY(core.heads.public_key()));
  std::string text;
  for (const HeadFile::Line& line : TRY(core.heads.lines(handle))) {
    text += Json::object({{"workspace", handle},
                          {"seq", line.seq},
                          {"hash", line.hash},
                          {"time", line.time},
                          {"signature", line.signature},
                          {"public_key", key}})
                .dump() +
            "\n";
  }
  return write_text(directory / "heads.jsonl", text);
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
    Json pending = TRY(base::parse_json(row.bytes));
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
  const std::shared_ptr<Workspace> workspace = TRY(workspace_of(core, call));
  if (!workspace->file) return fail(Code::not_found, "there is nothing in this workspace yet", "workspace");
  std::error_code error;
  fs::create_directories(directory / "policies", error);
  if (error) return cannot_write(directory);
  const std::shared_ptr<const Snapshot> now = workspace->published();
  TRY(core.heads.append(workspace->record.handle, now->seq, now->head, now->time_ms));
  const std::set<std::string> policies = TRY(export_events(*workspace->file, directory));
  TRY(export_heads(core, workspace->record.handle, directory));
  TRY(export_policies(*workspace->file, policies, directory));
  TRY(export_pendings(*workspace->file, directory));
  return write_text(directory / "verify.py", verify_script);
}

}  // namespace kernel
