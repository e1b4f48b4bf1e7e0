// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "formats/opc/package.h"

// Packages of Asset Administration Shells (IDTA-01005, "AASX"): which parts of a package are what, found along its
// relationships: the package → aasx-origin → aas-spec → aas-spec-split and aas-suppl.
namespace formats::opc {

enum class SpecForm : std::uint8_t { xml, json, unknown };

struct SpecPart {
  std::string part;
  SpecForm form = SpecForm::unknown;     // by its first bytes
  std::vector<std::string> splits;       // aas-spec-split: further files of the same environment
  std::vector<std::string> supplements;  // aas-suppl, of itself and its splits
};
struct Aasx {
  std::string origin;
  std::vector<SpecPart> specs;
  std::string thumbnail, core_properties;  // "" where there is none
  std::vector<std::string> notes;          // what is wrong though it can be used
};

enum class AasxLink : std::uint8_t { origin, spec, spec_split, supplement, thumbnail };
// "http://admin-shell.io/aasx/relationships/aas-spec".
std::string_view relationship_type(AasxLink link);
// True also for the deprecated types, which begin with "http://www.admin-shell.io/".
bool is_link(std::string_view type, AasxLink link);

// Fails where the chain does not lead to a spec. Cycles end where they come back.
base::Result<Aasx> read_aasx(const Package& package);

SpecForm form_of(std::string_view bytes);

}  // namespace formats::opc
