// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/threads.h"
#include "kernel/kernel.h"
#include "tool/registry.h"
#include "tool/views.h"

namespace tool {

// Runs tools: takes the common arguments out, calls the kernel by the tool's verb, turns the outcome
// into the toolset's shape, asks for approval by form where policy and client allow. Thread-safe.
// Everything a handler throws or gets wrong ends here as a masked internal error with an id to quote.
class Dispatcher {
 public:
  Dispatcher(kernel::Kernel& kernel, const Registry& registry, base::WorkerPool& workers, Views& views);

  // `arguments` inside are as sent. The reply comes on any thread, exactly once. Tools of small cost
  // are answered before run() returns.
  void run(const Listed& listed, Invocation invocation, Replier reply);

  kernel::Kernel& kernel() { return kernel_; }
  const Registry& registry() const { return registry_; }
  Views& views() { return views_; }
  base::WorkerPool& workers() { return workers_; }

 private:
  Replier guarded(const Listed& listed, const Invocation& invocation, Replier reply);
  void execute(const Listed& listed, Invocation&& invocation, Replier&& reply);
  void hand_over(const Listed& listed, Invocation&& invocation, Replier&& reply);
  void read(const Listed& listed, Bound&& bound, Invocation&& invocation, Replier&& reply);
  void change(const Listed& listed, Bound&& bound, Invocation&& invocation, Replier&& reply);
  void show(const Tool& tool, const kernel::Principal& viewer, const Context* context, Extras& extras, Answer& answer);
  kernel::Kernel::Done finisher(const Listed& listed, const Invocation& invocation, std::shared_ptr<Extras> extras,
                                Replier reply);
  Answer refusal(const Listed& listed, const base::Error& error, const kernel::Audit& audit);
  void answer_form(const Listed& listed, Invocation&& invocation, Replier&& reply);

  kernel::Kernel& kernel_;
  const Registry& registry_;
  base::WorkerPool& workers_;
  Views& views_;
};

}  // namespace tool
