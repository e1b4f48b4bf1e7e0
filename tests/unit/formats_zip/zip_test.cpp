// SPDX-License-Identifier: Apache-2.0
#include "formats/zip/zip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "formats/zip/records.h"

namespace {

using formats::zip::Archive;
using formats::zip::Limits;
using formats::zip::Writer;
using testing::HasSubstr;

std::string two_members() {
  Writer writer;
  writer.add("model.ifc", "ISO-10303-21;");
  writer.add("Stücke/plan.txt", std::string(5000, 'a'));
  return std::move(writer).finish();
}

std::string message(std::string_view bytes, const Limits& limits = {}) {
  auto archive = Archive::open(bytes, limits);
  return archive.ok() ? "opened" : archive.error().message;
}
std::string message(std::string_view bytes, std::string_view name, const Limits& limits = {}) {
  auto archive = Archive::open(bytes, limits);
  if (!archive.ok()) return archive.error().message;
  auto content = archive->read(name);
  return content.ok() ? *content : content.error().message;
}

void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  std::string number;
  formats::zip::records::append(number, value, size);
  bytes.replace(at, size, number);
}
std::size_t directory_of(const std::string& bytes) { return bytes.find("PK\1\2"); }

// Written by Python's zipfile into a pipe, so sizes and sums follow the data (data descriptors):
// a.txt "hello", deflated.
const std::string streamed = *base::unhex(
    "504b03041400080008000000210000000000000000000000000005000000612e747874cb48cdc9c90700504b070886a61036"
    "0700000005000000504b010214031400080008000000210086a6103607000000050000000500000000000000000000008001"
    "00000000612e747874504b05060000000001000100330000003a0000000000");

// The same content with 64-bit sizes and offset in an extra field, and a 64-bit end record (4.3.14, 4.5.3).
std::string wide() {
  using formats::zip::records::append;
  std::string bytes, record;
  append(bytes, 0x04034b50, 4);
  for (const int zero : {45, 0, 0, 0, 0}) append(bytes, static_cast<std::uint64_t>(zero), 2);
  append(bytes, 0x3610a686, 4);
  append(bytes, 0xffffffff, 4);
  append(bytes, 0xffffffff, 4);
  append(bytes, 5, 2);
  append(bytes, 0, 2);
  bytes += "a.txthello";
  const std::size_t at = bytes.size();
  append(record, 0x02014b50, 4);
  for (const int each : {45, 45, 0, 0, 0, 0}) append(record, static_cast<std::uint64_t>(each), 2);
  append(record, 0x3610a686, 4);
  append(record, 0xffffffff, 4);
  append(record, 0xffffffff, 4);
  append(record, 5, 2);
  append(record, 28, 2);
  record.append(10, '\0');
  append(record, 0xffffffff, 4);
  record += "a.txt";
  append(record, 1, 2);
  append(record, 24, 2);
  append(record, 5, 8);
  append(record, 5, 8);
  append(record, 0, 8);
  bytes += record;
  const std::size_t end64 = bytes.size();
  append(bytes, 0x06064b50, 4);
  append(bytes, 44, 8);
  append(bytes, 45, 2);
  append(bytes, 45, 2);
  append(bytes, 0, 8);
  append(bytes, 1, 8);
  append(bytes, 1, 8);
  append(bytes, record.size(), 8);
  append(bytes, at, 8);
  append(bytes, 0x07064b50, 4);
  append(bytes, 0, 4);
  append(bytes, end64, 8);
  append(bytes, 1, 4);
  append(bytes, 0x06054b50, 4);
  append(bytes, 0, 4);
  append(bytes, 0xffff, 2);
  append(bytes, 0xffff, 2);
  append(bytes, 0xffffffff, 4);
  append(bytes, 0xffffffff, 4);
  append(bytes, 0, 2);
  return bytes;
}

TEST(Zip, what_is_written_is_read_back) {
  const std::string bytes = two_members();
  const auto archive = Archive::open(bytes);
  ASSERT_TRUE(archive.ok()) << archive.error().message;
  ASSERT_EQ(archive->members().size(), 2U);
  EXPECT_EQ(archive->members()[1].name, "Stücke/plan.txt");
  EXPECT_EQ(archive->members()[1].unpacked, 5000U);
  EXPECT_LT(archive->members()[1].packed, 100U);
  EXPECT_EQ(*archive->read("model.ifc"), "ISO-10303-21;");
  EXPECT_EQ(*archive->read("Stücke/plan.txt"), std::string(5000, 'a'));
  EXPECT_EQ(archive->read("other").error().code, base::Code::not_found);
}

TEST(Zip, the_same_calls_give_the_same_bytes) { EXPECT_EQ(two_members(), two_members()); }

TEST(Zip, an_empty_archive_and_an_empty_member_are_archives) {
  EXPECT_EQ(message(Writer().finish()), "opened");
  Writer writer;
  writer.add("empty", "");
  EXPECT_EQ(message(std::move(writer).finish(), "empty"), "");
}

TEST(Zip, python_reads_what_is_written) {
  const auto path = std::filesystem::temp_directory_path() / ("lintel_zip_" + std::to_string(getpid()) + ".zip");
  std::ofstream(path, std::ios::binary) << two_members();
  const std::string check =
      "python3 -c \"import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); sys.exit(z.testzip() is not None "
      "or z.namelist() != ['model.ifc', 'St\\u00fccke/plan.txt'] or z.read('model.ifc') != b'ISO-10303-21;')\" " +
      path.string();
  EXPECT_EQ(std::system(check.c_str()), 0);
  std::filesystem::remove(path);
}

