// SPDX-License-Identifier: Apache-2.0
#include "kernel/policy_pins.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/files.h"
#include "base/text.h"

namespace kernel {

namespace {

constexpr std::string_view built_in_word = "built-in";
constexpr std::string_view message_context = "lintel/policy-pin/v1\n";
constexpr std::size_t max_pins_bytes = std::size_t{64} << 20;

std::filesystem::path pins_file(const std::filesystem::path& state_dir) { return state_dir / "policy.pins"; }
std::filesystem::path mark_file(const std::filesystem::path& state_dir) { return state_dir / "last" / "policy.pins"; }

Error broken(const std::string& why) {
  return fail(Code::denied, "the list of accepted policies does not hold together: " + why, "policy.pins",
              "Somebody altered it. Put it back from a backup; without the approver's key it cannot be made anew.");
}

Json without_signature(const PolicyPin& pin) {
  Json approvers = Json::array();
  for (const auto& key : pin.approvers) approvers.push_back(base::hex(key));
  Json json = Json::object({{"v", 1}, {"generation", pin.generation}, {"policy", pin.policy}});
  json.set("source", pin.source).set("text", pin.text).set("approvers", std::move(approvers));
  if (!pin.reserves.empty()) json.set("reserves", Json(Json::Array(pin.reserves.begin(), pin.reserves.end())));
  json.set("time", base::iso8601(pin.time_ms)).set("time_ms", pin.time_ms).set("previous", pin.previous);
  json.set(
      "by",
      Json::object({{"name", pin.by.name}, {"user_id", pin.by.user_id}, {"public_key", base::hex(pin.by.public_key)}}));
  return json;
}

Result<std::string> message_of(const Json& without) {
  return std::string(message_context) + TRY(base::canonical_json(without));
}

std::optional<PolicyPin> pin_from(const Json& json) {
  const Json* generation = json.find("generation");
  const Json* approvers = json.find("approvers");
  const Json* time = json.find("time_ms");
  const Json* by = json.find("by");
  if (!generation || !generation->is_integer() || !approvers || !approvers->is_array() || !time ||
      !time->is_integer() || !by || !by->is_object())
    return std::nullopt;
  PolicyPin pin;
  pin.generation = generation->as_integer();
  pin.policy = json.text("policy");
  pin.source = json.text("source");
  pin.text = json.text("text");
  pin.time_ms = time->as_integer();
  pin.previous = json.text("previous");
  for (const auto& key : approvers->as_array()) {
    auto raw = key.is_string() ? base::unhex(key.as_string()) : std::nullopt;
    if (!raw) return std::nullopt;
    pin.approvers.push_back(std::move(*raw));
  }
  if (const Json* reserves = json.find("reserves")) {
    if (!reserves->is_array()) return std::nullopt;
    for (const auto& principal : reserves->as_array()) {
      if (!principal.is_string()) return std::nullopt;
      pin.reserves.push_back(principal.as_string());
    }
  }
  auto key = base::unhex(by->text("public_key"));
  if (!key) return std::nullopt;
  pin.by = {std::string(by->text("name")), std::string(by->text("user_id")), std::move(*key)};
  return pin;
}

bool is_among(const std::vector<std::string>& keys, const std::string& key) {
  return std::ranges::find(keys, key) != keys.end();
}

// Held while the file is read, extended and written.
Result<base::Descriptor> lock_of(const std::filesystem::path& state_dir) {
  TRY(base::make_private_directory(state_dir));
  const auto path = state_dir / "policy.pins.lock";
  base::Descriptor lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!lock || ::flock(lock.get(), LOCK_EX) != 0) return fail(Code::io, "cannot lock " + path.string());
  return lock;
}

// Empty: there is none.
Result<std::string> text_or_nothing(const std::filesystem::path& path) {
  std::error_code error;
  const auto kind = std::filesystem::symlink_status(path, error).type();
  if (kind == std::filesystem::file_type::not_found) return std::string();
  if (kind != std::filesystem::file_type::regular) return broken("something else is in its place");
  std::string text = TRY(base::read_file(path, max_pins_bytes));
  if (!text.ends_with('\n')) return broken("its last line has no end");
  return text;
}

}  // namespace

void reserve(PolicyPin& pin, const std::vector<std::string>& principals) {
  pin.reserves.insert(pin.reserves.end(), principals.begin(), principals.end());
  std::ranges::sort(pin.reserves);
  const auto again = std::ranges::unique(pin.reserves);
  pin.reserves.erase(again.begin(), again.end());
}

Result<PolicyPins> PolicyPins::load(const std::filesystem::path& state_dir) {
  PolicyPins pins;
  if (state_dir.empty()) return pins;
  const std::string text = TRY(text_or_nothing(pins_file(state_dir)));
  if (!text.empty()) {
    for (const std::string_view line : base::split(std::string_view(text).substr(0, text.size() - 1), '\n'))
      TRY(pins.take(line));
  }
  const std::string known = TRY(text_or_nothing(mark_file(state_dir)));
  if (!pins.pass_through(base::trim(known)))
    return broken("the last one that was known here is not in it; it was removed, replaced or set back");
  return pins;
}

