// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "domains/aas/engine/edit/patch.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/metamodel.h"

// Giving an element another value, in the words that its class has for it.
namespace aas::engine {

// The operations that give the element at `pointer` this value; none where it has it already. By class:
//   Property               a text, or a number or boolean where its valueType is one
//   MultiLanguageProperty  [{"language": "en", "text": "…"}], or {"en": "…"}; other languages stay only in the first
//   form
//                          if they are named, in the second always
//   Range                  {"min": …, "max": …}, each as a Property's; what is not named stays
//   File                   the path, or {"value": path, "contentType": type}
//   Blob                   base64, or {"value": base64, "contentType": type}
//   ReferenceElement       a Reference
// and null takes a value away. Fails with INVALID_PATH where the pointer leads to no element, or to one that has
// elements instead of a value; with TYPE_MISMATCH where the value is not of the element's type, and says which is.
Result<std::vector<Patch>> value_patches(const Nodes& nodes, std::string_view pointer, const Json& value,
                                         formats::aas::Version version);

}  // namespace aas::engine
