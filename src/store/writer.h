// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "store/workspace_file.h"

namespace store {

// The one thread that writes, for all workspaces. Group commit: it drains the queue, runs the pieces of
// work in one transaction per file, commits, and only then acknowledges. What fails in `apply` is
// rolled back alone. When COMMIT itself fails, the file is
// closed and reopened, and each piece is looked up by its event id: those found are acknowledged,
// the others fail with Code::io. Where the file does not reopen either, all work for it fails with
// Code::io, and each new group tries again.
//
// It also checkpoints (PASSIVE at 1,000 pages, TRUNCATE when idle); no other connection does.
class Writer {
 public:
  struct Work {
    std::shared_ptr<WorkspaceFile> file;
    std::string event_id;  // what proves the work after a failed COMMIT; empty: nothing does
    // Runs in the transaction. An error rolls this piece back.
    std::move_only_function<Result<void>(WorkspaceFile&)> apply;
    // Runs after COMMIT, or with the error; always exactly once, on the writer thread (after stop() on
    // the thread that submits). The writer has let go of `file` by then.
    std::move_only_function<void(Result<void>)> done;
    // Runs before done() when apply() succeeded but the transaction was lost, so that memory can be
    // brought back to what is on disk; the last piece of a group first. Optional.
    std::move_only_function<void()> lost;
    // Promises that apply() fails before its first write, or because the disk does. It then needs no
    // savepoint; a piece that breaks the promise takes the others of its transaction with it.
    bool checks_first = false;
  };

  Writer();                // the thread starts with the first piece of work
  ~Writer();               // finishes what was submitted
  void submit(Work work);  // thread-safe, never blocks for the disk
  bool has_more() const;   // work is waiting for the next transaction
  void stop();             // refuses new work (done gets Code::unavailable), finishes the rest

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace store
