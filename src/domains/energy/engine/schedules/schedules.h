// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/engine/schedules/dates.h"

namespace energy::engine {

// The text of a file that a model names (Schedule:File).
using FileText = std::function<base::Result<std::string>(const std::string& name)>;

// The schedules of a model over one year, hour by hour: an hour's value is its mean, as the engine reports it. Days are
// those of the calendar with the model's special days. The model must outlive it. Not thread-safe.
class Schedules {
 public:
  Schedules(const Model& model, int year, FileText read_file = {});
  ~Schedules();
  Schedules(const Schedules&) = delete;
  Schedules& operator=(const Schedules&) = delete;

  // Objects that a field can name as its schedule, in the order of the file: Compact, Year, Constant, File.
  const std::vector<std::size_t>& objects() const;
  // 24 values each day. Also of Week and Day schedules, as if they held all year. Fails where what it says cannot be
  // understood, or what it names is not there.
  base::Result<std::vector<double>> values(std::size_t object) const;
  const std::vector<DayType>& days() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace energy::engine
