// SPDX-License-Identifier: Apache-2.0
#include "kernel/snapshot.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
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
Result<std::vector<Course>> follow(const Elements& elements, std::span<const Op> ops) {
  std::vector<Course> courses;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const Op& op : ops) {
    const auto [found, is_new] = index.try_emplace(op.id, courses.size());
    if (is_new) {
      Shared here = elements.find(op.id);
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
  std::erase_if(courses, [](const Course& course) {
    const bool both = course.before && course.after;
    return course.before == course.after || (both && *course.before == *course.after);
  });
  return courses;
}

// Elements of a branch know what they weigh; one that was made by hand is weighed here.
Result<StateSum::Limbs> weight_of(const Element& element, const Json& stored) {
  if (element.weight) return *element.weight;
  return StateSum::weigh(element.id, TRY(base::canonical_json(stored)));
}

// The steps of a course, and what it adds to the sum. Returns the JSON of the element as it will be.
struct Weighed {
  std::optional<Json> after;
  StateSum::Limbs weight{};
};
Result<Weighed> write_steps(Applied& out, const Course& course) {
  std::optional<Json> before;
  Weighed result;
  if (course.before) {
    before = to_json(*course.before);
    out.difference.subtract(TRY(weight_of(*course.before, *before)));
  }
  if (course.after) {
    result.after = to_json(*course.after);
    result.weight = StateSum::weigh(course.id, TRY(base::canonical_json(*result.after)));
    out.difference.add(result.weight);
  }
  for (Step& step : diff_element(course.id, before ? &*before : nullptr, result.after ? &*result.after : nullptr))
    out.steps.push_back(std::move(step));
  return result;
}

// Writes one course into the record of what was applied.
Result<void> write(Applied& out, const Course& course) {
  Weighed weighed = TRY(write_steps(out, course));
  auto written = course.after ? std::make_shared<Element>(*course.after) : nullptr;
  if (written) written->weight = weighed.weight;
  out.ops.push_back({written ? Op::What::put : Op::What::remove, course.id, written});
  out.written.push_back(std::move(written));
  out.stored.push_back(weighed.after ? weighed.after->dump() : std::string());
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
    return found == done.end() ? branch.elements.has(id) : found->second == Op::What::put;
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
  std::set<std::string, std::less<>> removed;
  for (const auto& [id, by] : orphans) removed.insert(id);
  for (const auto& [id, first] : branch.elements.referring(removed)) {
    if (done.contains(id)) continue;
    const Shared element = branch.elements.find(id);
    for (const std::string& host : element->refs) {
      if (const auto orphan = orphans.find(host); orphan != orphans.end()) orphan->second.push_back(id);
    }
  }
  for (const auto& [id, by] : orphans) {
    if (!by.empty()) return still_referred_to(id, by);
  }
  return {};
}

// The same where documents came or went: of all that was written. Adopted documents refer to nothing outside.
Result<void> check_references(const Elements& elements) {
  std::set<std::string, std::less<>> removed;
  Result<void> found;
  elements.written().each([&](const Elements::Entry& entry) {
    if (!entry.second) {
      removed.insert(entry.first);
      return;
    }
    for (const std::string& host : entry.second->refs) {
      if (found.ok() && !elements.has(host))
        found = fail(Code::host_missing, entry.first + " refers to " + host + ", which is not there", entry.first);
    }
  });
  TRY(std::move(found));
  for (const auto& [id, host] : elements.referring(removed)) return still_referred_to(host, {id});
  return {};
}

// Applies operations of which some bring documents in or take them away, one after the other.
class Applying {
 public:
  explicit Applying(const Elements& elements) : now_(elements) {}

  // Some that leave the documents as they are.
  Result<void> segment(std::span<const Op> ops) {
    for (const Course& course : TRY(follow(now_, ops))) {
      TRY(write(out_, course));
      land(course);
    }
    return {};
  }

  Result<void> owner(const Op& op) {
    const Shared before = now_.find(op.id);
    if (before) {
      if (before->adopts) TRY(take_away(*before));
      const Course course{op.id, before, nullptr};
      TRY(write(out_, course));
      land(course);
    } else if (!op.after) {
      return fail(Code::not_found, "there is no element " + op.id, op.id, "List the elements to see which ids exist.");
    }
    if (!op.after) return {};
    if (op.after->adopts) TRY(bring_in(*op.after));
    const Course course{op.id, nullptr, op.after};
    TRY(write(out_, course));
    land(course);
    return {};
  }

  const Elements& now() const { return now_; }
  Result<Applied> take(const Elements& before, const Terms& terms) {
    std::vector<Course> courses;
    for (const std::string& id : order_) {
      Course course{id, before_.at(id), now_.find(id)};
      const bool both = course.before && course.after;
      if (course.before != course.after && !(both && *course.before == *course.after))
        courses.push_back(std::move(course));
    }
    for (const SharedAdopted& each : came_) {
      if (const auto went = went_.find(each); went != went_.end()) {
        went_.erase(went);
      } else {
        std::ranges::move(each->counted(), std::back_inserter(counted_));
      }
    }
    for (auto& [content, items] : went_) std::ranges::move(items, std::back_inserter(counted_));
    if (courses.empty() && counted_.empty()) return Applied{};  // it went and came back
    if (terms.hold) TRY(terms.hold(now_, courses));
    out_.touched = touched_by(placed(std::move(courses), before, now_, terms), terms.divide);
    for (Touched::Item& item : counted_) {
      if (item.times > 0) out_.touched.items.push_back(std::move(item));
    }
    return std::move(out_);
  }

 private:
  void note(const std::string& id, const Shared& before) {
    if (before_.try_emplace(id, before).second) order_.push_back(id);
  }

  void land(const Course& course) {
    note(course.id, course.before);
    if (course.after) {
      now_.put(course.id, course.after);
    } else {
      now_.erase(course.id);
    }
  }

  // What was written over the document becomes what it was there, so that it goes and comes back as a whole.
  Result<void> take_away(const Element& owner) {
    const Adopted& content = *owner.adopts->content;
    std::vector<Touched::Item> items = content.counted();
    for (Touched::Item& item : items) item.needs = Permission::remove;
    for (const auto& [id, written] : now_.written().sorted()) {
      if (!content.has(id)) continue;
      const Shared there = content.find(id);
      discount(items, *there);
      const bool same = written && *written == *there;
      if (!same) TRY(write_steps(out_, {id, written, there}));
      out_.ops.push_back({Op::What::remove, id, nullptr});
      out_.written.push_back(nullptr);
      out_.stored.emplace_back();
      note(id, written);
    }
    went_.emplace(owner.adopts->content, std::move(items));
    return {};
  }

  static void discount(std::vector<Touched::Item>& items, const Element& element) {
    const auto like = std::ranges::find_if(items, [&](const Touched::Item& item) {
      return item.times > 0 && item.category == element.category && item.levels == element.levels;
    });
    if (like != items.end()) --like->times;
  }

  Result<void> bring_in(const Element& owner) {
    const SharedAdopted& content = owner.adopts->content;
    LINTEL_CHECK(content != nullptr);
    std::string taken = content->has(owner.id) ? owner.id : std::string();
    now_.written().each([&](const Elements::Entry& entry) {
      if (content->has(entry.first)) taken = entry.first;
    });
    for (const Shared& other : now_.owners()) {
      other->adopts->content->each_id([&](const std::string& id) {
        if (content->has(id)) taken = id;
      });
    }
    if (!taken.empty())
      return fail(Code::constraint, "the document brings in " + taken + ", which is there already", owner.id,
                  "Remove it first, or close the other document.");
    came_.push_back(content);
    return {};
  }

  Elements now_;
  Applied out_;
  std::vector<std::string> order_;
  std::map<std::string, Shared, std::less<>> before_;
  std::map<SharedAdopted, std::vector<Touched::Item>> went_;  // each with what it counts as
  std::vector<SharedAdopted> came_;
  std::vector<Touched::Item> counted_;
};

// Whether the operation brings a document in or takes one away.
bool moves_document(const Elements& elements, const Op& op) {
  const Shared before = elements.owners().empty() ? nullptr : elements.find(op.id);
  return !same_adoption(before.get(), op.after.get());
}

Result<Applied> apply_in_order(const Branch& branch, const std::vector<Op>& ops, const Terms& terms) {
  Applying applying(branch.elements);
  const std::span<const Op> all = ops;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (!moves_document(applying.now(), ops[i])) continue;
    TRY(applying.segment(all.subspan(begin, i - begin)));
    TRY(applying.owner(ops[i]));
    begin = i + 1;
  }
  TRY(applying.segment(all.subspan(begin)));
  TRY(check_references(applying.now()));
  Applied out = TRY(applying.take(branch.elements, terms));
  out.facts = facts_of(out.touched);
  out.moves_documents = true;
  return out;
}

