// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/docs/sections.h"
#include "domains/energy/runtime/schemas.h"

namespace energy::runtime {

// A full-text index (SQLite FTS5, in memory) of what is known about EnergyPlus without a network: the memos and notes
// of the schemas, of each version when it is first asked for, and the LaTeX sources of the documentation in the folder
// that IDFKIT_DOCS_DIR names. Thread-safe.
class Docs {
 public:
  explicit Docs(const Schemas& schemas);
  ~Docs();

  struct Hit {
    std::string location, title, tag, excerpt;
  };
  struct Found {
    std::vector<Hit> hits;
    std::int64_t total = 0;
    bool any_word = false;  // no section has all the words; these have one of them
  };
  // `tag`: "" or one of "schema" and the names of books.
  base::Result<Found> search(const Version& version, const std::string& words, const std::string& tag,
                             std::size_t limit);
  // Fails where there is no such section.
  base::Result<engine::Section> section(const Version& version, const std::string& location);
  // The folder of LaTeX sources; empty: none was named.
  static std::filesystem::path folder();

 private:
  struct Index;
  base::Result<Index*> index(const Version& version);

  const Schemas& schemas_;
  std::mutex mutex_;
  std::map<Version, std::unique_ptr<Index>> indexes_;
};

}  // namespace energy::runtime
