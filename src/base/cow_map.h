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

// A map from strings whose copies are cheap: a copy shares all buckets, a write copies one bucket.
// So every reader keeps its own unchanging picture while a writer goes on. Copies may be used by
// different threads; one object may not.
template <class Value>
class CowMap {
 public:
  using Entry = std::pair<std::string, std::shared_ptr<const Value>>;

  std::shared_ptr<const Value> find(std::string_view key) const {
    const auto& bucket = buckets_[slot(key)];
    if (!bucket) return nullptr;
    const auto it = lower(*bucket, key);
    return it != bucket->end() && it->first == key ? it->second : nullptr;
  }

  void put(std::string_view key, std::shared_ptr<const Value> value) {
    auto bucket = writable(key);
    const auto it = lower(*bucket, key);
    if (it != bucket->end() && it->first == key) {
      it->second = std::move(value);
    } else {
      bucket->emplace(it, std::string(key), std::move(value));
      ++size_;
    }
    buckets_[slot(key)] = std::move(bucket);
  }

  bool erase(std::string_view key) {
    if (!find(key)) return false;
    auto bucket = writable(key);
    bucket->erase(lower(*bucket, key));
    --size_;
    buckets_[slot(key)] = std::move(bucket);
    return true;
  }

  std::size_t size() const { return size_; }

  // All entries in the order of their keys.
  std::vector<Entry> sorted() const {
    std::vector<Entry> all;
    all.reserve(size_);
    for (const auto& bucket : buckets_) {
      if (bucket) all.insert(all.end(), bucket->begin(), bucket->end());
    }
    std::ranges::sort(all, {}, &Entry::first);
    return all;
  }

 private:
  using Bucket = std::vector<Entry>;
  static constexpr std::size_t bucket_count = 256;

  static std::size_t slot(std::string_view key) { return std::hash<std::string_view>{}(key) % bucket_count; }
  template <class B>
  static auto lower(B& bucket, std::string_view key) {
    return std::ranges::lower_bound(bucket, key, {}, [](const Entry& e) { return std::string_view(e.first); });
  }
  std::shared_ptr<Bucket> writable(std::string_view key) const {
    const auto& bucket = buckets_[slot(key)];
    return bucket ? std::make_shared<Bucket>(*bucket) : std::make_shared<Bucket>();
  }

  std::array<std::shared_ptr<const Bucket>, bucket_count> buckets_{};
  std::size_t size_ = 0;
};

}  // namespace base
