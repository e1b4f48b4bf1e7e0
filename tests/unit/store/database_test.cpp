// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <gtest/gtest.h>

#include "base/utf8.h"
#include "events.h"

namespace store::testing {
namespace {

std::string setting(Database& database, const char* pragma) {
  auto query = database.query(pragma);
  return query.ok() && *query->step() ? query->text(0) : "?";
}

TEST(Database, KeepsWhatWasBound) {
  auto database = Database::open(":memory:", {});
  ASSERT_TRUE(database.ok());
  ASSERT_TRUE(database->execute("CREATE TABLE t (a, b, c, d)").ok());
  const std::string bytes("a\0b", 3);
  {
    auto insert = database->query("INSERT INTO t VALUES (?1, ?2, ?3, ?4)");
    ASSERT_TRUE(insert.ok());
    ASSERT_TRUE(insert->bind(1, std::int64_t{1} << 60).bind(2, "text").bind_blob(3, bytes).bind_null(4).run().ok());
  }
  auto select = database->query("SELECT a, b, c, d, typeof(b), typeof(c) FROM t");
  ASSERT_TRUE(select.ok() && *select->step());
  EXPECT_EQ(select->integer(0), std::int64_t{1} << 60);
  EXPECT_EQ(select->text(1), "text");
  EXPECT_EQ(select->text(2), bytes);
  EXPECT_TRUE(select->is_null(3));
  EXPECT_EQ(select->text(4), "text");
  EXPECT_EQ(select->text(5), "blob");
  EXPECT_FALSE(*select->step());
}

TEST(Database, EmptyIsNotNull) {
  auto database = Database::open(":memory:", {});
  auto query = database->query("SELECT ?1 IS NULL, ?2 IS NULL");
  ASSERT_TRUE(*query->bind(1, std::string_view()).bind_blob(2, std::string_view()).step());
  EXPECT_EQ(query->integer(0), 0);
  EXPECT_EQ(query->integer(1), 0);
}

TEST(Database, AStatementIsUsedAgainWithoutItsOldValues) {
  auto database = Database::open(":memory:", {});
  const char* sql = "SELECT ?1";
  {
    ASSERT_TRUE(*database->query(sql)->bind(1, 7).step());
  }
  auto again = database->query(sql);
  ASSERT_TRUE(*again->step());
  EXPECT_TRUE(again->is_null(0));
}

// A visitor may ask the question that is being answered to it.
TEST(Database, TheSameQueryInsideItself) {
  auto database = Database::open(":memory:", {});
  ASSERT_TRUE(database->execute("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)").ok());
  const char* sql = "SELECT a FROM t ORDER BY a";
  auto outer = database->query(sql);
  ASSERT_TRUE(*outer->step());
  {
    auto inner = database->query(sql);
    ASSERT_TRUE(*inner->step());
    EXPECT_EQ(inner->integer(0), 1);
  }
  ASSERT_TRUE(*outer->step());
  EXPECT_EQ(outer->integer(0), 2);
}

TEST(Database, MistakesAreErrorsWithSqlitesMessage) {
  auto database = Database::open(":memory:", {});
  const auto query = database->query("SELECT a FROM nowhere");
  ASSERT_FALSE(query.ok());
  EXPECT_EQ(query.error().code, Code::io);
  EXPECT_NE(query.error().message.find("no such table: nowhere"), std::string::npos) << query.error().message;
  EXPECT_FALSE(database->query("SELECT 1")->bind(5, 1).step().ok());
  EXPECT_FALSE(Database::open("/no/such/directory/file.db", {}).ok());
  EXPECT_FALSE(Database::open("", {}).ok());
}

// A damaged file may hold any bytes, and SQLite quotes them.
TEST(Database, WhatSqliteQuotesIsText) {
  auto database = Database::open(":memory:", {});
  const auto wrong = database->execute("CREATE TABLE \xc2(");
  ASSERT_FALSE(wrong.ok());
  EXPECT_TRUE(base::valid_utf8(wrong.error().message)) << wrong.error().message;
}

TEST(Database, SettingsOfTheWriter) {
  const TemporaryDirectory directory;
  auto database = Database::open(directory / "a.db", {});
  ASSERT_TRUE(database.ok());
  EXPECT_EQ(setting(*database, "PRAGMA journal_mode"), "wal");
  EXPECT_EQ(setting(*database, "PRAGMA synchronous"), "2");  // FULL
  EXPECT_EQ(setting(*database, "PRAGMA wal_autocheckpoint"), "0");
  EXPECT_EQ(setting(*database, "PRAGMA trusted_schema"), "0");
  EXPECT_EQ(setting(*database, "PRAGMA mmap_size"), "0");
}

TEST(Database, AReaderCannotWriteNorRewriteTheSchema) {
  const TemporaryDirectory directory;
  auto writer = Database::open(directory / "a.db", {});
  ASSERT_TRUE(writer.ok() && writer->execute("CREATE TABLE t (a)").ok());
  auto reader = Database::open(directory / "a.db", {.read_only = true, .vfs = {}});
  ASSERT_TRUE(reader.ok());
  EXPECT_FALSE(reader->execute("INSERT INTO t VALUES (1)").ok());
  EXPECT_FALSE(writer->execute("PRAGMA writable_schema=ON; DELETE FROM sqlite_schema").ok());
}

}  // namespace
}  // namespace store::testing
