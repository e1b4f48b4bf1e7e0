// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <CLI/CLI.hpp>
#include <map>

#include "base/text.h"

namespace cli {

namespace {

constexpr std::string_view of_the_program = R"(Examples:
  lintel serve                               serve MCP on standard input and output
  lintel serve --http                        serve MCP on http://127.0.0.1:7411/mcp
  lintel call workspace_list '{}'            run one tool
@domains@  lintel approvals list                      what waits for a human
  lintel install --client claude-code        tell a client about this server

Exit codes:
  0 done   1 findings or a tool error   2 could not run   130 interrupted

Files:
  $XDG_CONFIG_HOME/lintel/policy.toml        who may do what (lintel policy show)
  $XDG_CONFIG_HOME/lintel/approver.key       your key for approvals
  $XDG_STATE_HOME/lintel/workspaces/         documents, history, pending changes

Environment:
  LINTEL_ROOTS               directories tools may touch, separated by ':'
  LINTEL_LOG_LEVEL           debug (tells how long each call took), info, warning,
                             error, off (also IDS_LOG_LEVEL)
  LINTEL_WORKSPACE_TIMEOUT   seconds until an idle workspace is closed (also IDS_SESSION_TIMEOUT)
  NO_COLOR                   no colours on the terminal)";

// With the lines that domains show of themselves.
std::string program_footer(const Domains& domains) {
  constexpr std::string_view mark = "@domains@";
  std::string lines;
  for (const auto& domain : domains) {
    if (!domain.example.empty()) lines += "  " + domain.example + "\n";
  }
  std::string out(of_the_program);
  return out.replace(out.find(mark), mark.size(), lines);
}

// By the words of the command; one without examples of its own has none.
const std::map<std::string, const char*, std::less<>>& examples() {
  static const std::map<std::string, const char*, std::less<>> all{
      {"serve", R"(  lintel serve floorplan --root ~/plans        only floor plans, files under ~/plans
  lintel serve --http=127.0.0.1:8080           over HTTP; --http 8080 is the same
  lintel serve --http=0.0.0.0:7411 --allowed-host plans.example.org
                                               for other machines: clients need a [[token]] of the policy
                                               and name the server by that host, or as it is bound)"},
      {"call", R"(  lintel call workspace_list '{}'
  lintel call validate_floorplan '{"dsl": "floorplan\n  floor Ground {\n  }"}')"},
      {"tools", R"(  lintel tools                                 those that clients see by default
  lintel tools floorplan --read-only --names)"},
      {"approvals", R"(  lintel approvals init                        once: a key with a passphrase
  lintel approvals list --all
  lintel approvals approve ID)"},
      {"approvals add", "  lintel approvals add ~bea/.config/lintel/approvers.json"},
      {"approvals list", "  lintel approvals list --all"},
      {"approvals reject", "  lintel approvals reject ID --reason 'the door is needed'"},
      {"policy", R"(  lintel policy show
  lintel policy check policy.toml
  lintel policy explain --principal agent:claude-code --do DELETE --toolset bim)"},
      {"policy check", "  lintel policy check policy.toml"},
      {"policy reload", R"(  lintel policy reload                         servers that read the usual file
  lintel policy reload project.toml            servers started with --policy project.toml)"},
      {"policy explain", R"(  lintel policy explain --principal agent:claude-code --do DELETE --toolset bim
  lintel policy explain --do MODIFY --toolset bim --category wall --level L1 --region 0,0,0,4000,200,2800)"},
      {"log", R"(  lintel log show --limit 5
  lintel log verify --deep
  lintel log export -o audit)"},
      {"log show", "  lintel log show --limit 5"},
      {"log verify", "  lintel log verify --deep"},
      {"log export", "  lintel log export -o audit && python3 audit/verify.py"},
      {"log redact", "  lintel log redact 12"},
      {"backup", "  lintel backup ~/backups/monday"},
      {"restore", "  lintel restore ~/backups/monday"},
      {"branch", R"(  lintel branch create agent/idea
  lintel branch compare agent/idea
  lintel branch merge agent/idea --take theirs)"},
      {"branch merge", R"(  lintel branch merge agent/idea
  lintel branch merge agent/idea --resolve wall-3/body/height=theirs)"},
      {"doctor", "  lintel doctor --root ~/plans"},
      {"install", R"(  lintel install --client claude-code
  lintel install --client cursor --print floorplan)"},
      {"completion", "  source <(lintel completion bash)"},
  };
  return all;
}

// The command that the words lead to, and those words.
struct ChosenCommand {
  CLI::App* app;
  std::string words;
};

ChosenCommand chosen_in(CLI::App& app) {
  ChosenCommand at{&app, ""};
  while (!at.app->get_subcommands().empty()) {
    at.app = at.app->get_subcommands().front();
    at.words += (at.words.empty() ? "" : " ") + at.app->get_name();
  }
  return at;
}

std::vector<std::string> names_below(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

}  // namespace

std::string help_text(CLI::App& app, const Domains& domains) {
  const ChosenCommand chosen = chosen_in(app);
  const auto found = examples().find(chosen.words);
  if (chosen.words.empty()) {
    app.footer(program_footer(domains));
  } else if (found != examples().end()) {
    chosen.app->footer(std::string("Examples:\n") + found->second);
  }
  if (auto* toolsets = chosen.app->get_option_no_throw("toolsets"))
    toolsets->description(base::join(toolset_names(domains), ", ") + ", or all; separated by commas");
  return app.help();
}

base::Error parse_error(CLI::App& app, const std::string& problem) {
  const auto [at, words] = chosen_in(app);
  const auto names = names_below(*at);
  const std::string help = "See: lintel " + (words.empty() ? "" : words + " ") + "--help";
  if (names.empty()) return fail(Code::constraint, problem, "", help);
  const std::string command = words.empty() ? "lintel" : "lintel " + words;
  for (const auto& word : app.remaining(true)) {
    if (word.starts_with('-')) continue;
    const auto near = base::nearest(word, names);
    return fail(Code::unknown_name, "'" + command + "' has no command '" + base::printable(word, 40) + "'", "",
                near ? "Did you mean '" + *near + "'?" : "There are: " + base::join(names, ", ") + ".");
  }
  if (problem.find("subcommand is required") == std::string::npos) return fail(Code::constraint, problem, "", help);
  return fail(Code::constraint, "'" + command + "' needs one of its commands: " + base::join(names, ", "), "", help);
}

}  // namespace cli
