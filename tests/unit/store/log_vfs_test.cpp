// SPDX-License-Identifier: Apache-2.0
#include "store/log_vfs.h"

#include <gtest/gtest.h>

#include "events.h"
#include "support/fault_vfs.h"

namespace store::testing {
namespace {

using support::FaultDisk;

constexpr const char* db_path = "/a.db";
constexpr const char* log_path = "/a.db-wal";

TEST(GatheringVfs, ATransactionOfManyPagesIsOneWriteAndOneSync) {
  FaultDisk disk("gathering");
  const auto file = WorkspaceFile::open(db_path, disk.name());
  ASSERT_TRUE(file.ok());
  Writer writer;
  const std::string ten_pages(40'000, 'x');
  ASSERT_TRUE(write(writer, *file, [&](WorkspaceFile& f) { return f.put_value("warm", ten_pages); }).ok());
  const auto before = disk.operations();
  ASSERT_TRUE(write(writer, *file, [&](WorkspaceFile& f) { return f.put_value("v", ten_pages); }).ok());
  // Locks count as operations too; without gathering there would be 20 writes more.
  EXPECT_LT(disk.operations() - before, 12);
}

// A transaction larger than SQLite's cache reads back pages that went to the log before the commit.
TEST(GatheringVfs, WhatIsGatheredCanBeReadBack) {
  FaultDisk disk("gathering");
  const auto file = WorkspaceFile::open(db_path, disk.name());
  ASSERT_TRUE(file.ok());
  Writer writer;
  const auto text = [](int i) { return std::string(3000, static_cast<char>('a' + i % 26)); };
  const auto written = write(writer, *file, [&](WorkspaceFile& f) -> Result<void> {
    for (int i = 0; i < 1000; ++i) TRY(f.put_pending({numbered("c", i), "awaiting", i, i, text(i)}));
    for (int i = 0; i < 1000; ++i) {
      const auto row = TRY(f.pending_for_update(numbered("c", i)));
      if (!row || row->bytes != text(i)) return fail(Code::internal, numbered("not what was put: ", i));
    }
    return {};
  });
  ASSERT_TRUE(written.ok()) << written.error().message;
  for (int i = 0; i < 1000; ++i) ASSERT_EQ((*(*file)->pending(numbered("c", i)))->bytes, text(i));
}

TEST(GatheringVfs, NothingIsAcknowledgedThatTheLogDoesNotHold) {
  FaultDisk disk("gathering");
  const auto file = WorkspaceFile::open(db_path, disk.name());
  ASSERT_TRUE(file.ok());
  Writer writer;
  ASSERT_TRUE(write(writer, *file, [](WorkspaceFile& f) { return f.put_value("v", "needle"); }).ok());
  const auto log = disk.contents(log_path);
  ASSERT_TRUE(log.has_value());
  EXPECT_NE(log->find("needle"), std::string::npos);
}

TEST(GatheringVfs, AnUnknownVfsIsAnErrorWhenItIsOpened) {
  EXPECT_EQ(gathering_vfs("no such vfs"), "no such vfs");
  EXPECT_FALSE(Database::open(db_path, {.read_only = false, .vfs = "no such vfs"}).ok());
}

}  // namespace
}  // namespace store::testing
