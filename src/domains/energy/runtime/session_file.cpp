// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/session_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/files.h"
#include "base/json.h"
#include "base/log.h"
#include "base/text.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Json;
using base::Result;

constexpr std::size_t max_bytes = std::size_t{64} << 10;

fs::path sessions_directory() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const fs::path home = cache != nullptr && *cache != '\0' ? fs::path(cache) : base::home_directory() / ".cache";
  return home / "idfkit" / "sessions";
}

base::Error not_one(std::string why) { return fail(Code::parse, std::move(why)); }

struct Opened {
  std::string bytes;
  std::int64_t modified_ms = 0;
};

// nullopt: there is none.
Result<std::optional<Opened>> open_session(const fs::path& path) {
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (!file && (errno == ENOENT || errno == ENOTDIR)) return std::optional<Opened>();
  if (!file) return not_one(errno == ELOOP ? "it is a link" : std::strerror(errno));
  struct stat about{};
  if (::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode)) return not_one("it is not a regular file");
  if (about.st_uid != ::geteuid()) return not_one("it is another user's");
  if (about.st_size > static_cast<off_t>(max_bytes)) return not_one("it is too large");
  Opened out{.bytes = std::string(max_bytes + 1, '\0'),
             .modified_ms = std::int64_t{about.st_mtim.tv_sec} * 1000 + about.st_mtim.tv_nsec / 1'000'000};
  std::size_t size = 0;
  while (size < out.bytes.size()) {
    const auto got = ::read(file.get(), out.bytes.data() + size, out.bytes.size() - size);
    if (got < 0) return not_one(std::strerror(errno));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > max_bytes) return not_one("it is too large");
  out.bytes.resize(size);
  return std::optional(std::move(out));
}

// A path that could be one: absolute, and nothing that would end it early.
Result<std::string> path_in(const Json& json, std::string_view name) {
  const Json* value = json.find(name);
  if (value == nullptr || value->is_null()) return std::string();
  if (!value->is_string()) return not_one(std::string(name) + " is not a text");
  const std::string& text = value->as_string();
  if (text.empty() || text.front() != '/' || text.size() > 4096 || text.find('\0') != std::string::npos)
    return not_one(std::string(name) + " is not an absolute path");
  return text;
}

Result<SessionFile::Read> parsed(const Opened& opened, const std::string& working_directory) {
  const Json json = TRY(base::parse_json(opened.bytes));
  if (!json.is_object()) return not_one("it is not a JSON object");
  const Json* version = json.find("version");
  if (version == nullptr || !version->is_integer() || version->as_integer() != 1)
    return not_one("it is not of version 1");
  if (json.find("cwd") != nullptr && json.text("cwd") != working_directory)
    return not_one("it is of another directory");
  SessionFile::Read out{.updated_ms = base::parse_iso8601(json.text("updated_at")).value_or(opened.modified_ms)};
  out.session.file_path = TRY(path_in(json, "file_path"));
  out.session.simulation_run_dir = TRY(path_in(json, "simulation_run_dir"));
  out.session.weather_file = TRY(path_in(json, "weather_file"));
  return out;
}

// As Python's datetime.isoformat() writes it.
std::string moment(std::int64_t now_ms) {
  std::string out = base::iso8601(now_ms);
  out.replace(out.size() - 1, 1, "000+00:00");
  return out;
}

// What is there may be replaced: nothing, or a session file of our own user.
Result<void> check_place(const fs::path& path) {
  struct stat about{};
  const fs::path directory = path.parent_path();
  if (::stat(directory.c_str(), &about) != 0) return fail(Code::io, std::strerror(errno), directory.string());
  if (about.st_uid != ::geteuid()) return fail(Code::io, "the directory is another user's", directory.string());
  if (::lstat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode))
    return fail(Code::io, "what is there is not a regular file", path.string());
  return {};
}

}  // namespace

SessionFile::SessionFile(std::string working_directory)
    : working_directory_(std::move(working_directory)),
      path_(sessions_directory() / (base::sha256_hex(working_directory_).substr(0, 12) + ".json")) {}

std::optional<SessionFile::Read> SessionFile::read() const {
  const auto read = [&]() -> Result<std::optional<Read>> {
    const auto opened = TRY(open_session(path_));
    if (!opened) return std::optional<Read>();
    return std::optional(TRY(parsed(*opened, working_directory_)));
  }();
  if (read.ok()) return *read;
  base::log::warn("the session file " + path_.string() + " is not used: " + base::printable(read.error().message, 200));
  return std::nullopt;
}

Result<void> SessionFile::write(const Session& session, std::int64_t now_ms) const {
  TRY(base::make_private_directory(path_.parent_path(), base::Lasting::no));
  TRY(check_place(path_));
  Json out = Json::object({{"version", 1}, {"cwd", working_directory_}, {"updated_at", moment(now_ms)}});
  if (!session.file_path.empty()) out.set("file_path", session.file_path);
  if (!session.simulation_run_dir.empty()) out.set("simulation_run_dir", session.simulation_run_dir);
  if (!session.weather_file.empty()) out.set("weather_file", session.weather_file);
  return base::write_file_atomic(path_, out.pretty(), 0600);
}

Result<void> SessionFile::remove() const {
  struct stat about{};
  if (::lstat(path_.c_str(), &about) != 0) return {};
  TRY(check_place(path_));
  if (::unlink(path_.c_str()) != 0 && errno != ENOENT) return fail(Code::io, std::strerror(errno), path_.string());
  return {};
}

}  // namespace energy::runtime
