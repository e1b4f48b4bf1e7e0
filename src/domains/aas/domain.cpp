// SPDX-License-Identifier: Apache-2.0
#include "domain/domain.h"

#include "domains/aas/commands/commands.h"
#include "domains/aas/engine/api/api.h"
#include "domains/aas/runtime/runtime.h"
#include "domains/aas/tools/list.h"
#include "domains/aas/tools/parts/document.h"
#include "domains/aas/tools/parts/files.h"

namespace aas {

namespace {

// Every change waits anyway; a template or a table of values touches thousands of elements at once.
constexpr std::int64_t elements_per_operation = 20'000;

tool::Toolset toolset() {
  tool::Toolset out;
  out.name = "aas";
  out.title = "Asset Administration Shells";
  out.doc =
      "Asset Administration Shells (AASX, JSON, XML of metamodel 3.0 and 3.1): read, validate and edit; every edit is "
      "a patch that waits for approval.";
  out.shape = tool::Shape::tool_response;
  out.reasoning = "reason";
  out.governance = kernel::Governance{.mode = kernel::Mode::propose, .max_elements = elements_per_operation};
  return out;
}

::domain::Serving serve() {
  auto runtime = std::make_shared<runtime::Runtime>();
  ::domain::Serving serving{.runtime = runtime};
  serving.offers.push_back(tools::offer(*runtime));
  return serving;
}

// ---- the HTTP API of IDTA-01002 ----------------------------------------------------------------

::domain::Api::Answer served(engine::api::Answer answer) {
  return {answer.status, std::move(answer.content_type), std::move(answer.body), std::move(answer.headers)};
}

// Without an open document there is nothing in the repositories.
::domain::Api::Answer answer(const ::domain::Api::Asked& asked, const kernel::View& view) {
  const tools::ViewNodes nodes(view);
  const tools::OpenFile file = tools::file_of(view).value_or(tools::OpenFile{});
  const engine::api::Source source{.nodes = nodes,
                                   .name = file.name,
                                   .packing = file.packing,
                                   .version = file.version(),
                                   .original = [&] { return tools::bytes_with_files(view, file); },
                                   .whole = [&] { return tools::whole_document(view); },
                                   .time_ms = view.time_ms()};
  return served(engine::api::answer(source, {asked.method, asked.path, asked.query, asked.accept}));
}

::domain::Api api() {
  return {.option = "aas-api",
          .doc =
              "Also the HTTP API of AAS Part 2 for the open document of a workspace, reading only; default: the "
              "workspace of the working directory",
          .toolset = "aas",
          .prefixes = {"/shells", "/aas", "/submodel", "/concept-descriptions", "/packages", "/lookup",
                       "/serialization", "/description"},
          .answer = answer,
          .refuse = [](const base::Error& error, std::int64_t time_ms) {
            return served(engine::api::refused(error, time_ms));
          }};
}

}  // namespace

::domain::Domain domain() {
  return {.name = "aas",
          .toolsets = {toolset()},
          .serve = serve,
          .add_commands = commands::add,
          .apis = {api()},
          .example = "lintel aas validate pump.aasx",
          .divide = tools::divide,
          .expand = tools::expand};
}

}  // namespace aas
