// SPDX-License-Identifier: Apache-2.0
#include "base/diff.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

namespace {

using base::unified_diff;

TEST(UnifiedDiff, NothingIsSaidOfEqualTexts) { EXPECT_EQ(unified_diff("a\nb\n", "a\nb\n", "x"), ""); }

TEST(UnifiedDiff, OneChangedLineHasThreeLinesOfContext) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "plan"),
            "--- a/plan\n+++ b/plan\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, DistantChangesAreSeparateHunks) {
  std::string before;
  for (int i = 1; i <= 30; ++i) before += std::to_string(i) + "\n";
  std::string after = before;
  after.replace(after.find("5\n"), 2, "five\n");
  after.replace(after.find("25\n"), 3, "");
  const std::string diff = unified_diff(before, after, "plan");
  EXPECT_NE(diff.find("@@ -2,7 +2,7 @@"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -22,7 +22,6 @@"), std::string::npos) << diff;
}

TEST(UnifiedDiff, FromNothingAndToNothing) {
  EXPECT_EQ(unified_diff("", "a\n", "x"), "--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(unified_diff("a\n", "", "x"), "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n");
}

TEST(UnifiedDiff, AMissingLineFeedAtTheEndIsSaid) {
  EXPECT_EQ(unified_diff("a", "a\n", "x"), "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

std::string random_text(std::mt19937& random) {
  std::string text;
  for (auto lines = random() % 40; lines > 0; --lines)
    text += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
  return text;
}

std::string slurp(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

// patch(1) is the judge: what it makes of the first text and the difference is the second text.
TEST(UnifiedDiff, PatchGivesTheSecondText) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto folder = std::filesystem::temp_directory_path() / ("lintel-diff-" + std::to_string(seed));
  std::filesystem::create_directories(folder);
  for (int round = 0; round < 60; ++round) {
    const std::string before = random_text(random);
    const std::string after = random_text(random);
    if (before.empty() || after.empty() || before == after) continue;
    std::ofstream(folder / "x") << before;
    std::ofstream(folder / "d") << unified_diff(before, after, "x", round % 2 == 0 ? 1000 : 3);
    const std::string command = "patch -s -p1 -d " + folder.string() + " < " + (folder / "d").string();
    ASSERT_EQ(std::system(command.c_str()), 0) << before << "---\n" << after;
    ASSERT_EQ(slurp(folder / "x"), after);
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
