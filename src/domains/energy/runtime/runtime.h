// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "base/clock.h"
#include "base/files.h"
#include "domains/energy/runtime/catalogues.h"
#include "domains/energy/runtime/docs.h"
#include "domains/energy/runtime/jobs.h"
#include "domains/energy/runtime/open_models.h"
#include "domains/energy/runtime/places.h"
#include "domains/energy/runtime/runs.h"
#include "domains/energy/runtime/schemas.h"
#include "domains/energy/runtime/sessions.h"
#include "domains/energy/runtime/weather.h"

namespace energy::runtime {

// What the domain holds while a server runs. Made once for each server; its parts are thread-safe.
struct Runtime {
  // When it began to serve: the session's change log starts there.
  const std::int64_t started_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  const std::vector<std::filesystem::path> where = places();
  Schemas schemas{where};
  Catalogues catalogues{schemas};
  OpenModels models;
  Docs docs{schemas};
  Weather weather{where};
  Runs runs{base::state_home() / "energy"};
  Sessions sessions;
  Jobs jobs{runs, [this](const Run& run) {
              sessions.ran(run.subject.workspace, run.subject.document, run.results->directory().string(),
                           base::system_clock().unix_ms());
            }};
};

}  // namespace energy::runtime