TEST(Zip, members_with_data_descriptors_are_read) { EXPECT_EQ(message(streamed, "a.txt"), "hello"); }

TEST(Zip, sixty_four_bit_archives_are_read) { EXPECT_EQ(message(wide(), "a.txt"), "hello"); }

TEST(Zip, an_archive_may_have_a_comment) {
  std::string bytes = two_members();
  put(bytes, bytes.size() - 2, 7, 2);
  EXPECT_EQ(message(bytes + "a note.", "model.ifc"), "ISO-10303-21;");
}

TEST(Zip, other_bytes_are_no_archive) {
  for (const std::string bytes : {"", "PK", "ISO-10303-21;HEADER;ENDSEC;END-ISO-10303-21;"})
    EXPECT_THAT(message(bytes), HasSubstr("not a ZIP archive"));
}

TEST(Zip, every_beginning_of_an_archive_is_refused) {
  const std::string bytes = two_members();
  for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_NE(message(bytes.substr(0, size)), "opened") << size;
}

TEST(Zip, a_changed_byte_of_the_content_is_noticed) {
  std::string bytes = two_members();
  bytes[bytes.find("ISO-")] = 'J';
  EXPECT_THAT(message(bytes, "model.ifc"), HasSubstr("check sum"));
}

TEST(Zip, an_encrypted_member_says_so) {
  std::string bytes = two_members();
  put(bytes, directory_of(bytes) + 8, 1, 2);
  EXPECT_EQ(message(bytes, "model.ifc"), "\"model.ifc\" is encrypted");
  EXPECT_EQ(message(bytes, "Stücke/plan.txt"), std::string(5000, 'a'));
}

TEST(Zip, an_unknown_method_says_so) {
  std::string bytes = two_members();
  put(bytes, directory_of(bytes) + 10, 14, 2);
  EXPECT_THAT(message(bytes, "model.ifc"), HasSubstr("method 14"));
}

TEST(Zip, members_that_share_bytes_are_refused) {
  std::string bytes = two_members();
  const std::size_t second = bytes.find("PK\1\2", directory_of(bytes) + 4);
  put(bytes, second + 42, 0, 4);
  EXPECT_THAT(message(bytes), HasSubstr("share bytes"));
}

TEST(Zip, two_members_of_one_name_are_refused) {
  Writer writer;
  writer.add("a", "1");
  writer.add("a", "2");
  EXPECT_THAT(message(std::move(writer).finish()), HasSubstr("two members are named \"a\""));
}

TEST(Zip, a_bomb_is_refused_before_it_is_unpacked) {
  Writer writer;
  writer.add("zeros", std::string(std::size_t{8} << 20, '\0'));
  const std::string bytes = std::move(writer).finish();
  EXPECT_THAT(message(bytes, "zeros", {.max_ratio = 500}), HasSubstr("a bomb"));
  EXPECT_THAT(message(bytes, "zeros", {.max_member_bytes = 1000, .max_ratio = 5000}), HasSubstr("the limit is 1000"));
}

TEST(Zip, a_member_larger_than_its_directory_says_is_refused) {
  std::string bytes = two_members();
  const std::size_t second = bytes.find("PK\1\2", directory_of(bytes) + 4);
  for (const std::uint64_t lie : {0U, 10U, 4999U, 5001U, 900'000U}) {
    put(bytes, second + 24, lie, 4);
    EXPECT_THAT(message(bytes, "Stücke/plan.txt"), HasSubstr("does not unpack to the size")) << lie;
  }
}

TEST(Zip, too_many_members_are_refused) {
  EXPECT_THAT(message(two_members(), Limits{.max_members = 1}), HasSubstr("2 members; the limit is 1"));
}

TEST(Zip, any_changed_byte_is_survived) {
  const std::string bytes = two_members();
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const char change : {'\0', '\x7f', '\xff'}) {
      std::string changed = bytes;
      changed[at] = change;
      const auto archive = Archive::open(changed);
      if (!archive.ok()) continue;
      for (const auto& member : archive->members()) {
        const auto content = archive->read(member.name);
        EXPECT_TRUE(!content.ok() || content->size() == member.unpacked);
      }
    }
  }
}

TEST(Zip, AMemberIsCopiedAsItIsPacked) {
  for (const std::string& bytes : {two_members(), streamed, wide()}) {
    const auto archive = Archive::open(bytes);
    ASSERT_TRUE(archive.ok());
    Writer writer;
    for (std::size_t i = 0; i < archive->members().size(); ++i) ASSERT_TRUE(writer.copy(*archive, i).ok());
    const std::string copy = std::move(writer).finish();
    const auto again = Archive::open(copy);
    ASSERT_TRUE(again.ok());
    for (std::size_t i = 0; i < archive->members().size(); ++i) {
      EXPECT_EQ(again->members()[i].name, archive->members()[i].name);
      EXPECT_EQ(again->read(i).value(), archive->read(i).value());
      EXPECT_EQ(again->packed(i)->data, archive->packed(i)->data);
    }
  }
  EXPECT_EQ(two_members(), [] {
    const std::string bytes = two_members();
    const auto archive = Archive::open(bytes);
    Writer writer;
    for (const std::size_t i : {0U, 1U}) EXPECT_TRUE(writer.copy(*archive, i).ok());
    return std::move(writer).finish();
  }());
}

}  // namespace
