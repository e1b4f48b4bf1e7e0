// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/templates/table.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/text.h"

extern "C" const char lintel_table_idta_templates[];
extern "C" const char lintel_table_idta_templates_end[];
extern "C" const char lintel_table_idta_concepts[];
extern "C" const char lintel_table_idta_concepts_end[];

namespace aas::engine {

namespace {

using Cells = std::vector<std::string_view>;

std::string_view cell_at(const Cells& cells, std::size_t at) {
  return at < cells.size() ? cells[at] : std::string_view();
}

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

Json one_key(std::string_view type, std::string_view key_type, std::string_view value) {
  return Json::object({{"type", type}, {"keys", Json::array({Json::object({{"type", key_type}, {"value", value}})})}});
}

Json reference_from(std::string_view cell) {
  if (cell.starts_with("E:")) return one_key("ExternalReference", "GlobalReference", cell.substr(2));
  if (cell.starts_with("C:")) return one_key("ModelReference", "ConceptDescription", cell.substr(2));
  if (cell.empty()) return {};
  auto parsed = base::parse_json(cell);
  LINTEL_CHECK(parsed.ok());
  return *std::move(parsed);
}

Cardinality cardinality_from(std::string_view cell) {
  if (cell.starts_with('?')) return Cardinality::unknown;
  for (const Cardinality each :
       {Cardinality::one, Cardinality::zero_to_one, Cardinality::zero_to_many, Cardinality::one_to_many}) {
    if (name(each) == cell) return each;
  }
  return Cardinality::unsaid;
}

Element element_from(const Cells& cells) {
  Element out;
  out.model_type = cell_at(cells, 1);
  out.id_short = cell_at(cells, 2);
  out.cardinality = cardinality_from(cell_at(cells, 3));
  if (out.cardinality == Cardinality::unknown) out.cardinality_text = cell_at(cells, 3).substr(1);
  out.value_type = cell_at(cells, 4);
  out.semantic_id = reference_from(cell_at(cells, 5));
  if (const std::string_view more = cell_at(cells, 6); !more.empty()) {
    auto parsed = base::parse_json(more);
    LINTEL_CHECK(parsed.ok());
    out.more = *std::move(parsed);
  }
  return out;
}

Template template_from(const Cells& cells, std::string_view lines) {
  Template out(lines);
  out.name = cell_at(cells, 1);
  out.version = cell_at(cells, 2);
  out.metamodel = cell_at(cells, 3);
  out.semantic_id = cell_at(cells, 4);
  out.id_short = cell_at(cells, 5);
  out.id = cell_at(cells, 6);
  for (const std::string_view number : base::split(cell_at(cells, 7), ' ')) {
    if (!number.empty()) out.numbers.emplace_back(number);
  }
  out.source = cell_at(cells, 8);
  return out;
}

// Up to the next line that is no element's.
std::string_view element_lines(std::string_view rest) {
  std::size_t end = 0;
  while (end < rest.size() && rest[end] >= '0' && rest[end] <= '9')
    end = std::min(rest.find('\n', end), rest.size() - 1) + 1;
  return rest.substr(0, end);
}

std::vector<Template> read_templates(std::string_view rest) {
  std::vector<Template> out;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    if (!line.starts_with("T\t")) continue;
    const std::string_view lines = element_lines(rest);
    out.push_back(template_from(base::split(line, '\t'), lines));
    rest.remove_prefix(lines.size());
  }
  return out;
}

ConceptLines read_concept_lines(std::string_view rest) {
  ConceptLines out;
  while (!rest.empty()) {
    const std::string_view line = next_line(rest);
    if (line.starts_with("C\t")) out.emplace(line.substr(2, line.find('\t', 2) - 2), line);
  }
  return out;
}

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

Element element_from_lines(std::string_view lines) {
  Element root;
  std::array<Element*, max_template_depth + 2> above{};  // the last element of each depth
  while (!lines.empty()) {
    const Cells cells = base::split(next_line(lines), '\t');
    std::size_t depth = 0;
    std::from_chars(cells[0].data(), cells[0].data() + cells[0].size(), depth);
    LINTEL_CHECK(depth < above.size() && (depth == 0 || above[depth - 1] != nullptr));
    if (depth == 0) {
      root = element_from(cells);
      above[0] = &root;
    } else {
      above[depth] = &above[depth - 1]->children.emplace_back(element_from(cells));
    }
  }
  return root;
}

Concept concept_from_line(std::string_view line) {
  const Cells cells = base::split(line, '\t');
  Concept out;
  out.id = cell_at(cells, 1);
  out.id_short = cell_at(cells, 2);
  out.preferred_name = cell_at(cells, 3);
  out.unit = cell_at(cells, 4);
  out.unit_id = reference_from(cell_at(cells, 5));
  out.data_type = cell_at(cells, 6);
  out.value = cell_at(cells, 7);
  return out;
}

const std::vector<Template>& published_templates() {
  static const std::vector<Template> all =
      read_templates(between(lintel_table_idta_templates, lintel_table_idta_templates_end));
  return all;
}

const ConceptLines& published_concepts() {
  static const ConceptLines all =
      read_concept_lines(between(lintel_table_idta_concepts, lintel_table_idta_concepts_end));
  return all;
}

}  // namespace aas::engine
