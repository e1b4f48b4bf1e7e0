// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <chrono>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

// "agent:<uuid>", "human:<uuid>", or "agent:NAME" for a client of this name under the current user.
Result<kernel::Principal> principal_named(const std::string& text) {
  const auto parts = base::split(text, ':');
  if (parts.size() != 2 || (parts[0] != "agent" && parts[0] != "human")) {
    return fail(Code::out_of_range, "a principal is written agent:NAME, agent:UUID, human:NAME or human:UUID", text);
  }
  const std::string name(parts[1]);
  if (parts[0] == "human") {
    if (!base::is_uuid(name)) return kernel::human_principal(name);
    return kernel::Principal{.kind = kernel::Kind::human, .user_id = name, .agent_id = {}, .label = name};
  }
  kernel::Principal agent = kernel::agent_principal(os_user(), name);
  if (base::is_uuid(name)) agent.agent_id = name;
  return agent;
}

Result<std::int64_t> micrometres(std::string_view text) {
  constexpr double most_mm = 1e9;  // a thousand kilometres, as in the policy file
  const std::string_view number = base::trim(text);
  double mm = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), mm);
  if (number.empty() || error != std::errc() || end != number.data() + number.size() || !(std::abs(mm) <= most_mm))
    return fail(Code::out_of_range, "'" + base::printable(text, 40) + "' is not a number of millimetres", "--region");
  return std::llround(mm * 1000);
}

// "x1,y1,z1,x2,y2,z2" in millimetres, the smaller corner first.
Result<kernel::Box> box_named(const std::string& text) {
  const auto parts = base::split(text, ',');
  if (parts.size() != 6) {
    return fail(Code::out_of_range, "a region is six numbers in millimetres", "--region",
                "Write it as --region x1,y1,z1,x2,y2,z2.");
  }
  kernel::Box box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.min_um[axis] = TRY(micrometres(parts[axis]));
    box.max_um[axis] = TRY(micrometres(parts[axis + 3]));
    if (box.min_um[axis] > box.max_um[axis])
      return fail(Code::out_of_range, std::string("the region ends before it begins in ") + "xyz"[axis], "--region");
  }
  return box;
}

Result<std::optional<kernel::Touched::Item>> item_named(const PolicyOptions& options, kernel::Permission permission) {
  if (options.category.empty() && options.level.empty() && options.region.empty())
    return std::optional<kernel::Touched::Item>();
  kernel::Touched::Item item;
  item.needs = permission;
  item.category = options.category;
  if (!options.level.empty()) item.levels = {options.level};
  if (!options.region.empty()) item.before = item.after = TRY(box_named(options.region));
  return std::optional(std::move(item));
}

std::string gate_of(const kernel::Policy& policy, const kernel::Question& question) {
  const auto& rules = policy.governance(question.toolset);
  if (question.permission == kernel::Permission::read || rules.gate.empty()) return "";
  return "  gate      " + rules.where + " with " + question.toolset +
         " tools these wait for a human: " + base::join(rules.gate, ", ") + "\n";
}

// One decision for each toolset that the name stands for: rules are kept by those.
Result<std::string> explanation(const PolicyOptions& options, const Domains& domains) {
  const auto policy = TRY(choose_policy(options.file, domains));
  kernel::Question question;
  question.principal = TRY(principal_named(options.principal));
  const auto permission = kernel::permission_named(options.permission);
  if (!permission) {
    return fail(Code::unknown_name, "no permission is called '" + options.permission + "'", "",
                "They are READ, CREATE, MODIFY, DELETE, APPROVE.");
  }
  question.permission = *permission;
  question.branch = options.branch;
  const auto item = TRY(item_named(options, *permission));
  if (item) question.item = &*item;
  std::vector<std::string> toolsets{""};
  if (!options.toolset.empty()) {
    auto named = policy.expand(options.toolset);
    if (!named.ok()) return fail(named.error().code, named.error().message, "--toolset");
    toolsets = *std::move(named);
  }
  std::string text;
  for (const auto& toolset : toolsets) {
    question.toolset = toolset;
    text += kernel::explain(policy, question) + gate_of(policy, question);
  }
  return text;
}

// The file in force and what a server does can differ: a server reads the file when it starts.
void warn_of_servers(const PolicyOptions& options, const Domains& domains) {
  if (!options.file.empty()) return;
  const auto policy = choose_policy("", domains);
  if (!policy.ok()) return;
  for (const auto& other : servers_with_another_policy(*policy)) print_error("lintel: note: " + other.sentence());
}

Result<void> reload(const OtherPolicy& server, const kernel::Policy& policy, const Signer& signer) {
  constexpr auto wait = std::chrono::minutes(1);  // it records the reload in every open workspace
  const Json nonce = TRY(ask_server(server.socket, Json::object({{"op", "nonce"}}), wait));
  Json request = Json::object({{"op", "reload_policy"}, {"digest", policy.digest()}});
  request.set("human", proof_of(signer, nonce.as_string(), request));
  TRY(ask_server(server.socket, request, wait));
  return {};
}

// One passphrase, one signature for each server.
Result<int> reload_all(const PolicyOptions& options, const Domains& domains) {
  const auto policy = TRY(choose_policy(options.file, domains));
  const auto servers = servers_with_another_policy(policy);
  if (servers.empty()) {
    print(policy.source() + ": every running server uses it already\n");
    return exit_done;
  }
  const Terminal terminal = TRY(Terminal::open());
  terminal.say("As a human: making " + std::to_string(servers.size()) + " running server" +
               (servers.size() == 1 ? "" : "s") + " use the policy " + policy.source() + ", digest " + policy.digest() +
               "\n");
  const Signer signer = TRY(unlock_signer(terminal));
  int code = exit_done;
  for (const auto& server : servers) {
    const auto done = reload(server, policy, signer);
    const std::string name = "the running server " + server.socket.stem().string();
    if (done.ok()) {
      print(name + " now uses " + policy.source() + "\n");
    } else {
      print_error("lintel: " + name + " keeps its policy:");
      code = report(done.error());
    }
  }
  return code;
}

}  // namespace

int policy_show(const PolicyOptions& options, const Domains& domains) {
  const auto policy = choose_policy(options.file, domains);
  if (!policy.ok()) return report(policy.error());
  warn_of_servers(options, domains);
  print("# " + policy->source() + "\n" + policy->text());
  return exit_done;
}

int policy_check(const PolicyOptions& options, const Domains& domains) {
  const auto policy = choose_policy(options.file, domains);
  if (!policy.ok()) {
    report(policy.error());
    return policy.error().code == Code::io ? exit_could_not_run : exit_findings;
  }
  print(policy->source() + ": fine (digest " + policy->digest().substr(0, 16) + ")\n");
  return exit_done;
}

int policy_reload(const PolicyOptions& options, const Domains& domains) {
  const auto code = reload_all(options, domains);
  return code.ok() ? *code : report(code.error());
}

int policy_explain(const PolicyOptions& options, const Domains& domains) {
  const auto text = explanation(options, domains);
  if (!text.ok()) return report(text.error());
  warn_of_servers(options, domains);
  print(*text);
  return exit_done;
}

}  // namespace cli
