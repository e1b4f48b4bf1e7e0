// SPDX-License-Identifier: Apache-2.0
#include "kernel/snapshot.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"

namespace kernel {

namespace {

// No element's id begins with a control character: the kernel refuses such ids.
constexpr std::string_view referrers_prefix = "\x01referrers:";

}  // namespace

StateSum::Limbs StateSum::weigh(std::string_view id, std::string_view bytes) {
  std::string text;
  text.reserve(id.size() + 1 + bytes.size());
  text.append(id).push_back('\0');
  text.append(bytes);
  const base::Digest digest = base::sha256(text);
  Limbs limbs{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    limbs[3 - i / 8] = limbs[3 - i / 8] << 8 | digest[i];
  }
  return limbs;
}

void StateSum::add(const Limbs& weight) {
  StateSum other;
  other.limbs_ = weight;
  *this += other;
}

StateSum& StateSum::operator+=(const StateSum& other) {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const std::uint64_t sum = limbs_[i] + other.limbs_[i];
    const std::uint64_t with_carry = sum + carry;
    carry = static_cast<std::uint64_t>(sum < other.limbs_[i] || with_carry < sum);
    limbs_[i] = with_carry;
  }
  return *this;
}

void StateSum::subtract(const Limbs& weight) {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    const std::uint64_t difference = limbs_[i] - weight[i];
    const std::uint64_t with_borrow = difference - borrow;
    borrow = static_cast<std::uint64_t>(limbs_[i] < weight[i] || difference < borrow);
    limbs_[i] = with_borrow;
  }
}

std::string StateSum::hex() const {
  std::string bytes;
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(limbs_[i] >> shift & 0xff));
  }
  return base::hex(bytes);
}

namespace {

using Shared = std::shared_ptr<const Element>;

// What each named element was and what it becomes, in the order in which the operations name them.
Result<std::vector<Course>> follow(const Branch& branch, const std::vector<Op>& ops) {
  std::vector<Course> courses;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const Op& op : ops) {
    const auto [found, is_new] = index.try_emplace(op.id, courses.size());
    if (is_new) {
      Shared here = branch.elements.find(op.id);
      courses.push_back({op.id, here, here});
    }
    Course& course = courses[found->second];
    if (op.what == Op::What::put) {
      LINTEL_CHECK(op.after != nullptr && op.after->id == op.id);
      course.after = op.after;
    } else if (!course.after) {
      return fail(Code::not_found, "there is no element " + op.id, op.id, "List the elements to see which ids exist.");
    } else {
      course.after = nullptr;
    }
  }
  return courses;
}

// Elements of a branch know what they weigh; one that was made by hand is weighed here.
Result<StateSum::Limbs> weight_of(const Element& element, const Json& stored) {
  if (element.weight) return *element.weight;
  return StateSum::weigh(element.id, TRY(base::canonical_json(stored)));
}

// Writes one course into the record of what was applied.
Result<void> write(Applied& out, const Course& course) {
  std::optional<Json> before;
  std::optional<Json> after;
  StateSum::Limbs weight{};
  if (course.before) {
    before = to_json(*course.before);
    out.difference.subtract(TRY(weight_of(*course.before, *before)));
  }
  if (course.after) {
    after = to_json(*course.after);
    weight = StateSum::weigh(course.id, TRY(base::canonical_json(*after)));
    out.difference.add(weight);
  }
  for (Step& step : diff_element(course.id, before ? &*before : nullptr, after ? &*after : nullptr)) {
    out.steps.push_back(std::move(step));
  }

  auto written = course.after ? std::make_shared<Element>(*course.after) : nullptr;
  if (written) written->weight = weight;
  out.ops.push_back({written ? Op::What::put : Op::What::remove, course.id, written});
  out.written.push_back(std::move(written));
  out.stored.push_back(after ? after->dump() : std::string());
  return {};
}

Error still_referred_to(const std::string& id, const std::vector<std::string>& by) {
  return fail(Code::host_missing, id + " is still referred to by " + base::join(by, ", "), id,
              "Remove or re-host what refers to it in the same change.");
}

