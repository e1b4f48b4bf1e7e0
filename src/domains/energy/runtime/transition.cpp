// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/transition.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "domains/energy/runtime/worker.h"

namespace energy::runtime {

namespace {

namespace fs = std::filesystem;
using base::Code;
using base::fail;
using base::Result;

constexpr std::chrono::seconds longest{600};
constexpr std::size_t max_model = 100'000'000;
constexpr std::size_t audit_shown = 10'000;

// "V24-2-0": major and minor.
std::optional<std::array<int, 2>> version_in(std::string_view name) {
  if (!name.starts_with("V")) return std::nullopt;
  std::string text(name.substr(1));
  std::ranges::replace(text, '-', '.');
  const auto version = engine::Version::parse(text);
  if (!version) return std::nullopt;
  return std::array<int, 2>{version->major, version->minor};
}

// What the programs look for where they work: the dictionaries of the versions, and lists of renamed variables.
void link_tables(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (const auto& each : fs::directory_iterator(from, error)) {
    const auto ending = base::lower_ascii(each.path().extension().string());
    std::error_code ignored;
    if (ending == ".idd" || ending == ".csv") fs::create_symlink(each.path(), to / each.path().filename(), ignored);
  }
}

std::string audit_in(const fs::path& directory) {
  std::error_code error;
  for (const auto& each : fs::directory_iterator(directory, error)) {
    if (each.path().extension() != ".audit" && each.path().filename() != "audit.out") continue;
    if (const auto text = base::read_file(each.path(), max_model); text.ok())
      return base::printable(base::trim(*text), audit_shown);
  }
  return {};
}

base::Error failed(const fs::path& program, const fs::path& directory, const std::string& why) {
  const auto log = base::read_file(directory / "worker.log", 100'000);
  const std::string said = log.ok() ? base::printable(base::trim(*log), 1000) : std::string();
  return fail(Code::constraint, program.filename().string() + " " + why + (said.empty() ? "" : ". It said: " + said),
              "target_version", "The model is as it was.");
}

}  // namespace

Transitions::Transitions(std::span<const fs::path> places) {
  constexpr std::string_view prefix = "Transition-", between = "-to-";
  for (const auto& place : places) {
    std::error_code error;
    for (const auto& each : fs::directory_iterator(place / "PreProcess" / "IDFVersionUpdater", error)) {
      const std::string name = each.path().filename().string();
      const auto middle = name.find(between);
      if (!name.starts_with(prefix) || middle == std::string::npos) continue;
      const auto from = version_in(std::string_view(name).substr(prefix.size(), middle - prefix.size()));
      const auto to = version_in(std::string_view(name).substr(middle + between.size()));
      if (from && to) programs_.emplace(Step{(*from)[0], (*from)[1], (*to)[0], (*to)[1]}, each.path());
    }
  }
}

std::optional<fs::path> Transitions::find(const engine::Version& from, const engine::Version& to) const {
  const auto found = programs_.find({from.major, from.minor, to.major, to.minor});
  return found == programs_.end() ? std::nullopt : std::optional(found->second);
}

// The program takes a path, writes the new model over it, and keeps the old one beside it (.idfold).
Result<Transitioned> run_transition(const Runs& runs, const std::string& workspace, const fs::path& program,
                                    const std::string& idf, const base::Cancel& cancel) {
  const WorkDirectory directory = TRY(runs.scratch(workspace));
  link_tables(program.parent_path(), directory.path());
  TRY(base::write_file_atomic(directory.path() / "in.idf", idf, 0600));
  WorkerOrders orders{.directory = directory.path().string()};
  orders.program = program.string();
  orders.arguments = {(directory.path() / "in.idf").string()};
  const WorkerEnd end = TRY(run_worker(orders, cancel, longest, nullptr));
  if (end.how == WorkerEnd::How::cancelled) return fail(Code::cancelled, "The migration was cancelled.");
  if (end.how == WorkerEnd::How::timed_out) return failed(program, directory.path(), "took longer than ten minutes");
  if (end.how != WorkerEnd::How::finished || !end.problem.empty() || end.code != 0)
    return failed(program, directory.path(), "failed");
  Transitioned out{TRY(base::read_file(directory.path() / "in.idf", max_model)), audit_in(directory.path())};
  if (out.idf == idf) return failed(program, directory.path(), "left the model as it was");
  return out;
}

}  // namespace energy::runtime
