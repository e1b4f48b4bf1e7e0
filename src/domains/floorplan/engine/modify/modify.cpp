// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/modify.h"

#include <algorithm>
#include <map>

#include "domains/floorplan/engine/modify/handlers.h"

namespace floorplan::engine {

namespace {

// The handler of whichever action an operation has.
struct Handlers {
  Draft& draft;
  const std::string& target;
#define MODIFY_ACTION(Struct, name, what_target_names, brief, doc, ...) \
  Result<std::string> operator()(const action::Struct& given) const { return name(draft, target, given); }
#include "domains/floorplan/engine/modify/actions.def"
};

// Errors of a compiled text, counted by their code: an edit may not add one. What they say does not count, for it
// names rooms and lengths that the edit may have changed.
using Diagnostics = std::vector<formats::floorplan::Diagnostic>;
using Errors = std::map<std::string, int>;
Errors errors_of(const Diagnostics& diagnostics) {
  Errors out;
  for (const auto& finding : diagnostics) {
    if (finding.severity == formats::floorplan::Severity::error) ++out[finding.code];
  }
  return out;
}

bool more(const Errors& after, const Errors& before, const std::string& code) {
  const auto count = [&](const Errors& errors) {
    const auto found = errors.find(code);
    return found == errors.end() ? 0 : found->second;
  };
  return count(after) > count(before);
}

// An error that the edit added: where a code has more than before, one that says what none said before.
const formats::floorplan::Diagnostic* new_error(const Diagnostics& now, const Diagnostics& before) {
  const Errors after = errors_of(now);
  const Errors known = errors_of(before);
  const formats::floorplan::Diagnostic* added = nullptr;
  for (const auto& finding : now) {
    if (finding.severity != formats::floorplan::Severity::error || !more(after, known, finding.code)) continue;
    added = &finding;
    const auto same = [&](const auto& old) { return old.code == finding.code && old.message == finding.message; };
    if (std::ranges::none_of(before, same)) break;
  }
  return added;
}

const formats::floorplan::Diagnostic* syntax_error(const Compiled& compiled) {
  const auto found = std::ranges::find_if(compiled.diagnostics, [](const auto& finding) {
    return finding.kind == "parse" && finding.severity == formats::floorplan::Severity::error;
  });
  return found == compiled.diagnostics.end() ? nullptr : &*found;
}

void fail_with(OperationOutcome& outcome, const base::Error& error) {
  outcome.result = OperationOutcome::Result::error;
  outcome.message = error.message;
  outcome.hint = error.hint;
  outcome.path = error.path;
}

base::Error would_break(const formats::floorplan::Diagnostic& finding) {
  return fail(Code::constraint, "this would break the plan: " + finding.message, "", finding.hint);
}

// What one operation makes of a text.
struct Step {
  std::string message;
  Compiled compiled;
};
Result<Step> run_one(const Compiled& now, const Operation& operation) {
  const ActionInfo& about = info(operation.action());
  if (!about.target.empty() && operation.target.empty()) {
    return fail(Code::missing, std::string(about.name) + " needs a target: the name of a " + std::string(about.target),
                "target", std::string(about.doc));
  }
  Draft draft(now);
  std::string message = TRY(std::visit(Handlers{draft, operation.target}, operation.parameters));
  Compiled next = compile(draft.text());
  // An edit of ours never breaks the grammar; if it would, the caller's text is kept.
  if (const auto* broken = syntax_error(next)) return would_break(*broken);
  return Step{std::move(message), std::move(next)};
}

OperationOutcome begin(const Operation& operation) {
  OperationOutcome outcome;
  outcome.action = operation.action();
  outcome.target = operation.target;
  return outcome;
}

class Run {
 public:
  Run(std::string dsl, const std::vector<Operation>& operations, Atomicity atomicity)
      : before_(std::move(dsl)),
        now_(compile(before_)),
        known_(now_.diagnostics),
        operations_(operations),
        atomicity_(atomicity) {}

  Modified go() {
    for (const auto& operation : operations_) outcomes_.push_back(begin(operation));
    if (const auto* broken = syntax_error(now_)) {
      refuse_all(*broken);
    } else {
      for (std::size_t i = 0; i < operations_.size() && !stopped_; ++i) step(i);
      if (!stopped_ && atomicity_ == Atomicity::all_or_nothing) settle();
    }
    return finish();
  }

 private:
  void refuse_all(const formats::floorplan::Diagnostic& broken) {
    const auto place = formats::floorplan::LineIndex(before_).place(broken.span.begin);
    for (auto& outcome : outcomes_) {
      fail_with(outcome,
                fail(Code::parse, "line " + std::to_string(place.line) + ": " + broken.message, "dsl",
                     "The text must parse before it can be changed. The tool validate_floorplan lists every error."));
    }
  }

  void step(std::size_t i) {
    auto done = run_one(now_, operations_[i]);
    if (done.ok() && atomicity_ == Atomicity::each_alone) {
      if (const auto* added = new_error(done->compiled.diagnostics, now_.diagnostics)) done = would_break(*added);
    }
    if (!done.ok()) {
      fail_with(outcomes_[i], done.error());
      stopped_ = atomicity_ == Atomicity::all_or_nothing;
      return;
    }
    now_ = std::move(done->compiled);
    errors_after_.push_back(errors_of(now_.diagnostics));
    outcomes_[i].result = OperationOutcome::Result::applied;
    outcomes_[i].message = std::move(done->message);
  }

  // All together must not break the plan; the operation after which the error first stood is named.
  void settle() {
    const auto* added = new_error(now_.diagnostics, known_);
    if (added == nullptr) return;
    stopped_ = true;
    const Errors known = errors_of(known_);
    const auto guilty =
        std::ranges::find_if(errors_after_, [&](const Errors& errors) { return more(errors, known, added->code); });
    fail_with(outcomes_[static_cast<std::size_t>(guilty - errors_after_.begin())], would_break(*added));
  }

  Modified finish() {
    Modified out;
    out.success =
        std::ranges::none_of(outcomes_, [](const auto& o) { return o.result == OperationOutcome::Result::error; });
    const bool keep = out.success || atomicity_ == Atomicity::each_alone;
    for (auto& outcome : outcomes_) {
      if (keep || outcome.result != OperationOutcome::Result::applied) continue;
      outcome.result = OperationOutcome::Result::skipped;
      outcome.message = "not applied, because another operation failed";
    }
    if (keep) {
      out.dsl = now_.document->source;
      out.compiled = std::move(now_);
    } else {
      out.dsl = std::move(before_);
    }
    out.outcomes = std::move(outcomes_);
    return out;
  }

  std::string before_;
  Compiled now_;
  Diagnostics known_;  // of the text as it came
  const std::vector<Operation>& operations_;
  Atomicity atomicity_;
  std::vector<OperationOutcome> outcomes_;
  std::vector<Errors> errors_after_;  // each operation, where all or nothing is wanted
  bool stopped_ = false;
};

}  // namespace

Modified modify(std::string dsl, const std::vector<Operation>& operations, Atomicity atomicity) {
  return Run(std::move(dsl), operations, atomicity).go();
}

}  // namespace floorplan::engine
