// SPDX-License-Identifier: Apache-2.0
#include "tool/shape.h"

#include <gtest/gtest.h>

namespace tool {
namespace {

kernel::Outcome change() {
  kernel::Outcome outcome;
  outcome.is_change = true;
  outcome.data = Json::object({{"status", "removed"}});
  return outcome;
}

std::string first_of(const kernel::Outcome& outcome, Shape shape) {
  const Json structured = shape_outcome(shape, outcome).structured;
  const auto& [name, value] = *structured.as_object().begin();
  return name == "outcome" ? value.as_string() : "begins with " + name;
}

// Whoever reads the first word knows whether it was done.
TEST(Shape, AnAnswerToAChangeBeginsWithItsOutcome) {
  kernel::Outcome committed = change();
  committed.event_id = "e";
  kernel::Outcome preview = change();
  preview.dry_run = true;
  kernel::Outcome waiting = change();
  waiting.approval = kernel::ApprovalState{.id = "c1", .state = "awaiting"};
  kernel::Outcome withdrawn = waiting;
  withdrawn.event_id = "e";  // of the withdrawal
  withdrawn.approval->state = "withdrawn";
  kernel::Outcome rejected = waiting;
  rejected.approval->state = "rejected";
  kernel::Outcome approved = withdrawn;
  approved.approval->state = "committed";
  for (const Shape shape : {Shape::flat, Shape::verdict, Shape::tool_response, Shape::envelope}) {
    EXPECT_EQ(first_of(committed, shape), "committed");
    EXPECT_EQ(first_of(preview, shape), "preview");
    EXPECT_EQ(first_of(waiting, shape), "waiting");
    EXPECT_EQ(first_of(withdrawn, shape), "withdrawn");
    EXPECT_EQ(first_of(rejected, shape), "none");
    EXPECT_EQ(first_of(approved, shape), "committed");
    EXPECT_EQ(first_of(change(), shape), "none");
  }
}

TEST(Shape, AReadingHasNone) {
  kernel::Outcome reading = change();
  reading.is_change = false;
  EXPECT_EQ(shape_outcome(Shape::flat, reading).structured.find("outcome"), nullptr);
}

}  // namespace
}  // namespace tool
