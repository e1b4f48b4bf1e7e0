// SPDX-License-Identifier: Apache-2.0
#include "domains.h"

// The list of domains. A domain is its folder, src/domains/<name> with <name>::domain(), and its line here.
#define LINTEL_DOMAINS(BUILT) \
  BUILT(ids)                  \
  BUILT(energy)               \
  BUILT(floorplan)            \
  BUILT(aas)                  \
  BUILT(bim)                  \
  BUILT(fixtures)

#define DECLARE(name)      \
  namespace name {         \
  domain::Domain domain(); \
  }
LINTEL_DOMAINS(DECLARE)

domain::Domains all_domains() {
#define BUILT(name) name::domain(),
  return {LINTEL_DOMAINS(BUILT)};
}
