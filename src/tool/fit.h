// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "tool/registry.h"
#include "tool/views.h"

// The last guard of every answer: whatever a tool returns, what a model reads of it is at most 25,000 tokens.
namespace tool {

// Tokens are bytes of compact JSON divided by four.
inline constexpr std::size_t max_answer_bytes = 100'000;
// Pictures cost a model by their pixels, not by their bytes, so their base64 is counted apart.
inline constexpr std::size_t max_image_bytes = 2'000'000;

// The bytes of `content` and `structuredContent`, without the data of pictures.
std::size_t answer_bytes(const Answer& answer);

// Whether an answer may leave as it is. Costs next to nothing for one that is small by far.
bool fits(const Answer& answer);

// An answer that is small stays as it is. Of one that is not, texts are left out, lists end early and long words
// inside them are cut, until it fits and still fits `schema`, its tool's output schema: only in the text, if the
// structure itself has room. `left_out` then names each member that is not whole, with the address of a view that has
// all of it in pages, and links lead there. The view belongs to `maker`.
void fit(Answer& answer, Shape shape, const Json& schema, Views& views, const kernel::Principal& maker);

}  // namespace tool
