// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "base/text.h"
#include "formats/zip/records.h"
#include "formats/zip/zip.h"

// APPNOTE.TXT 6.3.10. The central directory is believed; a local header only says where its data begins. That way data
// descriptors (4.3.9) need no reading: sizes and sums stand in the directory too.
namespace formats::zip {
namespace {

using base::Code;
using base::fail;
using records::number16;
using records::number32;
using records::number64;

constexpr std::uint32_t in_zip64 = 0xffff'ffff;
constexpr std::size_t ratio_counts_from = std::size_t{1} << 20;

base::Error broken(std::string what) { return fail(Code::parse, "the ZIP archive is broken: " + std::move(what)); }

// True if `size` bytes lie at `at`.
bool has(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  return at <= bytes.size() && size <= bytes.size() - at;
}

struct Directory {
  std::uint64_t at = 0, size = 0, count = 0;
};

// 4.3.16: the end record is the last thing but its own comment of at most 65535 bytes.
std::optional<std::size_t> end_record(std::string_view bytes) {
  if (bytes.size() < records::end_bytes) return std::nullopt;
  const std::size_t last = bytes.size() - records::end_bytes;
  for (std::size_t back = 0; back <= std::min<std::size_t>(last, 0xffff); ++back) {
    const std::size_t at = last - back;
    if (number32(bytes, at) == records::end_signature && number16(bytes, at + 20) <= back) return at;
  }
  return std::nullopt;
}

// 4.3.14 and 4.3.15: the 64-bit record, found through its locator right before the end record.
base::Result<Directory> directory64(std::string_view bytes, std::size_t end_at) {
  if (end_at < records::locator64_bytes) return broken("it has no ZIP64 locator");
  const std::size_t locator = end_at - records::locator64_bytes;
  if (number32(bytes, locator) != records::locator64_signature) return broken("it has no ZIP64 locator");
  const std::uint64_t at = number64(bytes, locator + 8);
  if (!has(bytes, at, records::end64_bytes) || number32(bytes, at) != records::end64_signature)
    return broken("its ZIP64 end record is not where it should be");
  if (number32(bytes, at + 16) != 0 || number32(bytes, at + 20) != 0)
    return fail(Code::parse, "ZIP archives of several parts are not read");
  return Directory{number64(bytes, at + 48), number64(bytes, at + 40), number64(bytes, at + 32)};
}

base::Result<Directory> directory(std::string_view bytes) {
  const auto found = end_record(bytes);
  if (!found) return fail(Code::parse, "this is not a ZIP archive, or its end is missing");
  const std::size_t at = *found;
  Directory result{number32(bytes, at + 16), number32(bytes, at + 12), number16(bytes, at + 10)};
  const bool wide = result.at == in_zip64 || result.size == in_zip64 || result.count == 0xffff;
  if (wide) {
    result = TRY(directory64(bytes, at));
  } else if (number16(bytes, at + 4) != 0 || number16(bytes, at + 6) != 0) {
    return fail(Code::parse, "ZIP archives of several parts are not read");
  }
  if (result.at > at || result.size > at - result.at) return broken("its directory lies outside the file");
  return result;
}

struct Entry {
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0, unpacked = 0, local_at = 0;
  std::string_view name;
  std::uint64_t bytes = 0;  // of this record, with what follows it
};

// 4.5.3: the 64-bit values stand in this order, each only where the 32-bit field is full of ones.
base::Result<void> widen(Entry& entry, std::string_view field) {
  for (std::uint64_t* value : {&entry.unpacked, &entry.packed, &entry.local_at}) {
    if (*value != in_zip64) continue;
    if (field.size() < 8) return broken("a ZIP64 field is too short");
    *value = number64(field, 0);
    field.remove_prefix(8);
  }
  return {};
}

base::Result<void> read_extra(Entry& entry, std::string_view extra) {
  while (extra.size() >= 4) {
    const std::size_t size = number16(extra, 2);
    if (size > extra.size() - 4) return {};  // padding that some writers leave
    if (number16(extra, 0) == 1) return widen(entry, extra.substr(4, size));
    extra.remove_prefix(4 + size);
  }
  return {};
}

// 4.3.12
base::Result<Entry> entry_at(std::string_view bytes, std::uint64_t at) {
  if (!has(bytes, at, records::central_bytes) || number32(bytes, at) != records::central_signature)
    return broken("a record of its directory is damaged");
  Entry entry{.flags = number16(bytes, at + 8), .method = number16(bytes, at + 10), .crc = number32(bytes, at + 16)};
  entry.packed = number32(bytes, at + 20);
  entry.unpacked = number32(bytes, at + 24);
  entry.local_at = number32(bytes, at + 42);
  const std::size_t name = number16(bytes, at + 28), extra = number16(bytes, at + 30);
  entry.bytes = records::central_bytes + name + extra + number16(bytes, at + 32);
  if (!has(bytes, at, entry.bytes)) return broken("a record of its directory is cut off");
  entry.name = bytes.substr(at + records::central_bytes, name);
  TRY(read_extra(entry, bytes.substr(at + records::central_bytes + name, extra)));
  return entry;
}

// Where the packed bytes begin, 4.3.7. They must end before the directory.
base::Result<std::uint64_t> data_at(std::string_view bytes, const Entry& entry) {
  if (!has(bytes, entry.local_at, records::local_bytes) || number32(bytes, entry.local_at) != records::local_signature)
    return broken("a member is not where its directory says");
  const std::uint64_t at = entry.local_at + records::local_bytes + number16(bytes, entry.local_at + 26) +
                           number16(bytes, entry.local_at + 28);
  if (!has(bytes, at, entry.packed)) return broken("a member is cut off");
  return at;
}

std::string quoted(std::string_view name) { return "\"" + base::printable(name, 200) + "\""; }

struct Range {
  std::uint64_t begin, end;
};

// Members that share bytes are how small archives unpack to petabytes.
bool overlap(std::vector<Range> ranges) {
  std::ranges::sort(ranges, {}, &Range::begin);
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (ranges[i].begin < ranges[i - 1].end) return true;
  }
  return false;
}

class Inflater {
 public:
  explicit Inflater(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    ok_ = inflateInit2(&stream_, -MAX_WBITS) == Z_OK;
    left_ = packed.size();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  // Exactly `wanted` bytes, or nothing. Memory grows with what was really there.
  std::optional<std::string> all(std::size_t wanted) {
    std::string out;
    std::size_t written = 0;
    while (ok_) {
      if (written == out.size()) out.resize(std::min(wanted + 1, std::max(out.size() * 2, std::size_t{1} << 16)));
      const int code = step(out, written);
      if (code == Z_STREAM_END) break;
      if (code != Z_OK || written > wanted) return std::nullopt;
    }
    if (!ok_ || written != wanted) return std::nullopt;
    out.resize(written);
    return out;
  }

 private:
  int step(std::string& out, std::size_t& written) {
    constexpr std::size_t slice = std::size_t{1} << 30;  // zlib counts in 32 bits
    const auto in = static_cast<uInt>(std::min(left_, slice));
    const auto room = static_cast<uInt>(std::min(out.size() - written, slice));
    stream_.avail_in = in;
    stream_.avail_out = room;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + written);
    const int code = inflate(&stream_, Z_NO_FLUSH);
    left_ -= in - stream_.avail_in;
    written += room - stream_.avail_out;
    return code;
  }

