// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "domains/energy/engine/results/query.h"
#include "domains/energy/tools/tool.h"

// Which series are meant, for the tools that show and write them.
namespace energy::tools {

using engine::Frequency;
using engine::Measure;
using engine::Per;

struct SeriesArgs {
  std::string variable_name;
  std::string key_value = "*";
  std::optional<Frequency> frequency;
  std::optional<std::string> environment;
  Per per = Per::value;
  Measure measure = Measure::automatic;

  static constexpr auto series_fields() {
    return tool::fields(
        tool::field("variable_name", &SeriesArgs::variable_name, "Variable or meter, with * and ?.",
                    {.min_length = 1, .max_length = max_name}),
        tool::with_default("key_value", &SeriesArgs::key_value, "With * and ?.", {.max_length = max_name}),
        tool::field("frequency", &SeriesArgs::frequency, "Default: all."),
        tool::field("environment", &SeriesArgs::environment, "sizing, annual, or a name.", {.max_length = max_name}),
        tool::with_default("per", &SeriesArgs::per, "Gathered by."),
        tool::with_default("measure", &SeriesArgs::measure, "auto: energies add up."));
  }
  engine::SeriesQuery query() const {
    return {variable_name, key_value, frequency, environment.value_or(""), per, measure};
  }
};

}  // namespace energy::tools
