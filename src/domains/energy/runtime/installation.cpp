// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/installation.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "domains/energy/runtime/places.h"

namespace energy::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

std::string versions_of(std::span<const Installation> known) {
  std::vector<std::string> out;
  for (const auto& each : known) out.push_back(each.version.text());
  return base::join(out, ", ");
}

}  // namespace

std::vector<Installation> installations(std::span<const std::filesystem::path> places) {
  std::vector<Installation> out;
  for (const auto& place : places) {
    const auto version = engine_in(place);
    if (!version) continue;
    Installation found{place, place / ("libenergyplusapi.so." + version->text()), place / "ExpandObjects", *version};
    std::error_code error;
    if (!std::filesystem::exists(found.expand, error)) found.expand.clear();
    out.push_back(std::move(found));
  }
  return out;
}

Result<Installation> engine_for(std::span<const Installation> known, const engine::Version& model) {
  if (known.empty()) {
    return fail(Code::unavailable, "There is no EnergyPlus on this machine.", {},
                "./dev setup energy brings one; or install EnergyPlus, or set ENERGYPLUS_DIR to where it is.");
  }
  const auto found = std::ranges::find_if(known, [&](const Installation& each) {
    return each.version.major == model.major && each.version.minor == model.minor;
  });
  if (found != known.end()) return *found;
  return fail(
      Code::unavailable,
      "This model is of version " + model.brief() + ", and the EnergyPlus here is " + versions_of(known) +
          ". It is not run: between versions fields move, and the engine would read them wrongly in silence.",
      {}, "Bring the model to the engine's version with migrate_model, or install EnergyPlus " + model.brief() + ".");
}

}  // namespace energy::runtime