// An id is short, and shows as what it is wherever it is printed.
Result<void> check_id(const std::string& id) {
  const bool clean =
      base::valid_utf8(id) && std::ranges::none_of(id, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (!id.empty() && id.size() <= 256 && clean) return {};
  return fail(Code::out_of_range, "an element's id has 1 to 256 bytes of text without control characters",
              base::printable(id, 80));
}

// Every reference of what was written leads somewhere, and nothing refers to what was removed.
Result<void> check_references(const Branch& branch, const Applied& out) {
  const auto matters = [](const Op& op) { return op.what == Op::What::remove || !op.after->refs.empty(); };
  if (std::ranges::none_of(out.ops, matters)) return {};
  std::unordered_map<std::string_view, Op::What> done;
  for (const Op& op : out.ops) done.emplace(op.id, op.what);
  const auto is_there = [&](const std::string& id) {
    const auto found = done.find(id);
    return found == done.end() ? branch.elements.find(id) != nullptr : found->second == Op::What::put;
  };
  std::map<std::string, std::vector<std::string>, std::less<>> orphans;
  for (const Op& op : out.ops) {
    if (op.what == Op::What::remove) {
      orphans.emplace(op.id, std::vector<std::string>{});
      continue;
    }
    for (const std::string& host : op.after->refs) {
      if (is_there(host)) continue;
      return fail(Code::host_missing, op.id + " refers to " + host + ", which is not there", op.id);
    }
  }
  if (orphans.empty()) return {};
  for (const auto& [id, element] : branch.elements.sorted()) {
    if (done.contains(id)) continue;
    for (const std::string& host : element->refs) {
      if (const auto orphan = orphans.find(host); orphan != orphans.end()) orphan->second.push_back(id);
    }
  }
  for (const auto& [id, by] : orphans) {
    if (!by.empty()) return still_referred_to(id, by);
  }
  return {};
}

}  // namespace

std::vector<std::string> referrers(const Branch& branch, std::string_view id) {
  std::vector<std::string> found;
  for (const auto& [other, element] : branch.elements.sorted()) {
    if (std::ranges::find(element->refs, id) != element->refs.end()) found.push_back(other);
  }
  return found;
}

std::string referrers_key(std::string_view id) { return std::string(referrers_prefix).append(id); }

bool is_referrers_key(std::string_view key) { return key.starts_with(referrers_prefix); }

std::int64_t revision_of(const Branch& branch, std::string_view key) {
  if (!is_referrers_key(key)) {
    const auto element = branch.elements.find(key);
    return element ? element->revision : 0;
  }
  // A newcomer has a newer revision than all others, and one that left is missing from the count.
  std::int64_t newest = 0;
  const auto all = referrers(branch, key.substr(referrers_prefix.size()));
  for (const std::string& id : all) newest = std::max(newest, branch.elements.find(id)->revision);
  return (std::ssize(all) << 32) + newest;
}

Result<Applied> apply_ops(const Branch& branch, const std::vector<Op>& ops, const Divide& divide) {
  for (const Op& op : ops) TRY(check_id(op.id));
  std::vector<Course> courses = TRY(follow(branch, ops));
  std::erase_if(courses, [](const Course& course) {
    const bool both = course.before && course.after;
    return course.before == course.after || (both && *course.before == *course.after);
  });
  Applied out;
  for (const Course& course : courses) TRY(write(out, course));
  TRY(check_references(branch, out));
  out.touched = touched_by(courses, divide);
  out.facts = facts_of(out.touched);
  return out;
}

// NB: a new reference to what is removed here is not an element that the plan read.
bool holds_later(const Applied& applied) {
  return std::ranges::none_of(applied.ops, [](const Op& op) { return op.what == Op::What::remove; });
}

Branch landed(Branch branch, Applied& applied, std::int64_t revision) {
  for (std::size_t i = 0; i < applied.ops.size(); ++i) {
    if (const auto& element = applied.written[i]) {
      element->revision = revision;
      branch.elements.put(applied.ops[i].id, element);
    } else {
      branch.elements.erase(applied.ops[i].id);
    }
  }
  branch.sum += applied.difference;
  if (!applied.ops.empty()) branch.revision = revision;
  return branch;
}

Result<std::vector<Op>> ops_of(const Branch& branch, const std::vector<Step>& steps) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<Step>, std::less<>> by_element;
  for (const Step& step : steps) {
    auto& list = by_element[step.id];
    if (list.empty()) order.push_back(step.id);
    list.push_back(step);
  }
  std::vector<Op> ops;
  for (const std::string& id : order) {
    std::optional<Json> stored;
    if (const Shared here = branch.elements.find(id)) stored = to_json(*here);
    std::optional<Json> after = TRY(apply_steps(std::move(stored), by_element[id]));
    Op op{after ? Op::What::put : Op::What::remove, id};
    if (after) op.after = std::make_shared<const Element>(TRY(element_from_json(id, *after)));
    ops.push_back(std::move(op));
  }
  return ops;
}

}  // namespace kernel
