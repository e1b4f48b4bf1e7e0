// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "kernel/kernel.h"
#include "support/policies.h"

// A kernel in a small world of its own: a clock that stands still, randomness from a seed, a state
// directory that goes away with it.
namespace kernel::testing_world {

class SeededEntropy final : public base::Entropy {
 public:
  explicit SeededEntropy(std::uint64_t seed) : engine_(seed) {}
  void fill(char* out, std::size_t size) override {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<char>(engine_() & 0xff);
  }

 private:
  std::mutex mutex_;
  std::mt19937_64 engine_;
};

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "lintel-kernel-XXXXXX").native();
    path = ::mkdtemp(name.data());
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

inline const Principal ada = human_principal("ada");
inline const Principal bot = agent_principal("ada", "layout-bot");
inline const Principal other_bot = agent_principal("ada", "other-bot");
inline const Principal eve_bot = agent_principal("eve", "layout-bot");

enum class Where { in_memory, on_disk };

class World {
 public:
  // `vfs`: a disk of the test's own.
  explicit World(Where where = Where::in_memory, const Policy& policy = support::built_in_policy(),
                 std::string vfs = {})
      : policy_(policy), where_(where), vfs_(std::move(vfs)) {
    start();
  }

  void start() {
    Kernel::Options options{.policy = policy_};
    if (where_ == Where::on_disk) options.state_dir = state();
    options.approvers_file = directory_.path / "approvers.json";
    options.clock = &clock;
    options.entropy = &entropy;
    options.vfs = vfs_;
    options.kept_bytes = kept_bytes;
    options.read_only = read_only;
    options.expand = expand;
    options.terms = terms;
    std::filesystem::create_directories(files());
    kernel = std::make_unique<Kernel>(std::move(options), base::Roots::open({files()}).value());
  }
  void restart() {
    kernel.reset();
    start();
  }

  std::int64_t kept_bytes = 1'000'000;  // from the next start on, as the next
  bool read_only = false;
  Expand expand = nullptr;
  Terms terms = {};

  std::filesystem::path state() const { return directory_.path / "state"; }
  std::filesystem::path files() const { return directory_.path / "files"; }
  std::filesystem::path place(const char* name) const { return directory_.path / name; }

  // A call of the "ids" toolset: direct, no reasoning asked for.
  static Call call(const Principal& who = bot, Permission needs = Permission::modify) {
    Call made;
    made.principal = who;
    made.tool = "test_tool";
    made.toolset = "ids";
    made.needs = needs;
    made.workspace_key = "cwd:/plans";
    return made;
  }
  static Call reading(const Principal& who = bot) { return call(who, Permission::read); }

  // Starts something that answers later, and waits for the answer.
  template <class Start>
  static Result<Outcome> wait(Start start) {
    std::promise<Result<Outcome>> promise;
    auto answer = promise.get_future();
    start([&promise](Result<Outcome> outcome) { promise.set_value(std::move(outcome)); });
    return answer.get();
  }
  Result<Outcome> change(const Call& call, const Kernel::Plan& plan) const {
    return wait([&](Kernel::Done done) { kernel->change(call, plan, std::move(done)); });
  }
  Result<Outcome> undo(const Call& call, const std::string& id = {}) const {
    return wait([&](Kernel::Done done) { kernel->undo(call, id, std::move(done)); });
  }
  Result<Outcome> redo(const Call& call, const std::string& id = {}) const {
    return wait([&](Kernel::Done done) { kernel->redo(call, id, std::move(done)); });
  }
  std::optional<Json> body(const std::string& id, const Call& call = reading()) const {
    std::optional<Json> found;
    const auto look = [&](const View& view) -> Result<Json> {
      if (const auto element = view.element(id)) found = element->body;
      return Json();
    };
    const auto outcome = kernel->read(call, look);
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
    return found;
  }
  std::vector<Event> events(const Call& call = reading()) const {
    return kernel->history(call, 0, 1000).value().events;
  }

  // A terminal with Ada's key.
  const base::SigningKey& key_of_ada() {
    if (!key_) {
      key_ = base::make_signing_key(entropy);
      EXPECT_TRUE(save_approvers(directory_.path / "approvers.json", {{"ada", ada.user_id, key_->public_key}}).ok());
    }
    return *key_;
  }
  Result<Kernel::Challenge> challenge(const std::string& id) const {
    std::promise<Result<Kernel::Challenge>> promise;
    auto answer = promise.get_future();
    kernel->challenge(id, [&promise](Result<Kernel::Challenge> challenge) { promise.set_value(std::move(challenge)); });
    return answer.get();
  }
  Ballot ballot(const Kernel::Challenge& challenge, bool approve = true, const Principal& by = ada) {
    Ballot made;
    made.approve = approve;
    made.by = by;
    made.change_digest = challenge.pending.change_digest;
    made.channel = "terminal";
    made.assurance = Assurance::a2;
    made.nonce = challenge.nonce;
    made.public_key = key_of_ada().public_key;
    made.signature = base::sign(key_of_ada(), ballot_message(made, challenge.pending.id));
    return made;
  }
  Result<Outcome> cast(const std::string& id, const Ballot& ballot) const {
    return wait([&](Kernel::Done done) { kernel->decide(id, ballot, std::move(done)); });
  }
  Result<Outcome> decide(const std::string& id, bool approve = true) {
    const auto issued = challenge(id);
    if (!issued.ok()) return issued.error();
    return cast(id, ballot(*issued, approve));
  }

  base::ManualClock clock{1'800'000'000'000};
  SeededEntropy entropy{7};
  std::unique_ptr<Kernel> kernel;

 private:
  TemporaryDirectory directory_;
  Policy policy_;
  Where where_;
  std::string vfs_;
  std::optional<base::SigningKey> key_;
};

inline Element note(const std::string& id, Json body, const std::string& category = "note") {
  Element element;
  element.id = id;
  element.category = category;
  element.body = std::move(body);
  return element;
}

inline Kernel::Plan put(const Element& element) {
  return [element](const View&) -> Result<Change> {
    Change change;
    change.put(element);
    change.summary = "Put " + element.id;
    change.result = Json::object({{"id", element.id}});
    return change;
  };
}

inline Kernel::Plan remove(const std::string& id) {
  return [id](const View&) -> Result<Change> {
    Change change;
    change.remove(id);
    change.summary = "Remove " + id;
    return change;
  };
}

// Reads a number and writes the next one.
inline Kernel::Plan count_up(const std::string& id) {
  return [id](const View& view) -> Result<Change> {
    const auto before = view.element(id);
    Change change;
    change.put(note(id, Json::object({{"n", before ? before->body.at("n").as_integer() + 1 : 1}})));
    return change;
  };
}

inline Code code_of(const Result<Outcome>& outcome) { return outcome.ok() ? Code::internal : outcome.error().code; }

}  // namespace kernel::testing_world
