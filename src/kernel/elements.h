// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/cow_map.h"
#include "kernel/adopted.h"

namespace kernel {

// The elements of a branch: what was written, over what adopted documents bring in. To whoever asks, all are there
// alike. Cheap to copy; copies may be used by different threads.
//
// An element that adopts brings its document in when it is put and takes it away, with all that was written over it,
// when it goes or comes to adopt another; put with the same one it keeps that. Nobody puts one whose document has an id
// that is there already.
class Elements {
 public:
  using Entry = base::CowMap<Element>::Entry;

  std::shared_ptr<const Element> find(std::string_view id) const;
  bool has(std::string_view id) const;
  // Of the last write; of what an adopted document has, that of the element that adopts it; 0 where there is none.
  std::int64_t revision(std::string_view id) const;
  void put(std::string_view id, std::shared_ptr<const Element> element);
  bool erase(std::string_view id);
  std::size_t size() const { return size_; }
  // All in the order of their ids.
  std::vector<Entry> sorted() const;

  // What was written, and is stored row by row. Null: an adopted document has it, and it was removed.
  const base::CowMap<Element>& written() const { return written_; }
  // Those that adopt a document.
  const std::vector<std::shared_ptr<const Element>>& owners() const { return owners_; }
  // The one whose document has this id, whatever was written over it.
  const Element* owner_of(std::string_view id) const;
  // What the document has there.
  std::shared_ptr<const Element> beneath(std::string_view id) const;
  // Who refers to one of these, and to which first.
  std::map<std::string, std::string> referring(const std::set<std::string, std::less<>>& hosts) const;

 private:
  void take_away(std::string_view owner);

  base::CowMap<Element> written_;
  std::vector<std::shared_ptr<const Element>> owners_;
  std::size_t size_ = 0;
};

// Whether both bring in the same document, or neither any.
bool same_adoption(const Element* a, const Element* b);
// The ids of all that differ, and perhaps of some that do not. Quick where one is a copy of the other with few writes.
std::set<std::string, std::less<>> ids_that_may_differ(const Elements& a, const Elements& b);

}  // namespace kernel