// Asks the domains whether what it comes to may be, and where everything then is.
Result<void> hold(const Elements& before, std::vector<Course>& courses, const Terms& terms, Applied& out) {
  if (!terms.hold && !terms.place) return {};
  Elements after = before;
  for (const Op& op : out.ops) {
    if (op.after) {
      after.put(op.id, op.after);
    } else {
      after.erase(op.id);
    }
  }
  if (terms.hold) TRY(terms.hold(after, courses));
  out.judged = terms.place && std::ranges::any_of(courses, [&](const Course& course) {
                 return course.after && terms.place(*course.after, after) != nullptr;
               });
  courses = placed(std::move(courses), before, after, terms);
  return {};
}

}  // namespace

std::vector<std::string> referrers(const Branch& branch, std::string_view id) {
  std::vector<std::string> found;
  for (const auto& [other, host] : branch.elements.referring({std::string(id)})) found.push_back(other);
  return found;
}

std::string referrers_key(std::string_view id) { return std::string(referrers_prefix).append(id); }

bool is_referrers_key(std::string_view key) { return key.starts_with(referrers_prefix); }

std::int64_t revision_of(const Branch& branch, std::string_view key) {
  if (!is_referrers_key(key)) return branch.elements.revision(key);
  // A newcomer has a newer revision than all others, and one that left is missing from the count.
  std::int64_t newest = 0;
  const auto all = referrers(branch, key.substr(referrers_prefix.size()));
  for (const std::string& id : all) newest = std::max(newest, branch.elements.revision(id));
  return (std::ssize(all) << 32) + newest;
}

