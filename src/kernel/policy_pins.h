// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/approver_key.h"
#include "kernel/policy.h"

// Which policy holds in a state directory once there is somebody to accept it. An option, a file or a variable of the
// environment names a policy; a person with the approver's key makes it hold.
namespace kernel {

struct PolicyPin {
  std::int64_t generation = 1;
  std::string policy;                  // the digest of its text, or "built-in": the one of whatever version runs
  std::string source;                  // as messages call it: "policy.toml"
  std::string text;                    // of the policy; empty for the built-in one
  std::vector<std::string> approvers;  // raw public keys: who may approve, and accept the next one
  // Whom tokens were ever given out for (Principal::key), sorted: what a policy says of them holds only with the token,
  // whatever became of the list of tokens.
  std::vector<std::string> reserves;
  std::int64_t time_ms = 0;
  std::string previous;  // digest of the pin before, hex; empty for the first
  Approver by;           // who signed; without a key the first one, kept by a version that found approvers and no pin
};

void reserve(PolicyPin& pin, const std::vector<std::string>& principals);

// The pins of one state directory: `policy.pins`, one JSON object a line. Each names the one before by its digest and
// is signed with a key that the one before admits, so that nobody without such a key can add one. Which one was the
// last stands a second time beside the server's key (`last/policy.pins`), so that the list cannot be taken away, set
// back or begun anew by who cannot write there. Immutable.
class PolicyPins {
 public:
  // An empty list where there is no file and never was one; Code::denied for one that does not hold together, or lacks
  // the last one that was known here.
  static Result<PolicyPins> load(const std::filesystem::path& state_dir);
  // Keeps which one is the last; done by add() too.
  Result<void> remember(const std::filesystem::path& state_dir) const;

  bool empty() const { return pins_.empty(); }
  const PolicyPin& last() const { return pins_.back(); }
  // Stands for the last pin, and through it for all: "3 <digest>". Empty without any.
  std::string mark() const;
  std::string text() const;  // the file
  // False where a mark names a pin that is not, or no longer, among these: they were removed, replaced or set back.
  bool pass_through(std::string_view mark) const;
  // Whether these are the others and perhaps more.
  bool extend(const PolicyPins& earlier) const { return earlier.empty() || pass_through(earlier.mark()); }

  // The policy that the last pin makes hold. Fails where this version cannot read its text.
  Result<Policy> policy(const Policy& built_in) const;
  bool holds(const Policy& policy) const;  // it is that one

  // The next pin, without a signature.
  PolicyPin next(const Policy& policy, std::vector<std::string> approvers, std::int64_t time_ms) const;
  // The same policy once more, for others to accept the next one.
  PolicyPin again(std::vector<std::string> approvers, std::int64_t time_ms) const;
  // Adds it on disk, signed if there is a key; refused where the file went on since. Nothing is written that load()
  // would not accept.
  Result<PolicyPins> add(const std::filesystem::path& state_dir, PolicyPin pin, const Approver& by,
                         const base::SigningKey* key) const;

 private:
  Result<void> take(std::string_view line);
  std::vector<PolicyPin> pins_;
  std::vector<std::string> lines_;    // as they are on disk
  std::vector<std::string> digests_;  // of those, hex
};

}  // namespace kernel
