// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

// XML 1.0 and Namespaces in XML 1.0, read event by event by expat; no other folder includes its header. Any encoding
// that expat knows.
//
// A document cannot make the reader use more than it is worth: document types are refused, and with them entities of
// one's own and everything external; the rest is bounded by Limits.
namespace formats::xml {

inline constexpr std::string_view xml_namespace = "http://www.w3.org/XML/1998/namespace";
inline constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

struct Limits {
  std::size_t bytes = 64U << 20;
  std::size_t depth = 200;        // elements within one another
  std::size_t attributes = 200;   // of one element
  std::size_t namespaces = 64;    // in scope at one place
  std::size_t nodes = 2'000'000;  // elements, texts, comments and instructions
};

// qualified: names with what their prefix stands for; a prefix that stands for nothing is an error.
// local: prefixes are taken off unread, for formats that are known by local names.
enum class Names : std::uint8_t { qualified, local };

struct Options {
  Limits limits;
  Names names = Names::qualified;
  std::string part;                                                 // of a package; begins the place in errors
  std::string_view complaint = "this is not XML that we can read";  // begins the sentence of errors
};

// Views into the parser: valid during the call of a handler.
struct Name {
  std::string_view uri, prefix, local;
};
struct Attribute {
  Name name;
  std::string_view value;
};
class Attributes {
 public:
  Attributes(const char** pairs, Names names) : pairs_(pairs), names_(names) {}
  std::size_t size() const;
  Attribute operator[](std::size_t i) const;
  // By local name: "id" finds "r:id" too, but prefers "id".
  std::optional<std::string_view> find(std::string_view local) const;
  std::string_view text(std::string_view local) const;  // "" where it is absent

 private:
  const char** pairs_;  // name, value, …, nullptr
  Names names_;
};

// Called in the order of the document. What is empty is not called; one that gives an error ends the reading with it.
// A text may come in several pieces. Declarations come before the start of the element that makes them.
struct Handlers {
  std::function<base::Result<void>(const Name& name, const Attributes& attributes)> start;
  std::function<base::Result<void>(const Name& name)> end;
  std::function<base::Result<void>(std::string_view text)> text;
  std::function<base::Result<void>(std::string_view text)> comment;
  std::function<base::Result<void>(std::string_view target, std::string_view text)> instruction;
  std::function<base::Result<void>(std::string_view prefix, std::string_view uri)> declare;
};

struct Place {
  std::int64_t line = 1, column = 1;
};
// Bytes of what was fed, from begin up to end.
struct Span {
  std::size_t begin = 0, end = 0;
};

// Reads one document, in one piece or many. Not thread-safe. Errors have Code::parse, the complaint with the reason,
// and as path the place: "xl/workbook.xml, line 3, column 7". An error of a handler keeps its code, its message and its
// path, if it has one. After an error the same error is given again.
class Reader {
 public:
  explicit Reader(Handlers handlers, Options options = {});
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  base::Result<void> feed(std::string_view piece);
  base::Result<void> finish();
  Place place() const;  // of what a handler is called for
  // The markup that a handler is called for: a tag, a comment. For the end of an empty element (<a/>) it has no bytes
  // and lies right behind the element.
  Span span() const;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// A whole document.
base::Result<void> read(std::string_view bytes, Handlers handlers, Options options = {});

}  // namespace formats::xml
