// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/runtime/sql_file.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace {

using energy::runtime::SqlFile;
using energy::runtime::SqlLimits;

// A database in a folder of its own.
class SqlFileTest : public testing::Test {
 protected:
  SqlFileTest() { std::filesystem::create_directories(folder_); }
  ~SqlFileTest() override { std::filesystem::remove_all(folder_); }

  SqlFile made(const std::string& sql, const SqlLimits& limits = {}) {
    const auto path = folder_ / "eplusout.sql";
    sqlite3* database = nullptr;
    EXPECT_EQ(::sqlite3_open(path.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(::sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    ::sqlite3_close(database);
    return SqlFile::open(path, limits).value();
  }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("lintel-sql-" + std::to_string(::getpid()));
};

// Reads all rows; the error's words, or their number.
std::string read_all(const SqlFile& file, const char* sql) {
  auto rows = file.ask(sql);
  if (!rows.ok()) return rows.error().message;
  for (int count = 0;; ++count) {
    const auto more = rows->next();
    if (!more.ok()) return more.error().message;
    if (!*more) return std::to_string(count);
    static_cast<void>(rows->text(0));
  }
}

constexpr const char* too_long = "The results' database cannot be read: a question to it takes too long.";
constexpr const char* endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT ";

TEST_F(SqlFileTest, AViewThatNeverEndsIsStopped) {
  const auto file =
      made(std::string("CREATE VIEW Silent AS ") + endless + "x FROM n WHERE x < 0;" + "CREATE VIEW Loud AS " +
               endless + "printf('%0100d', x) FROM n;" + "CREATE TABLE Good(x); INSERT INTO Good VALUES (1), (2);",
           {.steps = 5'000'000});
  EXPECT_EQ(read_all(file, "SELECT * FROM Silent"), too_long);
  EXPECT_EQ(read_all(file, "SELECT * FROM Loud"), too_long);
  EXPECT_EQ(read_all(file, "SELECT * FROM Good"), "2");  // each question has the whole of it
}

TEST_F(SqlFileTest, TextsHaveALimitTogether) {
  const auto file =
      made("CREATE TABLE Good(x); INSERT INTO Good VALUES ('12345'), ('12345'), ('12345');", {.text = 10});
  EXPECT_EQ(read_all(file, "SELECT * FROM Good"), too_long);
  EXPECT_EQ(read_all(file, "SELECT * FROM Good LIMIT 1"), "1");
}

}  // namespace