Result<void> PolicyPins::remember(const std::filesystem::path& state_dir) const {
  const std::string known = TRY(text_or_nothing(mark_file(state_dir)));
  if (state_dir.empty() || empty() || base::trim(known) == mark()) return {};
  TRY(base::make_private_directory(state_dir / "last"));
  return base::write_file_atomic(mark_file(state_dir), mark() + "\n", 0600);
}

std::string PolicyPins::text() const {
  std::string all;
  for (const std::string& line : lines_) all.append(line).append("\n");
  return all;
}

// One more line, if it follows from those before.
Result<void> PolicyPins::take(std::string_view line) {
  const std::string where = "line " + std::to_string(pins_.size() + 1);
  const auto json = base::parse_json(line);
  auto pin = json.ok() && json->is_object() ? pin_from(*json) : std::nullopt;
  if (!pin) return broken(where + " is damaged");
  const bool first = pins_.empty();
  if (pin->generation != static_cast<std::int64_t>(pins_.size()) + 1 ||
      pin->previous != (first ? std::string() : digests_.back()))
    return broken(where + " does not follow the one before");
  const bool text_fits = pin->policy == built_in_word ? pin->text.empty() : pin->policy == base::sha256_hex(pin->text);
  if (!text_fits) return broken(where + " has another policy's text");
  const auto signature = base::unhex(json->text("signature"));
  const bool unsigned_first = first && pin->by.public_key.empty() && json->find("signature") == nullptr;
  if (!unsigned_first) {
    const auto& admitted = first ? pin->approvers : pins_.back().approvers;
    if (!is_among(admitted, pin->by.public_key)) return broken(where + " is signed by nobody who may accept a policy");
    if (!signature || !base::verify_signature(pin->by.public_key, TRY(message_of(without_signature(*pin))), *signature))
      return broken(where + " is not what was signed");
  }
  digests_.push_back(base::sha256_hex(line));
  lines_.emplace_back(line);
  pins_.push_back(*std::move(pin));
  return {};
}

std::string PolicyPins::mark() const {
  return pins_.empty() ? std::string() : std::to_string(pins_.size()) + " " + digests_.back();
}

bool PolicyPins::pass_through(std::string_view mark) const {
  if (mark.empty()) return true;
  for (std::size_t i = 0; i < digests_.size(); ++i) {
    if (mark == std::to_string(i + 1) + " " + digests_[i]) return true;
  }
  return false;
}

Result<Policy> PolicyPins::policy(const Policy& built_in) const {
  const PolicyPin& pin = last();
  auto read = pin.policy == built_in_word ? Result<Policy>(built_in) : Policy::parse(pin.text, pin.source, built_in);
  if (read.ok()) return read->accepted_as(mark()).reserving(pin.reserves, "policy.pins");
  return fail(read.error().code, "the accepted policy cannot be read by this version: " + read.error().message,
              pin.source, "Correct the file and accept it: lintel policy accept");
}

bool PolicyPins::holds(const Policy& policy) const {
  return last().policy == (policy.is_built_in() ? std::string(built_in_word) : policy.digest());
}

PolicyPin PolicyPins::next(const Policy& policy, std::vector<std::string> approvers, std::int64_t time_ms) const {
  PolicyPin pin;
  pin.generation = static_cast<std::int64_t>(pins_.size()) + 1;
  pin.policy = policy.is_built_in() ? std::string(built_in_word) : policy.digest();
  pin.source = policy.source();
  if (!policy.is_built_in()) pin.text = policy.text();
  pin.approvers = std::move(approvers);
  pin.time_ms = time_ms;
  if (!pins_.empty()) pin.reserves = last().reserves;
  if (!digests_.empty()) pin.previous = digests_.back();
  return pin;
}

PolicyPin PolicyPins::again(std::vector<std::string> approvers, std::int64_t time_ms) const {
  PolicyPin pin = last();
  ++pin.generation;
  pin.approvers = std::move(approvers);
  pin.time_ms = time_ms;
  pin.previous = digests_.back();
  return pin;
}

Result<PolicyPins> PolicyPins::add(const std::filesystem::path& state_dir, PolicyPin pin, const Approver& by,
                                   const base::SigningKey* key) const {
  const auto lock = TRY(lock_of(state_dir));
  const PolicyPins on_disk = TRY(load(state_dir));
  if (on_disk.mark() != mark())
    return fail(Code::stale, "another policy was accepted in the meantime", pins_file(state_dir).string(),
                "Look again with: lintel policy show");
  if (key != nullptr) pin.by = by;
  Json json = without_signature(pin);
  if (key != nullptr) json.set("signature", base::hex(base::sign(*key, TRY(message_of(json)))));
  PolicyPins longer = *this;
  TRY(longer.take(json.dump()));
  TRY(base::write_file_atomic(pins_file(state_dir), longer.text(), 0600));
  TRY(longer.remember(state_dir));
  return longer;
}

}  // namespace kernel
