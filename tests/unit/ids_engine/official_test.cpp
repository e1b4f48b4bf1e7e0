// SPDX-License-Identifier: Apache-2.0
// The official cases of buildingSMART: a pass- file passes, a fail- file fails, each and every one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "domains/ids/engine/check/check.h"

namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> cases() {
  std::vector<fs::path> found;
  const auto* const corpora = std::getenv("LINTEL_CORPORA");
  if (corpora == nullptr) return found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(corpora) / "ids-official")) {
    auto model = entry.path();
    if (entry.path().extension() == ".ids" && fs::exists(model.replace_extension(".ifc")))
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

base::Result<ids::engine::CheckResult> checked(const fs::path& path) {
  const auto document = TRY(formats::ids::read(content(path)));
  auto model_path = path;
  const auto model = TRY(formats::ifc::Model::open(model_path.replace_extension(".ifc").string()));
  return ids::engine::check(document.document, model);
}

TEST(OfficialCases, EveryOneHasItsVerdict) {
  const auto all = cases();
  if (all.empty()) GTEST_SKIP() << "LINTEL_CORPORA is not set";
  ASSERT_GE(all.size(), 200U);
  for (const auto& path : all) {
    const auto result = checked(path);
    ASSERT_TRUE(result.ok()) << path << ": " << result.error().message;
    const auto name = path.filename().string();
    if (name.starts_with("invalid-")) continue;  // the audit's: here it is enough that nothing breaks
    EXPECT_NE(result->status, ids::engine::Status::error) << path;
    EXPECT_EQ(ids::engine::no_failure(result->status), name.starts_with("pass-")) << path;
    for (const auto& specification : result->specifications) {
      for (const auto& failure : specification.failures) EXPECT_FALSE(failure.reason.empty()) << path;
      EXPECT_EQ(specification.passed + specification.failed, static_cast<std::int64_t>(specification.applicable.size()))
          << path;
    }
  }
}

}  // namespace
