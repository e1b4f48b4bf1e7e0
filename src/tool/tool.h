// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernel/kernel.h"
#include "tool/fields.h"

// How a tool is declared. One tool, one file: an Args struct, a handler, and a verb that says how it
// is governed. The verb decides hints, dry run, approval and audit; a tool never does.
namespace tool {

using base::Code;
using base::fail;
using base::Result;
using kernel::Change;
using kernel::Element;
using kernel::Outcome;
using kernel::Permission;
using kernel::View;

// Where a call is answered. `small` work takes microseconds and runs on the transport's thread, and so does a
// change that comes alone; everything else goes to the workers.
enum class Cost : std::uint8_t { small, work };

// The verb a tool was declared with.
enum class Verb : std::uint8_t { read, change, job, system };

// What a tool says of itself. Positional facts first; the rest has defaults.
struct Spec {
  std::string name;   // [a-z0-9_], at most 64
  std::string title;  // for people
  std::string doc;    // first sentence says what it does; searchable
  Permission needs = Permission::read;
  Cost cost = Cost::work;
  bool by_default = true;      // in the list without a choice of toolsets
  std::string records = {};    // reads: the fact that a run leaves in the log ("validation.run")
  std::string page = {};       // the page that shows its result: "ui://lintel/plan"
  bool app_only = false;       // for pages, not for the model
  bool offers_task = false;    // system tools: may run as a task
  bool needs_answers = false;  // may ask the client for input
};

// What a running call may use beside its arguments. Implemented by the protocol; calls are ignored
// where the client did not ask for them. Thread-safe.
class Context {
 public:
  virtual ~Context() = default;
  virtual void progress(double done, std::optional<double> total, std::string_view message) = 0;
  virtual void log(std::string_view level, const Json& data, std::string_view logger) = 0;
  virtual base::Cancel cancel() const = 0;
  // What the client declared: "elicitation", "sampling", "roots", "tasks", "ui".
  virtual bool client_has(std::string_view capability) const = 0;
  // For fixtures: tells subscribers that a list changed ("tools", "prompts", "resources"), and lets the
  // connection of a resumable stream go in the middle of a call.
  virtual void list_changed(std::string_view) {}
  virtual void drop_stream() {}
};

// Progress and cancellation for long work.
class Job {
 public:
  explicit Job(Context* context) : context_(context) {}
  void report(double done, std::optional<double> total, std::string_view message) {
    if (context_ != nullptr) context_->progress(done, total, message);
  }
  bool cancelled() const { return context_ != nullptr && context_->cancel().requested(); }

 private:
  Context* context_;
};

// A question to the client: an MCP request it must answer ("elicitation/create" and its params).
struct InputRequest {
  std::string method;
  Json params;
};
// The call cannot go on without these answers. It is run again with them, from the start.
struct NeedInput {
  std::vector<std::pair<std::string, InputRequest>> requests;  // by key
  std::string state;  // comes back with the answers, verbatim; protect it if it matters
};

// A finished answer: the structured result, and content blocks beside its text.
struct Answer {
  Json structured = Json::object();
  std::vector<Json> content = {};  // MCP content blocks; if `text_too`, the JSON text comes last
  bool text_too = true;
  bool structured_too = true;
  bool is_error = false;
  Json meta = {};
  std::chrono::nanoseconds storing{};  // see kernel::Outcome
};

// A JSON-RPC error instead of a result: conformance fixtures only.
struct RpcError {
  int code = 0;
  std::string message;
  Json data;
};

// What a reading shows beside its structured answer.
struct PagePart {
  std::string mime_type;
  std::string bytes;
};
struct Extras {
  std::vector<Json> content;  // MCP content blocks before the text: pictures, links
  // The data of Spec::page, by part. Asked for only where the client shows pages; the answer then names
  // the view that holds it: {"view": "v_…", "page": "plan"}.
  std::function<std::map<std::string, PagePart>()> page_parts;
};
template <class Out>
struct Shown {
  Out out;
  Extras extras = {};
};

using Reply = std::variant<Answer, NeedInput, RpcError>;
using Replier = std::move_only_function<void(Reply)>;

// One call on its way to a handler.
struct Invocation {
  kernel::Call call;
  Json arguments = Json::object();      // as sent, common ones included
  std::map<std::string, Json> answers;  // what the client answered, by key
  std::string state;                    // what NeedInput::state was
  bool forms = false;                   // the client can show a form to its user
  std::shared_ptr<Context> context;
};

struct Tool {
  Spec spec;
  Verb verb = Verb::read;
  std::string toolset;  // set by the registry
  Json input_schema;    // of Args alone; the registry adds the common arguments
  Json output_schema;   // of the tool's own answer; the registry adds the shape's
  // Exactly one of these, by verb.
  std::function<Result<Json>(const Json& args, const View&, Extras&)> read;
  std::function<Result<Change>(const Json& args, const View&)> plan;
  std::function<Result<Change>(const Json& args, const View&, Job&)> run;
  std::function<void(kernel::Kernel&, Invocation, Replier)> system;
  // Checks the arguments alone, before anything else happens.
  std::function<Result<void>(const Json& args)> check;
};

namespace detail {
template <class Args>
std::function<Result<void>(const Json&)> checker() {
  return [](const Json& json) -> Result<void> {
    auto args = decode<Args>(json);
    if (!args.ok()) return std::move(args).error();
    return {};
  };
}
template <class Args, class Out>
Tool declare(Spec spec, Verb verb) {
  Tool tool;
  tool.spec = std::move(spec);
  tool.verb = verb;
  tool.input_schema = object_schema<Args>(true);
  tool.output_schema = object_schema<Out>(false);
  tool.check = checker<Args>();
  return tool;
}
}  // namespace detail

// A reading: gets a const view, cannot write.
template <class Args, class Out>
Tool read(Spec spec, Result<Out> (*handler)(const Args&, const View&)) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::read);
  tool.read = [handler](const Json& json, const View& view, Extras&) -> Result<Json> {
    const Args args = TRY(decode<Args>(json));
    const Out out = TRY(handler(args, view));
    return encode(out);
  };
  return tool;
}
template <class Args, class Out>
Tool read(Spec spec, Result<Shown<Out>> (*handler)(const Args&, const View&)) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::read);
  tool.read = [handler](const Json& json, const View& view, Extras& extras) -> Result<Json> {
    const Args args = TRY(decode<Args>(json));
    Shown<Out> shown = TRY(handler(args, view));
    extras = std::move(shown.extras);
    return encode(shown.out);
  };
  return tool;
}

// A change: says what would happen and writes nothing. Out describes Change::result.
template <class Args, class Out>
Tool change(Spec spec, Result<Change> (*handler)(const Args&, const View&)) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::change);
  tool.plan = [handler](const Json& json, const View& view) -> Result<Change> {
    const Args args = TRY(decode<Args>(json));
    return handler(args, view);
  };
  return tool;
}

// Long work that may end in a change: progress, cancellation, a task where the client speaks tasks.
// A change without operations, facts and files leaves no event.
template <class Args, class Out>
Tool job(Spec spec, Result<Change> (*handler)(const Args&, const View&, Job&)) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::job);
  tool.run = [handler](const Json& json, const View& view, Job& job) -> Result<Change> {
    const Args args = TRY(decode<Args>(json));
    return handler(args, view, job);
  };
  return tool;
}

// A tool of the kernel itself, or a fixture: it sees everything and answers when it likes.
template <class Args, class Out>
Tool system(Spec spec, std::function<void(const Args&, kernel::Kernel&, Invocation, Replier)> handler);

}  // namespace tool

#include "tool/system.h"
