// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "command/terminal.h"

namespace cli {

namespace {

constexpr const char* default_address = "127.0.0.1:7411";
constexpr const char* about = "Lintel lets AI agents, and people, work on building and asset models safely.";

void add_runtime(CLI::App* command, RuntimeOptions& options) {
  command
      ->add_option("--root", options.roots,
                   "A directory tools may read and write; repeat for several. Default: the working directory")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_option("--policy", options.policy_file, "The policy file")->type_name("FILE");
  command->add_flag("--conformance", options.fixtures, "Add the test fixtures")->group("");
}

void add_selection(CLI::App* command, tool::Selection& selection) {
  command->add_option("toolsets", selection.toolsets, "Names of toolsets, or all; separated by commas")->delimiter(',');
  command->add_option("--tools", selection.tools, "These tools in addition")
      ->delimiter(',')
      ->type_name("NAMES")
      ->allow_extra_args(false);
  command->add_option("--exclude-tools", selection.exclude, "Without these tools")
      ->delimiter(',')
      ->type_name("NAMES")
      ->allow_extra_args(false);
  command->add_flag("--read-only", selection.read_only, "Only tools that change nothing");
}

void choose_log_level(const std::string& given) {
  for (const std::string& level :
       {given, std::string(std::getenv("LINTEL_LOG_LEVEL") ? std::getenv("LINTEL_LOG_LEVEL") : ""),
        std::string(std::getenv("IDS_LOG_LEVEL") ? std::getenv("IDS_LOG_LEVEL") : "")}) {
    if (level.empty()) continue;
    if (!base::log::set_level(level)) print_error("lintel: unknown log level '" + level + "'; using info");
    return;
  }
}

// The commands register what to do; the last parse decides which one runs.
struct Commands {
  ServeOptions serve;
  std::string log_level;
  CallOptions call;
  ToolsOptions tools;
  ApprovalsOptions approvals;
  PolicyOptions policy;
  TokenOptions token;
  LogOptions log;
  BackupOptions backup;
  BranchOptions branch;
  RuntimeOptions doctor;
  InstallOptions install;
  std::string shell;
  Chosen chosen;
};

// The options that switch the APIs of domains on: --aas-api, or --aas-api=WORKSPACE.
void add_apis(CLI::App* command, CLI::Option* http, std::map<std::string, std::string>& chosen,
              const Domains& domains) {
  for (const auto& domain : domains) {
    for (const auto& api : domain.apis) {
      const CLI::callback_t choose = [&chosen, name = api.option](const CLI::results_t& given) {
        const std::string& value = given.back();
        chosen[name] = value == "true" ? std::string() : value;  // as a flag without a value reads
        return true;
      };
      command->add_option("--" + api.option, choose, api.doc)
          ->type_name("[=WORKSPACE]")
          ->type_size(0)
          ->expected(0)
          ->needs(http);
    }
  }
}

void add_serve(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("serve", "Serve MCP on standard input and output, or over HTTP");
  add_runtime(command, c.serve.runtime);
  add_selection(command, c.serve.selection);
  auto* http =
      command->add_option("--http", c.serve.address, "Serve over HTTP; ADDR:PORT or PORT, default 127.0.0.1:7411")
          ->type_name("[=ADDR:PORT]");
  command->add_flag("--sse", c.serve.sse, "Also the old HTTP+SSE pair at /sse and /messages")->needs(http);
  command
      ->add_option("--allowed-host", c.serve.allowed_hosts,
                   "A host name that clients use, beside loopback and the bound address; repeat for several")
      ->type_name("HOST")
      ->allow_extra_args(false);
  add_apis(command, http, c.serve.apis, domains);
  command->add_option("--log-level", c.log_level, "debug, info, warning, error or off")->type_name("LEVEL");
  command->callback([&c, &domains, http] {
    c.chosen = [&c, &domains, http] {
      c.serve.http = http->count() > 0;
      c.serve.selection.fixtures = c.serve.runtime.fixtures;
      return serve(c.serve, domains);
    };
  });
}

void add_call(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand(
      "call", "Run one tool, through the running server if there is one; with --root or --policy always here");
  add_runtime(command, c.call.runtime);
  command->add_option("tool", c.call.tool, "The tool's name")->required();
  command->add_option("arguments", c.call.arguments, "Its arguments as JSON");
  command->add_option("--workspace", c.call.workspace,
                      "The workspace's handle; default: that of the working directory");
  command->add_option("--idempotency-key", c.call.idempotency_key, "Makes a retry safe");
  command->add_flag("--as-human", c.call.as_human, "Act as a human: needs a terminal and the approver's key");
  command->callback([&c, &domains] { c.chosen = [&c, &domains] { return call(c.call, domains); }; });
}

void add_tools(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("tools", "List the tools");
  add_selection(command, c.tools.selection);
  command->add_flag("--markdown", c.tools.markdown, "As the reference page docs/tools.md");
  command->add_flag("--json", c.tools.json, "One tools/list entry a line");
  command->add_flag("--names", c.tools.names, "Names only");
  command->add_flag("--conformance", c.tools.selection.fixtures, "With the test fixtures")->group("");
  command->callback([&c, &domains] { c.chosen = [&c, &domains] { return tools(c.tools, domains); }; });
}

void add_approvals(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("approvals", "See and decide what waits for a human");
  add_runtime(command, c.approvals.runtime);
  command->require_subcommand(0, 1);
  command->fallthrough();
  command->callback([&c, &domains, command] {
    if (command->get_subcommands().empty()) c.chosen = [&c, &domains] { return approvals_list(c.approvals, domains); };
  });
  command->add_subcommand("init", "Make the key with which you approve")->callback([&c, &domains] {
    c.chosen = [&domains] { return approvals_init(domains); };
  });
  auto* add = command->add_subcommand("add", "Let another person approve too, at a terminal with your key");
  add->add_option("file", c.approvals.file, "The approvers.json that their 'lintel approvals init' wrote")->required();
  add->callback([&c] { c.chosen = [&c] { return approvals_add(c.approvals); }; });
  auto* list = command->add_subcommand("list", "List what waits");
  list->add_flag("--all", c.approvals.all, "Also what was decided or has expired");
  list->callback([&c, &domains] { c.chosen = [&c, &domains] { return approvals_list(c.approvals, domains); }; });
  auto* show = command->add_subcommand("show", "Show one change in full");
  show->add_option("id", c.approvals.id, "The pending change")->required();
  show->add_option("--page", c.approvals.page, "Which page of a long change; 0 shows all of it")
      ->check(CLI::NonNegativeNumber);
  show->add_flag("--json", c.approvals.json, "The whole record as JSON");
  show->callback([&c, &domains] { c.chosen = [&c, &domains] { return approvals_show(c.approvals, domains); }; });
  for (const bool approve : {true, false}) {
    auto* decide = command->add_subcommand(
        approve ? "approve" : "reject", approve ? "Approve a change, at a terminal with your key" : "Reject a change");
    decide->add_option("id", c.approvals.id, "The pending change")->required();
    decide->add_option("--reason", c.approvals.reason, "Why, for the record");
    decide->callback([&c, &domains, approve] {
      c.chosen = [&c, &domains, approve] { return approvals_decide(c.approvals, approve, domains); };
    });
  }
}

void add_policy(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("policy", "Show, check, accept and explain who may do what");
  command->require_subcommand(1);
  auto* show = command->add_subcommand("show", "Print the policy in force");
  show->callback([&c, &domains] { c.chosen = [&c, &domains] { return policy_show(c.policy, domains); }; });
  auto* check = command->add_subcommand("check", "Check a policy file");
  check->callback([&c, &domains] { c.chosen = [&c, &domains] { return policy_check(c.policy, domains); }; });
  auto* accept = command->add_subcommand("accept", "Make a policy hold here, at a terminal with your key");
  accept->callback([&c, &domains] { c.chosen = [&c, &domains] { return policy_accept(c.policy, domains); }; });
  for (auto* one : {show, check, accept}) one->add_option("file", c.policy.file, "The file; default: the one in force");
  auto* explain = command->add_subcommand("explain", "Say why something is allowed or refused, and by which line");
  explain->add_option("--policy", c.policy.file, "The policy file");
  explain->add_option("--principal", c.policy.principal, "agent:NAME, agent:UUID, human:NAME or human:UUID");
  explain->add_flag("--with-token", c.policy.with_token, "It comes with the token that names it");
  explain->add_option("--do", c.policy.permission, "READ, CREATE, MODIFY, DELETE or APPROVE");
  explain->add_option("--toolset", c.policy.toolset, "The toolset; bim stands for its four, each decided by itself");
  explain->add_option("--branch", c.policy.branch, "The branch");
  explain->add_option("--category", c.policy.category, "The element's category");
  explain->add_option("--level", c.policy.level, "The element's level");
  explain->add_option("--region", c.policy.region, "Where the element is, in mm")->type_name("X1,Y1,Z1,X2,Y2,Z2");
  explain->callback([&c, &domains] { c.chosen = [&c, &domains] { return policy_explain(c.policy, domains); }; });
}

void add_token(CLI::App& app, Commands& c) {
  auto* command = app.add_subcommand("token", "Make, list and revoke bearer tokens for agents over HTTP");
  command->require_subcommand(1);
  auto* make =
      command->add_subcommand("new", "Make a token; it is shown once. With approvers at a terminal with your key");
  make->add_option("--agent", c.token.agent, "The agent it stands for: a client's name, or a UUID")->required();
  make->add_option("--user", c.token.user, "The user it acts for; default: you");
  make->add_option("--name", c.token.name, "How messages and the log call it");
  make->add_option("--expires", c.token.expires, "After which time: 12h, 30d, never; default 90d")->type_name("TIME");
  make->callback([&c] { c.chosen = [&c] { return token_new(c.token); }; });
  auto* list = command->add_subcommand("list", "List them, without the tokens themselves");
  list->callback([&c] { c.chosen = [&c] { return token_list(c.token); }; });
  auto* revoke = command->add_subcommand("revoke", "End a token at once, in running servers too");
  revoke->add_option("id", c.token.id, "Which, as 'lintel token list' shows it")->required();
  revoke->callback([&c] { c.chosen = [&c] { return token_revoke(c.token); }; });
  for (auto* one : {make, list, revoke}) one->add_flag("--json", c.token.json, "As JSON");
}

void add_log(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("log", "Read, verify, export and redact the event log");
  add_runtime(command, c.log.runtime);
  command->add_option("--workspace", c.log.workspace, "The workspace's handle; default: that of the working directory");
  command->require_subcommand(1);
  command->fallthrough();
  auto* verify = command->add_subcommand("verify", "Find events that were altered or removed");
  verify->add_flag(
      "--deep", c.log.deep,
      "Also prove who wrote and approved every event, replay it, and look at all that lies beside the log");
  verify->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_verify(c.log, domains); }; });
  auto* show = command->add_subcommand("show", "Show the newest events");
  show->add_option("--limit", c.log.limit, "How many")->check(CLI::Range(1, 1000));
  show->add_flag("--json", c.log.json, "The canonical bytes, one event a line");
  show->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_show(c.log, domains); }; });
  auto* exporting = command->add_subcommand("export", "Write the log for an auditor, with a script that verifies it");
  exporting->add_option("-o,--output", c.log.directory,
                        "A directory; without it the events go to standard output, one a line");
  exporting->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_export(c.log, domains); }; });
  auto* kept = command->add_subcommand("kept", "Show what files held before they were replaced, and can hold again");
  kept->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_kept(c.log, domains); }; });
  auto* pruning = command->add_subcommand("prune", "Give such bytes up for good, at a terminal with your key");
  pruning->add_option("digest", c.log.digests, "Which, as 'lintel log kept' shows them; none: all");
  pruning->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_prune(c.log, domains); }; });
  auto* redacting = command->add_subcommand("redact", "Remove an event's private text, at a terminal with your key");
  redacting->add_option("event", c.log.event, "The event's id, or its number in the log")->required();
  redacting->callback([&c, &domains] { c.chosen = [&c, &domains] { return log_redact(c.log, domains); }; });
}

