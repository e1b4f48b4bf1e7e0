// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/api/page.h"

#include "domains/aas/engine/api/api.h"

namespace aas::engine::api {

bool Page::takes() {
  const std::size_t at = seen_++;
  if (at < paging_.from) return false;
  if (taken_ < paging_.limit && body_.size() < page_bytes) return true;
  more_ = true;
  return false;
}

std::string& Page::entry() {
  if (taken_++ > 0) body_ += ',';
  return body_;
}

std::string Page::done() && {
  body_ += R"(],"paging_metadata":{)";
  if (more_) body_ += R"("cursor":")" + std::to_string(paging_.from + taken_) + '"';
  return std::move(body_) + "}}";
}

}  // namespace aas::engine::api
