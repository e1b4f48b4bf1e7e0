// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/tools/parts/batch.h"

#include <algorithm>

#include "base/text.h"
#include "domains/ids/engine/document/specification_lookup.h"
#include "domains/ids/engine/edit/specification_rules.h"

namespace ids::tools {

namespace {

constexpr std::size_t max_notes = 50;

// One batch while it is looked through: what is wrong with which of its specifications, and what deserves a look.
class Preparation {
 public:
  Preparation(const View& view, const Order& order, BatchOut& out) : view_(view), order_(order), out_(out) {}

  void take(doc::Specification& specification, std::size_t place) {
    std::vector<std::string> notes;
    const std::string id = engine::spec_id(specification);
    for (auto& error : engine::prepare(specification, notes)) add(std::move(error), id, place);
    if (auto unique = check_unique(view_, order_, specification); !unique.ok()) {
      add(std::move(unique).error(), {}, place);
    }
    if (std::ranges::find(out_.spec_ids, id) != out_.spec_ids.end()) {
      add(fail(Code::constraint, "Two of the specifications are called `" + base::printable(id, 200) + "`.", {},
               "Give each an identifier of its own."),
          {}, place);
    }
    out_.spec_ids.push_back(id);
    for (const auto& note : notes) {
      if (out_.warnings.size() < max_notes) out_.warnings.push_back(id + ": " + note);
    }
  }
  void refuse(base::Error error) { errors_.push_back(std::move(error)); }

  Result<void> done() const {
    if (errors_.empty()) return {};
    if (errors_.size() == 1) return errors_.front();
    tool::Problems problems;
    for (const auto& error : errors_) problems.add(error.code, error.path, error.message, error.hint);
    return problems.error();
  }

 private:
  void add(base::Error error, const std::string& id, std::size_t place) {
    if (!id.empty()) error.message = "Specification '" + base::printable(id, 100) + "': " + error.message;
    error.path = "specifications[" + std::to_string(place) + "]" + (error.path.empty() ? "" : "." + error.path);
    errors_.push_back(std::move(error));
  }

  const View& view_;
  const Order& order_;
  BatchOut& out_;
  std::vector<base::Error> errors_;
};

}  // namespace

Result<Change> add_batch(const View& view, Head head, std::vector<Result<doc::Specification>> given,
                         const std::string& summary, std::vector<std::string> notes) {
  if (given.empty()) return fail(Code::missing, "There is nothing to add.", "specifications");
  BatchOut out;
  out.warnings = std::move(notes);
  Preparation preparation(view, head.order, out);
  std::vector<doc::Specification> fresh;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i].ok()) {
      preparation.refuse(std::move(given[i]).error());
      continue;
    }
    fresh.push_back(*std::move(given[i]));
    preparation.take(fresh.back(), i);
  }
  TRY(preparation.done());
  out.specification_count = static_cast<std::int64_t>(head.order.size() + fresh.size());
  return append(view, std::move(head), fresh, summary, tool::encode(out));
}

Result<Change> add_batch(const View& view, Head head, std::vector<doc::Specification> fresh, const std::string& summary,
                         std::vector<std::string> notes) {
  std::vector<Result<doc::Specification>> given;
  for (auto& specification : fresh) given.emplace_back(std::move(specification));
  return add_batch(view, std::move(head), std::move(given), summary, std::move(notes));
}

}  // namespace ids::tools
