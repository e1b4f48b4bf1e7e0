// SPDX-License-Identifier: Apache-2.0
#include "formats/aas/table_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/result.h"
#include "base/text.h"

namespace formats::aas {

namespace {

using Cells = std::vector<std::string_view>;

// Calls use(cells) for every line that is not a comment.
template <class Use>
void for_each_row(std::string_view table, Use use) {
  for (const auto line : base::split(table, '\n')) {
    if (!line.empty() && !line.starts_with('#')) use(base::split(line, '\t'));
  }
}

std::string_view cell(const Cells& cells, std::size_t at) {
  return at < cells.size() && cells[at] != "-" ? cells[at] : std::string_view();
}

std::vector<std::string_view> words(std::string_view text) {
  return text.empty() ? std::vector<std::string_view>() : base::split(text, ' ');
}

std::size_t number(std::string_view text, std::size_t fallback) {
  std::size_t value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Kind kind_of(std::string_view word) {
  constexpr std::pair<std::string_view, Kind> kinds[] = {{"boolean", Kind::boolean}, {"bytes", Kind::bytes},
                                                         {"string", Kind::string},   {"enumeration", Kind::enumeration},
                                                         {"class", Kind::object},    {"list", Kind::list}};
  const auto* found = std::ranges::find(kinds, word, &std::pair<std::string_view, Kind>::first);
  LINTEL_CHECK(found != std::end(kinds));
  return found->second;
}

}  // namespace

Metamodel TableReader::read(Version version, std::string_view table) {
  TableReader reader;
  reader.made_.version_ = version;
  // Classes speak of each other, so all of them get their place before the first is described.
  for_each_row(table, [&](const Cells& cells) {
    if (cells[0] == "C") reader.made_.classes_.emplace_back().name = cells[1];
  });
  for_each_row(table, [&](const Cells& cells) { reader.read_fact(cells); });
  reader.find_descendants();
  return std::move(reader.made_);
}

void TableReader::read_fact(const Cells& cells) {
  switch (cells[0][0]) {
    case 'V':
      made_.xml_namespace_ = cells[2];
      return;
    case 'N':
      made_.enumerations_.push_back({.name = cells[1], .literals = words(cells[2])});
      return made_.enumerations_.back().index_literals();
    case 'S':
      return read_set(cells);
    case 'R':
      made_.patterns_.emplace_back(cells[1], cells[2]);
      return;
    case 'T':
      return read_string_type(cells);
    case 'C':
      return read_class(cells);
    default:
      return read_member(cells);
  }
}

void TableReader::read_set(const Cells& cells) {
  auto& set = made_.sets_.emplace_back(
      LiteralSet{.name = cells[1], .enumeration = made_.find_enumeration(cell(cells, 2)), .literals = words(cells[3])});
  if (set.enumeration == nullptr) return;
  for (const auto literal : set.literals) {
    LINTEL_CHECK(set.enumeration->has(literal));
    set.positions |= std::uint64_t{1} << set.enumeration->position(literal);
  }
}

void TableReader::read_string_type(const Cells& cells) {
  StringType type{.name = cells[1], .least = number(cells[2], 0), .most = number(cell(cells, 3), no_limit)};
  for (const auto word : words(cell(cells, 4))) {
    if (word == "xml_serializable_string") {
      type.of_xml_characters = true;
    } else if (word == "is_xs_date_time_utc") {
      type.is_utc_time = true;
    } else {
      LINTEL_CHECK(type.pattern == nullptr);
      type.pattern = &made_.get_pattern(word);
    }
  }
  made_.strings_.push_back(type);
}

void TableReader::read_class(const Cells& cells) {
  class_ = &*std::ranges::find(made_.classes_, cells[1], &Class::name);
  for (const auto parent : words(cell(cells, 2))) class_->parents.push_back(&made_.get_class(parent));
  class_->element = cell(cells, 3);
  class_->model_type = cell(cells, 4);
  class_->is_abstract = cell(cells, 5) == "a";
}

void TableReader::read_member(const Cells& cells) {
  LINTEL_CHECK(class_ != nullptr && (cells[0] == "P" || cells[0] == "I"));
  return cells[0] == "P" ? add_property(cells) : add_invariant(cells);
}

void TableReader::add_property(const Cells& cells) {
  Property property{.name = cells[1],
                    .key = key_of(cells[1]),
                    .kind = kind_of(cells[2]),
                    .required = cell(cells, 4) == "!",
                    .least_items = number(cell(cells, 5), 0)};
  const auto type = cell(cells, 3);
  if (property.kind == Kind::string) {
    const auto found = std::ranges::find(made_.strings_, type, &StringType::name);
    LINTEL_CHECK(found != made_.strings_.end());
    property.string = &*found;
  } else if (property.kind == Kind::enumeration) {
    property.enumeration = made_.find_enumeration(type);
    LINTEL_CHECK(property.enumeration != nullptr);
  } else if (property.kind == Kind::object || property.kind == Kind::list) {
    property.type = &made_.get_class(type);
  }
  LINTEL_CHECK(class_->properties.size() < 32);
  if (property.required) class_->required |= 1U << class_->properties.size();
  class_->properties.push_back(property);
}

void TableReader::add_invariant(const Cells& cells) {
  Invariant invariant{.name = cells[1], .constraint = cell(cells, 2)};
  for (const auto word : words(cell(cells, 3))) {
    const Property* property = class_->find(word);
    LINTEL_CHECK(property != nullptr);
    invariant.properties.push_back(static_cast<std::size_t>(property - class_->properties.data()));
  }
  class_->invariants.push_back(std::move(invariant));
}

void TableReader::find_descendants() {
  for (auto& ancestor : made_.classes_) {
    for (const auto& each : made_.classes_) {
      if (!each.is_abstract && each.is_a(ancestor)) ancestor.concrete.push_back(&each);
    }
  }
}

}  // namespace formats::aas
