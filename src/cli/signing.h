// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/runtime.h"
#include "cli/terminal.h"

// A person's key, unlocked at a terminal.
namespace cli {

struct Signer {
  kernel::Approver approver;
  base::SigningKey key;
};
// Asks for the passphrase on the terminal and unlocks the approver's key.
Result<Signer> unlock_signer(const Terminal& terminal);
// What `lintel call --as-human` sends as proof: {nonce, public_key, signature}.
Result<Json> prove_human(const std::string& nonce, const Json& request);

}  // namespace cli
