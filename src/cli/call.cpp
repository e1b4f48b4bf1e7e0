// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/signing.h"
#include "command/terminal.h"

namespace cli {

namespace {

Result<Json> ask_for_call(const CallOptions& options, const Domains& domains) {
  Json arguments = TRY(base::parse_json(options.arguments));
  Asker asker(options.runtime, domains);
  Json request = Json::object({{"op", "call"},
                               {"tool", options.tool},
                               {"arguments", arguments},
                               {"cwd_key", working_directory_key()},
                               {"workspace", options.workspace},
                               {"idempotency_key", options.idempotency_key}});
  if (options.as_human) {
    const Json nonce = TRY(asker.ask(Json::object({{"op", "nonce"}})));
    const std::string deed =
        "calling " + base::printable(options.tool, 80) + " with:\n" + base::printable(arguments.pretty(), 4000);
    request.set("human", TRY(prove_human(nonce.as_string(), request, deed)));
  }
  return asker.ask(request);
}

}  // namespace

int call(const CallOptions& options, const Domains& domains) {
  const auto answer = ask_for_call(options, domains);
  if (!answer.ok()) return report(answer.error());
  const Json& structured = answer->at("structured");
  print((stdout_is_terminal() ? structured.pretty() : structured.dump()) + "\n");
  return answer->at("is_error").as_bool() ? exit_findings : exit_done;
}

}  // namespace cli
