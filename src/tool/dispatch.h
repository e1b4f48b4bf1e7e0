// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernel/kernel.h"
#include "tool/first.h"
#include "tool/lanes.h"
#include "tool/registry.h"
#include "tool/views.h"

namespace tool {

// Runs tools: takes the common arguments out, calls the kernel by the tool's verb, turns the outcome
// into the toolset's shape, asks for approval by form where policy and client allow. Thread-safe.
// Everything a handler throws or gets wrong ends here as a masked internal error with an id to quote.
class Dispatcher {
 public:
  Dispatcher(kernel::Kernel& kernel, const Registry& registry, Lanes& lanes, Views& views);

  // `arguments` inside are as sent. The reply comes on any thread, exactly once. Tools of small cost
  // are answered before run() returns, unless something must come first.
  void run(const Listed& listed, Invocation invocation, Replier reply);

  // What comes before the first call of this toolset in the workspace of that key. Before the first call of all.
  void begin_with(std::string toolset, std::string workspace_key, First::Ask ask);
  // Runs `then` when nothing must come first any more: at once, or on another thread. `among` is what the caller sees:
  // what it may not call is not done for it either.
  void after_first(const kernel::Call& call, const Catalogue& among, First::Then then);

  kernel::Kernel& kernel() { return kernel_; }
  const Registry& registry() const { return registry_; }
  Views& views() { return views_; }
  Lanes& lanes() { return lanes_; }

 private:
  // Whom to answer: what stays of an invocation while the kernel has the rest of it.
  struct Caller {
    kernel::Principal principal;
    std::optional<std::string> reasoning;
    std::shared_ptr<Context> context;
    bool whole;
    Replier reply;
  };
  using CallerPtr = std::shared_ptr<Caller>;

  void proceed(const Listed& listed, Invocation&& invocation, Replier&& reply);
  First* first_of(const kernel::Call& call);
  void open(First& first, kernel::Call call, const Catalogue& among);
  void opened(First& first);
  void execute(const Listed& listed, Invocation&& invocation, Replier&& reply);
  void execute_timed(const Listed& listed, Invocation&& invocation, Replier&& reply);
  void hand_over(const Listed& listed, Invocation&& invocation, const CallerPtr& caller);
  Answer look(const Listed& listed, const Invocation& invocation);
  void read_recorded(const Listed& listed, Bound&& bound, Invocation&& invocation, const CallerPtr& caller);
  void change(const Listed& listed, Bound&& bound, Invocation&& invocation, const CallerPtr& caller);
  void answer_form(const Listed& listed, Invocation&& invocation, const CallerPtr& caller);
  kernel::Kernel::Done finisher(const Listed& listed, const Invocation& invocation, std::shared_ptr<Extras> extras,
                                const CallerPtr& caller);
  void show(const Tool& tool, const kernel::Principal& viewer, const Context* context, Extras& extras, Answer& answer);

  static Caller caller_of(const Invocation& invocation, Replier reply);
  Answer refusal(const Listed& listed, const base::Error& error, const kernel::Audit& audit);
  void guard(const Listed& listed, const kernel::Principal& caller, bool whole, Answer& answer);
  void answer(const Listed& listed, Caller& caller, Reply reply);
  void refuse(const Listed& listed, Caller& caller, const base::Error& error);

  kernel::Kernel& kernel_;
  const Registry& registry_;
  Lanes& lanes_;
  Views& views_;
  std::vector<std::unique_ptr<First>> firsts_;  // unchanging once calls come
};

}  // namespace tool
