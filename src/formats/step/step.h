// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/threads.h"

// ISO 10303-21 (STEP physical files), the reading side. A file is indexed once, in one pass (some hundred megabytes a
// second, 16 to 24 bytes a record); the arguments of a record are read when they are asked for, straight from its
// bytes.
namespace formats::step {

// What went wrong and where. Reading goes on after most of them.
struct Problem {
  std::int64_t line = 0;  // from 1
  std::uint32_t id = 0;   // the record, if one is concerned
  std::string message;
};

struct Limits {
  std::size_t max_bytes = std::size_t{4} << 30;  // and never more: places are kept in 32 bits
  std::size_t max_records = 200'000'000;
  std::size_t max_problems = 100;  // those beyond are counted in one more
  int max_depth = 64;              // of nested lists: records that are deeper are a problem
};

// One argument, or one item of a list. Views point into the file's bytes. Two words, no allocation; asking for what it
// is not gives 0 or nothing.
class Value {
 public:
  enum class Kind : std::uint8_t { null, derived, integer, real, string, enumeration, binary, reference, list, typed };
  Kind kind() const;  // by the first byte; what is not a value at all is null
  bool is_null() const { return kind() == Kind::null || kind() == Kind::derived; }
  std::int64_t integer() const;     // of integer; of real: cut. Beyond 64 bits: the nearest end
  double number() const;            // of integer and real; always finite: 1E999 is the largest double
  std::string string() const;       // of string: decoded to UTF-8 (\X2\ \X4\ \X\ \S\ \P '' and stray bytes)
  std::string_view word() const;    // of enumeration: without dots; of typed: the type's name as written
  std::uint32_t reference() const;  // of reference: the id
  std::string_view raw() const;     // as written
  // Of list: its items; of typed: its arguments; empty otherwise. Going through them is one scan forward over the
  // bytes; size() and [] scan from the beginning each time, and [] beyond the end is null.
  class Items {
   public:
    class Iterator;
    Iterator begin() const;
    Iterator end() const;
    std::size_t size() const;
    bool empty() const;
    Value operator[](std::size_t index) const;

   private:
    friend class Value;
    friend class File;
    std::string_view bytes_;  // from past the opening parenthesis to the closing one, or beyond
  };
  Items items() const;

 private:
  friend class Items;
  std::string_view bytes_;
};

class Value::Items::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Value;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Value;

  Iterator() = default;
  Value operator*() const {
    Value value;
    value.bytes_ = {at_, value_end_};
    return value;
  }
  Iterator& operator++();
  Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

 private:
  friend class Items;
  Iterator(const char* at, const char* end);
  void take(const char* at);
  const char* at_ = nullptr;  // nullptr past the last one
  const char* value_end_ = nullptr;
  const char* next_ = nullptr;  // what follows the value: a comma, or the end
  const char* end_ = nullptr;
};
inline Value::Items::Iterator Value::Items::begin() const { return {bytes_.data(), bytes_.data() + bytes_.size()}; }
inline Value::Items::Iterator Value::Items::end() const { return {}; }
inline bool Value::Items::empty() const { return begin() == end(); }

// An indexed file. Immutable and safe to read from many threads. Owns its bytes.
//
// Files are read into memory, because authoring tools save by cutting a file to nothing and writing it anew: a mapping
// would then end the process (SIGBUS). One that changes while it is read is refused.
class File {
 public:
  // Reads a file, an .ifczip (its first .ifc member, bounded; told by its bytes), or bytes in memory. Tolerant of what
  // real exporters write: problems() tells. Fails where there is no STEP file at all, beyond the limits, and when
  // cancelled. What is left out of records(), each a problem: broken records, complex ones (external mapping), those
  // with &SCOPE, ids beyond 32 bits, and all but the first of an id.
  static base::Result<File> open(const std::string& path, const base::Cancel& cancel = {}, const Limits& limits = {},
                                 const std::function<void(double share)>& progress = {});
  // The same for an open descriptor, which stays the caller's; `name` is for messages.
  static base::Result<File> read(int descriptor, const std::string& name, const base::Cancel& cancel = {},
                                 const Limits& limits = {}, const std::function<void(double share)>& progress = {});
  static base::Result<File> parse(std::string bytes, const Limits& limits = {});
  File(File&&) noexcept;
  File& operator=(File&&) noexcept;
  ~File();

  const std::string& schema_name() const;                // FILE_SCHEMA, the first, as written: "IFC4"
  const std::vector<std::string>& schema_names() const;  // all of them
  // The arguments of FILE_NAME and others, decoded; lists joined by ", ". Empty if there is no such entry.
  std::vector<std::string> header(std::string_view name) const;
  const std::vector<Problem>& problems() const;  // by line
  bool cut_off() const;                          // the file ends within its data: records are missing
  std::size_t bytes() const;                     // of the text
  std::size_t index_bytes() const;               // what the index takes in memory

  using Index = std::uint32_t;  // position in records(), in the order of the file
  struct Record {
    std::uint32_t id;    // #id
    std::uint16_t type;  // index in types()
  };
  std::span<const Record> records() const;
  const std::vector<std::string>& types() const;  // upper case
  std::optional<std::uint16_t> type_named(std::string_view upper) const;
  std::span<const Index> of_type(std::uint16_t type) const;  // in the order of the file
  std::optional<Index> find(std::uint32_t id) const;
  Value::Items arguments(Index index) const;
  std::int64_t line_of(Index index) const;  // counted when asked

 private:
  struct Inner;
  explicit File(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

}  // namespace formats::step
