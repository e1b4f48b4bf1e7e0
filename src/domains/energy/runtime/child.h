// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"

namespace energy::runtime {

// A program that is started beside us, with nothing of ours but what stands here: no descriptors, signals or handlers.
struct Child {
  std::string program;                 // a path, or a name in PATH
  std::vector<std::string> words;      // its command line, its own name first
  std::vector<std::string> variables;  // all of its environment: "HOME=/root"
  std::string log;                     // the file that gets what it prints
  std::string directory = {};          // where it works; empty: where we do
  int report = -1;                     // a descriptor of ours that it has as its fourth; -1: none
};

// Leads a group of its own, so that what it starts is killed with it. The caller waits for it. Fails with the system's
// reason.
base::Result<pid_t> start(Child child);

}  // namespace energy::runtime