void add_backup(CLI::App& app, Commands& c, const Domains& domains) {
  auto* backing_up = app.add_subcommand("backup", "Copy a workspace while the server goes on, and verify the copy");
  add_runtime(backing_up, c.backup.runtime);
  backing_up->add_option("directory", c.backup.directory, "A new directory")->required();
  backing_up->add_option("--workspace", c.backup.workspace,
                         "The workspace's handle; default: that of the working directory");
  backing_up->callback([&c, &domains] { c.chosen = [&c, &domains] { return backup(c.backup, domains); }; });
  auto* restoring = app.add_subcommand("restore", "Come back to a backup, at a terminal with your key");
  add_runtime(restoring, c.backup.runtime);
  restoring->add_option("directory", c.backup.directory, "What 'lintel backup' wrote")->required();
  restoring->callback([&c, &domains] { c.chosen = [&c, &domains] { return restore(c.backup, domains); }; });
}

void add_branch(CLI::App& app, Commands& c, const Domains& domains) {
  auto* command = app.add_subcommand("branch", "List, create, compare, merge and delete branches");
  add_runtime(command, c.branch.runtime);
  command->add_option("--workspace", c.branch.workspace,
                      "The workspace's handle; default: that of the working directory");
  command->add_option("--reason", c.branch.reason, "Why, for the log");
  command->require_subcommand(1);
  command->fallthrough();
  const auto add = [&](const char* name, const char* doc, int (*run)(const BranchOptions&, const Domains&)) {
    auto* sub = command->add_subcommand(name, doc);
    sub->callback([&c, &domains, run] { c.chosen = [&c, &domains, run] { return run(c.branch, domains); }; });
    return sub;
  };
  const auto named = [&](CLI::App* sub) { sub->add_option("name", c.branch.name, "The branch")->required(); };
  add("list", "Show the branches", branch_list);
  auto* creating = add("create", "Make a branch", branch_create);
  named(creating);
  creating->add_option("--from", c.branch.other, "Where it starts; default: main");
  auto* comparing = add("compare", "Show what merging it would do", branch_compare);
  named(comparing);
  comparing->add_option("--into", c.branch.other, "What it is compared with; default: main");
  auto* merging = add("merge", "Ask for it to be merged; a human decides", branch_merge);
  named(merging);
  merging->add_option("--into", c.branch.other, "What receives it; default: main");
  merging->add_option("--take", c.branch.take, "For every conflict: ours or theirs")
      ->check(CLI::IsMember({"ours", "theirs"}));
  merging->add_option("--resolve", c.branch.resolutions, "For one conflict: ours, theirs or a JSON value")
      ->type_name("ELEMENT[/PATH]=WHAT");
  named(add("delete", "Remove it; with work that was never merged a human decides", branch_delete));
}

