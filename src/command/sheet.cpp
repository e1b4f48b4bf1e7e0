// SPDX-License-Identifier: Apache-2.0
#include "command/sheet.h"

#include "command/terminal.h"

namespace command {

namespace {

void line(Style style, const std::string& mark, const std::string& what, const std::string& detail) {
  print(styled(style, mark) + "  " + what + (detail.empty() ? "" : ": " + detail) + "\n");
}

}  // namespace

void Sheet::good(const std::string& what, const std::string& detail) { line(Style::good, "ok  ", what, detail); }

void Sheet::note(const std::string& what, const std::string& detail) { line(Style::warn, "note", what, detail); }

void Sheet::bad(const std::string& what, const std::string& detail) {
  ++problems_;
  line(Style::bad, "BAD ", what, detail);
}

}  // namespace command
