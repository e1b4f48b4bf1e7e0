// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/templates.h"

#include <string>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "base/text.h"

// NOLINTBEGIN(readability-identifier-naming): symbols of templates.S
#define TEMPLATE(symbol, name, title, doc) \
  extern const char lintel_ids_template_##symbol[], lintel_ids_template_##symbol##_end[];
extern "C" {
#include "domains/ids/engine/library/templates.def"
}
#undef TEMPLATE
// NOLINTEND(readability-identifier-naming)

namespace ids::engine {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

const std::vector<Template>& table() {
  static const std::vector<Template> all{
#define TEMPLATE(symbol, name, title, doc) \
  Template{name, title, doc, between(lintel_ids_template_##symbol, lintel_ids_template_##symbol##_end)},
#include "domains/ids/engine/library/templates.def"
#undef TEMPLATE
  };
  return all;
}

base::Error unknown(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& one : table()) names.emplace_back(one.name);
  return base::fail(base::Code::unknown_name, "there is no template \"" + base::printable(name, 100) + "\"", "template",
                    base::did_you_mean(name, names, {.quote = "", .besides = base::listing("Templates", names)}));
}

}  // namespace

std::span<const Template> templates() { return table(); }

base::Result<formats::ids::Document> from_template(std::string_view name) {
  for (const auto& one : table()) {
    if (one.name != name) continue;
    auto read = TRY(formats::ids::read(one.xml));
    LINTEL_CHECK(read.problems.empty());
    read.document.before.clear();  // the licence of our file is not the licence of the caller's document
    return std::move(read.document);
  }
  return unknown(name);
}

}  // namespace ids::engine
