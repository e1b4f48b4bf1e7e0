// SPDX-License-Identifier: Apache-2.0
#include "formats/step/indexer.h"

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "formats/step/scan.h"

namespace formats::step {
namespace {

using base::Code;
using base::fail;
using scan::skip_blank;

constexpr std::ptrdiff_t bytes_between_pauses = std::ptrdiff_t{4} << 20;
constexpr std::size_t longest_keyword = 256;
constexpr std::uint64_t largest_id = std::numeric_limits<std::uint32_t>::max();

// Past the digits; the number stays above largest_id where it is too large.
const char* read_id(const char* at, const char* end, std::uint64_t& id) {
  id = 0;
  for (; at != end && scan::is_digit(*at); ++at) {
    if (id <= largest_id) id = id * 10 + static_cast<std::uint64_t>(*at - '0');
  }
  return at;
}

// "#12 =" at the beginning of a line, or behind a semicolon.
bool begins_record(const char* begin, const char* at, const char* end) {
  std::uint64_t id = 0;
  const char* digits_end = read_id(at + 1, end, id);
  if (digits_end == at + 1) return false;
  const char* equals = digits_end;
  while (equals != end && (*equals == ' ' || *equals == '\t')) ++equals;
  if (equals == end || *equals != '=') return false;
  while (at != begin && (at[-1] == ' ' || at[-1] == '\t')) --at;
  return at == begin || at[-1] == '\n' || at[-1] == '\r' || at[-1] == ';';
}

const char* next_record(const char* begin, const char* at, const char* end) {
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '#', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return end;
    if (begins_record(begin, at, end)) return at;
    ++at;
  }
  return end;
}

// The first line before `end` that begins with one of the words; `end` if there is none.
const char* next_line_with(const char* at, const char* end, std::initializer_list<std::string_view> words) {
  while (at != end) {
    at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return end;
    const std::string_view line(++at, end);
    if (std::ranges::any_of(words, [&](std::string_view word) { return line.starts_with(word); })) return at;
  }
  return end;
}

bool is_statement_word(char c) { return scan::is_word(c) || c == '-' || c == '!'; }

bool same(std::string_view a, std::string_view b) { return base::equals_ignoring_case(a, b); }

std::string reason(scan::Stop stop, int max_depth) {
  switch (stop) {
    case scan::Stop::at_end:
      return "the file ends inside it";
    case scan::Stop::open_string:
      return "a string in it is not closed";
    case scan::Stop::open_comment:
      return "a comment in it is not closed";
    case scan::Stop::after_string:
      return "a string in it ends where it should not: a quote is missing, or was not doubled";
    case scan::Stop::too_deep:
      return "its lists are nested more than " + std::to_string(max_depth) + " deep";
    default:
      return "a parenthesis in it is not closed";
  }
}

base::Error no_step(std::string_view bytes) {
  const auto begins = [&](std::string_view with) { return bytes.starts_with(with); };
  std::string hint = "A STEP file (.ifc, .stp) begins with ISO-10303-21;";
  std::string what = "this is not a STEP file";
  if (bytes.empty()) what = "the file is empty";
  if (begins("\xff\xfe") || begins("\xfe\xff") || begins({"I\0S\0", 4}) || begins({"\0I\0S", 4})) {
    what = "the file is UTF-16";
    hint = "STEP files are made of single bytes: save it as UTF-8 or ASCII.";
  } else if (begins("<")) {
    what = "this is XML, not a STEP file";
    hint = "ifcXML is not read: export the model as .ifc.";
  } else if (begins("{")) {
    what = "this is JSON, not a STEP file";
    hint = "ifcJSON is not read: export the model as .ifc.";
  } else if (begins("\x89HDF")) {
    what = "this is HDF5, not a STEP file";
    hint = "Export the model as .ifc.";
  }
  return fail(Code::parse, what, {}, hint);
}

}  // namespace

Indexer::Indexer(std::string_view bytes, const Limits& limits, Problems& problems)
    : begin_(bytes.data()),
      end_(bytes.data() + bytes.size()),
      limits_(limits),
      problems_(problems),
      at_(begin_),
      start_(begin_),
      paused_(begin_),
      again_left_(8 * bytes.size()),
      searched_from_(end_),
      next_record_(begin_) {}

base::Result<Indexed> Indexer::run(const base::Cancel& cancel, const std::function<void(double share)>& progress) {
  TRY(begin());
  while (!ended_) {
    at_ = skip_blank(at_, end_);
    if (at_ == end_) break;
    if (at_ - paused_ >= bytes_between_pauses) TRY(pause(cancel, progress));
    next();
  }
  TRY(pause(cancel, progress));
  finish();
  return std::move(found_);
}

