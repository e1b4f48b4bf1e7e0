// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "domains/energy/runtime/session_file.h"

namespace energy::runtime {

// What workspaces have beside their log and their runs: the weather file that was found last. Where clients come back
// to the workspace of a directory, that workspace has a session file too. Thread-safe.
class Sessions {
 public:
  // The workspace of this key ("cwd:/home/ada/office") has a session file from now on.
  void keep_in_file(const std::string& workspace_key);

  std::string weather(const std::string& workspace) const;  // "": none was found yet
  void set_weather(const std::string& workspace, std::string path);
  void forget(const std::string& workspace);

  // Results that are to be taken up with the model which is being loaded; each once.
  void set_awaited_run(const std::string& workspace, std::string directory);
  std::string take_awaited_run(const std::string& workspace);

  // nullopt: it has none.
  std::optional<SessionFile::Read> read() const;
  // Writes it, or removes it where there is nothing to say. Not written where it says the same already. What fails is a
  // line of the log.
  enum class Same : std::uint8_t { is_left, is_written };
  struct Subject {
    std::string workspace_key, workspace;
    std::string document;  // SHA-256 of the file that is open; "": none is
  };
  void write(const Subject& subject, const Session& session, std::int64_t now_ms, Same same);
  // A run that nobody waited for became the results of a document: if that is what was written of last, the file says
  // so.
  void ran(const std::string& workspace, const std::string& document, std::string directory, std::int64_t now_ms);

 private:
  void put(const Session& session, std::int64_t now_ms);

  mutable std::mutex mutex_;
  std::string key_;
  std::unique_ptr<const SessionFile> file_;
  Subject subject_;  // of what was written last
  std::optional<Session> written_;
  std::map<std::string, std::string> weather_, awaited_;  // by workspace
};

}  // namespace energy::runtime