  z_stream stream_{};
  std::size_t left_ = 0;
  bool ok_ = false;
};

base::Result<void> within(const Entry& entry, const Limits& limits) {
  const std::string name = quoted(entry.name);
  if (entry.flags & records::flag_encrypted)
    return fail(Code::parse, name + " is encrypted", {}, "Unpack the archive with its password and give the files.");
  if (entry.method != records::method_stored && entry.method != records::method_deflated)
    return fail(Code::parse, name + " is packed by method " + std::to_string(entry.method), {},
                "Only stored and deflated members are read.");
  if (entry.unpacked > limits.max_member_bytes)
    return fail(Code::out_of_range, name + " unpacks to " + std::to_string(entry.unpacked) + " bytes; the limit is " +
                                        std::to_string(limits.max_member_bytes));
  if (entry.unpacked > ratio_counts_from && entry.unpacked / std::max<std::size_t>(limits.max_ratio, 1) > entry.packed)
    return fail(Code::out_of_range,
                name + " is packed more than " + std::to_string(limits.max_ratio) + " times: a bomb, not a document");
  return {};
}

base::Result<std::string> unpacked(const Entry& entry, std::string_view packed) {
  if (entry.method == records::method_stored) {
    if (entry.packed != entry.unpacked) return broken(quoted(entry.name) + " has two different sizes");
    return std::string(packed);
  }
  auto content = Inflater(packed).all(entry.unpacked);
  if (!content) return broken(quoted(entry.name) + " does not unpack to the size its directory gives");
  return *std::move(content);
}

// 4.5.3: a copy below 4 GiB needs no 64-bit field.
std::string without_64(std::string_view extra) {
  std::string kept;
  while (extra.size() >= 4) {
    const std::size_t size = number16(extra, 2);
    if (size > extra.size() - 4) break;
    if (number16(extra, 0) != 1) kept += extra.substr(0, 4 + size);
    extra.remove_prefix(4 + size);
  }
  return kept;
}

}  // namespace

