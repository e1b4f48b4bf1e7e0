// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace base {

// A map from strings whose copies are cheap: a copy is one pointer, a write copies the few nodes on its
// path. So every reader keeps its own unchanging picture while a writer goes on. Copies may be used by
// different threads; one object may not.
//
// A trie over the bits of the key's hash: inner nodes have 16 children, leaves a handful of entries.
template <class Value>
class CowMap {
 public:
  using Entry = std::pair<std::string, std::shared_ptr<const Value>>;

  std::shared_ptr<const Value> find(std::string_view key) const {
    const Entry* entry = entry_of(key);
    return entry == nullptr ? nullptr : entry->second;
  }

  void put(std::string_view key, std::shared_ptr<const Value> value) {
    if (entry_of(key) == nullptr) ++size_;
    auto entry = std::make_shared<const Entry>(std::string(key), std::move(value));
    root_ = with(root_.get(), hash(key), 0, std::move(entry));
  }

  bool erase(std::string_view key) {
    if (entry_of(key) == nullptr) return false;
    root_ = without(*root_, hash(key), 0, key);
    --size_;
    return true;
  }

  // Whether there is an entry, be its value null.
  bool contains(std::string_view key) const { return entry_of(key) != nullptr; }

  std::size_t size() const { return size_; }

  // All entries, in no order.
  template <class Visit>
  void each(const Visit& visit) const {
    if (root_) walk(*root_, visit);
  }

  // The keys of all entries that are not the very same in both, in no order, some perhaps twice. What two copies still
  // share costs nothing.
  template <class Visit>
  static void each_unshared(const CowMap& a, const CowMap& b, const Visit& visit) {
    unshared(a.root_.get(), b.root_.get(), visit);
  }

  // All entries in the order of their keys.
  std::vector<Entry> sorted() const {
    std::vector<Entry> all;
    all.reserve(size_);
    each([&](const Entry& entry) { all.push_back(entry); });
    std::ranges::sort(all, {}, &Entry::first);
    return all;
  }

 private:
  struct Node;
  using Link = std::shared_ptr<const Node>;
  using Leaf = std::vector<std::shared_ptr<const Entry>>;  // in no order
  static constexpr std::size_t fan_out = 16;
  static constexpr std::size_t leaf_size = 8;
  static constexpr int hash_bits = 64;
  using Children = std::array<Link, fan_out>;
  // Either a leaf or an inner node.
  struct Node {
    Leaf entries;
    std::unique_ptr<Children> children;
    Node() = default;
    Node(const Node& other)
        : entries(other.entries), children(other.children ? std::make_unique<Children>(*other.children) : nullptr) {}
    Node& operator=(const Node&) = delete;
    ~Node() = default;
  };

  static std::size_t hash(std::string_view key) { return std::hash<std::string_view>{}(key); }
  static std::size_t slot(std::size_t hash, int depth_bits) { return hash >> depth_bits & (fan_out - 1); }
  static auto place_of(auto& entries, std::string_view key) {
    return std::ranges::find_if(entries, [&](const auto& entry) { return entry->first == key; });
  }

  const Entry* entry_of(std::string_view key) const {
    const Node* node = root_.get();
    std::size_t rest = hash(key);
    for (; node != nullptr && node->children; rest >>= 4) node = (*node->children)[rest & (fan_out - 1)].get();
    if (node == nullptr) return nullptr;
    const auto found = place_of(node->entries, key);
    return found == node->entries.end() ? nullptr : found->get();
  }

  // A copy of the node (none: an empty leaf) that holds the entry.
  static Link with(const Node* node, std::size_t hash, int bits, std::shared_ptr<const Entry> entry) {
    auto copy = node == nullptr ? std::make_shared<Node>() : std::make_shared<Node>(*node);
    if (copy->children) {
      Link& child = (*copy->children)[slot(hash, bits)];
      child = with(child.get(), hash, bits + 4, std::move(entry));
      return copy;
    }
    if (const auto found = place_of(copy->entries, entry->first); found != copy->entries.end()) {
      *found = std::move(entry);
    } else {
      copy->entries.push_back(std::move(entry));
      // NB: keys whose hashes agree in every bit share one leaf of any size.
      if (copy->entries.size() > leaf_size && bits < hash_bits) split(*copy, bits);
    }
    return copy;
  }

  static void split(Node& node, int bits) {
    node.children = std::make_unique<Children>();
    for (auto& entry : std::exchange(node.entries, {})) {
      const std::size_t its_hash = hash(entry->first);
      Link& child = (*node.children)[slot(its_hash, bits)];
      child = with(child.get(), its_hash, bits + 4, std::move(entry));
    }
  }

  static Link without(const Node& node, std::size_t hash, int bits, std::string_view key) {
    auto copy = std::make_shared<Node>(node);
    if (copy->children) {
      Link& child = (*copy->children)[slot(hash, bits)];
      child = without(*child, hash, bits + 4, key);
      const bool empty = std::ranges::none_of(*copy->children, [](const Link& each) { return each != nullptr; });
      return empty ? nullptr : copy;
    }
    copy->entries.erase(place_of(copy->entries, key));
    return copy->entries.empty() ? nullptr : copy;
  }

  template <class Visit>
  static void walk(const Node& node, const Visit& visit) {
    for (const auto& entry : node.entries) visit(*entry);
    if (!node.children) return;
    for (const Link& child : *node.children) {
      if (child) walk(*child, visit);
    }
  }

  template <class Visit>
  static void unshared(const Node* a, const Node* b, const Visit& visit) {
    if (a == b) return;
    if (a != nullptr && b != nullptr && a->children && b->children) {
      for (std::size_t i = 0; i < fan_out; ++i) unshared((*a->children)[i].get(), (*b->children)[i].get(), visit);
      return;
    }
    const auto is_in = [](const Node* node, const std::shared_ptr<const Entry>& entry) {
      return node != nullptr && std::ranges::find(node->entries, entry) != node->entries.end();
    };
    for (const auto& [node, other] : {std::pair(a, b), std::pair(b, a)}) {
      if (node == nullptr) continue;
      for (const auto& entry : node->entries) {
        if (!is_in(other, entry)) visit(entry->first);
      }
      if (!node->children) continue;
      for (const Link& child : *node->children) {
        if (child) walk(*child, [&](const Entry& entry) { visit(entry.first); });
      }
    }
  }

  Link root_;
  std::size_t size_ = 0;
};

}  // namespace base
