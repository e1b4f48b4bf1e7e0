// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace command {

// What `lintel doctor` prints, one line for each thing it looked at; counts what is wrong.
class Sheet {
 public:
  void good(const std::string& what, const std::string& detail);
  void note(const std::string& what, const std::string& detail);  // works, but somebody may want to know
  void bad(const std::string& what, const std::string& detail);
  int problems() const { return problems_; }

 private:
  int problems_ = 0;
};

}  // namespace command
