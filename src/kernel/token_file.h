// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "kernel/types.h"

// Bearer tokens that `lintel token` made: `tokens.json` beside the policy file. Only their digests are kept. One that
// was revoked or has expired stays in the file: what the policy says of its principal is not anybody's then.
namespace kernel {

struct IssuedToken {
  std::string id;      // "t_…": how people call it
  std::string sha256;  // of the secret, hex
  std::string name;    // for people: "build server"
  Principal principal;
  std::int64_t created_ms = 0;
  std::int64_t expires_ms = 0;  // 0: never
  std::int64_t revoked_ms = 0;  // 0: not
  std::string public_key;       // raw, of the approver who gave it out; empty: there was none
  std::string signature;        // raw
};

bool is_live(const IssuedToken& token, std::int64_t now_ms);
std::string token_message(const IssuedToken& token);  // the bytes that an approver signs
// Whether one of these raw public keys signed it; without keys there is nobody to sign.
bool counts(const IssuedToken& token, const std::vector<std::string>& approvers);
// The principals (Principal::key) that the tokens which count name, revoked and expired ones included.
std::vector<std::string> named_by(const std::vector<IssuedToken>& tokens, const std::vector<std::string>& approvers);
// Code::parse for a damaged file; none means no tokens.
Result<std::vector<IssuedToken>> load_tokens(const std::filesystem::path& file);
// Reads the file, lets `edit` change the list and writes it (mode 0600), one process at a time.
Result<void> edit_tokens(const std::filesystem::path& file,
                         const std::function<Result<void>(std::vector<IssuedToken>&)>& edit);

// The tokens of the file as a server uses them; the file is looked at for every token that is brought, so that
// a revocation takes effect at once. Thread-safe.
class TokenFile {
 public:
  // With approvers only what one of their keys signed counts. Raw public keys; an empty list: there is nobody to sign.
  using Keys = std::function<std::vector<std::string>()>;
  TokenFile(std::filesystem::path file, const base::Clock& clock, Keys approvers);

  // Whom a bearer token names. All are compared, whatever is found.
  std::optional<Principal> find(std::string_view bearer);
  bool has_live_ones();
  // The principals that tokens name or named since this was made, revoked and expired ones included (Principal::key);
  // nullopt: as last time, or with `anyway` none at all.
  std::optional<std::vector<std::string>> changed_principals(bool anyway = false);

 private:
  void refresh_locked();

  const std::filesystem::path file_;
  const base::Clock& clock_;
  const Keys approvers_;
  std::mutex mutex_;
  std::string seen_;  // which file it was, when, how long
  std::vector<std::string> keys_;
  std::vector<IssuedToken> tokens_;
  std::vector<std::string> told_;
};

}  // namespace kernel
