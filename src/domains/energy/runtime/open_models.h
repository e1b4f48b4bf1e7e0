// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/engine/references/references.h"
#include "kernel/view.h"

namespace energy::runtime {

// A model that was read, with what is asked of it again and again. Immutable; what is expensive is made when it is
// first asked for. Thread-safe.
class OpenModel {
 public:
  // `ids` are the kernel's elements of the file's objects, by Object::source.
  OpenModel(engine::Model model, std::string digest, std::vector<std::string> ids);

  const engine::Model& model() const { return model_; }
  // SHA-256 of the model's file as it would be saved, in hex.
  const std::string& digest() const { return digest_; }
  const std::string& id_of(const engine::Object& object) const { return ids_[object.source]; }
  // Objects of a type, in the order of the file. Upper and lower case do not matter, here and in names.
  const std::vector<std::uint32_t>& of_type(std::string_view type) const;
  std::size_t find(std::string_view type, std::string_view name) const;  // SIZE_MAX: there is none
  // Whether any object has this name, or gives it to something that can be referred to.
  bool gives(std::string_view name) const;
  const engine::References& references() const;
  // All findings of engine::validate(), with references; and of engine::integrity().
  const engine::Findings& validation() const;
  const engine::Findings& integrity() const;
  // Objects whose name or texts hold `word`, upper and lower case alike, in the order of the file; of one type, or of
  // all.
  std::vector<std::uint32_t> search(std::string_view word, const engine::ObjectType* type, std::size_t limit) const;

 private:
  // The texts of all objects in upper case, one after the other.
  struct Haystack {
    std::string text;
    std::vector<std::uint32_t> begins;  // of each object
  };
  const Haystack& haystack() const;
  struct Index {
    std::unordered_map<const engine::ObjectType*, std::vector<std::uint32_t>> types;
    std::unordered_map<std::string, std::vector<std::uint32_t>> names;  // in upper case
    std::unordered_set<std::string> given;                              // by other fields; in upper case
  };
  const Index& index() const;

  const engine::Model model_;
  const std::string digest_;
  const std::vector<std::string> ids_;
  mutable std::once_flag indexed_, connected_, validated_, examined_, stacked_;
  mutable Index index_;
  mutable std::unique_ptr<const engine::References> references_;
  mutable engine::Findings validation_, integrity_;
  mutable Haystack haystack_;
};

// The models that were asked for last, by what they were made from. Thread-safe.
class OpenModels {
 public:
  // The bytes that were opened, the version they are read as, and what was written since. Two are the same if they hold
  // the very same elements: an element never changes.
  struct State {
    std::string blob, version;
    std::vector<kernel::View::Written> written;
    friend bool operator==(const State& a, const State& b);
  };
  using Shared = std::shared_ptr<const OpenModel>;
  base::Result<Shared> get(const State& state, const std::function<base::Result<Shared>()>& make);

 private:
  static constexpr std::size_t kept = 4;
  static constexpr std::size_t kept_of_file = 2;  // the state now, and the one before or ahead
  Shared known(const State& state);

  std::mutex mutex_;
  std::list<std::pair<State, Shared>> list_;  // the last one asked for first
};

}  // namespace energy::runtime
