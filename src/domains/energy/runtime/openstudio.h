// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "base/threads.h"

namespace energy::runtime {

// An OpenStudio model as EnergyPlus input.
struct Translated {
  std::string idf;
  std::string openstudio_version;
  int warnings = 0, errors = 0;
};
// Translates with the OpenStudio SDK for Python, in a process of its own: from `openstudio` beside the folders of
// places(), or what python3 finds itself. Takes a second or two. Fails with how to get it where there is none, with its
// own words where it cannot read the model, when cancelled and after five minutes.
base::Result<Translated> translate_osm(const std::string& osm, bool allow_newer_versions, const base::Cancel& cancel);

}  // namespace energy::runtime
