// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/crypto.h"
#include "kernel/elements.h"
#include "kernel/json_diff.h"
#include "kernel/parts.h"
#include "kernel/terms.h"
#include "kernel/types.h"

namespace kernel {

// Sum modulo 2^256 of SHA-256(id ‖ 0 ‖ element bytes) over a branch: tells a bug from the truth at once. What an
// adopted document brings in weighs nothing, since the element that adopts it weighs with its blob and kind; what is
// written over it weighs what it differs by.
class StateSum {
 public:
  using Limbs = std::array<std::uint64_t, 4>;  // least significant first
  static Limbs weigh(std::string_view id, std::string_view bytes);

  void add(const Limbs& weight);
  void subtract(const Limbs& weight);
  StateSum& operator+=(const StateSum& other);
  std::string hex() const;
  friend bool operator==(const StateSum&, const StateSum&) = default;

 private:
  Limbs limbs_{};
};

// One branch at one moment. Cheap to copy; never changes once shared.
struct Branch {
  Elements elements;
  std::int64_t revision = 0;  // sequence number of the last event that wrote the branch
  base::Digest head{};        // hash of the last event on the branch, whether it wrote or not
  StateSum sum;
};

// Everything a workspace knows at one moment. Readers hold one and see it unchanged.
struct Snapshot {
  std::int64_t seq = 0;      // of the last event
  base::Digest head{};       // its hash
  std::int64_t time_ms = 0;  // its time: event time never decreases
  std::map<std::string, Branch> branches{{"main", Branch{}}};
};

// Who refers to an element, in the order of their ids.
std::vector<std::string> referrers(const Branch& branch, std::string_view id);

// What a plan rests on is kept as pairs of key and revision. A key is an element's id, or this for the
// set of those that refer to it.
std::string referrers_key(std::string_view id);
bool is_referrers_key(std::string_view key);
// Of an element: the revision of its last write, 0 if there is none. Of a set of referrers: a number
// that changes whenever one comes, goes or is written.
std::int64_t revision_of(const Branch& branch, std::string_view key);

// What operations come to on a branch, which they leave as it is. It lands once; until then its elements have no
// revision.
struct Applied {
  // One per element that changed. Where documents come or go, in the order of the steps: what was written over one goes
  // before it.
  std::vector<Op> ops;
  std::vector<std::shared_ptr<Element>> written;  // for each op the element, as in `after`; null: removed
  std::vector<std::string> stored;                // for each op its JSON as it is stored; empty: removed
  std::vector<Step> steps;                        // what the event stores
  Touched touched;
  std::vector<Fact> facts;       // element.created, element.modified, element.deleted, in order
  StateSum difference;           // what it adds to the branch's sum
  bool moves_documents = false;  // brings some in or takes some away: it rests on the whole branch
  bool judged = false;           // a domain looked at what it comes to, around what it writes
};

// Works out what operations do to a branch; pure. Refuses to remove what is not there (not_found), to leave a
// reference to an element that is not there (host_missing, naming who refers), to adopt a document whose ids are taken,
// and puts that change nothing are dropped. Elements that adopt have their content. What is touched is counted, placed
// and held to what the domains say where they are asked.
Result<Applied> apply_ops(const Branch& branch, const std::vector<Op>& ops, const Terms& terms = {});
// Whether what was applied to one moment of a branch holds at a later one, in which nothing that it read or writes
// differs. False: it must be applied anew.
bool holds_later(const Applied& applied);
// The branch with what was applied to it, or to an earlier moment if that holds. What was written gets the revision.
Branch landed(Branch branch, Applied& applied, std::int64_t revision);
// The operations that stored steps amount to on this branch; Code::stale where an old value is not there.
Result<std::vector<Op>> ops_of(const Branch& branch, const std::vector<Step>& steps, const Resolve& resolve = nullptr);
// Whether a step brings a document in or takes one away: it is of a whole element that adopts.
bool is_of_document(const Step& step);

}  // namespace kernel
