// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

// How the words of a command line become work.
namespace command {

using Chosen = std::function<int()>;  // what the words ask for; returns the exit code

// Adds commands to `app`. The callback of each sets `chosen`; nothing runs before the whole line is understood.
using AddCommands = std::function<void(CLI::App& app, Chosen& chosen)>;

// What --help shows below the options of a command: lines that begin with two blanks.
void add_examples(CLI::App& command, const std::string& lines);

}  // namespace command
