// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/edit/patch.h"

// Two documents that come from one, brought together. Pure; all three are environments in the JSON form.
namespace aas::engine {

struct Conflict {
  std::string pointer;                                    // in ours; of what ours has not any more, in theirs
  std::string where;                                      // the same place for people
  std::string_view what;                                  // "changed on both sides", "removed here, changed there", …
  std::optional<Json> base = {}, ours = {}, theirs = {};  // absent: nothing is there
};

struct Merged {
  std::vector<Patch> patches;  // onto ours, each on what those before it left
  std::vector<Conflict> conflicts;
};

// What only they changed is taken; what both changed in the same way is there once; what contradicts is a conflict, and
// ours stays. Nothing that one side changed is lost without a conflict. References are changed as a whole, and
// what has another name is another element. Where only
// one side has ordered a list anew, its order counts.
Merged merged(const Json& base, const Json& ours, const Json& theirs);

// `Nameplate/Year/value: changed on both sides: here "2022" → "2023", there "2022" → "2024"`
std::string in_words(const Conflict& conflict);
// {path, where, what, base?, ours?, theirs?}
Json to_json(const Conflict& conflict);

}  // namespace aas::engine
