// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "domains/energy/engine/model/model.h"

namespace energy::engine {

// One value that names another object. Which objects it can mean, the schema says: the value's field has lists of
// names, and so has the name of every object. Names are compared without regard to case.
struct Edge {
  std::uint32_t object = 0;   // who refers
  std::uint32_t reading = 0;  // of Model::all_readings()
  std::uint32_t first = 0, count = 0;
  bool class_name = false;  // names an object type ("Fan:ConstantVolume") that its field admits
};

// All references of a model, also those in groups. Immutable; the model must outlive it.
class References {
 public:
  explicit References(const Model& model);

  const std::vector<Edge>& edges() const { return edges_; }
  // The objects that it names: none if it leads nowhere, several where types of one list share a name.
  std::span<const std::uint32_t> targets(const Edge& edge) const { return {targets_.data() + edge.first, edge.count}; }
  // What an object refers to.
  std::span<const Edge> of(std::size_t object) const;
  // Who refers to an object: indices of edges().
  std::vector<std::size_t> to(std::size_t object) const;
  // Whether a value of a field leads to an object, or names an object type that the field admits.
  bool leads(const Model& model, const Field& field, std::string_view text) const;
  // The objects with that name or giving that name, of whatever type.
  std::vector<std::uint32_t> named(std::string_view name) const;

 private:
  struct Provider {
    std::uint32_t object;
    const Field* field;
  };
  void provide(const Model& model);
  void connect(const Model& model, std::uint32_t object, std::uint32_t reading, const Field& field);

  std::unordered_map<std::string, std::vector<Provider>> providers_;  // by name in upper case
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> targets_;
};

// References that lead nowhere, as warnings: real models that run have them.
Findings unresolved(const Model& model, const References& references);
// Those of one object; `references` may be of another model in which objects give the same names.
Findings unresolved_of(const Model& model, std::size_t object, const References& references);
// The names that an object has or gives, in upper case, each with the field that does so.
std::vector<std::pair<std::string, const Field*>> names_given(const Model& model, const Object& object);

}  // namespace energy::engine
