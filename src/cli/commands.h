// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/runtime.h"
#include "command/terminal.h"

namespace CLI {
class App;
}

// The commands behind `lintel …`, one file each. Each returns the exit code.
namespace cli {

using command::Chosen;
using command::exit_could_not_run;
using command::exit_done;
using command::exit_findings;
using command::exit_interrupted;
using command::print;
using command::print_error;
using command::report;
using command::stdout_is_terminal;
using command::Style;
using command::styled;
using command::Terminal;

struct ServeOptions {
  RuntimeOptions runtime;
  tool::Selection selection;
  bool http = false;
  std::string address = "127.0.0.1:7411";
  bool sse = false;
  std::vector<std::string> allowed_hosts;
  // The APIs that are served, by their options, with the handle of the workspace; "" for that of the working directory.
  std::map<std::string, std::string> apis;
};
int serve(const ServeOptions& options, const Domains& domains);

struct CallOptions {
  RuntimeOptions runtime;
  std::string tool;
  std::string arguments = "{}";
  std::string workspace;
  std::string idempotency_key;
  bool as_human = false;
};
int call(const CallOptions& options, const Domains& domains);

struct ToolsOptions {
  tool::Selection selection;
  bool markdown = false;
  bool json = false;
  bool names = false;
};
int tools(const ToolsOptions& options, const Domains& domains);
std::vector<std::string> toolset_names(const Domains& domains);  // those that clients may be served

struct ApprovalsOptions {
  RuntimeOptions runtime;
  std::string id;
  std::string reason;
  bool all = false;
  bool json = false;
  int page = 1;      // of a long change; 0: all of it
  std::string file;  // add: another person's list
};
int approvals_init(const Domains& domains);
int approvals_add(const ApprovalsOptions& options);
int approvals_list(const ApprovalsOptions& options, const Domains& domains);
int approvals_show(const ApprovalsOptions& options, const Domains& domains);
int approvals_decide(const ApprovalsOptions& options, bool approve, const Domains& domains);

struct PolicyOptions {
  std::string file;
  std::string principal = "agent:*";
  bool with_token = false;  // it came with the token that names it
  std::string permission = "READ";
  std::string toolset;
  std::string branch = "main";
  std::string category;
  std::string level;
  std::string region;  // "x1,y1,z1,x2,y2,z2" in millimetres
};
int policy_show(const PolicyOptions& options, const Domains& domains);
int policy_check(const PolicyOptions& options, const Domains& domains);
int policy_accept(const PolicyOptions& options, const Domains& domains);
int policy_explain(const PolicyOptions& options, const Domains& domains);

struct TokenOptions {
  std::string agent;
  std::string user;             // empty: the one of the operating system
  std::string name;             // for people
  std::string expires = "90d";  // "12h", "30d", "never"
  std::string id;               // revoke
  bool json = false;
};
int token_new(const TokenOptions& options);
int token_list(const TokenOptions& options);
int token_revoke(const TokenOptions& options);

struct LogOptions {
  RuntimeOptions runtime;
  std::string workspace;
  std::int64_t limit = 20;
  bool json = false;
  bool deep = false;
  std::string directory;
  std::string event;                 // redact: an id, or the number in the log
  std::vector<std::string> digests;  // prune: beginnings of what `kept` shows; none: all
};
int log_show(const LogOptions& options, const Domains& domains);
int log_verify(const LogOptions& options, const Domains& domains);
int log_export(const LogOptions& options, const Domains& domains);
int log_kept(const LogOptions& options, const Domains& domains);
int log_prune(const LogOptions& options, const Domains& domains);
int log_redact(const LogOptions& options, const Domains& domains);

// A whole copy of a workspace, and coming back to one: at a terminal, with the approver's key.
struct BackupOptions {
  RuntimeOptions runtime;
  std::string workspace;
  std::string directory;
};
int backup(const BackupOptions& options, const Domains& domains);
int restore(const BackupOptions& options, const Domains& domains);

struct BranchOptions {
  RuntimeOptions runtime;
  std::string workspace;
  std::string name;
  std::string other = "main";            // where it starts, what receives it
  std::string take;                      // merge: "ours" or "theirs" for every conflict
  std::vector<std::string> resolutions;  // merge: ELEMENT[/PATH]=ours|theirs|JSON
  std::string reason = "from the command line";
};
int branch_list(const BranchOptions& options, const Domains& domains);
int branch_create(const BranchOptions& options, const Domains& domains);
int branch_compare(const BranchOptions& options, const Domains& domains);
int branch_merge(const BranchOptions& options, const Domains& domains);
int branch_delete(const BranchOptions& options, const Domains& domains);

int doctor(const RuntimeOptions& options, const Domains& domains);

struct InstallOptions {
  std::string client;
  bool yes = false;
  bool print_only = false;
  std::string config;  // another file than the client's usual one
  std::vector<std::string> arguments;
};
int install(const InstallOptions& options);
// The block to paste into a client's configuration, for README, `serve` and `install`.
Json client_entry(const std::string& client, const std::vector<std::string>& arguments);

// A script for bash, zsh or fish that completes the commands and options of `app`.
int completion(const std::string& shell, const CLI::App& app, const Domains& domains);

// The whole command line.
int run(int argc, char** argv, const Domains& domains);

}  // namespace cli
