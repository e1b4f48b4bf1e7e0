// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/crypto.h"
#include "base/ids.h"
#include "kernel/approver_key.h"

// What the server's own key (`head.key`) vouches for: heads, seals and the approvers it knew.
namespace kernel {

// Ed25519-signed heads, kept outside the databases: a log that was cut or rewritten no longer passes through them. The
// newest one of each workspace stands a second time beside the key (`last/<workspace>`), so that heads cannot be taken
// away together with their events by who cannot write there. Every line is on disk when its function returns.
// Thread-safe.
class HeadFile {
 public:
  struct Line {
    std::int64_t seq = 0;
    std::string hash;  // hex
    std::string time;
    std::string signature;  // hex
    friend bool operator==(const Line&, const Line&) = default;
  };
  struct Last {
    Line line;
    std::string record;  // digest of the workspace's record, hex
  };
  static constexpr std::int64_t every = 256;                // events
  static constexpr std::int64_t oldest_ms = 5 * 60 * 1000;  // a younger one is not repeated for time's sake

  HeadFile(std::filesystem::path state_dir, base::Entropy& entropy);
  // Nothing is signed twice: a head at or behind the last one of the workspace is left out.
  Result<void> append(const std::string& workspace, std::int64_t seq, const base::Digest& hash, std::int64_t time_ms,
                      const std::string& record);
  Result<std::vector<Line>> lines(const std::string& workspace) const;
  Result<std::optional<Last>> last(const std::string& workspace) const;  // what stands beside the key
  // The log begins anew behind the last head: a restore, whose event names the heads that it abandons.
  void restart(const std::string& workspace, std::int64_t seq);
  bool verify(const std::string& workspace, const Line& line);
  Result<std::string> public_key();

  // Proves that this server wrote an event: HMAC-SHA-256 of its bytes, in which the seal itself is zeroes; hex.
  Result<std::string> seal(std::string_view bytes);

  // Signs other texts of this server; what it is for keeps them from ever being each other.
  Result<std::string> sign_text(std::string_view purpose, std::string_view text);
  bool verify_text(std::string_view purpose, std::string_view text, std::string_view signature_hex);

  // Everybody who was ever in the list of approvers (`approvers.jsonl`), each line signed: whose decisions count.
  Result<void> know(const std::vector<Approver>& approvers);
  Result<std::vector<Approver>> known();  // those whose line holds
  Result<std::string> known_text() const;

 private:
  Result<base::SigningKey> key_locked();
  Result<std::int64_t> last_seq_locked(const std::string& workspace);
  std::filesystem::path heads_of(const std::string& workspace) const;
  const std::filesystem::path state_dir_;  // empty: nothing is kept
  base::Entropy& entropy_;
  mutable std::mutex mutex_;
  std::optional<base::SigningKey> key_;
  base::Digest seal_key_{};
  std::unordered_map<std::string, std::int64_t> last_seq_;  // by workspace
};

// Makes a file of random bytes unless it is there already; two processes that start together end up with the same one.
Result<std::string> keep_random_bytes(const std::filesystem::path& path, std::size_t size, base::Entropy& entropy);

// Where an event's bytes have their seal: from there 64 characters. Empty: it has none.
std::optional<std::size_t> seal_place(std::string_view bytes, std::string_view seal);

}  // namespace kernel
