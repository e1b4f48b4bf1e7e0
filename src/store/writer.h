// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/pace.h"
#include "store/workspace_file.h"

namespace store {

// Writes, for all workspaces, one transaction at a time. Group commit: its thread drains the queue, runs
// the pieces of work in one transaction per file, with those that come meanwhile, commits, and only then
// acknowledges. Where calls come one by one and the disk is quick, it writes on the thread that
// submits: to wake another takes longer than a commit. What fails in `apply` is rolled back alone. When COMMIT itself
// fails, the file is closed and reopened, and each piece is looked up by its event id: those found are acknowledged,
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
    // Runs after COMMIT, or with the error; always exactly once, on the writer's thread or on the one that
    // submits, before submit() returns. The writer has let go of `file` by then.
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
  void submit(Work work);  // thread-safe; blocks for the disk only where a call came alone, and only for a quick one
  bool has_more() const;   // work is waiting for the next transaction
  base::Pace& pace();      // how the calls come that bring the work; for the thread that brings them
  void stop();             // refuses new work (done gets Code::unavailable), finishes the rest

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace store
