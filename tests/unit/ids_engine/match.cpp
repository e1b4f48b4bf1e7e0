// SPDX-License-Identifier: Apache-2.0
// Reads lines of hexadecimal "PATTERN TEXT" from standard input and answers each with 1, 0 or E (no pattern): for
// tests/peers/xsd_patterns.py.
#include <iostream>
#include <string>

#include "base/text.h"
#include "domains/ids/engine/value/value.h"

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const auto space = line.find(' ');
    if (space == std::string::npos) continue;
    const auto pattern = base::unhex(line.substr(0, space));
    const auto text = base::unhex(line.substr(space + 1));
    if (!pattern || !text) return 1;
    const auto compiled = ids::engine::XsdPattern::compile(*pattern);
    std::cout << (!compiled.ok() ? 'E' : compiled->matches(*text) ? '1' : '0') << '\n';
  }
}
