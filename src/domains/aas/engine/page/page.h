// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "domains/aas/engine/templates/templates.h"
#include "domains/aas/engine/tree/node.h"
#include "formats/aas/check.h"

// A document for people: the data of the page web/pages/aas.tsx (ui://lintel/aas). Pure; what it gives is bounded
// whatever the document is.
namespace aas::engine {

// A change that waits for a human. The page shows it and says how it is decided; it decides nothing.
struct WaitingChange {
  std::string id;  // as `lintel approvals show` takes it
  std::string summary;
  std::string tier;  // "HIGH"
  std::string by;    // who asked, for people
  std::string reason;
  std::string asked;  // when
  Json patches;       // as to_json(std::vector<Patch>) has them
};

// What is known of the document beside its nodes.
struct PageFacts {
  std::string name;                                   // of the file: "pump.aasx"
  std::string format;                                 // "aasx"
  std::string metamodel;                              // "3.0"
  std::optional<formats::aas::Version> checked = {};  // absent: there is no checking it
  std::vector<std::string> warnings = {};             // of opening it
  // Of the package; absent: not known, and nothing is said of File elements that name one that is not there.
  std::optional<std::vector<std::string>> parts = {};
  std::vector<WaitingChange> waiting = {};
  std::size_t waiting_in_all = 0;  // those too that are not shown
};

struct Page {
  Json data;
  std::string title;  // "pump.aasx – 2 errors"
  std::string text;   // for those who run no script
};

// The most that a page holds; what is beyond it is counted.
inline constexpr std::size_t max_page_nodes = 20'000;
inline constexpr std::size_t max_page_value = 12'000;
inline constexpr std::size_t max_page_text = std::size_t{6} << 20;

Page page_of(const Nodes& nodes, const PageFacts& facts, const Templates& known);

}  // namespace aas::engine
