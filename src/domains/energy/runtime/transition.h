// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "base/threads.h"
#include "domains/energy/engine/types/types.h"
#include "domains/energy/runtime/runs.h"

namespace energy::runtime {

// EnergyPlus' own programs that bring a model from one version to the next, in `PreProcess/IDFVersionUpdater` of its
// installations: Transition-V24-2-0-to-V25-1-0.
class Transitions {
 public:
  explicit Transitions(std::span<const std::filesystem::path> places);

  bool empty() const { return programs_.empty(); }
  // nullopt: there is none for this step. Patches do not count.
  std::optional<std::filesystem::path> find(const engine::Version& from, const engine::Version& to) const;

 private:
  // major and minor of both ends
  using Step = std::array<int, 4>;
  std::map<Step, std::filesystem::path> programs_;
};

// What a step made of a model.
struct Transitioned {
  std::string idf;
  std::string audit;  // what the program noted, made printable; at most 10,000 bytes
};
// One step, in a directory and a worker of its own, without a network; at most ten minutes. Fails with the program's
// words.
base::Result<Transitioned> run_transition(const Runs& runs, const std::string& workspace,
                                          const std::filesystem::path& program, const std::string& idf,
                                          const base::Cancel& cancel);

}  // namespace energy::runtime
