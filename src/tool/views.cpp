// SPDX-License-Identifier: Apache-2.0
#include "tool/views.h"

#include <algorithm>

#include "base/text.h"

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

constexpr std::size_t max_quoted = 200;

// Of a page in an answer; the limit of an answer is 100,000 bytes, and its other members take some.
constexpr std::size_t page_bytes = 90'000;
constexpr std::size_t binary_page_bytes = page_bytes / 4 * 3;

// What a byte of text takes in a JSON string.
std::size_t escaped_size(char c) {
  if (c == '"' || c == '\\' || c == '\n') return 2;
  return static_cast<unsigned char>(c) < 0x20 ? 6 : 1;
}

// The end of the page of `text` that begins at `begin`.
std::size_t page_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin, line_end = begin;
  for (std::size_t size = 0; end < text.size(); ++end) {
    size += escaped_size(text[end]);
    if (size > page_bytes) break;
    if (text[end] == '\n') line_end = end + 1;
  }
  if (end == text.size()) return end;
  if (line_end - begin > (end - begin) / 2) return line_end;
  while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not inside a character
  return end;
}

}  // namespace

std::vector<std::size_t> page_starts(std::string_view bytes) {
  const bool is_text = base::valid_utf8(bytes);
  std::vector<std::size_t> starts = {0};
  for (;;) {
    const std::size_t end = is_text ? page_end(bytes, starts.back()) : starts.back() + binary_page_bytes;
    if (end >= bytes.size()) return starts;
    starts.push_back(end);
  }
}

std::string view_page_uri(std::string_view handle, std::string_view part, std::size_t page) {
  return "lintel://view/" + std::string(handle) + "/" + std::string(part) + "/" + std::to_string(page);
}

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

base::Result<std::shared_ptr<const Views::Part>> Views::find(std::string_view handle, const kernel::Principal& reader,
                                                             std::string_view part) {
  std::shared_ptr<View> view;
  {
    const std::scoped_lock lock(mutex_);
    const auto it = by_handle_.find(handle);
    if (it != by_handle_.end()) view = *it->second;
  }
  if (!view || !may_see(reader, view->maker) || view->expires_ms <= clock_.steady_ms()) {
    return base::fail(base::Code::not_found, "this view does not exist or has expired",
                      base::printable(handle, max_quoted), "Call the tool again for a fresh view.");
  }
  const auto it = view->parts.find(std::string(part));
  if (it == view->parts.end()) {
    return base::fail(base::Code::not_found, "the view has no part of this name", base::printable(part, max_quoted));
  }
  return std::shared_ptr<const Part>(view, &it->second);
}

base::Result<Views::Chunk> Views::read(std::string_view handle, const kernel::Principal& reader, std::string_view part,
                                       std::size_t offset, std::size_t limit) {
  const auto found = TRY(find(handle, reader, part));
  const std::string& bytes = found->bytes;
  const std::size_t from = std::min(offset, bytes.size());
  return Chunk{found->mime_type, bytes.substr(from, limit), bytes.size()};
}

base::Result<Views::Chunk> Views::read_page(std::string_view handle, const kernel::Principal& reader,
                                            std::string_view part, std::size_t page) {
  const auto found = TRY(find(handle, reader, part));
  const std::string& bytes = found->bytes;
  const auto starts = page_starts(bytes);
  if (page < 1 || page > starts.size()) {
    return base::fail(base::Code::not_found, "the part has " + std::to_string(starts.size()) + " pages");
  }
  const std::size_t end = page < starts.size() ? starts[page] : bytes.size();
  return Chunk{found->mime_type, bytes.substr(starts[page - 1], end - starts[page - 1]), bytes.size()};
}

}  // namespace tool
