// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>
#include <memory>
#include <string>

#include "command/command.h"

// Commands that share one struct of options, as a domain has them: `lintel <group> <word> …`.
namespace command {

template <class Options>
struct Word {
  const char* name;
  const char* doc;
  void (*add)(CLI::App& app, Options& options);  // its options, and its examples
  int (*run)(const Options& options);
};

template <class Options>
void add_group(CLI::App& app, Chosen& chosen, const char* name, const char* doc, const std::string& examples,
               std::initializer_list<Word<Options>> words) {
  const auto options = std::make_shared<Options>();
  CLI::App& group = *app.add_subcommand(name, doc);
  group.require_subcommand(1);
  add_examples(group, examples);
  for (const auto& word : words) {
    CLI::App& one = *group.add_subcommand(word.name, word.doc);
    word.add(one, *options);
    one.callback([&chosen, options, run = word.run] { chosen = [options, run] { return run(*options); }; });
  }
}

}  // namespace command