void add_install(CLI::App& app, Commands& c) {
  auto* command = app.add_subcommand("install", "Tell an MCP client about this server");
  command->add_option("--client", c.install.client, "claude-desktop, claude-code, vscode or cursor")->required();
  command->add_flag("--yes", c.install.yes, "Write without asking");
  command->add_flag("--print", c.install.print_only, "Only print the block to paste");
  command->add_option("--config", c.install.config, "Another file than the client's usual one");
  command->add_option("arguments", c.install.arguments, "Further arguments for 'lintel serve'");
  command->callback([&c] { c.chosen = [&c] { return install(c.install); }; });
}

void add_commands(CLI::App& app, Commands& c, const Domains& domains) {
  add_serve(app, c, domains);
  add_call(app, c, domains);
  add_tools(app, c, domains);
  add_approvals(app, c, domains);
  add_policy(app, c, domains);
  add_token(app, c);
  add_log(app, c, domains);
  add_backup(app, c, domains);
  add_branch(app, c, domains);
  for (const auto& domain : domains) {
    if (domain.add_commands) domain.add_commands(app, c.chosen);
  }
  auto* examine = app.add_subcommand("doctor", "Check that everything needed is in place");
  add_runtime(examine, c.doctor);
  examine->callback([&c, &domains] { c.chosen = [&c, &domains] { return doctor(c.doctor, domains); }; });
  add_install(app, c);
  auto* completing = app.add_subcommand("completion", "Print a completion script");
  completing->add_option("shell", c.shell, "bash, zsh or fish")->required();
  completing->callback(
      [&c, &app, &domains] { c.chosen = [&c, &app, &domains] { return completion(c.shell, app, domains); }; });
}

