// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/sessions.h"

#include <string_view>
#include <utility>

#include "base/log.h"

namespace energy::runtime {

namespace {

constexpr std::string_view of_directory = "cwd:";

}  // namespace

void Sessions::keep_in_file(const std::string& workspace_key) {
  if (!workspace_key.starts_with(of_directory)) return;
  const std::lock_guard lock(mutex_);
  key_ = workspace_key;
  file_ = std::make_unique<const SessionFile>(workspace_key.substr(of_directory.size()));
}

std::string Sessions::weather(const std::string& workspace) const {
  const std::lock_guard lock(mutex_);
  const auto found = weather_.find(workspace);
  return found == weather_.end() ? std::string() : found->second;
}

void Sessions::set_weather(const std::string& workspace, std::string path) {
  const std::lock_guard lock(mutex_);
  weather_[workspace] = std::move(path);
}

void Sessions::forget(const std::string& workspace) {
  const std::lock_guard lock(mutex_);
  weather_.erase(workspace);
  awaited_.erase(workspace);
}

void Sessions::set_awaited_run(const std::string& workspace, std::string directory) {
  const std::lock_guard lock(mutex_);
  awaited_[workspace] = std::move(directory);
}

std::string Sessions::take_awaited_run(const std::string& workspace) {
  const std::lock_guard lock(mutex_);
  const auto found = awaited_.find(workspace);
  return found == awaited_.end() ? std::string() : awaited_.extract(found).mapped();
}

std::optional<SessionFile::Read> Sessions::read() const {
  const std::lock_guard lock(mutex_);
  return file_ ? file_->read() : std::nullopt;
}

void Sessions::write(const Subject& subject, const Session& session, std::int64_t now_ms, Same same) {
  const std::lock_guard lock(mutex_);
  if (!file_ || subject.workspace_key != key_) return;
  subject_ = subject;
  if (same == Same::is_written || written_ != session) put(session, now_ms);
}

void Sessions::ran(const std::string& workspace, const std::string& document, std::string directory,
                   std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  if (!file_ || !written_ || subject_.workspace != workspace || subject_.document != document) return;
  Session session = *written_;
  session.simulation_run_dir = std::move(directory);
  put(session, now_ms);
}

void Sessions::put(const Session& session, std::int64_t now_ms) {
  const bool empty = session == Session{};
  const auto done = empty ? file_->remove() : file_->write(session, now_ms);
  if (done.ok()) {
    written_ = session;
  } else {
    base::log::warn("the session file " + file_->path().string() + " was not written: " + done.error().message);
  }
}

}  // namespace energy::runtime
