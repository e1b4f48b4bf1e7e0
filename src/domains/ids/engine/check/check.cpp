// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/check/check.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/text.h"
#include "domains/ids/engine/check/near_miss.h"
#include "domains/ids/engine/facets/facet.h"

namespace ids::engine {
namespace {

using base::Code;
using base::Result;
using formats::ids::Cardinality;
using formats::ids::Specification;

constexpr std::size_t chunk_size = 2048;       // candidates that a thread takes at once
constexpr std::size_t worth_threads = 20'000;  // records; below, one thread is done sooner

// ---- specifications made ready

struct ReadyRequirement {
  std::unique_ptr<FacetCheck> check;
  Cardinality cardinality = Cardinality::required;
};
struct ReadySpecification {
  std::vector<std::unique_ptr<FacetCheck>> applicability;
  std::size_t broad = 0;  // which facet gives the candidates
  std::vector<ReadyRequirement> requirements;
  Cardinality cardinality = Cardinality::required;
};

// "/ids/specifications/specification[2]/requirements/property[1]"
std::string position(std::size_t specification, const char* part, const std::vector<formats::ids::Facet>& facets,
                     std::size_t at) {
  const auto kind = formats::ids::kind(facets[at]);
  const auto same = std::count_if(facets.begin(), facets.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                  [&](const auto& each) { return formats::ids::kind(each) == kind; });
  return "/ids/specifications/specification[" + std::to_string(specification + 1) + "]/" + part + "/" +
         std::string(kind) + "[" + std::to_string(same) + "]";
}

// Entities are found at once; an attribute such as Name may be anywhere.
int breadth(const formats::ids::Facet& facet) {
  if (std::holds_alternative<formats::ids::EntityFacet>(facet)) return 0;
  return std::holds_alternative<formats::ids::AttributeFacet>(facet) ? 2 : 1;
}

// Occurrences other than the three that IDS knows are the audit's to find; here a minimum of 0 is optional.
Cardinality cardinality_of(const Specification& specification) {
  if (const auto known = specification.cardinality()) return *known;
  if (specification.max_occurs == "0") return Cardinality::prohibited;
  return specification.min_occurs == "0" ? Cardinality::optional : Cardinality::required;
}

Result<std::unique_ptr<FacetCheck>> ready_at(const std::vector<formats::ids::Facet>& facets, std::size_t at,
                                             std::size_t specification, const char* part, const ModelFacts& facts) {
  auto made = ready(facets[at], facts);
  if (!made.ok()) made.error().path = position(specification, part, facets, at);
  return made;
}

Result<ReadySpecification> make_ready(const Specification& specification, std::size_t index, const ModelFacts& facts) {
  ReadySpecification made;
  made.cardinality = cardinality_of(specification);
  for (std::size_t i = 0; i < specification.applicability.size(); ++i) {
    made.applicability.push_back(TRY(ready_at(specification.applicability, i, index, "applicability", facts)));
    if (breadth(specification.applicability[i]) < breadth(specification.applicability[made.broad])) made.broad = i;
  }
  for (std::size_t i = 0; i < specification.requirements.size(); ++i) {
    ReadyRequirement one;
    one.check = TRY(ready_at(specification.requirements, i, index, "requirements", facts));
    one.cardinality = formats::ids::cardinality(specification.requirements[i]);
    made.requirements.push_back(std::move(one));
  }
  return made;
}

// ---- elements

// What was found of a run of candidates.
struct Chunk {
  bool done = false;
  std::vector<Index> applicable;
  std::vector<Failure> failures;
  std::int64_t failed = 0;
  std::vector<std::int64_t> failed_requirements;
};

// True if the element meets the requirement; else `reason` says why not.
bool meets(const ReadyRequirement& requirement, Index element, bool tell, std::string& reason) {
  if (requirement.cardinality == Cardinality::prohibited) {
    if (!requirement.check->anything_met(element, tell ? Tell::what : Tell::nothing, reason)) return true;
    reason += ", which is prohibited";
    return false;
  }
  const auto outcome = requirement.check->test(element, tell ? Tell::why : Tell::nothing, reason);
  return outcome == Outcome::met || (outcome == Outcome::absent && requirement.cardinality == Cardinality::optional);
}

bool is_applicable(const ReadySpecification& ready, Index element) {
  std::string unused;
  return std::all_of(ready.applicability.begin(), ready.applicability.end(),
                     [&](const auto& facet) { return facet->test(element, Tell::nothing, unused) == Outcome::met; });
}

void test_requirements(const ReadySpecification& ready, Index element, std::size_t max_failures, Chunk& chunk) {
  bool failed = false;
  for (std::size_t i = 0; i < ready.requirements.size(); ++i) {
    std::string reason;
    const bool tell = chunk.failures.size() < max_failures;
    if (meets(ready.requirements[i], element, tell, reason)) continue;
    failed = true;
    ++chunk.failed_requirements[i];
    if (tell) chunk.failures.push_back({element, static_cast<int>(i), std::move(reason)});
  }
  chunk.failed += failed ? 1 : 0;
}

void add_prohibited(Index element, std::size_t max_failures, Chunk& chunk) {
  ++chunk.failed;
  if (chunk.failures.size() < max_failures) {
    chunk.failures.push_back({element, -1, "It is what the specification does not allow in a model"});
  }
}

// ---- one specification under way

struct Run {
  ReadySpecification ready;
  std::vector<Index> candidates;
  std::vector<Chunk> chunks;
  std::size_t given = 0, merged = 0;  // chunks
  SpecificationResult result;         // an error from the start where it could not be made ready

