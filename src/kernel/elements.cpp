// SPDX-License-Identifier: Apache-2.0
#include "kernel/elements.h"

#include <algorithm>
#include <utility>

namespace kernel {

bool same_adoption(const Element* a, const Element* b) {
  const bool one = a != nullptr && a->adopts;
  const bool other = b != nullptr && b->adopts;
  return one == other && (!one || *a->adopts == *b->adopts);
}

namespace {

bool same_documents(const Elements& a, const Elements& b) {
  return std::ranges::equal(a.owners(), b.owners(), [](const auto& one, const auto& other) {
    return one->id == other->id && one->adopts->content == other->adopts->content;
  });
}

}  // namespace

std::set<std::string, std::less<>> ids_that_may_differ(const Elements& a, const Elements& b) {
  std::set<std::string, std::less<>> ids;
  base::CowMap<Element>::each_unshared(a.written(), b.written(), [&](const std::string& id) { ids.insert(id); });
  if (same_documents(a, b)) return ids;  // what nobody wrote over them is the same
  for (const Elements* elements : {&a, &b}) {
    for (const auto& owner : elements->owners())
      owner->adopts->content->each_id([&](const std::string& id) { ids.insert(id); });
  }
  return ids;
}

const Element* Elements::owner_of(std::string_view id) const {
  for (const auto& owner : owners_) {
    if (owner->adopts->content->has(id)) return owner.get();
  }
  return nullptr;
}

std::shared_ptr<const Element> Elements::beneath(std::string_view id) const {
  const Element* owner = owner_of(id);
  return owner == nullptr ? nullptr : owner->adopts->content->find(id);
}

std::shared_ptr<const Element> Elements::find(std::string_view id) const {
  if (std::shared_ptr<const Element> found = written_.find(id)) return found;
  if (owners_.empty() || written_.contains(id)) return nullptr;
  return beneath(id);
}

bool Elements::has(std::string_view id) const {
  if (written_.contains(id)) return written_.find(id) != nullptr;
  return owner_of(id) != nullptr;
}

std::int64_t Elements::revision(std::string_view id) const {
  if (const auto found = written_.find(id)) return found->revision;
  if (owners_.empty() || written_.contains(id)) return 0;
  const Element* owner = owner_of(id);
  return owner == nullptr ? 0 : owner->revision;
}

void Elements::put(std::string_view id, std::shared_ptr<const Element> element) {
  const std::shared_ptr<const Element> before = written_.find(id);
  if (!same_adoption(before.get(), element.get())) take_away(id);
  if (!has(id)) ++size_;
  if (element->adopts && element->adopts->content) {
    const auto known = std::ranges::find_if(owners_, [&](const auto& owner) { return owner->id == id; });
    if (known != owners_.end()) {
      *known = element;
    } else {
      owners_.push_back(element);
      size_ += element->adopts->content->size();
    }
  }
  written_.put(id, std::move(element));
}

bool Elements::erase(std::string_view id) {
  if (!has(id)) return false;
  take_away(id);
  --size_;
  if (owner_of(id) != nullptr) {
    written_.put(id, nullptr);
  } else {
    written_.erase(id);
  }
  return true;
}

void Elements::take_away(std::string_view owner) {
  const auto found = std::ranges::find_if(owners_, [&](const auto& each) { return each->id == owner; });
  if (found == owners_.end()) return;
  const SharedAdopted content = (*found)->adopts->content;
  owners_.erase(found);
  size_ -= content->size();
  std::vector<std::string> over;
  written_.each([&](const Entry& entry) {
    if (!content->has(entry.first)) return;
    over.push_back(entry.first);
    if (entry.second == nullptr) ++size_;
  });
  for (const std::string& id : over) written_.erase(id);
}

std::vector<Elements::Entry> Elements::sorted() const {
  std::vector<Entry> all;
  all.reserve(size_);
  written_.each([&](const Entry& entry) {
    if (entry.second) all.push_back(entry);
  });
  for (const auto& owner : owners_) {
    const Adopted& content = *owner->adopts->content;
    content.each_id([&](const std::string& id) {
      if (!written_.contains(id)) all.emplace_back(id, content.find(id));
    });
  }
  std::ranges::sort(all, {}, &Entry::first);
  return all;
}

std::map<std::string, std::string> Elements::referring(const std::set<std::string, std::less<>>& hosts) const {
  std::map<std::string, std::string> found;
  written_.each([&](const Entry& entry) {
    if (!entry.second) return;
    const auto host = std::ranges::find_if(entry.second->refs, [&](const auto& ref) { return hosts.contains(ref); });
    if (host != entry.second->refs.end()) found.emplace(entry.first, *host);
  });
  for (const auto& owner : owners_) {
    for (const std::string& host : hosts) {
      for (std::string& id : owner->adopts->content->referrers(host)) {
        if (!written_.contains(id)) found.emplace(std::move(id), host);
      }
    }
  }
  return found;
}

}  // namespace kernel