base::Result<Archive> Archive::open(std::string_view bytes, const Limits& limits) {
  Archive archive;
  archive.bytes_ = bytes;
  archive.limits_ = limits;
  const Directory found = TRY(directory(bytes));
  if (found.count > limits.max_members)
    return fail(Code::out_of_range, "the ZIP archive has " + std::to_string(found.count) + " members; the limit is " +
                                        std::to_string(limits.max_members));
  std::vector<Range> ranges;
  std::unordered_set<std::string_view> names;
  std::uint64_t at = found.at;
  for (std::uint64_t i = 0; i < found.count; ++i) {
    const Entry entry = TRY(entry_at(bytes.substr(0, found.at + found.size), at));
    const std::uint64_t data = TRY(data_at(bytes.substr(0, found.at), entry));
    if (!names.insert(entry.name).second) return broken("two members are named " + quoted(entry.name));
    ranges.push_back({entry.local_at, data + entry.packed});
    archive.members_.push_back({std::string(entry.name), entry.packed, entry.unpacked});
    archive.headers_.push_back(at);
    at += entry.bytes;
  }
  if (overlap(std::move(ranges))) return broken("two members share bytes");
  return archive;
}

base::Result<std::string> Archive::read(std::string_view name) const {
  const auto member = std::ranges::find(members_, name, &Member::name);
  if (member == members_.end()) return fail(Code::not_found, "the ZIP archive has no member " + quoted(name));
  return read(static_cast<std::size_t>(member - members_.begin()));
}

base::Result<std::string> Archive::read(std::size_t member) const {
  const Entry entry = TRY(entry_at(bytes_, headers_.at(member)));
  TRY(within(entry, limits_));
  const std::uint64_t at = TRY(data_at(bytes_, entry));
  std::string content = TRY(unpacked(entry, bytes_.substr(at, entry.packed)));
  if (crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()) != entry.crc)
    return broken("the check sum of " + quoted(entry.name) + " is wrong");
  return content;
}

base::Result<Packed> Archive::packed(std::size_t member) const {
  const std::uint64_t at = headers_.at(member);
  const Entry entry = TRY(entry_at(bytes_, at));
  const std::uint64_t data = TRY(data_at(bytes_, entry));
  const std::size_t extra = number16(bytes_, at + 30), local_extra = number16(bytes_, entry.local_at + 28);
  const std::uint64_t after_name = at + records::central_bytes + entry.name.size();
  return Packed{.record = bytes_.substr(at, records::central_bytes),
                .name = entry.name,
                .data = bytes_.substr(data, entry.packed),
                .comment = bytes_.substr(after_name + extra, number16(bytes_, at + 32)),
                .extra = without_64(bytes_.substr(after_name, extra)),
                .local_extra = without_64(bytes_.substr(data - local_extra, local_extra)),
                .unpacked = entry.unpacked};
}

}  // namespace formats::zip