  // Chunks are put together in their order, so that the result does not depend on threads.
  void merge(std::size_t max_failures) {
    for (; merged < chunks.size() && chunks[merged].done; ++merged) {
      auto chunk = std::exchange(chunks[merged], {});
      result.applicable.insert(result.applicable.end(), chunk.applicable.begin(), chunk.applicable.end());
      result.failed += chunk.failed;
      for (std::size_t i = 0; i < chunk.failed_requirements.size(); ++i)
        result.requirements[i].failed += chunk.failed_requirements[i];
      const auto room = std::min(max_failures - std::min(max_failures, result.failures.size()), chunk.failures.size());
      std::move(chunk.failures.begin(), chunk.failures.begin() + static_cast<std::ptrdiff_t>(room),
                std::back_inserter(result.failures));
    }
  }
  void finish();
  // Nothing, or little of what it might apply to.
  bool applies_to_few() const {
    if (result.status == Status::error || ready.applicability.empty()) return false;
    return near_miss_is_told(result.applicable.size(), candidates.size());
  }
};

void Run::finish() {
  if (result.status == Status::error) return;
  const auto total = static_cast<std::int64_t>(result.applicable.size());
  result.passed = total - result.failed;
  if (result.failed > 0) result.status = Status::fail;
  if (ready.cardinality == Cardinality::required && total == 0) {
    result.status = Status::fail;
    result.reason = "Nothing in the model is applicable, and something must be";
  }
  if (ready.cardinality == Cardinality::prohibited && total > 0) {
    result.reason =
        std::to_string(total) + (total == 1 ? " element is" : " elements are") + " applicable, and none may be";
  }
  for (auto& each : result.requirements) {
    each.passed = ready.cardinality == Cardinality::prohibited ? 0 : total - each.failed;
    if (each.failed > 0) each.status = Status::fail;
    if (total == 0 && ready.cardinality != Cardinality::prohibited) each.status = Status::not_applicable;
  }
  if (result.status != Status::pass) return;
  if (total == 0 && ready.cardinality == Cardinality::optional) {
    result.status = Status::not_applicable;
    result.reason = "Nothing in the model is applicable: nothing was checked";
  } else if (!result.warnings.empty()) {
    result.status = Status::warning;
  }
}

// ---- the whole document

class Checker {
 public:
  Checker(const formats::ids::Document& document, const formats::ifc::Model& model, const CheckOptions& options)
      : document_(document), model_(model), options_(options), facts_(model) {}

  Result<CheckResult> run() {
    for (std::size_t i = 0; i < document_.specifications.size(); ++i) {
      runs_.push_back(std::make_unique<Run>());
      begin_result(i);
      auto made = make_ready(document_.specifications[i], i, facts_);
      if (made.ok()) {
        runs_.back()->ready = *std::move(made);
      } else {
        could_not_check(runs_.back()->result, made.error());
      }
    }
    in_threads([this] { work(); });
    in_threads([this] { tell_near_misses(); });
    if (failure_) std::rethrow_exception(failure_);
    if (options_.cancel.requested()) return base::fail(Code::cancelled, "the check was cancelled");
    std::vector<Status> statuses;
    for (auto& each : runs_) {
      statuses.push_back(each->result.status);
      answer_.specifications.push_back(std::move(each->result));
    }
    answer_.status = overall(statuses);
    return std::move(answer_);
  }

 private:
  struct Unit {
    Run* run;
    std::size_t chunk;
    std::size_t room;  // for failures
  };

  static void could_not_check(SpecificationResult& result, const base::Error& error) {
    result.status = Status::error;
    result.reason = "It could not be checked: " + error.message + (error.path.empty() ? "" : " at " + error.path);
    if (!error.hint.empty()) result.reason += ". " + error.hint;
    for (auto& each : result.requirements) each.status = Status::error;
  }

