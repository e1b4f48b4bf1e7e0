// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

Json request_for(const LogOptions& options, const char* op) {
  return Json::object({{"op", op}, {"workspace", options.workspace}, {"cwd_key", working_directory_key()}});
}

std::string name_of(const Json& page, const std::string& key) { return std::string(page.at("names").text(key, key)); }

// "approved by ada, bea"; nothing where nobody had to.
std::string approved_by(const kernel::Event& event, const Json& page) {
  std::vector<std::string> names;
  const Json* decisions = event.approval.find("decisions");
  if (decisions == nullptr || !decisions->is_array()) return {};
  for (const auto& decision : decisions->as_array()) {
    const Json* by = decision.find("principal");
    if (by == nullptr || decision.text("verdict") != "approve") continue;
    names.push_back(base::printable(name_of(page, "human:" + std::string(by->text("user_id"))), 60));
  }
  return names.empty() ? "" : "approved by " + base::join(names, ", ");
}

// What it did: in the tool's words, counted, and what it took back.
std::vector<std::string> told_lines(const kernel::Event& event, const Json& page) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) lines.push_back(base::printable(text, 200));
  };
  add(event.summary);
  add(kernel::counts_in_words(event.touched));
  const std::string& taken = event.undo_of.empty() ? event.redo_of : event.undo_of;
  if (!taken.empty()) add("takes back: " + std::string(page.at("reversed").text(taken, taken)));
  add(approved_by(event, page));
  return lines;
}

std::string line_of(const kernel::Event& event, const Json& page, std::string_view reasoning) {
  std::string facts;
  for (const auto& fact : event.facts) {
    if (facts.find(fact.type) == std::string::npos) facts += (facts.empty() ? "" : ",") + fact.type;
  }
  std::string line = std::to_string(event.seq) + "  " + base::iso8601(event.time_ms) + "  " +
                     styled(Style::bold, event.tool) + "  " + facts + "  " +
                     styled(Style::dim, base::printable(name_of(page, event.principal.key()), 80)) + "\n";
  for (const auto& told : told_lines(event, page)) line += "      " + told + "\n";
  if (!reasoning.empty()) line += "      " + styled(Style::dim, base::printable(reasoning, 200)) + "\n";
  return line;
}

// Streams the canonical bytes, oldest first, one event a line.
Result<void> print_canonical(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  std::vector<std::string> newest_first;
  std::int64_t before = 0;
  do {
    Json request = request_for(options, "show");
    request.set("limit", 1000);
    request.set("before", before);
    const Json page = TRY(asker.ask(request));
    for (const auto& entry : page.at("events").as_array()) newest_first.push_back(std::string(entry.text("event")));
    before = page.at("next_before").as_integer();
  } while (before > 0);
  for (auto it = newest_first.rbegin(); it != newest_first.rend(); ++it) print(*it + "\n");
  return {};
}

// Events are named by their id, or by the number that `log show` prints.
Result<std::string> event_id_of(Asker& asker, const LogOptions& options) {
  constexpr std::size_t most_digits = 15;
  const std::string& name = options.event;
  if (name.empty() || name.size() > most_digits || name.find_first_not_of("0123456789") != std::string::npos)
    return name;
  const std::int64_t seq = std::stoll(name);
  Json request = request_for(options, "show");
  request.set("limit", 1).set("before", seq + 1);
  const Json page = TRY(asker.ask(request));
  for (const auto& entry : page.at("events").as_array()) {
    const auto event = TRY(kernel::event_from_bytes(entry.text("event")));
    if (event.seq == seq) return event.id;
  }
  return fail(Code::not_found, "there is no event " + name, "", "See them with: lintel log show");
}

Result<Json> redact(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  Json request = request_for(options, "redact");
  const std::string id = TRY(event_id_of(asker, options));
  request.set("event_id", id);
  const Json nonce = TRY(asker.ask(Json::object({{"op", "nonce"}})));
  const std::string deed = "removing for good the private text of event " + base::printable(id, 80) +
                           ": the reasoning, and that of the change it belongs to. The event itself stays.";
  request.set("human", TRY(prove_human(nonce.as_string(), request, deed)));
  return asker.ask(request);
}

// The digests that these beginnings name, each exactly one.
Result<Json> digests_of(const Json& kept, const std::vector<std::string>& beginnings) {
  Json out = Json::array();
  for (const auto& file : kept.as_array()) {
    if (beginnings.empty()) out.push_back(file.text("sha256"));
  }
  for (const std::string& beginning : beginnings) {
    std::vector<std::string> found;
    for (const auto& file : kept.as_array()) {
      if (file.text("sha256").starts_with(beginning)) found.emplace_back(file.text("sha256"));
    }
    if (found.size() != 1)
      return fail(Code::not_found,
                  std::to_string(found.size()) + " kept files begin with " + base::printable(beginning, 70), "",
                  "See them with: lintel log kept");
    out.push_back(found.front());
  }
  return out;
}

