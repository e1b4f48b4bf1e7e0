// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/summary.h"

namespace energy::tools::get_model_summary {

Tool declare(Runtime& runtime) {
  return tool::read<tool::Nothing, Summary>(
      {.name = "get_model_summary",
       .title = "Summarise the model",
       .doc = "Version, file, number of objects and zones, and how many objects of each type there are."},
      [&runtime](const tool::Nothing&, const View& view) -> Result<Summary> {
        return summary_of(TRY(opened(view, runtime)));
      });
}

}  // namespace energy::tools::get_model_summary
