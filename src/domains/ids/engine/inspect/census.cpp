// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/inspect/census.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "domains/ids/engine/facets/property_reading.h"

namespace ids::engine {
namespace {

constexpr std::size_t max_values = 24;  // kept of a property
constexpr std::size_t max_text = 200;   // of names and values
constexpr std::size_t read_steps = 100;
constexpr std::size_t unseen = ~std::size_t{0};

// 3 and 3.000000000000002, which exporters write for the same thing, are told as one.
double rounded(double value) {
  std::array<char, 40> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9);
  std::from_chars(text.data(), written.ptr, value);
  return value;
}

ModelValue short_value(const ModelValue& value) {
  if (const auto* const real = std::get_if<double>(&value)) return rounded(*real);
  if (const auto* const text = std::get_if<std::string>(&value)) return counted_name(*text);
  return value;
}

std::size_t bytes_of(const ModelValue& value) {
  const auto* const text = std::get_if<std::string>(&value);
  return text == nullptr ? 0 : text->size();
}

// A property of a set name, over all elements. `seen` and the like are the last element that was counted.
struct Column {
  PropertyUse use;
  std::size_t seen = unseen, seen_filled = unseen, said_by_element = unseen;
  std::vector<std::size_t> seen_values = {};

  // Its place among the values that are kept, if there was room.
  std::optional<std::uint32_t> keep(ModelValue value) {
    const auto found = std::ranges::find(use.values, value, &ValueUse::value);
    if (found == use.values.end()) {
      if (use.values.size() == max_values) {
        use.more_values = true;
        return std::nullopt;
      }
      use.values.push_back({std::move(value)});
      seen_values.push_back(unseen);
      return static_cast<std::uint32_t>(use.values.size() - 1);
    }
    return static_cast<std::uint32_t>(found - use.values.begin());
  }
};

// A property of one set in the file.
struct Cell {
  std::size_t column = 0;
  bool filled = false;
  std::vector<std::uint32_t> values;
};
struct ReadSet {
  std::size_t name = 0;  // its place among the names
  std::vector<Cell> cells;
};
struct Named {
  std::string name;
  std::size_t elements = 0, seen = unseen;
  std::vector<std::size_t> columns;
  std::unordered_map<std::string, std::size_t> by_property;
};

class Counter {
 public:
  Counter(const ModelFacts& facts, std::size_t max_steps) : reader_(facts.properties()), steps_left_(max_steps) {}

  bool tired() const { return steps_left_ == 0; }

  void count(Index element, std::size_t number) {
    const auto sets = reader_.sets_of(element);
    for (const auto set : sets.own) count(set, number, true);
    for (const auto set : sets.inherited) count(set, number, false);
  }

  Census census(std::size_t counted) {
    Census out{.counted = counted};
    for (auto& named : names_) {
      SetUse set{.name = std::move(named.name), .elements = named.elements};
      for (const auto column : named.columns) set.properties.push_back(finished(columns_[column].use));
      if (set.elements > 0) out.sets.push_back(std::move(set));
    }
    std::ranges::sort(out.sets, [](const SetUse& a, const SetUse& b) {
      return a.elements != b.elements ? a.elements > b.elements : a.name < b.name;
    });
    return out;
  }

 private:
  void step(std::size_t steps) { steps_left_ -= std::min(steps_left_, steps); }

  void count(Index set, std::size_t element, bool own) {
    if (!tired()) count(read(set), element, own);
  }

  const ReadSet& read(Index set) {
    const auto [place, fresh] = sets_.try_emplace(set);
    if (!fresh) return place->second;
    ReadSet& out = place->second;
    out.name = name_of(counted_name(reader_.set_name(set)));
    for (const auto& property : reader_.properties_of(set)) {
      step(read_steps + property.name.size());
      if (!tired()) out.cells.push_back(cell_of(out.name, property));
    }
    return out;
  }

  Cell cell_of(std::size_t name, const PropertyRef& property) {
    Cell cell{.column = column_of(name, counted_name(property.name))};
    Column& column = columns_[cell.column];
    auto values = reader_.values_of(property);
    cell.filled = is_filled(values.items);
    if (column.use.kind.empty()) column.use.kind = std::move(values.kind);
    for (auto& item : values.items) {
      step(bytes_of(item.value));
      if (column.use.data_type.empty()) column.use.data_type = std::move(item.type);
      if (!cell.filled) continue;
      const auto place = column.keep(short_value(item.value));
      if (place && std::ranges::find(cell.values, *place) == cell.values.end()) cell.values.push_back(*place);
    }
    return cell;
  }

  std::size_t name_of(const std::string& name) {
    const auto [place, fresh] = by_name_.try_emplace(name, names_.size());
    if (fresh) names_.push_back({.name = name, .columns = {}, .by_property = {}});
    return place->second;
  }

  std::size_t column_of(std::size_t name, const std::string& property) {
    Named& named = names_[name];
    const auto [place, fresh] = named.by_property.try_emplace(property, columns_.size());
    if (fresh) {
      named.columns.push_back(columns_.size());
      columns_.push_back({.use = {.name = property, .data_type = {}, .kind = {}, .values = {}}});
    }
    return place->second;
  }

  void count(const ReadSet& set, std::size_t element, bool own) {
    Named& named = names_[set.name];
    if (std::exchange(named.seen, element) != element) ++named.elements;
    step(set.cells.size());
    for (const Cell& cell : set.cells) {
      Column& column = columns_[cell.column];
      if (own) column.said_by_element = element;
      if (own || column.said_by_element != element) count(cell, column, element);
    }
  }

  static void count(const Cell& cell, Column& column, std::size_t element) {
    if (std::exchange(column.seen, element) != element) ++column.use.elements;
    if (cell.filled && std::exchange(column.seen_filled, element) != element) ++column.use.filled;
    for (const auto value : cell.values) {
      if (std::exchange(column.seen_values[value], element) != element) ++column.use.values[value].elements;
    }
  }

  // A value that was read with its set may stand on a type whose elements all say otherwise.
  static PropertyUse finished(PropertyUse& use) {
    std::erase_if(use.values, [](const ValueUse& value) { return value.elements == 0; });
    std::ranges::sort(use.values, used_more);
    return std::move(use);
  }

  const PropertyReader& reader_;
  std::size_t steps_left_;
  std::vector<Named> names_;
  std::vector<Column> columns_;
  std::unordered_map<std::string, std::size_t> by_name_;
  std::unordered_map<Index, ReadSet> sets_;
};

}  // namespace

bool used_more(const ValueUse& a, const ValueUse& b) {
  return a.elements != b.elements ? a.elements > b.elements : a.value < b.value;
}

std::string counted_name(std::string name) {
  if (name.size() > max_text) name.resize(max_text);
  return name;
}

bool is_filled(const std::vector<ModelFacts::Typed>& items) {
  return std::ranges::any_of(items, [](const ModelFacts::Typed& item) {
    const auto* const text = std::get_if<std::string>(&item.value);
    return text == nullptr || !text->empty();
  });
}

base::Result<Census> count_properties(const ModelFacts& facts, std::span<const Index> elements,
                                      const base::Cancel& cancel, std::size_t max_steps) {
  Counter counter(facts, max_steps);
  std::size_t counted = 0;
  for (; counted < elements.size() && !counter.tired(); ++counted) {
    if (counted % 64 == 0 && cancel.requested()) return base::fail(base::Code::cancelled, "the reading was cancelled");
    counter.count(elements[counted], counted);
  }
  return counter.census(counted);
}

}  // namespace ids::engine
