// SPDX-License-Identifier: Apache-2.0
#include "kernel/approver_list.h"

#include <algorithm>
#include <utility>

namespace kernel {

namespace {

bool same(const Approver& a, const Approver& b) { return a.user_id == b.user_id && a.public_key == b.public_key; }

}  // namespace

ApproverList::ApproverList(std::filesystem::path file) : file_(std::move(file)) {
  auto now = load_approvers(file_);
  if (now.ok() && !now->empty()) pinned_ = *std::move(now);
}

void ApproverList::keep_to(std::vector<std::string> public_keys) {
  const auto left_out = [&](const Approver& one) {
    return std::ranges::find(public_keys, one.public_key) == public_keys.end();
  };
  const std::lock_guard lock(mutex_);
  if (pinned_) std::erase_if(*pinned_, left_out);
  keys_ = std::move(public_keys);
}

Result<std::vector<Approver>> ApproverList::get() {
  std::vector<Approver> now = TRY(load_approvers(file_));
  const std::lock_guard lock(mutex_);
  if (keys_)
    std::erase_if(now, [&](const Approver& one) { return std::ranges::find(*keys_, one.public_key) == keys_->end(); });
  if (!pinned_) {
    if (!now.empty()) pinned_ = now;
    return now;
  }
  if (std::ranges::equal(*pinned_, now, same)) return now;
  return fail(Code::denied, "the list of approvers was changed while this server runs, so nobody can approve now",
              file_.native(), "If the change is right, start the server again.");
}

}  // namespace kernel