  void begin_result(std::size_t index) {
    const auto& specification = document_.specifications[index];
    auto& result = runs_[index]->result;
    result.index = static_cast<int>(index);
    result.name = specification.name;
    result.identifier = specification.identifier;
    for (const auto& facet : specification.requirements)
      result.requirements.push_back({.description = describe(facet, true)});
    result.version_matches = version_matches(specification);
    if (!result.version_matches) {
      warn(result, "is not meant for " + std::string(formats::ifc::text(model_.schema().version())) +
                       ", which the model is; it was checked all the same");
    }
    if (specification.requirements.empty() && cardinality_of(specification) == Cardinality::optional) {
      warn(result, "can never fail: it is optional and asks for nothing");
    }
    if (specification.applicability.empty()) warn(result, "applies to nothing: its applicability is empty");
    add_pattern_notes(specification.applicability, result, "applicability");
    add_pattern_notes(specification.requirements, result, "requirements");
  }

  void warn(SpecificationResult& result, const std::string& what) {
    result.warnings.push_back("It " + what);
    answer_.warnings.push_back("Specification " + std::to_string(result.index + 1) + " (" +
                               base::printable(result.name, 200) + ") " + what);
  }

  void add_pattern_notes(const std::vector<formats::ids::Facet>& facets, SpecificationResult& result,
                         const char* part) {
    for (std::size_t i = 0; i < facets.size(); ++i) {
      for (const auto& note : pattern_notes(facets[i])) {
        if (answer_.warnings.size() >= 1000) return;
        result.warnings.push_back(position(static_cast<std::size_t>(result.index), part, facets, i) + ": " + note);
        answer_.warnings.push_back(result.warnings.back());
      }
    }
  }

  bool version_matches(const Specification& specification) const {
    return std::any_of(
        specification.ifc_versions.begin(), specification.ifc_versions.end(),
        [&](const std::string& name) { return formats::ifc::version_named(name) == model_.schema().version(); });
  }

  template <class Work>
  void in_threads(const Work& each) {
    auto count = options_.threads > 0 ? static_cast<unsigned>(options_.threads) : std::thread::hardware_concurrency();
    if (options_.threads <= 0 && model_.file().records().size() < worth_threads) count = 1;
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < std::min(count, 64U); ++i) helpers.emplace_back([&] { guarded(each); });
    guarded(each);
  }

  // The top of every thread.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (const std::exception&) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void work() {
    while (const auto unit = next()) {
      auto chunk = test(*unit);
      if (!chunk) return;
      hand_in(*unit, std::move(*chunk));
    }
  }

  void tell_near_misses() {
    for (auto i = next_narrow_++; i < narrow_.size() && !options_.cancel.requested(); i = next_narrow_++) {
      auto& run = *narrow_[i];
      const auto& facets = document_.specifications[static_cast<std::size_t>(run.result.index)].applicability;
      auto found = near_miss(run.ready.applicability, facets, run.ready.broad, options_.cancel,
                             near_miss_tests / narrow_.size());
      run.ready = {};
      if (!near_miss_is_told(run.result.applicable.size(), found)) continue;
      run.result.narrowed = std::move(found.narrowed);
      run.result.near_miss = std::move(found.sentence);
    }
  }

  std::optional<Unit> next() {
    const std::lock_guard lock(mutex_);
    while (current_ < runs_.size() && !options_.cancel.requested() && !failure_) {
      auto& run = *runs_[current_];
      if (run.given == 0) begin(run);
      if (run.given < run.chunks.size()) {
        const auto have = run.result.failures.size();
        return Unit{&run, run.given++, options_.max_failures - std::min(options_.max_failures, have)};
      }
      ++current_;
    }
    return std::nullopt;
  }

  void begin(Run& run) {
    if (!run.ready.applicability.empty()) run.candidates = run.ready.applicability[run.ready.broad]->candidates();
    run.chunks.resize((run.candidates.size() + chunk_size - 1) / chunk_size);
    tell_progress(run);
    if (run.chunks.empty()) finish(run);
  }

  void finish(Run& run) {
    run.finish();
    if (run.applies_to_few()) {
      narrow_.push_back(&run);
    } else {
      run.ready = {};
    }
    run.candidates = {};
    ++finished_;
    tell_progress(run);
  }

  std::optional<Chunk> test(const Unit& unit) const {
    const auto& run = *unit.run;
    Chunk chunk;
    chunk.done = true;
    chunk.failed_requirements.resize(run.ready.requirements.size());
    const auto end = std::min(run.candidates.size(), (unit.chunk + 1) * chunk_size);
    for (auto i = unit.chunk * chunk_size; i < end; ++i) {
      if (i % 64 == 0 && options_.cancel.requested()) return std::nullopt;
      const auto element = run.candidates[i];
      if (!is_applicable(run.ready, element)) continue;
      chunk.applicable.push_back(element);
      if (run.ready.cardinality == Cardinality::prohibited) {
        add_prohibited(element, unit.room, chunk);
      } else {
        test_requirements(run.ready, element, unit.room, chunk);
      }
    }
    return chunk;
  }

