// SPDX-License-Identifier: Apache-2.0
#include "kernel/heads.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/text.h"

namespace kernel {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_bytes = std::size_t{64} << 20;
constexpr std::string_view approver_purpose = "lintel/approver/v1";

std::string hex_of(const base::Digest& digest) {
  return base::hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string head_message(const std::string& workspace, const HeadFile::Line& line) {
  return std::string("lintel/head/v1\0", 15) + workspace + '\0' + std::to_string(line.seq) + '\0' + line.hash + '\0' +
         line.time;
}

Json to_json(const HeadFile::Line& line) {
  return Json::object({{"seq", line.seq}, {"hash", line.hash}, {"time", line.time}, {"signature", line.signature}});
}

Result<HeadFile::Line> line_from(const Json& json, const fs::path& path) {
  const Json* seq = json.find("seq");
  if (!seq || !seq->is_integer()) return fail(Code::parse, "the file of heads is damaged", path.native());
  return HeadFile::Line{seq->as_integer(), std::string(json.text("hash")), std::string(json.text("time")),
                        std::string(json.text("signature"))};
}

// Where the last whole line ends. What a crash cut short behind it proves nothing.
off_t end_of_lines(int fd) {
  const off_t size = ::lseek(fd, 0, SEEK_END);
  std::array<char, 4096> tail;
  const off_t from = std::max<off_t>(0, size - std::ssize(tail));
  const ssize_t got = ::pread(fd, tail.data(), tail.size(), from);
  if (size < 0 || got < 0) return -1;
  const std::size_t end = std::string_view(tail.data(), static_cast<std::size_t>(got)).rfind('\n');
  if (end == std::string_view::npos) return from == 0 ? 0 : size;
  return from + static_cast<off_t>(end) + 1;
}

// All of it or nothing: half a line would spoil those that follow.
bool write_at_end(int fd, off_t end, const std::string& bytes) {
  if (::ftruncate(fd, end) != 0) return false;
  if (::pwrite(fd, bytes.data(), bytes.size(), end) == std::ssize(bytes)) return true;
  const int error = errno;
  if (::ftruncate(fd, end) == 0) errno = error;
  return false;
}

Result<void> append_line(const fs::path& path, const std::string& line) {
  TRY(base::make_private_directory(path.parent_path()));
  const base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  const off_t end = file ? end_of_lines(file.get()) : -1;
  if (end < 0 || !write_at_end(file.get(), end, line + "\n") || ::fdatasync(file.get()) != 0)
    return fail(Code::io, "cannot write " + path.native() + ": " + std::generic_category().message(errno));
  return end == 0 ? base::sync_directory(path.parent_path())
                  : Result<void>();  // a new file has to be in its place, too
}

std::string named_text(std::string_view purpose, std::string_view text) {
  return std::string(purpose).append(1, '\0').append(text);
}

std::string approver_text(const Json& json) {
  return std::string(json.text("user_id")).append(1, '\0').append(json.text("public_key"));
}

}  // namespace

Result<std::string> keep_random_bytes(const fs::path& path, std::size_t size, base::Entropy& entropy) {
  TRY(base::make_private_directory(path.parent_path()));
  std::error_code error;
  if (!fs::exists(path, error)) {
    TRY(base::create_file(path, entropy.bytes(size), 0600));
  }
  std::string bytes = TRY(base::read_file(path, size));
  if (bytes.size() != size) return fail(Code::io, path.native() + " is damaged");
  return bytes;
}

std::optional<std::size_t> seal_place(std::string_view bytes, std::string_view seal) {
  constexpr std::string_view name = "\"seal\":\"";
  if (seal.size() != 64) return std::nullopt;
  const std::size_t at = bytes.find(std::string(name).append(seal).append("\",\"seq\":"));
  if (at == std::string_view::npos) return std::nullopt;
  return at + name.size();
}

HeadFile::HeadFile(fs::path state_dir, base::Entropy& entropy) : state_dir_(std::move(state_dir)), entropy_(entropy) {}

Result<base::SigningKey> HeadFile::key_locked() {
  if (key_) return *key_;
  const std::string seed =
      state_dir_.empty() ? entropy_.bytes(32) : TRY(keep_random_bytes(state_dir_ / "head.key", 32, entropy_));
  seal_key_ = base::sha256(named_text("lintel/seal/v1", seed));
  key_ = base::signing_key_from_seed(seed);
  return *key_;
}

fs::path HeadFile::heads_of(const std::string& workspace) const {
  return state_dir_ / "heads" / (workspace + ".jsonl");
}

Result<void> HeadFile::append(const std::string& workspace, std::int64_t seq, const base::Digest& hash,
                              std::int64_t time_ms, const std::string& record) {
  if (state_dir_.empty() || seq == 0) return {};
  const std::lock_guard lock(mutex_);
  if (seq <= TRY(last_seq_locked(workspace))) return {};
  const base::SigningKey key = TRY(key_locked());
  Line line{seq, hex_of(hash), base::iso8601(time_ms), {}};
  line.signature = base::hex(base::sign(key, head_message(workspace, line)));
  TRY(append_line(heads_of(workspace), to_json(line).dump()));
  TRY(base::make_private_directory(state_dir_ / "last"));
  TRY(base::write_file_atomic(state_dir_ / "last" / workspace, to_json(line).set("record", record).dump() + "\n",
                              0600));
  last_seq_[workspace] = seq;
  return {};
}

Result<std::int64_t> HeadFile::last_seq_locked(const std::string& workspace) {
  if (const auto known = last_seq_.find(workspace); known != last_seq_.end()) return known->second;
  const std::optional<Last> kept = TRY(last(workspace));
  std::int64_t seq = kept ? kept->line.seq : 0;
  // Before there was a second place only the file of heads told it.
  if (!kept) {
    for (const Line& line : TRY(lines(workspace))) seq = std::max(seq, line.seq);
  }
  return last_seq_[workspace] = seq;
}

void HeadFile::restart(const std::string& workspace, std::int64_t seq) {
  const std::lock_guard lock(mutex_);
  last_seq_[workspace] = seq;
}

Result<std::vector<HeadFile::Line>> HeadFile::lines(const std::string& workspace) const {
  std::vector<Line> all;
  const fs::path path = heads_of(workspace);
  std::error_code error;
  if (state_dir_.empty() || !fs::exists(path, error)) return all;
  const std::string text = TRY(base::read_file(path, largest_bytes));
  // A line without its end was cut by a crash and proves nothing.
  const std::size_t whole = text.rfind('\n') + 1;
  for (const std::string_view row : base::split(std::string_view(text).substr(0, whole), '\n')) {
    if (row.empty()) continue;
    const Result<Json> json = base::parse_json(row);
    if (!json.ok()) return fail(Code::parse, "the file of heads is damaged", path.native());
    all.push_back(TRY(line_from(*json, path)));
  }
  return all;
}

Result<std::optional<HeadFile::Last>> HeadFile::last(const std::string& workspace) const {
  const fs::path path = state_dir_ / "last" / workspace;
  std::error_code error;
  if (state_dir_.empty() || !fs::exists(path, error)) return std::optional<Last>();
  const std::string text = TRY(base::read_file(path, largest_bytes));
  const Json json = TRY(base::parse_json(text));
  Line line = TRY(line_from(json, path));
  return std::optional<Last>(Last{std::move(line), std::string(json.text("record"))});
}

bool HeadFile::verify(const std::string& workspace, const Line& line) {
  const std::lock_guard lock(mutex_);
  const Result<base::SigningKey> key = key_locked();
  const std::optional<std::string> signature = base::unhex(line.signature);
  return key.ok() && signature && base::verify_signature(key->public_key, head_message(workspace, line), *signature);
}

Result<std::string> HeadFile::public_key() {
  const std::lock_guard lock(mutex_);
  return TRY(key_locked()).public_key;
}

Result<std::string> HeadFile::seal(std::string_view bytes) {
  base::Digest key;
  {
    const std::lock_guard lock(mutex_);
    if (!key_) TRY(key_locked());
    key = seal_key_;
  }
  return hex_of(base::hmac_sha256(key, bytes));
}

Result<std::string> HeadFile::sign_text(std::string_view purpose, std::string_view text) {
  const std::lock_guard lock(mutex_);
  const base::SigningKey key = TRY(key_locked());
  return base::hex(base::sign(key, named_text(purpose, text)));
}

bool HeadFile::verify_text(std::string_view purpose, std::string_view text, std::string_view signature_hex) {
  const std::lock_guard lock(mutex_);
  const Result<base::SigningKey> key = key_locked();
  const std::optional<std::string> signature = base::unhex(signature_hex);
  return key.ok() && signature && base::verify_signature(key->public_key, named_text(purpose, text), *signature);
}

Result<void> HeadFile::know(const std::vector<Approver>& approvers) {
  if (state_dir_.empty()) return {};
  const std::vector<Approver> before = TRY(known());
  for (const Approver& approver : approvers) {
    const auto same = [&](const Approver& other) {
      return other.public_key == approver.public_key && other.user_id == approver.user_id;
    };
    if (std::ranges::any_of(before, same)) continue;
    Json json = Json::object(
        {{"name", approver.name}, {"user_id", approver.user_id}, {"public_key", base::hex(approver.public_key)}});
    json.set("signature", TRY(sign_text(approver_purpose, approver_text(json))));
    TRY(append_line(state_dir_ / "approvers.jsonl", json.dump()));
  }
  return {};
}

Result<std::string> HeadFile::known_text() const {
  const fs::path path = state_dir_ / "approvers.jsonl";
  std::error_code error;
  if (state_dir_.empty() || !fs::exists(path, error)) return std::string();
  return base::read_file(path, largest_bytes);
}

Result<std::vector<Approver>> HeadFile::known() {
  std::vector<Approver> all;
  const std::string text = TRY(known_text());
  for (const std::string_view row : base::split(text, '\n')) {
    const Result<Json> json = base::parse_json(row);
    if (!json.ok() || !verify_text(approver_purpose, approver_text(*json), json->text("signature"))) continue;
    const std::optional<std::string> key = base::unhex(json->text("public_key"));
    if (key) all.push_back({std::string(json->text("name")), std::string(json->text("user_id")), *key});
  }
  return all;
}

}  // namespace kernel
