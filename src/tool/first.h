// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tool/tool.h"

namespace tool {

// A call that is made before another one, in the name of the same caller.
struct Opening {
  std::string tool;
  Json arguments = Json::object();
  std::string reasoning;  // for the log
};

// What comes before the first call of a toolset in one workspace: taking up what was left there. Calls that come
// meanwhile wait for it. Thread-safe.
class First {
 public:
  // Asked once, with the tool that is called first and what its caller sees. nullopt: nothing.
  using Ask = std::function<std::optional<Opening>(std::string_view tool, const View& view)>;
  using Then = std::move_only_function<void()>;

  First(std::string toolset, std::string workspace_key, Ask ask)
      : toolset_(std::move(toolset)), workspace_key_(std::move(workspace_key)), ask_(std::move(ask)) {}

  // Whether such a call has to wait for it, or to begin with it.
  bool concerns(const kernel::Call& call) const {
    return !done_.load(std::memory_order_acquire) && call.toolset == toolset_ && call.workspace.empty() &&
           call.workspace_key == workspace_key_ && !call.over_http;
  }
  // True: the caller begins, and ends with done(). `then` is kept until that.
  bool begin(Then then) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(then));
    return waiting_.size() == 1;
  }
  std::optional<Opening> ask(std::string_view tool, const View& view) const { return ask_(tool, view); }
  // From here on nobody waits. Returns those who did, in the order in which they came.
  std::vector<Then> done() {
    const std::lock_guard lock(mutex_);
    done_.store(true, std::memory_order_release);
    return std::exchange(waiting_, {});
  }

 private:
  const std::string toolset_, workspace_key_;
  const Ask ask_;
  std::atomic<bool> done_{false};
  std::mutex mutex_;
  std::vector<Then> waiting_;
};

}  // namespace tool
