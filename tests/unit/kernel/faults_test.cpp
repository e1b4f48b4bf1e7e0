// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <vector>

#include "base/log.h"
#include "support/fault_vfs.h"
#include "unit/kernel/world.h"

// What the kernel makes of a disk that fails under it. The store's own tests say what is on the disk
// then; these say that memory agrees with it.
namespace kernel {
namespace {

using namespace testing_world;
using support::FaultDisk;
using ::testing::IsEmpty;

class KernelFaults : public ::testing::Test {
 protected:
  std::int64_t count() const {
    const auto body = world_.body("n");
    return body ? body->at("n").as_integer() : 0;
  }
  std::int64_t committed() const {
    std::int64_t events = 0;
    for (const Event& event : world_.events()) events += event.tool == "test_tool" ? 1 : 0;
    return events;
  }

  FaultDisk disk_{"kernel"};
  World world_{Where::on_disk, support::built_in_policy(), disk_.name()};
};

// One operation of the disk after the other fails while a change is committed. What was refused is not
// there, what was acknowledged is, and the next change builds on exactly that.
TEST_F(KernelFaults, AfterALostCommitMemoryIsWhatTheDiskHolds) {
  ASSERT_TRUE(world_.change(World::call(), count_up("n")).ok());
  std::int64_t acknowledged = 1;
  int lost = 0;
  for (std::int64_t n = 1; n <= 40; ++n) {
    disk_.fail_operation(n, 1);
    const auto tried = world_.change(World::call(), count_up("n"));
    disk_.clear_faults();
    if (tried.ok()) {
      ++acknowledged;
    } else {
      ++lost;
      EXPECT_EQ(tried.error().code, Code::io) << "operation " << n << ": " << tried.error().message;
    }
    ASSERT_EQ(count(), acknowledged) << "operation " << n;
    const auto next = world_.change(World::call(), count_up("n"));
    ASSERT_TRUE(next.ok()) << "operation " << n << ": " << next.error().message;
    ASSERT_EQ(count(), ++acknowledged) << "operation " << n;
  }
  EXPECT_GT(lost, 0) << "no operation hit the commit";
  EXPECT_EQ(committed(), acknowledged);
  EXPECT_THAT(world_.kernel->verify(World::reading(), true).value().problems, IsEmpty());
}

// Several changes share the transaction that is lost; each was planned on the one before.
TEST_F(KernelFaults, AGroupIsLostTogether) {
  constexpr int group = 6;
  ASSERT_TRUE(world_.change(World::call(), count_up("n")).ok());
  std::int64_t acknowledged = 1;
  for (std::int64_t n = 1; n <= 30; ++n) {
    disk_.fail_operation(n, 2);
    std::atomic<int> good = 0;
    std::latch answered(group);
    for (int i = 0; i < group; ++i) {
      world_.kernel->change(World::call(), count_up("n"), [&](const Result<Outcome>& outcome) {
        if (outcome.ok()) ++good;
        answered.count_down();
      });
    }
    answered.wait();
    disk_.clear_faults();
    ASSERT_TRUE(world_.change(World::call(), count_up("n")).ok()) << "operation " << n;
    // Where the file did not even open again, a change that was answered with an error may be there.
    acknowledged += good + 1;
    ASSERT_GE(count(), acknowledged) << "operation " << n;
    ASSERT_EQ(committed(), count()) << "operation " << n;
    acknowledged = count();
  }
  EXPECT_THAT(world_.kernel->verify(World::reading(), true).value().problems, IsEmpty());
}

// A key whose change was lost is free: the retry makes the change, once.
TEST_F(KernelFaults, ALostChangeCanBeRetriedWithItsKey) {
  ASSERT_TRUE(world_.change(World::call(), count_up("n")).ok());
  Call keyed = World::call();
  keyed.idempotency_key = "k";
  disk_.fail_operation(1, FaultDisk::all_after_it);
  EXPECT_FALSE(world_.change(keyed, count_up("n")).ok());
  disk_.clear_faults();
  const auto retried = world_.change(keyed, count_up("n"));
  ASSERT_TRUE(retried.ok()) << retried.error().message;
  EXPECT_FALSE(retried->replayed);
  EXPECT_TRUE(world_.change(keyed, count_up("n"))->replayed);
  EXPECT_EQ(count(), 2);
}

}  // namespace
}  // namespace kernel
