// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "domains/aas/tools/parts/document.h"

// What queries share: they read what is committed, or with the caller's own waiting changes on top.
namespace aas::tools {

inline constexpr const char* pending_doc = "With your own waiting changes on top.";
inline constexpr const char* waiting_doc = "Changes that wait for approval, and are not shown unless asked for.";

// Calls `look` with the view that is meant. Fails with DOCUMENT_NOT_OPEN.
template <class Out>
Result<Out> looked(const View& view, bool pending, const std::function<Result<Out>(const View&)>& look) {
  Out out;
  if (pending) {
    const View ahead = TRY(view.ahead());
    TRY(open_file(ahead));
    out = TRY(look(ahead));
  } else {
    TRY(open_file(view));
    out = TRY(look(view));
  }
  out.waiting = static_cast<std::int64_t>(TRY(view.waiting()));
  return out;
}

}  // namespace aas::tools
