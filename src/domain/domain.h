// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command/command.h"
#include "command/sheet.h"
#include "kernel/kernel.h"
#include "kernel/parts.h"
#include "kernel/policy.h"
#include "kernel/view.h"
#include "tool/first.h"
#include "tool/registry.h"
#include "transport/http.h"

// A domain as the rest of the program sees it: one value, made by `<d>::domain()` in src/domains/<d>/domain.cpp and
// listed in src/domains.cpp. Whatever iterates over domains (server, policy, help, completion, docs, doctor, tests)
// reads that list and nothing else.
namespace domain {

// HTTP beside MCP. Called for GET /<prefix>… and so on once the host is allowed and `who` is known: by a token, or the
// person at this machine where none is needed. Runs on the server's loop thread: long work answers later.
struct Route {
  std::string method;  // "GET"
  std::string prefix;  // "/aas/"
  std::function<void(const transport::Request& request, const kernel::Principal& who,
                     const std::shared_ptr<transport::Exchange>& exchange)>
      answer;
};

// An HTTP API of others that reads one workspace, for programs that do not speak MCP. `lintel serve --http` has it
// where its option asks for it: --aas-api[=WORKSPACE]; without a handle it is the workspace of the working directory.
//
// Each request is a reading like a tool's: somebody stands behind it, who needs READ of the toolset; what the policy
// hides from them is not in the view, and what waits for approval is not either. `answer` is pure and runs on a
// worker's thread.
struct Api {
  struct Asked {
    std::string method;  // "GET"; others come too, to be refused
    std::string path;    // as sent: not percent-decoded, without the query
    std::string query;
    std::string accept;  // the header
  };
  struct Answer {
    int status = 200;
    std::string content_type;
    std::string body;
    transport::ExtraHeaders headers = {};
  };
  std::string option;                 // "aas-api"
  std::string doc;                    // of the option, for --help
  std::string toolset;                // one of the domain's
  std::vector<std::string> prefixes;  // of the paths it serves: "/shells"
  std::function<Answer(const Asked& asked, const kernel::View& view)> answer;
  // A refusal of the kernel's in the words of the API.
  std::function<Answer(const base::Error& error, std::int64_t time_ms)> refuse;
};

// What a domain does once one of these tools was committed, whoever called it and however it was approved: before the
// answer goes out, on a thread that no other commit waits for. `view` shows the workspace as whoever called may see it.
// What goes wrong here is logged; the commit stands.
struct Following {
  std::string toolset = {};
  std::vector<std::string> tools = {};  // "undo" and "redo" of its changes may be among them
  std::function<void(const kernel::Kernel::Committed& committed, const kernel::View& view)> run = nullptr;
};

// Over stdio a client works in one directory, and comes back to the workspace of it. `begin` is called with its key
// before the first call; what it returns is asked once, before the first call of the toolset there (tool::First).
struct ComingBack {
  std::string toolset = {};
  std::function<tool::First::Ask(std::string workspace_key)> begin = nullptr;
};

// A domain at work in one server.
struct Serving {
  std::vector<tool::Offer> offers = {};
  std::vector<Route> routes = {};
  Following after = {};
  ComingBack coming_back = {};
  // What its handlers hold while the server runs: caches, worker processes. They have a reference to it; it goes after
  // the last call was answered, the domains in the reverse order of the list.
  std::shared_ptr<void> runtime = nullptr;
};

struct Domain {
  std::string name;                     // its folder and its namespace
  std::vector<tool::Toolset> toolsets;  // with how they are governed; policies may name them all
  // Makes its runtime and the tools that hold it, once for each server. Cheap: heavy parts are opened when first
  // needed. Absent: the domain is not built yet, and its toolsets are only names.
  std::function<Serving()> serve = nullptr;
  command::AddCommands add_commands = nullptr;             // `lintel <name> …`
  std::vector<Api> apis = {};                              // what `lintel serve` can serve beside MCP
  std::string example = {};                                // one line of `lintel --help`
  std::function<void(command::Sheet&)> examine = nullptr;  // what `lintel doctor` looks for
  // Its elements as limits, gates, scopes and the log count them; absent: each counts as one.
  kernel::Parts (*divide)(const kernel::Element& element) = nullptr;
  // Where an element is, and whether what a change comes to may be: see kernel::Terms, of which these are the domain's.
  std::shared_ptr<const kernel::Element> (*place)(const kernel::Element& element,
                                                  const kernel::Elements& all) = nullptr;
  base::Result<void> (*hold)(const kernel::Elements& after, const std::vector<kernel::Course>& courses) = nullptr;
  // What adopted documents of a kind hold; the kind begins with the domain's name: "aas/1". Pure, for any bytes.
  base::Result<kernel::SharedAdopted> (*expand)(std::string_view kind, std::string_view bytes,
                                                const std::string& sha256) = nullptr;
  bool fixture = false;  // for tests: served with --conformance only
};
using Domains = std::vector<Domain>;

// What the policy must know of them: every toolset there is, whatever is served, so that the built-in policy has one
// digest.
kernel::Toolsets policy_toolsets(const Domains& domains);

// What the kernel must know of them: whose element it is tells the beginning of its id.
kernel::Terms terms(const Domains& domains);
kernel::Expand expansion(const Domains& domains);

// What follows a commit, by the toolset and the tool. The kernel and the servings must outlive it.
kernel::Kernel::Follow following(kernel::Kernel& kernel, const std::vector<Serving>& servings);

// Adds a domain's toolsets and what they offer to the registry.
void add_to(tool::Registry& registry, const Domain& domain, Serving& serving);

}  // namespace domain
