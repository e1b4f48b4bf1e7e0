// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "domains/aas/engine/api/query.h"

namespace aas::engine::api {

// A page of a list: {"result": […], "paging_metadata": {"cursor"?: …}}. All entries of the list are shown to it in
// order, until it has enough:
//
//     for (const Node& each : all) {
//       if (page.enough()) break;
//       if (page.takes()) write(page.entry(), each);
//     }
class Page {
 public:
  explicit Page(const Paging& paging) : paging_(paging) {}

  bool enough() const { return more_; }
  // Whether the next entry of the list is on this page.
  bool takes();
  // Where to write it.
  std::string& entry();
  std::string done() &&;

 private:
  Paging paging_;
  std::size_t seen_ = 0, taken_ = 0;
  bool more_ = false;
  std::string body_ = R"({"result":[)";
};

}  // namespace aas::engine::api