// 5.4: the file begins with ISO-10303-21; some exporters put a byte order mark before it, or forget it.
base::Result<void> Indexer::begin() {
  const std::string_view bytes(begin_, end_);
  if (bytes.starts_with("\xef\xbb\xbf")) at_ += 3;
  at_ = skip_blank(at_, end_);
  const std::string_view rest(at_, end_);
  if (same(rest.substr(0, 12), "ISO-10303-21")) return {};
  if (!same(rest.substr(0, 7), "HEADER;")) return no_step(bytes.empty() ? bytes : rest.empty() ? bytes : rest);
  problems_.add(0, 0, "the file does not begin with ISO-10303-21;");
  return {};
}

// Looks up from the work: is it still wanted, how far is it, how much room will it need?
base::Result<void> Indexer::pause(const base::Cancel& cancel, const std::function<void(double share)>& progress) {
  paused_ = at_;
  if (cancel.requested()) return fail(Code::cancelled, "reading was cancelled");
  if (found_.records.size() > limits_.max_records)
    return fail(Code::out_of_range, "the file has more than " + std::to_string(limits_.max_records) + " records");
  const double share = static_cast<double>(at_ - begin_) / static_cast<double>(end_ - begin_);
  if (progress) progress(share);
  const auto expected = static_cast<std::size_t>(1.05 * static_cast<double>(found_.records.size()) / share);
  if (share < 0.5 && expected > found_.records.capacity()) {
    found_.records.reserve(expected);
    found_.arguments.reserve(expected);
  }
  return {};
}

void Indexer::next() {
  start_ = at_;
  if (*at_ == '#') {
    record();
  } else if (is_statement_word(*at_)) {
    statement();
  } else {
    broken(0, "unexpected text", at_);
  }
}

// 8.1: #id = KEYWORD ( … ) ;
void Indexer::record() {
  std::uint64_t number = 0;
  const char* digits = ++at_;
  at_ = read_id(at_, end_, number);
  const char* digits_end = at_;
  const auto id = static_cast<std::uint32_t>(number <= largest_id ? number : 0);
  if (at_ == digits) return broken(0, "# is not followed by a number", at_);
  at_ = skip_blank(at_, end_);
  if (at_ == end_) return broken(id, "the file ends inside the record", at_);
  if (*at_ != '=') return broken(id, "the record's = is missing", at_);
  at_ = skip_blank(at_ + 1, end_);
  if (at_ != end_ && *at_ == '(') return complex(id);
  if (at_ != end_ && *at_ == '&') return scope(id);
  const char* word = at_;
  at_ = scan::skip_word(at_, end_);
  const std::string_view keyword(word, at_);
  at_ = skip_blank(at_, end_);
  if (at_ == end_) return broken(id, "the file ends inside the record", at_);
  if (keyword.empty() || keyword.size() > longest_keyword || *at_ != '(')
    return broken(id, "the record has no entity name and arguments", at_);
  const char* arguments = ++at_;
  if (!group(id)) return;
  if (number > largest_id) {
    problems_.add(offset(start_), 0,
                  "the id #" + std::string(digits, std::min(digits + 20, digits_end)) +
                      " is larger than 4294967295; the record is left out");
  } else {
    keep(id, keyword, arguments);
  }
  end_record(id);
}

void Indexer::keep(std::uint32_t id, std::string_view keyword, const char* arguments) {
  const auto type = found_.keywords.number(keyword);
  if (!type)
    return problems_.add(offset(start_), id, "the file has more than 65535 entity names; the record is left out");
  found_.records.push_back({id, *type});
  found_.arguments.push_back(static_cast<std::uint32_t>(offset(arguments)));
}

void Indexer::end_record(std::uint32_t id) {
  at_ = skip_blank(at_, end_);
  if (at_ != end_ && *at_ == ';') {
    ++at_;
  } else if (at_ == end_ || *at_ == '#' || is_statement_word(*at_)) {
    problems_.add(offset(start_), id, "the record does not end with ;");
  } else {
    // What stands there is no part of the record. Nothing before it is read again.
    problems_.add(offset(start_), id, "the record is followed by text that does not belong to it");
    start_ = at_;
    resume(at_);
  }
}

// 11.2.5.3, external mapping: #1=(A()B());
void Indexer::complex(std::uint32_t id) {
  ++at_;
  if (!group(id)) return;
  problems_.add(offset(start_), id, "complex records (of several entities) are not read; the record is left out");
  end_record(id);
}

