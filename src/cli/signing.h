// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/runtime.h"
#include "command/terminal.h"

// A person's key, unlocked at a terminal.
namespace cli {

struct Signer {
  kernel::Approver approver;
  base::SigningKey key;
};
// Asks for the passphrase on the terminal and unlocks the approver's key.
Result<Signer> unlock_signer(const command::Terminal& terminal);
// What a person sends as proof with a request of theirs: {nonce, public_key, signature}.
Json proof_of(const Signer& signer, const std::string& nonce, const Json& request);
// The same, from the terminal. They are told first what they sign: `deed`, and in which workspace.
Result<Json> prove_human(const std::string& nonce, const Json& request, const std::string& deed);

}  // namespace cli