Result<Applied> apply_ops(const Branch& branch, const std::vector<Op>& ops, const Terms& terms) {
  for (const Op& op : ops) TRY(check_id(op.id));
  if (std::ranges::any_of(ops, [&](const Op& op) { return moves_document(branch.elements, op); }))
    return apply_in_order(branch, ops, terms);
  std::vector<Course> courses = TRY(follow(branch.elements, ops));
  Applied out;
  for (const Course& course : courses) TRY(write(out, course));
  TRY(check_references(branch, out));
  TRY(hold(branch.elements, courses, terms, out));
  out.touched = touched_by(courses, terms.divide);
  out.facts = facts_of(out.touched);
  return out;
}

// NB: a new reference to what is removed here is not an element that the plan read.
// Nor are the ids that a document brings in.
bool holds_later(const Applied& applied) {
  return !applied.moves_documents && !applied.judged &&
         std::ranges::none_of(applied.ops, [](const Op& op) { return op.what == Op::What::remove; });
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

namespace {

// Turns steps into operations, element by element. Where documents come or go, what comes after is told from what is
// there then.
class Reading {
 public:
  Reading(const Elements& elements, const Resolve& resolve) : now_(elements), resolve_(resolve) {}

  void step(const Step& step) {
    auto& list = by_element_[step.id];
    if (list.empty()) order_.push_back(step.id);
    list.push_back(step);
  }

  Result<void> flush() {
    for (const std::string& id : std::exchange(order_, {})) {
      std::optional<Json> stored;
      if (const Shared here = now_.find(id)) stored = to_json(*here);
      std::optional<Json> after = TRY(apply_steps(std::move(stored), by_element_[id]));
      Op op{after ? Op::What::put : Op::What::remove, id};
      if (after) op.after = TRY(element(id, *after));
      ops_.push_back(std::move(op));
    }
    by_element_.clear();
    return {};
  }

  // What was read so far is there from now on.
  void land() {
    for (; landed_ < ops_.size(); ++landed_) {
      const Op& op = ops_[landed_];
      if (op.after) {
        now_.put(op.id, op.after);
      } else {
        now_.erase(op.id);
      }
    }
  }

  std::vector<Op> take() { return std::move(ops_); }

 private:
  Result<Shared> element(const std::string& id, const Json& stored) const {
    Element made = TRY(element_from_json(id, stored));
    if (!made.adopts) return std::make_shared<const Element>(std::move(made));
    const Shared here = now_.find(id);
    if (here && same_adoption(here.get(), &made)) {
      made.adopts = here->adopts;
    } else {
      if (!resolve_) return fail(Code::unavailable, "nobody expands documents here", id);
      made.adopts->content = TRY(resolve_(*made.adopts));
    }
    return std::make_shared<const Element>(std::move(made));
  }

  Elements now_;
  const Resolve& resolve_;
  std::vector<std::string> order_;
  std::map<std::string, std::vector<Step>, std::less<>> by_element_;
  std::vector<Op> ops_;
  std::size_t landed_ = 0;
};

bool adopts(const Json& stored) { return stored.is_object() && stored.find("adopts") != nullptr; }

}  // namespace

bool is_of_document(const Step& step) {
  return step.path.empty() && (adopts(step.old_value) || adopts(step.new_value));
}

Result<std::vector<Op>> ops_of(const Branch& branch, const std::vector<Step>& steps, const Resolve& resolve) {
  Reading reading(branch.elements, resolve);
  for (const Step& step : steps) {
    if (!is_of_document(step)) {
      reading.step(step);
      continue;
    }
    TRY(reading.flush());
    reading.land();
    reading.step(step);
    TRY(reading.flush());
    reading.land();
  }
  TRY(reading.flush());
  return reading.take();
}

}  // namespace kernel
