// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace energy::runtime {

// What idfkit-mcp keeps of a session beside its memory, and we keep too, so that either program takes up what the other
// left: paths, absolute; empty: there is none.
struct Session {
  std::string file_path;           // of the model
  std::string simulation_run_dir;  // of the last results
  std::string weather_file;
  friend bool operator==(const Session&, const Session&) = default;
};

// The file of the working directory's session, in the format of idfkit-mcp 0.11: {version: 1, cwd, updated_at,
// file_path, simulation_run_dir, weather_file} in `idfkit/sessions/<SHA-256 of the directory, 12 digits>.json` of the
// cache directory. Nothing in it is believed beyond its form: who takes a path from it asks the roots.
class SessionFile {
 public:
  explicit SessionFile(std::string working_directory);

  struct Read {
    Session session;
    std::int64_t updated_ms = 0;
  };
  // nullopt: there is none, or it is not one: of another user, a link, too large, broken, of another directory or
  // version. Then a line of the log says so.
  std::optional<Read> read() const;
  // In one step, or not at all. Links are not followed.
  base::Result<void> write(const Session& session, std::int64_t now_ms) const;
  base::Result<void> remove() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::string working_directory_;
  std::filesystem::path path_;
};

}  // namespace energy::runtime