  void hand_in(const Unit& unit, Chunk chunk) {
    const std::lock_guard lock(mutex_);
    unit.run->chunks[unit.chunk] = std::move(chunk);
    unit.run->merge(options_.max_failures);
    if (unit.run->merged == unit.run->chunks.size()) {
      finish(*unit.run);
    } else {
      tell_progress(*unit.run);
    }
  }

  // With mutex_ held, so that calls never overlap.
  void tell_progress(const Run& run) {
    if (!options_.progress) return;
    const bool under_way = run.merged < run.chunks.size();
    const auto part = under_way ? static_cast<double>(run.merged) / static_cast<double>(run.chunks.size()) : 0.0;
    // Two specifications may be under way: the share never falls.
    share_ = std::max(share_, (static_cast<double>(finished_) + part) / static_cast<double>(runs_.size()));
    options_.progress(share_, run.result.name);
  }

  const formats::ids::Document& document_;
  const formats::ifc::Model& model_;
  const CheckOptions& options_;
  const ModelFacts facts_;
  CheckResult answer_;

  std::mutex mutex_;
  std::vector<std::unique_ptr<Run>> runs_;
  std::vector<Run*> narrow_;  // those to tell why they apply to so little
  std::atomic<std::size_t> next_narrow_ = 0;
  std::size_t current_ = 0, finished_ = 0;
  double share_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

constexpr std::size_t shown_problems = 10;  // of the file, as warnings

std::string_view text(Status status) {
  switch (status) {
    case Status::pass:
      return "pass";
    case Status::fail:
      return "fail";
    case Status::error:
      return "error";
    case Status::not_applicable:
      return "not_applicable";
    case Status::warning:
      return "warning";
  }
  return "error";
}

Status overall(const std::vector<Status>& statuses) {
  const auto has = [&](Status wanted) { return std::ranges::find(statuses, wanted) != statuses.end(); };
  if (statuses.empty() || has(Status::error)) return Status::error;
  if (has(Status::fail)) return Status::fail;
  return std::ranges::any_of(statuses, shown_to_pass) ? Status::pass : Status::not_applicable;
}

namespace {

// Classes that the schema of the file has not: no specification can mean them. Often the file names the wrong schema.
void warn_of_unknown_classes(const formats::ifc::Model& model, std::vector<std::string>& warnings) {
  constexpr std::size_t most_names = 5;
  std::vector<std::string> names;
  std::size_t records = 0;
  const auto& types = model.file().types();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto count = model.file().of_type(static_cast<std::uint16_t>(i)).size();
    if (count == 0 || types[i].empty() || model.schema().find(types[i])) continue;
    names.push_back(base::printable(types[i], 60));
    records += count;
  }
  if (names.empty()) return;
  const bool more = names.size() > most_names;
  if (more) names.resize(most_names);
  warnings.push_back("The model has " + std::to_string(records) + (records == 1 ? " record" : " records") +
                     " of classes that " + std::string(formats::ifc::text(model.schema().version())) +
                     " does not know and no specification can mean: " + base::join(names, ", ") + (more ? " …" : ""));
}

void warn_of_problems(const formats::ifc::Model& model, std::vector<std::string>& warnings) {
  const auto& problems = model.file().problems();
  for (std::size_t i = 0; i < std::min(problems.size(), shown_problems); ++i) {
    warnings.push_back("The model, line " + std::to_string(problems[i].line) + ": " + problems[i].message);
  }
  if (problems.size() > shown_problems) {
    warnings.push_back("The model has " + std::to_string(problems.size() - shown_problems) + " more such places");
  }
}

}  // namespace

Result<CheckResult> check(const formats::ids::Document& document, const formats::ifc::Model& model,
                          const CheckOptions& options) {
  if (options.cancel.requested()) return base::fail(Code::cancelled, "the check was cancelled");
  const auto& problems = model.file().problems();
  if (model.file().cut_off()) {
    const std::string line = problems.empty() ? "" : " at line " + std::to_string(problems.back().line);
    return base::fail(Code::parse, "the model is cut off" + line + ": its data has no end", {},
                      "Export or copy it again; a check of half a model would say nothing.");
  }
  auto result = TRY(Checker(document, model, options).run());
  warn_of_problems(model, result.warnings);
  warn_of_unknown_classes(model, result.warnings);
  return result;
}

}  // namespace ids::engine
