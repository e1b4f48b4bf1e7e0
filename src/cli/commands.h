// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/runtime.h"

namespace CLI {
class App;
}

// The commands behind `lintel …`, one file each. Each returns the exit code.
namespace cli {

using Chosen = std::function<int()>;  // what the words on the command line ask for
// Adds the commands of one domain.
using AddCommands = void (*)(CLI::App& app, Chosen& chosen);

struct ServeOptions {
  RuntimeOptions runtime;
  tool::Selection selection;
  bool http = false;
  std::string address = "127.0.0.1:7411";
  bool sse = false;
  std::vector<std::string> allowed_hosts;
};
int serve(const ServeOptions& options, const Fill& fill);

struct CallOptions {
  RuntimeOptions runtime;
  std::string tool;
  std::string arguments = "{}";
  std::string workspace;
  std::string idempotency_key;
  bool as_human = false;
};
int call(const CallOptions& options, const Fill& fill);

struct ToolsOptions {
  tool::Selection selection;
  bool markdown = false;
  bool json = false;
  bool names = false;
};
int tools(const ToolsOptions& options, const Fill& fill);
std::vector<std::string> toolset_names(const Fill& fill);  // those that clients may be served

struct ApprovalsOptions {
  RuntimeOptions runtime;
  std::string id;
  std::string reason;
  bool all = false;
  std::string file;  // add: another person's list
};
int approvals_init();
int approvals_add(const ApprovalsOptions& options);
int approvals_list(const ApprovalsOptions& options, const Fill& fill);
int approvals_show(const ApprovalsOptions& options, const Fill& fill);
int approvals_decide(const ApprovalsOptions& options, bool approve, const Fill& fill);

struct PolicyOptions {
  std::string file;
  std::string principal = "agent:*";
  std::string permission = "READ";
  std::string toolset;
  std::string branch = "main";
  std::string category;
  std::string level;
  std::string region;  // "x1,y1,z1,x2,y2,z2" in millimetres
};
int policy_show(const PolicyOptions& options);
int policy_check(const PolicyOptions& options);
int policy_reload(const PolicyOptions& options);
int policy_explain(const PolicyOptions& options);

struct LogOptions {
  RuntimeOptions runtime;
  std::string workspace;
  std::int64_t limit = 20;
  bool json = false;
  bool deep = false;
  std::string directory;
  std::string event;  // redact: an id, or the number in the log
};
int log_show(const LogOptions& options, const Fill& fill);
int log_verify(const LogOptions& options, const Fill& fill);
int log_export(const LogOptions& options, const Fill& fill);
int log_redact(const LogOptions& options, const Fill& fill);

struct FloorplanOptions {
  std::vector<std::string> plans;  // files; "-" is standard input
  std::string output;              // its ending says the format; "-" is standard output
  std::string floor;               // name or index; empty: all
  std::string theme, unit, area_unit;
  int width = 0, height = 0;
  double scale = 0;
  bool view_3d = false;
  bool strict = false, json = false;  // check
  bool write = false, check = false;  // format
};
int floorplan_render(const FloorplanOptions& options);
int floorplan_check(const FloorplanOptions& options);
int floorplan_format(const FloorplanOptions& options);
int floorplan_watch(const FloorplanOptions& options);
void add_floorplan_commands(CLI::App& app, Chosen& chosen);

struct IdsOptions {
  std::string rules;                 // check: the IDS file
  std::vector<std::string> files;    // check: models; audit: IDS files; diff: two of them
  std::vector<std::string> reports;  // check: "report.html", or "junit=report.xml"
  std::string template_name;
  std::string output = "-";
  bool json = false;
  bool quiet = false;
  bool list = false;
};
int ids_check(const IdsOptions& options);
int ids_audit(const IdsOptions& options);
int ids_diff(const IdsOptions& options);
int ids_new(const IdsOptions& options);
void add_ids_commands(CLI::App& app, Chosen& chosen);

int doctor(const RuntimeOptions& options);

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

int completion(const std::string& shell);

// The domains of the program: their tools, and their commands.
struct Program {
  Fill fill;
  std::vector<AddCommands> domains;
};
// The whole command line.
int run(int argc, char** argv, const Program& program);

}  // namespace cli
