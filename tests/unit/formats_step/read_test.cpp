// SPDX-License-Identifier: Apache-2.0
// What a file is read as, whole or damaged.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include "base/descriptor.h"
#include "formats/step/step.h"
#include "formats/zip/zip.h"

namespace {

using formats::step::File;
using formats::step::Limits;
using formats::step::Value;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string head =
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');\n"
    "FILE_NAME('house.ifc','2020-01-01T00:00:00',('Ann','Bob'),(''),'p','o',$);\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;"
    "\n";
constexpr int first_line = 8;  // of the data
const std::string tail = "ENDSEC;\nEND-ISO-10303-21;\n";

std::string with(const std::string& data) { return head + data + tail; }

File parsed(const std::string& text, const Limits& limits = {}) {
  auto file = File::parse(text, limits);
  if (!file.ok()) throw std::runtime_error(file.error().message);
  return std::move(file).value();
}

// "#1 IFCWALL 'a' #2" for each record: id, type, arguments as written.
std::vector<std::string> records(const File& file) {
  std::vector<std::string> lines;
  for (File::Index i = 0; i < file.records().size(); ++i) {
    std::string line = "#" + std::to_string(file.records()[i].id) + " " + file.types()[file.records()[i].type];
    for (const Value& each : file.arguments(i)) line += " " + std::string(each.raw());
    lines.push_back(line);
  }
  return lines;
}
// "8 #1 message" for each problem.
std::vector<std::string> problems(const File& file) {
  std::vector<std::string> lines;
  for (const auto& each : file.problems())
    lines.push_back(std::to_string(each.line) + " #" + std::to_string(each.id) + " " + each.message);
  return lines;
}

std::string refusal(const std::string& text, const Limits& limits = {}) {
  const auto file = File::parse(text, limits);
  return file.ok() ? "read" : file.error().message;
}

TEST(Step, a_file_has_a_header_and_records) {
  const File file = parsed(with("#1=IFCWALL('a',$,*);\n#20=IFCDOOR(#1,(1,2.5));\n"));
  EXPECT_EQ(file.schema_name(), "IFC4");
  EXPECT_THAT(file.schema_names(), ElementsAre("IFC4"));
  EXPECT_THAT(file.header("FILE_NAME"), ElementsAre("house.ifc", "2020-01-01T00:00:00", "Ann, Bob", "", "p", "o", ""));
  EXPECT_THAT(file.header("FILE_DESCRIPTION"), ElementsAre("ViewDefinition [CoordinationView]", "2;1"));
  EXPECT_THAT(file.header("FILE_POPULATION"), IsEmpty());
  EXPECT_THAT(records(file), ElementsAre("#1 IFCWALL 'a' $ *", "#20 IFCDOOR #1 (1,2.5)"));
  EXPECT_THAT(problems(file), IsEmpty());
  EXPECT_EQ(file.bytes(), with("#1=IFCWALL('a',$,*);\n#20=IFCDOOR(#1,(1,2.5));\n").size());
}

TEST(Step, records_are_found_by_id_and_by_type) {
  const File file = parsed(with("#7=B();\n#3=A();\n#4000000000=B();\n#5=A();\n"));
  EXPECT_EQ(file.find(7), 0U);
  EXPECT_EQ(file.find(3), 1U);
  EXPECT_EQ(file.find(4'000'000'000), 2U);
  EXPECT_EQ(file.find(5), 3U);
  for (const std::uint32_t id : {0U, 1U, 4U, 6U, 8U, 3'999'999'999U, 4'294'967'295U})
    EXPECT_EQ(file.find(id), std::nullopt);
  EXPECT_THAT(file.types(), ElementsAre("B", "A"));
  EXPECT_THAT(file.of_type(*file.type_named("A")), ElementsAre(1, 3));
  EXPECT_THAT(file.of_type(*file.type_named("B")), ElementsAre(0, 2));
  EXPECT_EQ(file.type_named("C"), std::nullopt);
  EXPECT_THAT(file.of_type(99), IsEmpty());
}

TEST(Step, a_file_without_records_is_a_file) {
  const File file = parsed(with(""));
  EXPECT_THAT(file.records(), IsEmpty());
  EXPECT_EQ(file.find(1), std::nullopt);
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, records_may_span_lines_and_share_them) {
  const File file = parsed(with("#1\n =\r\n IFCWALL\n (\n 'a' ,\n$\n)\n;#2=B(1);#3=C( );\n"));
  EXPECT_THAT(records(file), ElementsAre("#1 IFCWALL 'a' $", "#2 B 1", "#3 C"));
  EXPECT_EQ(file.line_of(0), first_line);
  EXPECT_EQ(file.line_of(1), first_line + 7);
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, lines_are_counted_through_long_files) {
  std::string data;
  for (int i = 1; i <= 5000; ++i) data += "#" + std::to_string(i) + "=A();\n";
  const File file = parsed(with(data));
  for (const int line : {0, 1, 799, 800, 2500, 4999})
    EXPECT_EQ(file.line_of(static_cast<File::Index>(line)), first_line + line);
}

// The promise of step.h: 16 to 24 bytes a record.
TEST(Step, the_index_is_small) {
  std::string ascending, descending;
  for (int i = 1; i <= 10'000; ++i) {
    ascending += "#" + std::to_string(i) + "=A();\n";
    descending += "#" + std::to_string(10'001 - i) + "=A();\n";
  }
  const auto per_record = [](const std::string& data) { return parsed(with(data)).index_bytes() / 10'000; };
  EXPECT_GE(per_record(ascending), 16U);
  EXPECT_GT(per_record(descending), per_record(ascending)) << "the order of ids has to be kept beside";
  EXPECT_LE(per_record(descending), 24U);
}

TEST(Step, one_file_may_take_the_place_of_another) {
  File file = parsed(with("#1=A('old');\n"));
  file = parsed(with("#2=B('new');\n"));
  EXPECT_THAT(records(file), ElementsAre("#2 B 'new'"));
  EXPECT_EQ(file.find(1), std::nullopt);
}

TEST(Step, comments_may_stand_anywhere) {
  const File file =
      parsed("/* a */ " + head + "/* #9=X(; */#1/**/=/*'*/A/*(*/(/*)*/1/*,*/,/* , */2/* ***/)/**/;/*\n*/" + tail);
  EXPECT_THAT(records(file), ElementsAre("#1 A 1 2"));
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, what_looks_like_structure_in_a_string_is_text) {
  const File file = parsed(with("#1=A('it''s; #2=B(1); /* ( ',')');\n#3=B('');\n#4=C('''');\n#5=D('a\nb');\n"));
  ASSERT_EQ(file.records().size(), 4U);
  EXPECT_EQ(file.arguments(0)[0].string(), "it's; #2=B(1); /* ( ");
  EXPECT_EQ(file.arguments(0)[1].string(), ")");
  EXPECT_EQ(file.arguments(1)[0].string(), "");
  EXPECT_EQ(file.arguments(2)[0].string(), "'");
  EXPECT_EQ(file.arguments(3)[0].string(), "a\nb");
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, names_are_upper_case_whatever_was_written) {
  const File file = parsed(
      "iso-10303-21;header;file_schema(('ifc4'));endsec;data;#1=IfcWall();#2=IFCWALL();#3=ifcwall();#4=!mine();"
      "endsec;end-iso-10303-21;");
  EXPECT_THAT(file.types(), ElementsAre("IFCWALL", "!MINE"));
  EXPECT_EQ(file.of_type(0).size(), 3U);
  EXPECT_EQ(file.schema_name(), "ifc4");
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, there_may_be_several_data_sections_and_those_of_edition_three) {
  const File file = parsed(head +
                           "#1=A();\nENDSEC;\nDATA('second',('IFC4'));\n#2=A();\nENDSEC;\nANCHOR;\n<a>=#1;\nENDSEC;\n"
                           "REFERENCE;\n#9=<other.ifc#x>;\nENDSEC;\nEND-ISO-10303-21;\nSIGNATURE;\nabc\nENDSEC;\n");
  EXPECT_THAT(records(file), ElementsAre("#1 A", "#2 A"));
  EXPECT_THAT(problems(file), IsEmpty());
}

TEST(Step, a_byte_order_mark_and_crlf_do_no_harm) {
  std::string text = "\xef\xbb\xbf";
  for (const char c : with("#1=A(1,\n2);\n#2=B();\n")) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const File file = parsed(text);
  EXPECT_THAT(records(file), ElementsAre("#1 A 1 2", "#2 B"));
  EXPECT_EQ(file.line_of(1), first_line + 2);
  EXPECT_THAT(problems(file), IsEmpty());
}

// ---- damage

TEST(Step, a_file_that_is_cut_off_keeps_what_is_whole) {
  EXPECT_THAT(problems(parsed(head + "#1=A(1);\n#2=B('abc")),
              ElementsAre("9 #2 the record is left out: a string in it is not closed",
                          "9 #0 the file ends without END-ISO-10303-21; it may be cut off"));
  EXPECT_THAT(problems(parsed(head + "#1=A(1);\n#2=B(1,")),
              ElementsAre("9 #2 the record is left out: the file ends inside it", StartsWith("9 #0 ")));
  EXPECT_THAT(problems(parsed(head + "#1=A(1);\n#2=B")),
              ElementsAre("9 #2 the file ends inside the record", StartsWith("9 #0 ")));
  EXPECT_THAT(problems(parsed(head + "#1=A(1);\n#2=B/*")),
              ElementsAre("9 #2 the file ends inside the record", StartsWith("9 #0 ")));
  EXPECT_THAT(problems(parsed(head + "#1=A(1);\n")), ElementsAre(StartsWith("9 #0 the file ends without")));
  EXPECT_THAT(records(parsed(head + "#1=A(1);\n#2=B('abc")), ElementsAre("#1 A 1"));
}

// Records may be missing where the file ends within its data, and only there.
TEST(Step, a_file_tells_whether_it_was_cut_off) {
  EXPECT_FALSE(parsed(with("#1=A(1);\n")).cut_off());
  EXPECT_TRUE(parsed(head + "#1=A(1);\n").cut_off());
  EXPECT_TRUE(parsed(head + "#1=A('abc").cut_off());
  EXPECT_FALSE(parsed(head + "#1=A(1);\nENDSEC;\n").cut_off());
  EXPECT_FALSE(parsed("ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\n").cut_off());
}

TEST(Step, every_beginning_of_a_file_is_survived) {
  const std::string text = with("#1=A('x''y',(1,#2),/*c*/B(.T.));\n#2=(C()D());\n#3=&SCOPE ENDSCOPE E();\n");
  for (std::size_t size = 20; size < text.size() - 2; ++size)
    EXPECT_FALSE(parsed(text.substr(0, size)).problems().empty()) << size;
}

TEST(Step, a_missing_quote_costs_one_record) {
  const File file = parsed(with("#1=A('one);\n#2=A('two','');\n#3=A('three');\n"));
  EXPECT_THAT(records(file), ElementsAre("#2 A 'two' ''", "#3 A 'three'"));
  EXPECT_THAT(problems(file),
              ElementsAre(StartsWith("8 #1 the record is left out: a string in it ends where it should not")));
}

TEST(Step, an_apostrophe_that_was_not_doubled_costs_one_record) {
  const File file = parsed(with("#1=A('Bob's house');\n#2=A('two');\n"));
  EXPECT_THAT(records(file), ElementsAre("#2 A 'two'"));
  EXPECT_THAT(problems(file), ElementsAre(StartsWith("8 #1 ")));
}

TEST(Step, a_broken_header_entry_costs_only_itself) {
  const File file = parsed(
      "ISO-10303-21;\nHEADER;\nFILE_NAME('Bob's house');\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n#1=A();\n" + tail);
  EXPECT_EQ(file.schema_name(), "IFC4");
  EXPECT_THAT(records(file), ElementsAre("#1 A"));
  EXPECT_THAT(problems(file), ElementsAre(StartsWith("3 #0 ")));
}

TEST(Step, a_missing_parenthesis_costs_one_record) {
  EXPECT_THAT(records(parsed(with("#1=A((1,2);\n#2=B();\n"))), ElementsAre("#2 B"));
  EXPECT_THAT(records(parsed(with("#1=A((1,2)\n#2=B();\n"))), ElementsAre("#2 B"));
  EXPECT_THAT(problems(parsed(with("#1=A((1,2);\n#2=B();\n"))),
              ElementsAre("8 #1 the record is left out: a parenthesis in it is not closed"));
}

TEST(Step, a_missing_semicolon_costs_nothing) {
  const File file = parsed(with("#1=A(1)\n#2=B(2)\n"));
  EXPECT_THAT(records(file), ElementsAre("#1 A 1", "#2 B 2"));
  EXPECT_THAT(problems(file),
              ElementsAre("8 #1 the record does not end with ;", "9 #2 the record does not end with ;"));
}

TEST(Step, the_last_broken_record_does_not_swallow_the_end) {
  const File file = parsed(with("#1=A(1);\n#2=B('two;\n"));
  EXPECT_THAT(problems(file), ElementsAre("9 #2 the record is left out: a string in it is not closed"));
}

TEST(Step, text_between_records_is_a_problem) {
  const File file = parsed(with("#1=A();\nhello\n#2=B();\n$\n#3=C() x;\n#=D();\n#5=;\n#6=F();\n#4 E();\n#7=G();\n"));
  EXPECT_THAT(records(file), ElementsAre("#1 A", "#2 B", "#3 C", "#6 F", "#7 G"));
  EXPECT_THAT(problems(file),
              ElementsAre("9 #0 unexpected text: hello", "11 #0 unexpected text", StartsWith("12 #3 the record"),
                          StartsWith("12 #0 unexpected text: x"), "13 #0 # is not followed by a number",
                          StartsWith("14 #5 the record has no entity name"), "16 #4 the record's = is missing"));
}

TEST(Step, text_behind_a_record_costs_only_itself) {
  const File file = parsed(with("#1=A(1)$;\n#2=B(2)) ;\n#3=C(3);\n"));
  EXPECT_THAT(records(file), ElementsAre("#1 A 1", "#2 B 2", "#3 C 3"));
  EXPECT_THAT(problems(file), ElementsAre("8 #1 the record is followed by text that does not belong to it",
                                          "9 #2 the record is followed by text that does not belong to it"));
}

TEST(Step, the_first_record_of_an_id_stays) {
  const File file = parsed(with("#1=A();\n#2=B();\n#1=C();\n#3=D();\n#1=E();\n"));
  EXPECT_THAT(records(file), ElementsAre("#1 A", "#2 B", "#3 D"));
  EXPECT_EQ(file.find(3), 2U);
  EXPECT_THAT(file.of_type(*file.type_named("C")), IsEmpty());
  EXPECT_THAT(problems(file), ElementsAre("10 #1 the id #1 was given before; the first record stays",
                                          "12 #1 the id #1 was given before; the first record stays"));
}

TEST(Step, ids_have_thirty_two_bits) {
  const File file = parsed(with("#4294967295=A();\n#4294967296=B();\n#99999999999999999999999999=C();\n#007=D();\n"));
  EXPECT_THAT(records(file), ElementsAre("#4294967295 A", "#7 D"));
  EXPECT_THAT(problems(file), ElementsAre(HasSubstr("the id #4294967296 is larger"),
                                          HasSubstr("the id #99999999999999999999 is larger")));
}

TEST(Step, complex_records_and_scopes_are_left_out) {
  const File file = parsed(with("#1=(A(1)B('x;'));\n#2=&SCOPE\n#3=A();\nENDSCOPE B();\n#4=C();\n"));
  EXPECT_THAT(records(file), ElementsAre("#4 C"));
  EXPECT_THAT(problems(file), ElementsAre(StartsWith("8 #1 complex records"), StartsWith("9 #2 &SCOPE is not read")));
}

TEST(Step, lists_are_nested_as_deep_as_the_limit) {
  const auto nested = [](int depth) {
    return with("#1=A(" + std::string(static_cast<std::size_t>(depth), '(') +
                std::string(static_cast<std::size_t>(depth), ')') + ");\n#2=B();\n");
  };
  EXPECT_EQ(parsed(nested(63)).records().size(), 2U);
  EXPECT_THAT(problems(parsed(nested(64))),
              ElementsAre("8 #1 the record is left out: its lists are nested more than 64 deep"));
  EXPECT_THAT(records(parsed(nested(100'000))), ElementsAre("#2 B"));
}

TEST(Step, problems_are_bounded_and_counted) {
  std::string data;
  for (int i = 0; i < 50; ++i) data += "#1=;\n";
  const File file = parsed(with(data), {.max_problems = 3});
  EXPECT_THAT(problems(file), ElementsAre(StartsWith("8 #1"), StartsWith("9 #1"), StartsWith("10 #1"),
                                          "10 #0 47 more problems are not listed"));
}

TEST(Step, damage_everywhere_is_read_in_bounded_time) {
  std::string strings, comments, ends, entries, unclosed;
  for (int i = 0; i < 300'000; ++i) {
    strings += "#1=A('''\n";
    comments += "#1=A(/*\n";
    ends += "x\nENDSEC;HEADER;";
    entries += "FILE_(x\n";
    unclosed += "#1=A((\n";
  }
  for (const auto& each : {strings, comments, ends, entries, unclosed})
    EXPECT_FALSE(parsed(with(each)).problems().empty());
  EXPECT_FALSE(parsed("ISO-10303-21;HEADER;\n" + entries).problems().empty());
}

// ---- what is refused

TEST(Step, what_is_no_step_file_says_what_it_is) {
  using namespace std::string_literals;
  EXPECT_EQ(refusal(""), "the file is empty");
  EXPECT_EQ(refusal("  \n"), "this is not a STEP file");
  EXPECT_EQ(refusal("hello"), "this is not a STEP file");
  EXPECT_EQ(refusal("<?xml version='1.0'?><ifcXML/>"), "this is XML, not a STEP file");
  EXPECT_EQ(refusal("{\"type\":\"ifcJSON\"}"), "this is JSON, not a STEP file");
  EXPECT_EQ(refusal("\x89HDF\r\n\x1a\n"), "this is HDF5, not a STEP file");
  EXPECT_EQ(refusal("\xff\xfeI\0S\0O\0"s), "the file is UTF-16");
  EXPECT_EQ(refusal("\xfe\xff\0I\0S\0O"s), "the file is UTF-16");
  EXPECT_EQ(refusal("I\0S\0O\0-\0"s), "the file is UTF-16");
}

TEST(Step, a_file_without_its_first_line_or_schema_is_read) {
  const File file = parsed("HEADER;ENDSEC;DATA;#1=A();ENDSEC;END-ISO-10303-21");
  EXPECT_THAT(records(file), ElementsAre("#1 A"));
  EXPECT_EQ(file.schema_name(), "");
  EXPECT_THAT(problems(file),
              ElementsAre("1 #0 the file does not begin with ISO-10303-21;", "1 #0 the header names no FILE_SCHEMA"));
}

TEST(Step, limits_refuse) {
  EXPECT_THAT(refusal(with("#1=A();#2=A();#3=A();"), {.max_records = 2}), HasSubstr("more than 2 records"));
  EXPECT_THAT(refusal(with(""), {.max_bytes = 100}), HasSubstr("the limit is 100"));
}

TEST(Step, more_entity_names_than_can_be_numbered_are_left_out) {
  std::string data;
  for (int i = 1; i <= 65'540; ++i) data += "#" + std::to_string(i) + "=T" + std::to_string(i) + "();\n";
  const File file = parsed(with(data));
  EXPECT_EQ(file.records().size(), 65'535U);
  EXPECT_EQ(file.problems().size(), 5U);
  EXPECT_EQ(file.type_named("T65535"), 65'534);
}

// ---- files

class StepFiles : public testing::Test {
 public:
  StepFiles() : path_(std::filesystem::temp_directory_path() / ("lintel_step_" + std::to_string(getpid()))) {}
  ~StepFiles() override { std::filesystem::remove(path_); }

 protected:
  std::string write(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    return path_.string();
  }
  std::filesystem::path path_;
};

TEST_F(StepFiles, are_read_by_path) {
  const auto file = File::open(write(with("#1=A('x');\n")));
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_THAT(records(*file), ElementsAre("#1 A 'x'"));
}

TEST_F(StepFiles, outlive_what_happens_to_them) {
  auto file = File::open(write(with("#1=A('x');\n")));
  ASSERT_TRUE(file.ok());
  std::filesystem::resize_file(path_, 0);
  const File moved = std::move(file).value();
  EXPECT_THAT(records(moved), ElementsAre("#1 A 'x'"));
}

// Sparse, so it takes no room on disk. A large file was mapped once, and cutting it ended the process.
TEST_F(StepFiles, outlive_it_however_large_they_are) {
  write(with("#1=A('x');\n"));
  std::filesystem::resize_file(path_, std::size_t{260} << 20);
  const auto file = File::open(path_.string());
  ASSERT_TRUE(file.ok()) << file.error().message;
  std::filesystem::resize_file(path_, 0);
  EXPECT_THAT(records(*file), ElementsAre("#1 A 'x'"));
}

// Cut and written again and again while it is read: each reading has the whole file, or is refused.
TEST_F(StepFiles, that_change_while_they_are_read_are_refused) {
  const std::size_t large = std::size_t{64} << 20;
  write(with("#1=A('x');\n"));
  std::filesystem::resize_file(path_, large);
  std::atomic<bool> enough = false;
  std::thread writer([&] {
    while (!enough) {
      std::filesystem::resize_file(path_, large / 2);
      std::filesystem::resize_file(path_, large);
    }
  });
  int refused = 0;
  for (int round = 0; round < 50 && refused == 0; ++round) {
    const auto file = File::open(path_.string());
    if (file.ok()) continue;
    ++refused;
    EXPECT_THAT(file.error().message, HasSubstr("was changed while it was read"));
  }
  enough = true;
  writer.join();
  EXPECT_EQ(refused, 1);
}

TEST_F(StepFiles, that_are_not_there_or_no_files_are_refused) {
  EXPECT_EQ(File::open("/nowhere/at/all.ifc").error().code, base::Code::not_found);
  EXPECT_THAT(File::open("/").error().message, HasSubstr("not a regular file"));
  EXPECT_THAT(File::open("/dev/zero").error().message, HasSubstr("not a regular file"));
}

TEST_F(StepFiles, that_are_too_large_are_refused_before_they_are_read) {
  const auto file = File::open(write(with("")), {}, {.max_bytes = 100});
  EXPECT_EQ(file.error().code, base::Code::out_of_range);
  EXPECT_THAT(file.error().message, HasSubstr("has " + std::to_string(with("").size()) + " bytes; the limit is 100"));
}

TEST_F(StepFiles, are_read_from_a_descriptor_that_stays_the_callers) {
  const base::Descriptor descriptor(::open(write(with("#1=A('x');\n")).c_str(), O_RDONLY | O_CLOEXEC));
  for (int round = 0; round < 2; ++round) {
    const auto file = File::read(descriptor.get(), "house.ifc");
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_THAT(records(*file), ElementsAre("#1 A 'x'"));
  }
}

TEST_F(StepFiles, that_cannot_be_read_are_refused_by_their_name) {
  EXPECT_EQ(File::read(-1, "house.ifc").error().message, "house.ifc cannot be read: Bad file descriptor");
  const base::Descriptor only_written(::open(write(with("")).c_str(), O_WRONLY | O_CLOEXEC));
  EXPECT_EQ(File::read(only_written.get(), "house.ifc").error().code, base::Code::io);
  const base::Descriptor large(::open(write("").c_str(), O_WRONLY | O_CLOEXEC));
  std::filesystem::resize_file(path_, std::size_t{260} << 20);
  EXPECT_EQ(File::read(large.get(), "house.ifc").error().message, "house.ifc cannot be read: Bad file descriptor");
}

TEST_F(StepFiles, may_be_packed) {
  formats::zip::Writer zip;
  zip.add("readme.txt", "hello");
  zip.add("House.IFC", with("#1=A('x');\n"));
  const std::string packed = std::move(zip).finish();
  const auto file = File::open(write(packed));
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_THAT(records(*file), ElementsAre("#1 A 'x'"));
  EXPECT_THAT(refusal(packed, {.max_bytes = 350}), HasSubstr("the limit is 350"));
  formats::zip::Writer other;
  other.add("readme.txt", "hello");
  EXPECT_EQ(refusal(std::move(other).finish()), "the archive has no .ifc member");
}

TEST_F(StepFiles, tell_how_far_they_are_and_stop_when_asked) {
  std::string data;
  for (int i = 1; i < 400'000; ++i) data += "#" + std::to_string(i) + "=IFCCARTESIANPOINT((1.,2.));\n";
  const std::string path = write(with(data));
  std::vector<double> shares;
  ASSERT_TRUE(File::open(path, {}, {}, [&](double share) { shares.push_back(share); }).ok());
  EXPECT_GT(shares.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_EQ(shares.back(), 1);

  base::Cancel cancel;
  const auto stopped = File::open(path, cancel, {}, [&](double) { cancel.request(); });
  EXPECT_EQ(stopped.error().code, base::Code::cancelled);
}

// ---- real files

TEST(StepCorpora, real_files_open_without_problems) {
  const char* corpora = std::getenv("LINTEL_CORPORA");
  if (corpora == nullptr) GTEST_SKIP() << "LINTEL_CORPORA is not set";
  std::size_t files = 0;
  std::size_t all_records = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(corpora)) {
    if (entry.path().extension() != ".ifc") continue;
    const auto file = File::open(entry.path().string());
    ASSERT_TRUE(file.ok()) << entry.path() << ": " << file.error().message;
    EXPECT_THAT(problems(*file), IsEmpty()) << entry.path();
    ++files;
    all_records += file->records().size();
  }
  std::cerr << files << " files, " << all_records << " records\n";
  EXPECT_GT(all_records, 0U);
}

}  // namespace