bool looks_like_address(const std::string& word) {
  const bool port = !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
  return port || word == "localhost" || (!word.starts_with('-') && word.find_first_of(".:") != std::string::npos);
}

// `--http` takes its value with '=' or, if it looks like an address, as the next word; a toolset after
// it stays a toolset.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "--http") continue;
    const bool address_follows = i + 1 < words.size() && looks_like_address(words[i + 1]);
    words[i] += "=" + (address_follows ? words[i + 1] : std::string(default_address));
    if (address_follows) words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  std::ranges::reverse(words);  // CLI11 wants them so
  return words;
}

}  // namespace

int run(int argc, char** argv, const Domains& domains) {
  CLI::App app(about, "lintel");
  app.set_version_flag("--version", LINTEL_VERSION);
  app.require_subcommand(1);
  Commands commands;
  // A server is started often, and must start fast: it builds its own options only.
  if (argc > 1 && std::string_view(argv[1]) == "serve") {
    add_serve(app, commands, domains);
  } else {
    add_commands(app, commands, domains);
  }
  try {
    app.parse(words_of(argc, argv));
  } catch (const CLI::CallForHelp&) {
    print(help_text(app, domains));
    return exit_done;
  } catch (const CLI::CallForVersion&) {
    print("lintel " LINTEL_VERSION "\n");
    return exit_done;
  } catch (const CLI::ParseError& problem) {
    return report(parse_error(app, problem.what()));
  }
  choose_log_level(commands.log_level);
  return commands.chosen ? commands.chosen() : exit_could_not_run;
}

}  // namespace cli
