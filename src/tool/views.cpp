// SPDX-License-Identifier: Apache-2.0
#include "tool/views.h"

#include <algorithm>

namespace tool {

struct Views::View {
  std::string handle;
  kernel::Principal maker;
  std::string page;
  std::map<std::string, Part> parts;
  std::size_t bytes = 0;
  std::int64_t expires_ms = 0;
};

namespace {

bool may_see(const kernel::Principal& reader, const kernel::Principal& maker) {
  if (reader.user_id != maker.user_id) return false;
  if (reader.kind == kernel::Kind::human) return true;
  return reader.by_token == maker.by_token && (!reader.by_token || reader == maker);
}

}  // namespace

Views::Views(const base::Clock& clock, base::Entropy& entropy, std::size_t max_bytes, std::int64_t ttl_ms)
    : clock_(clock), entropy_(entropy), max_bytes_(max_bytes), ttl_ms_(ttl_ms) {}

std::string Views::keep(kernel::Principal maker, std::string page, std::map<std::string, Part> parts) {
  auto view = std::make_shared<View>();
  view->handle = base::handle("v_", entropy_);
  view->maker = std::move(maker);
  view->page = std::move(page);
  view->parts = std::move(parts);
  for (const auto& [name, part] : view->parts) view->bytes += part.bytes.size();
  view->expires_ms = clock_.steady_ms() + ttl_ms_;
  const std::scoped_lock lock(mutex_);
  bytes_ += view->bytes;
  by_age_.push_back(view);
  by_handle_.emplace(view->handle, std::prev(by_age_.end()));
  drop_old();
  return view->handle;
}

// The newest view always stays, even if it alone is over the bound.
void Views::drop_old() {
  const std::int64_t now = clock_.steady_ms();
  while (by_age_.size() > 1 && (bytes_ > max_bytes_ || by_age_.front()->expires_ms <= now)) {
    bytes_ -= by_age_.front()->bytes;
    by_handle_.erase(by_age_.front()->handle);
    by_age_.pop_front();
  }
}

base::Result<Views::Chunk> Views::read(std::string_view handle, const kernel::Principal& reader, std::string_view part,
                                       std::size_t offset, std::size_t limit) {
  std::shared_ptr<View> view;
  {
    const std::scoped_lock lock(mutex_);
    const auto it = by_handle_.find(handle);
    if (it != by_handle_.end()) view = *it->second;
  }
  if (!view || !may_see(reader, view->maker) || view->expires_ms <= clock_.steady_ms()) {
    return base::fail(base::Code::not_found, "this view does not exist or has expired", std::string(handle),
                      "Call the tool again for a fresh view.");
  }
  const auto it = view->parts.find(std::string(part));
  if (it == view->parts.end()) {
    return base::fail(base::Code::not_found, "the view has no part of this name", std::string(part));
  }
  const std::string& bytes = it->second.bytes;
  const std::size_t from = std::min(offset, bytes.size());
  return Chunk{it->second.mime_type, bytes.substr(from, limit), bytes.size()};
}

}  // namespace tool
