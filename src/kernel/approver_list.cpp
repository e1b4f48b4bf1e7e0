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

Result<std::vector<Approver>> ApproverList::get() {
  std::vector<Approver> now = TRY(load_approvers(file_));
  const std::lock_guard lock(mutex_);
  if (!pinned_) {
    if (!now.empty()) pinned_ = now;
    return now;
  }
  if (std::ranges::equal(*pinned_, now, same)) return now;
  return fail(Code::denied, "the list of approvers was changed while this server runs, so nobody can approve now",
              file_.native(), "If the change is right, start the server again.");
}

}  // namespace kernel