// Edition 1 only: #1=&SCOPE #2=A(); ENDSCOPE B();
void Indexer::scope(std::uint32_t id) {
  const std::string_view rest(at_, end_);
  const std::size_t found = rest.find("ENDSCOPE");
  problems_.add(offset(start_), id, "&SCOPE is not read; the record and those in it are left out");
  at_ = found == std::string_view::npos ? end_ : at_ + found + 8;
  const auto* semicolon = static_cast<const char*>(std::memchr(at_, ';', static_cast<std::size_t>(end_ - at_)));
  at_ = semicolon == nullptr ? end_ : semicolon + 1;
}

// Past the arguments; false where they are broken, which then is said.
bool Indexer::group(std::uint32_t id) {
  const scan::Group group = scan::skip_group(at_, end_, limits_.max_depth);
  at_ = group.at;
  if (group.stop == scan::Stop::closed) return true;
  const bool read_to_end = group.stop == scan::Stop::open_string || group.stop == scan::Stop::open_comment;
  broken(id, "the record is left out: " + reason(group.stop, limits_.max_depth), read_to_end ? end_ : group.at);
  return false;
}

// 5.3 and 6: HEADER; FILE_NAME(…); ENDSEC; DATA; and what later editions have.
void Indexer::statement() {
  while (at_ != end_ && is_statement_word(*at_)) ++at_;
  const std::string_view word(start_, at_);
  at_ = skip_blank(at_, end_);
  const char* arguments = nullptr;
  if (at_ != end_ && *at_ == '(') {
    arguments = ++at_;
    if (!group(0)) return;
    at_ = skip_blank(at_, end_);
  }
  if (at_ == end_ || *at_ != ';') {
    if (!same(word, "END-ISO-10303-21")) return broken(0, "unexpected text: " + base::printable(word, 40), at_);
    return enter(word);
  }
  ++at_;
  if (section_ == Section::header && arguments != nullptr) {
    if (found_.header.size() < limits_.max_problems + 1000)
      found_.header.push_back({base::upper_ascii(word), offset(arguments)});
  } else {
    enter(word);
  }
}

void Indexer::enter(std::string_view word) {
  const auto is = [&](std::string_view name) { return same(word, name); };
  if (is("HEADER")) {
    section_ = Section::header;
  } else if (is("DATA")) {
    section_ = Section::data;
  } else if (is("ENDSEC")) {
    section_ = Section::none;
  } else if (is("END-ISO-10303-21")) {
    ended_ = true;
  } else if (is("ANCHOR") || is("REFERENCE") || is("SIGNATURE")) {
    section_ = Section::other;
  } else if (section_ != Section::other && !is("ISO-10303-21")) {
    problems_.add(offset(start_), 0, "unexpected text: " + base::printable(word, 40));
  }
}

void Indexer::broken(std::uint32_t id, std::string message, const char* seen) {
  if (section_ != Section::other) problems_.add(offset(start_), id, std::move(message));
  resume(seen);
}

// What is behind `from` may have been looked for before: a file full of damage would be searched again and again.
const char* Indexer::next_record_from(const char* from) {
  if (from < searched_from_ || from > next_record_) {
    searched_from_ = from;
    next_record_ = next_record(begin_, from, end_);
  }
  return next_record_;
}

// Goes on at the next record or header entry that begins a line, or the next end of a section. Looks for it right
// behind the beginning of what is broken, as long as not too much was read twice.
void Indexer::resume(const char* seen) {
  const auto again = static_cast<std::size_t>(seen - start_);
  const bool affordable = again <= again_left_;
  if (affordable) again_left_ -= again;
  const char* from = std::min(affordable ? start_ + 1 : std::max(seen, start_ + 1), end_);
  const char* record = next_record_from(from);
  at_ = section_ == Section::header ? next_line_with(from, record, {"FILE_", "ENDSEC;"})
                                    : next_line_with(from, record, {"ENDSEC;"});
}

void Indexer::finish() {
  found_.cut_off = !ended_ && section_ == Section::data;
  if (!ended_) problems_.add(offset(end_), 0, "the file ends without END-ISO-10303-21; it may be cut off");
  const auto named = [](const HeaderEntry& entry) { return entry.name == "FILE_SCHEMA"; };
  if (std::ranges::none_of(found_.header, named)) problems_.add(0, 0, "the header names no FILE_SCHEMA");
}

}  // namespace formats::step
