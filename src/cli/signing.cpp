// SPDX-License-Identifier: Apache-2.0
#include "cli/signing.h"

#include "base/text.h"
#include "cli/control.h"

namespace cli {

Result<Signer> unlock_signer(const command::Terminal& terminal) {
  const auto approvers = TRY(kernel::load_approvers(approvers_file()));
  std::error_code error;
  if (!std::filesystem::exists(approver_key_file(), error)) {
    return fail(Code::denied, "there is no approver's key yet", approver_key_file().string(),
                "Make one with: lintel approvals init");
  }
  const std::string passphrase = TRY(terminal.ask_secret("Passphrase of the approver's key: "));
  const auto key = TRY(kernel::unlock_key(approver_key_file(), passphrase));
  for (const auto& approver : approvers) {
    if (approver.public_key == key.public_key) return Signer{approver, key};
  }
  return fail(Code::denied, "your key is not among the approvers", approvers_file().string(),
              "Ask whoever runs this server to add it.");
}

Json proof_of(const Signer& signer, const std::string& nonce, const Json& request) {
  const std::string signature = base::sign(signer.key, human_message(nonce, request));
  return Json::object(
      {{"nonce", nonce}, {"public_key", base::base64(signer.key.public_key)}, {"signature", base::base64(signature)}});
}

Result<Json> prove_human(const std::string& nonce, const Json& request, const std::string& deed) {
  const command::Terminal terminal = TRY(command::Terminal::open());
  const std::string workspace(request.text("workspace"));
  terminal.say("As a human, in " +
               (workspace.empty() ? "the workspace of this directory" : "workspace " + base::printable(workspace, 80)) +
               ": " + deed + "\n");
  return proof_of(TRY(unlock_signer(terminal)), nonce, request);
}

}  // namespace cli
