// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "kernel/call.h"
#include "kernel/types.h"
#include "kernel/view.h"
#include "tool/fields.h"

namespace kernel {
class Kernel;
}

// How a tool is declared, and all that a tool's file needs. One tool, one file: an Args struct, a handler, and a verb
// that says how it is governed. The verb decides hints, dry run, approval and audit; a tool never does.
//
// A handler is anything that can be called with (const Args&, const View&), or with (const Args&, const View&, Job&) if
// it takes long: it then has progress and cancellation, and runs as a task where the client speaks tasks. What a domain
// holds while it runs (a cache, worker processes) is captured by the handler that needs it. Handlers run on any
// thread, several at once.
namespace tool {

using base::Code;
using base::fail;
using base::Result;
using kernel::Change;
using kernel::Element;
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
  std::string records = {};    // readings: the fact that a run leaves in the log ("validation.run")
  std::string page = {};       // the page that shows its result: "ui://lintel/plan"
  bool app_only = false;       // for pages, not for the model
  bool offers_task = false;    // system tools: may run as a task
  bool needs_answers = false;  // may ask the client for input
  bool destroys = false;       // may take away or replace what is there, whatever it needs
  // Changes: false for what opens, saves or closes a document. Where edits wait for approval, that does not; it stands
  // on what is committed, and neither gates on elements nor limits of their number are for it.
  bool edits = true;
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

// What tools that write a file say of their argument `overwrite`.
inline constexpr const char* overwrite_doc = "Replace a file of others; a human decides.";

// Progress and cancellation for long work.
class Job {
 public:
  explicit Job(Context* context) : context_(context) {}
  void report(double done, std::optional<double> total, std::string_view message) {
    if (context_ != nullptr) context_->progress(done, total, message);
  }
  bool cancelled() const { return cancel().requested(); }
  // For engines that look themselves.
  base::Cancel cancel() const { return context_ != nullptr ? context_->cancel() : base::Cancel(); }

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
  std::optional<Json> text = {};   // the text's, instead of `structured`, where both would be too long
  std::vector<Json> links = {};    // resource links after the text: what was too long for it
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

// What an answer shows beside its structured part, whatever the verb.
struct PagePart {
  std::string mime_type;
  std::string bytes;
};
struct Extras {
  std::vector<Json> content;  // MCP content blocks before the text: pictures, links
  // The data of Spec::page, by part. Asked for only where the client shows pages; the answer then names
  // the view that holds it: {"view": "v_…", "page": "plan"}.
  std::function<std::map<std::string, PagePart>()> page_parts;
  std::string subject;  // of a reading that is recorded: what it looked at, for the event
};
// `out` is the Out of a reading, or a Change.
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
  bool whole = false;                   // the answer goes to a terminal or a file, where none is too large
  std::shared_ptr<Context> context;
};

// A tool with the arguments of one call, decoded. A plan may be asked for more than once.
struct Bound {
  // Exactly one of these, by verb.
  std::function<Result<Json>(const View&, Job&, Extras&)> read;
  std::function<Result<Change>(const View&, Job&, Extras&)> plan;
  std::function<void(kernel::Kernel&, Invocation, Replier)> system;
};

// A JSON Schema, made when it is first asked for: those of all tools would be a good part of every start. Copies share
// what was made. Any thread may ask; `then` is for whoever declares the tool, before anybody asks.
class Schema {
 public:
  using Step = std::function<void(Json&)>;

  Schema() = default;  // none: null
  explicit Schema(Step first) : made_(std::make_shared<Made>()) { then(std::move(first)); }
  void then(Step step) { made_->steps.push_back(std::move(step)); }

  const Json& operator*() const;
  const Json* operator->() const { return &**this; }

 private:
  struct Made {
    std::once_flag once;
    std::vector<Step> steps;
    Json json;
  };
  std::shared_ptr<Made> made_;
};

struct Tool {
  Spec spec;
  Verb verb = Verb::read;
  bool takes_long = false;
  std::string toolset;   // set by the registry
  Schema input_schema;   // of Args alone; the registry adds the common arguments
  Schema output_schema;  // of the tool's own answer; the registry adds the shape's
  // Decodes the arguments, once for each call; what is wrong with them is found here.
  std::function<Result<Bound>(const Json& args)> bind;
};

namespace detail {

template <class Handler, class Args>
inline constexpr bool takes_job = std::is_invocable_v<const Handler&, const Args&, const View&, Job&>;

template <class Args, class Handler>
auto run(const Handler& handler, const Args& args, const View& view, Job& job) {
  if constexpr (takes_job<Handler, Args>) {
    return handler(args, view, job);
  } else {
    return handler(args, view);
  }
}

// What the handler returned, with the extras, if it shows any, put where they belong.
template <class Out>
Result<Out> take(Result<Out> returned, Extras&) {
  return returned;
}
template <class Out>
Result<Out> take(Result<Shown<Out>> returned, Extras& extras) {
  if (!returned.ok()) return std::move(returned).error();
  extras = std::move(returned->extras);
  return std::move(returned->out);
}

template <class Args, class Out>
Tool declare(Spec spec, Verb verb) {
  Tool tool;
  tool.spec = std::move(spec);
  tool.verb = verb;
  tool.input_schema = Schema([](Json& schema) { schema = object_schema<Args>(true); });
  tool.output_schema = Schema([](Json& schema) { schema = object_schema<Out>(false); });
  return tool;
}

template <class Args, class Out, class Handler>
Tool planned(Spec spec, Verb verb, Handler handler) {
  Tool tool = declare<Args, Out>(std::move(spec), verb);
  tool.takes_long = takes_job<Handler, Args>;
  tool.bind = [handler = std::move(handler)](const Json& json) -> Result<Bound> {
    const auto args = std::make_shared<const Args>(TRY(decode<Args>(json)));
    return Bound{.plan = [handler, args](const View& view, Job& job, Extras& extras) {
      return take<Change>(run(handler, *args, view, job), extras);
    }};
  };
  return tool;
}

}  // namespace detail

// A reading: gets a const view and cannot write, neither state nor files. Returns Out, or Shown<Out>.
template <class Args, class Out, class Handler>
Tool read(Spec spec, Handler handler) {
  Tool tool = detail::declare<Args, Out>(std::move(spec), Verb::read);
  tool.takes_long = detail::takes_job<Handler, Args>;
  tool.bind = [handler = std::move(handler)](const Json& json) -> Result<Bound> {
    const auto args = std::make_shared<const Args>(TRY(decode<Args>(json)));
    return Bound{.read = [handler, args](const View& view, Job& job, Extras& extras) -> Result<Json> {
      return encode(TRY(detail::take<Out>(detail::run(handler, *args, view, job), extras)));
    }};
  };
  return tool;
}

// A change: says what would happen and writes nothing. Out describes Change::result. Returns a Change, or
// Shown<Change>.
template <class Args, class Out, class Handler>
Tool change(Spec spec, Handler handler) {
  static_assert(!detail::takes_job<Handler, Args>, "a change that takes long is a job");
  return detail::planned<Args, Out>(std::move(spec), Verb::change, std::move(handler));
}

// A change that takes long. One without operations, facts and files leaves no event.
template <class Args, class Out, class Handler>
Tool job(Spec spec, Handler handler) {
  static_assert(detail::takes_job<Handler, Args>, "a job reports its progress");
  return detail::planned<Args, Out>(std::move(spec), Verb::job, std::move(handler));
}

}  // namespace tool
