// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/threads.h"
#include "formats/step/keywords.h"
#include "formats/step/problems.h"
#include "formats/step/step.h"

namespace formats::step {

struct HeaderEntry {
  std::string name;       // upper case
  std::size_t arguments;  // where they begin, past the parenthesis
};

// What one pass over the bytes finds.
struct Indexed {
  std::vector<File::Record> records;
  std::vector<std::uint32_t> arguments;  // where those of each record begin, past the parenthesis
  Keywords keywords;
  std::vector<HeaderEntry> header;
  bool cut_off = false;  // the file ends within its data
};

// One pass over a file. Every record is read to its end, so that what is kept has closed strings, comments and
// parentheses; a record that has not is a problem, and reading goes on at the next line that begins one. That line may
// lie before the place where the damage showed; how often bytes may be read again is bounded.
class Indexer {
 public:
  Indexer(std::string_view bytes, const Limits& limits, Problems& problems);
  base::Result<Indexed> run(const base::Cancel& cancel, const std::function<void(double share)>& progress);

 private:
  enum class Section : std::uint8_t { none, header, data, other };

  base::Result<void> begin();
  base::Result<void> pause(const base::Cancel& cancel, const std::function<void(double share)>& progress);
  void next();
  void record();
  void keep(std::uint32_t id, std::string_view keyword, const char* arguments);
  void end_record(std::uint32_t id);
  void scope(std::uint32_t id);
  void complex(std::uint32_t id);
  bool group(std::uint32_t id);
  void statement();
  void enter(std::string_view word);
  void broken(std::uint32_t id, std::string message, const char* seen);
  void resume(const char* seen);
  const char* next_record_from(const char* from);
  void finish();
  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  const char* const begin_;
  const char* const end_;
  const Limits limits_;
  Problems& problems_;
  Indexed found_;
  const char* at_;
  const char* start_;  // of the record or statement being read
  const char* paused_;
  std::size_t again_left_;  // bytes that may still be read again
  const char* searched_from_;
  const char* next_record_;  // the first from there on
  Section section_ = Section::none;
  bool ended_ = false;
};

}  // namespace formats::step
