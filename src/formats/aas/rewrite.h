// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

// A document after an edit. What did not change keeps its bytes: byte order mark, line ends, declaration, prefixes,
// comments, indentation, the spelling of values, also what the form has no place for. Only what changed is written
// anew, in the indentation, line ends and prefix of what is around it. A form that is the same gives the same bytes, so
// going back to a form that was read gives the bytes it was read from.
namespace formats::aas {

// `bytes` so that they read as `form`. Fails where `bytes` cannot be read, or `form` cannot be written in XML (see
// write_xml), and for XML in UTF-16.
base::Result<std::string> rewrite_xml(std::string_view bytes, const base::Json& form);
// The same for JSON; any JSON.
base::Result<std::string> rewrite_json(std::string_view bytes, const base::Json& form);

}  // namespace formats::aas
