// SPDX-License-Identifier: Apache-2.0
// What people and models copy must work: every whole plan in the texts we show them is valid.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "domains/floorplan/engine/compile.h"
#include "domains/floorplan/tools/list.h"
#include "kernel/snapshot.h"
#include "tool/registry.h"

namespace {

// The code blocks that begin with `floorplan`, or with front matter or a version before it.
std::vector<std::string> plans_in(const std::string& markdown) {
  std::vector<std::string> out;
  const std::string fence = "```";
  for (std::size_t from = markdown.find(fence); from != std::string::npos; from = markdown.find(fence, from)) {
    const std::size_t begin = markdown.find('\n', from) + 1;
    const std::size_t end = markdown.find(fence, begin);
    if (end == std::string::npos) break;
    std::string block = markdown.substr(begin, end - begin);
    const bool whole = block.starts_with("floorplan\n") || block.starts_with("---\n") || block.starts_with("%%{");
    if (whole && block.find("KEY: VALUE") == std::string::npos) out.push_back(std::move(block));
    from = end + fence.size();
  }
  return out;
}

void expect_valid(const std::string& markdown, const std::string& where, std::size_t at_least) {
  const auto plans = plans_in(markdown);
  EXPECT_GE(plans.size(), at_least) << where << " shows no whole plan";
  for (const auto& plan : plans) {
    const auto compiled = floorplan::engine::compile(plan);
    EXPECT_TRUE(compiled.valid()) << where << ": "
                                  << (compiled.diagnostics.empty() ? "" : compiled.diagnostics[0].message) << "\n"
                                  << plan;
  }
}

std::string read_text(const std::string& name) {
  std::ifstream file(std::filesystem::path(LINTEL_SOURCE_DIR) / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Examples, OfTheReadmeAndTheDocumentation) {
  expect_valid(read_text("README.md"), "README.md", 1);
  expect_valid(read_text("docs/floorplan.md"), "docs/floorplan.md", 1);
}

TEST(Examples, OfTheSchemaResource) {
  const tool::Offer offer = floorplan::tools::offer();
  const kernel::View nobody(std::make_shared<const kernel::Snapshot>(), {});
  for (const tool::Resource& resource : offer.resources) {
    if (resource.uri != "floorplan://schema") continue;
    const auto contents = resource.read({}, nobody);
    ASSERT_TRUE(contents.ok());
    expect_valid(contents->text, resource.uri, 1);
    // Everything the grammar knows is in it.
    for (const auto& words : formats::floorplan::all_words()) {
      for (const auto word : words.texts) {
        EXPECT_NE(contents->text.find("`" + std::string(word) + "`"), std::string::npos) << words.name << " " << word;
      }
    }
    return;
  }
  FAIL() << "no floorplan://schema";
}

}  // namespace
