// SPDX-License-Identifier: Apache-2.0
// What domains hold while a server runs: made once, handed to handlers, let go in order.
#include "cli/runtime.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace {

using testing::ElementsAre;

// Notes when it is made and when it goes.
struct Held {
  Held(std::vector<std::string>& the_log, std::string its_name) : log(the_log), name(std::move(its_name)) {
    log.push_back(name + " made");
  }
  ~Held() { log.push_back(name + " gone"); }
  std::vector<std::string>& log;
  std::string name;
};

domain::Domain domain_that_holds(std::vector<std::string>& log, const std::string& name) {
  tool::Toolset toolset;
  toolset.name = name;
  return {.name = name, .toolsets = {toolset}, .serve = [&log, name] {
            return domain::Serving{.runtime = std::make_shared<Held>(log, name)};
          }};
}

class RuntimeTest : public testing::Test {
 protected:
  RuntimeTest() {
    std::string made = (std::filesystem::temp_directory_path() / "lintel-runtime-XXXXXX").native();
    directory_ = ::mkdtemp(made.data());
    ::setenv("XDG_STATE_HOME", (directory_ / "state").c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", (directory_ / "config").c_str(), 1);
  }
  ~RuntimeTest() override { std::filesystem::remove_all(directory_); }
  std::filesystem::path directory_;
  std::vector<std::string> log_;
};

TEST_F(RuntimeTest, IsMadeInTheOrderOfTheListAndGoesTheOtherWayRound) {
  auto runtime = cli::make_runtime({}, {domain_that_holds(log_, "first"), domain_that_holds(log_, "second")});
  ASSERT_TRUE(runtime.ok()) << runtime.error().message;
  EXPECT_THAT(log_, ElementsAre("first made", "second made"));
  (*runtime)->finish();
  EXPECT_THAT(log_, ElementsAre("first made", "second made", "second gone", "first gone"));
}

TEST_F(RuntimeTest, OfEachServerIsItsOwn) {
  const domain::Domains domains{domain_that_holds(log_, "one")};
  const auto here = cli::make_runtime({}, domains);
  const auto there = cli::make_runtime({}, domains);
  ASSERT_TRUE(here.ok() && there.ok());
  EXPECT_NE((*here)->servings.front().runtime, (*there)->servings.front().runtime);
}

TEST_F(RuntimeTest, OfADomainThatIsOnlyANameIsNotMade) {
  domain::Domain planned = domain_that_holds(log_, "planned");
  planned.serve = nullptr;
  domain::Domain fixture = domain_that_holds(log_, "fixture");
  fixture.fixture = true;
  const auto runtime = cli::make_runtime({}, {planned, fixture});
  ASSERT_TRUE(runtime.ok());
  EXPECT_THAT(log_, ElementsAre());
  EXPECT_EQ((*runtime)->registry.toolset("planned"), nullptr);
}

}  // namespace
