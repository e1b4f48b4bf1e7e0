// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "domains/aas/engine/document/document.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/metamodel.h"

// The read side of the HTTP API of IDTA-01002 (Part 2, 3.0 and 3.1) over one document: the repositories of shells,
// submodels and concept descriptions, the services of a single shell and submodel, the file server and the discovery.
namespace aas::engine::api {

struct Asked {
  std::string method = "GET";
  std::string path;         // as it was sent, percent-encoded: "/shells/dXJuOmE"
  std::string query = {};   // behind the '?'
  std::string accept = {};  // what /serialization is to be written in
};

struct Answer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// The document, with what it needs only now and then. A document without nodes is an empty repository.
struct Source {
  const Nodes& nodes;
  std::string name = {};  // "pump.aasx"
  Packing packing = Packing::json;
  formats::aas::Version version = formats::aas::Version::v3_0;
  std::function<base::Result<std::string>()> original = {};  // the bytes it was opened from
  std::function<base::Result<Json>()> whole = {};            // all of it; fails where the caller may not read all
  std::int64_t time_ms = 0;                                  // for the messages of errors
};

// What is asked for, or a Result that says why not: 400 for what cannot be understood, 404 for what is not there, 405
// for what would change something.
Answer answer(const Source& source, const Asked& asked);

// Why nothing can be answered.
Answer refused(const base::Error& error, std::int64_t time_ms);

// Entries of a page where the caller does not say, and at most; a page also ends after this many bytes.
inline constexpr std::size_t usual_limit = 100, most_limit = 1000;
inline constexpr std::size_t page_bytes = std::size_t{8} << 20;

}  // namespace aas::engine::api
