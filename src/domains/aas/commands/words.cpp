// SPDX-License-Identifier: Apache-2.0
// The words of `lintel aas …`; what they do is in the files named after them.
#include "command/words.h"

#include "domains/aas/commands/commands.h"

namespace aas::commands {

namespace {

void add_metamodel(CLI::App& app, Options& options, const char* doc) {
  app.add_option("--metamodel", options.metamodel, doc)->check(CLI::IsMember({"3.0", "3.1"}));
}

void add_overwrite(CLI::App& app, Options& options) {
  app.add_flag("--overwrite", options.overwrite, "Replace the file if it is there");
}

void add_validate(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "AASX, JSON and XML files, and folders of them; - is standard input")
      ->required();
  add_metamodel(app, options, "Of JSON, which does not say; default 3.0. XML says it by its namespace");
  app.add_option(
         "--template", options.templates,
         "Check submodels against a template too: IDTA number, semanticId or name; auto: each by its semanticId")
      ->allow_extra_args(false);
  app.add_flag("--strict", options.strict, "Warnings are errors");
  app.add_flag("--all", options.all, "All findings, not only the first 20 of a file");
  app.add_flag("--json", options.json, "One line of JSON for each file");
  command::add_examples(app, R"(  lintel aas validate pump.aasx
  lintel aas validate --template 'Digital nameplate' pump.aasx
  lintel aas validate --json --metamodel 3.1 shells/)");
}

void add_convert(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "The file, and the one to write: .aasx, .json or .xml")
      ->required()
      ->expected(2);
  add_metamodel(app, options, "Of JSON, and of what is written; default: as it is");
  add_overwrite(app, options);
  command::add_examples(app, "  lintel aas convert pump.aasx pump.json");
}

void add_diff(CLI::App& app, Options& options) {
  app.add_option("files", options.files, "The earlier and the later file")->required()->expected(2);
  app.add_flag("--json", options.json, "As JSON, with operations of RFC 6902");
  command::add_examples(app, "  lintel aas diff pump.aasx pump-v2.aasx");
}

void add_show(CLI::App& app, Options& options) {
  app.add_option("file", options.file, "The file; - is standard input")->required();
  app.add_option("--depth", options.depth, "So many steps deep; default: all of it")->check(CLI::Range(1, 100));
  app.add_option("-o,--output", options.output, "Write a page for people instead: one .html file");
  add_overwrite(app, options);
  add_metamodel(app, options, "Of JSON, which does not say; default 3.0");
  command::add_examples(app, R"(  lintel aas show pump.aasx --depth 2
  lintel aas show pump.aasx -o pump.html)");
}

void add_new(CLI::App& app, Options& options) {
  app.add_option("file", options.file, "The file to write: .aasx, .json or .xml")->required();
  app.add_option("--template", options.templates,
                 "A submodel from a template: IDTA number, semanticId or name; may be given several times")
      ->allow_extra_args(false);
  app.add_option("--id-short", options.id_short, "The idShort of its shell; without any of these there is none");
  app.add_option("--id", options.id, "The id of its shell; default: a new URN");
  app.add_option("--global-asset-id", options.global_asset_id, "The asset that the shell is about; default: a new URN");
  add_metamodel(app, options, "The version of the standard; default 3.0");
  add_overwrite(app, options);
  command::add_examples(app, R"(  lintel aas new pump.aasx --id-short Pump --global-asset-id https://example.org/pump/1
  lintel aas new pump.aasx --template 'Digital nameplate' --template 'Technical data')");
}

}  // namespace

void add(CLI::App& app, command::Chosen& chosen) {
  command::add_group<Options>(
      app, chosen, "aas", "Validate, convert, compare, show and begin Asset Administration Shells",
      R"(  lintel aas validate pump.aasx
  lintel aas diff pump.aasx pump-v2.aasx)",
      {{"validate", "Check files: exit 0 all valid, 1 some invalid or not checked, 2 some unreadable", add_validate,
        validate},
       {"convert", "Write a file in another format; tells what is lost", add_convert, convert},
       {"diff", "Tell what differs: exit 0 nothing, 1 something, 2 unreadable", add_diff, diff},
       {"show", "Show a file as a tree, or as a page", add_show, show},
       {"new", "Begin a file", add_new, begin}});
}

}  // namespace aas::commands