Result<Json> prune(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const Json kept = TRY(asker.ask(request_for(options, "kept")));
  Json request = request_for(options, "prune");
  Json digests = TRY(digests_of(kept, options.digests));
  const std::string deed = "giving up for good what " + std::to_string(digests.size()) +
                           " replaced files held: undoing will not bring it back.";
  request.set("digests", std::move(digests));
  const Json nonce = TRY(asker.ask(Json::object({{"op", "nonce"}})));
  request.set("human", TRY(prove_human(nonce.as_string(), request, deed)));
  return asker.ask(request);
}

std::string others_in_words(const Json& others) {
  if (others.empty()) return "there is no other workspace with events here either\n";
  std::string text = "these have events; name one with --workspace:\n";
  for (const Json& other : others.as_array()) {
    text += "  " + std::string(other.text("workspace")) + "  " + other.at("events").dump() + " events  " +
            base::printable(other.text("label"), 120) + "\n";
  }
  return text;
}

}  // namespace

int log_kept(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  const auto kept = asker.ask(request_for(options, "kept"));
  if (!kept.ok()) return report(kept.error());
  if (kept->empty()) print("no file that was replaced is kept\n");
  std::int64_t total = 0;
  for (const auto& file : kept->as_array()) {
    total += file.at("size").as_integer();
    print(std::string(file.text("sha256")).substr(0, 16) + "  " + file.at("size").dump() + " bytes  " +
          std::string(file.text("kept")) + "  " + base::printable(file.text("path"), 300) + "  " +
          styled(Style::dim, "undo " + std::string(file.text("event_id"))) + "\n");
  }
  if (!kept->empty()) print(std::to_string(total) + " bytes in all\n");
  return exit_done;
}

int log_prune(const LogOptions& options, const Domains& domains) {
  const auto answer = prune(options, domains);
  if (!answer.ok()) return report(answer.error());
  print("pruned; recorded as event " + std::string(answer->text("event_id")) + "\n");
  return exit_done;
}

int log_redact(const LogOptions& options, const Domains& domains) {
  const auto answer = redact(options, domains);
  if (!answer.ok()) return report(answer.error());
  print("redacted; recorded as event " + std::string(answer->text("event_id")) + "\n");
  return exit_done;
}

int log_show(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  Json request = request_for(options, "show");
  request.set("limit", options.limit);
  const auto page = asker.ask(request);
  if (!page.ok()) return report(page.error());
  if (page->at("events").empty() && !options.json) print("no events yet\n");
  for (const auto& entry : page->at("events").as_array()) {
    if (options.json) {
      print(std::string(entry.text("event")) + "\n");
      continue;
    }
    const auto event = kernel::event_from_bytes(entry.text("event"));
    if (!event.ok()) return report(event.error());
    print(line_of(*event, *page, entry.text("reasoning")));
  }
  return exit_done;
}

int log_verify(const LogOptions& options, const Domains& domains) {
  Asker asker(options.runtime, domains);
  Json request = request_for(options, "verify");
  request.set("deep", options.deep);
  const auto answer = asker.ask(request);
  if (!answer.ok()) return report(answer.error());
  for (const auto& problem : answer->at("problems").as_array())
    print(styled(Style::bad, "broken: ") + problem.as_string() + "\n");
  const bool holds = answer->at("problems").empty();
  const std::string which = "workspace " + base::printable(answer->text("workspace"), 80);
  if (holds && answer->at("events").as_integer() == 0) {
    print("nothing was checked: " + which + " has no events\n" + others_in_words(answer->at("others")));
    return exit_could_not_run;
  }
  print(which + ": " + std::to_string(answer->at("events").as_integer()) + " events, head " +
        std::string(answer->text("head")).substr(0, 16) + (holds ? ": the chain holds\n" : ": the chain is broken\n"));
  return holds ? exit_done : exit_findings;
}

int log_export(const LogOptions& options, const Domains& domains) {
  if (options.directory.empty()) {
    const auto printed = print_canonical(options, domains);
    return printed.ok() ? exit_done : report(printed.error());
  }
  Asker asker(options.runtime, domains);
  Json request = request_for(options, "export");
  request.set("directory", std::filesystem::absolute(options.directory).string());
  const auto answer = asker.ask(request);
  if (!answer.ok()) return report(answer.error());
  print("written to " + options.directory + "; check it with: python3 " + options.directory + "/verify.py\n");
  return exit_done;
}

}  // namespace cli
