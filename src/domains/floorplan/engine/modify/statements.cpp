// SPDX-License-Identifier: Apache-2.0
#include "domains/floorplan/engine/modify/statements.h"

namespace floorplan::engine {

namespace {

template <class Statements>
words::Span last_of(const Statements& statements, words::Span otherwise) {
  return statements.empty() ? otherwise : statements.back().span;
}

}  // namespace

words::Span last_style(const words::Document& document) {
  return last_of(document.styles, last_of(document.defines, document.header));
}

words::Span last_floor(const words::Document& document) {
  const words::Span config = document.config_body;
  return last_of(document.floors, config.empty() ? last_style(document) : config);
}

words::Span last_connection(const words::Document& document) {
  return last_of(document.connections, last_floor(document));
}

words::Span last_vertical(const words::Document& document) {
  return last_of(document.verticals, last_connection(document));
}

void insert_after(Draft& draft, words::Span previous, const std::string& statement) {
  if (previous == draft.document().header) return draft.insert_below_header(statement);
  draft.insert_statement_after(previous, statement);
}

}  // namespace floorplan::engine
