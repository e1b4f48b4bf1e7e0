// SPDX-License-Identifier: Apache-2.0
#include "kernel/adopted.h"

#include "base/crypto.h"
#include "base/text.h"

namespace kernel {

SharedAdopted Adoptions::in_use(const std::string& kind, const std::string& sha256) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find({kind, sha256});
  return found == known_.end() ? nullptr : found->second.lock();
}

Result<SharedAdopted> Adoptions::expanded(const std::string& kind, std::string_view bytes,
                                          const std::string& sha256) const {
  if (!expand_)
    return fail(Code::unavailable, "this program opens no documents of the kind " + base::printable(kind, 80));
  SharedAdopted made = TRY(expand_(kind, bytes, sha256));
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
  auto& known = known_[{kind, sha256}];
  if (SharedAdopted other = known.lock()) return other;
  known = made;
  return made;
}

AdoptedBytes::AdoptedBytes(std::string text, std::string file)
    : text_(std::move(text)), sha256_(base::sha256_hex(text_)), file_(std::move(file)) {}

Result<Adoption> Adoptions::adopt(std::string_view kind, std::string bytes, std::string file) const {
  const std::shared_ptr<const AdoptedBytes> kept(new AdoptedBytes(std::move(bytes), std::move(file)));
  Adoption adoption{kept->sha256(), std::string(kind)};
  adoption.bytes = kept;
  adoption.content = in_use(adoption.kind, adoption.blob);
  if (!adoption.content) adoption.content = TRY(expanded(adoption.kind, kept->text(), adoption.blob));
  adoption.elements = static_cast<std::int64_t>(adoption.content->size());
  return adoption;
}

Result<SharedAdopted> Adoptions::find(const Adoption& adoption, const Bytes& bytes) const {
  SharedAdopted content = in_use(adoption.kind, adoption.blob);
  if (!content) {
    const std::optional<std::string> kept = TRY(bytes(adoption));
    if (!kept) return fail(Code::io, "the bytes of an adopted document are not kept", adoption.blob);
    if (base::sha256_hex(*kept) != adoption.blob)
      return fail(Code::io, "the bytes of an adopted document are damaged", adoption.blob);
    content = TRY(expanded(adoption.kind, *kept, adoption.blob));
  }
  if (std::cmp_equal(content->size(), adoption.elements)) return content;
  return fail(Code::parse,
              "an adopted document has " + std::to_string(content->size()) + " elements, not " +
                  std::to_string(adoption.elements),
              adoption.blob);
}

}  // namespace kernel
