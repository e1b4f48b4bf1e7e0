// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/types.h"

namespace kernel {

// One stored step: what an event's `ops` and `inverse` hold. `path` is an RFC 6901 pointer into the
// element's stored JSON ("" = the whole element). op: "add" (no old), "remove" (no new), "replace", or "splice", which
// replaces a part of a long text: from its byte `at` on (of UTF-8) it has `old_value`, and `new_value` afterwards.
struct Step {
  std::string op;
  std::string id;
  std::string path;
  Json old_value;
  Json new_value;
  std::int64_t at = 0;
};

// The smallest sensible list of steps that turns `before` into `after` (either may be absent: the
// element is created or removed). Objects are compared by member; arrays keep their common head and
// tail, and what differs between is compared item by item where both have as many, else removed and
// added index by index.
std::vector<Step> diff_element(const std::string& id, const Json* before, const Json* after);
// Applies steps to one element's stored JSON; fails with Code::stale where `old_value` is not there.
Result<std::optional<Json>> apply_steps(std::optional<Json> element, const std::vector<Step>& steps);
// A replaced text as the part of it that differs, where that is much shorter. For the log: what people are shown stays
// whole.
std::optional<Step> spliced(const Step& step);
std::vector<Step> invert(const std::vector<Step>& steps);
// The place a step at `path` writes: a step into an array counts as writing that array ("/points/3/0"
// writes "/points"), a step to a member of an object in an array only that member ("/walls/3/height").
std::string_view written_place(std::string_view path);
// Whether two steps on the same element write the same place: one place is the other or lies beneath it.
bool overlaps(const Step& a, const Step& b);

Json to_json(const std::vector<Step>& steps);
Result<std::vector<Step>> steps_from_json(const Json& list);

}  // namespace kernel
