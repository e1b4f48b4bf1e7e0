// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/threads.h"
#include "kernel/types.h"

namespace kernel {

// A call as it reaches the kernel: who, what, where, how. The tool layer fills it in.
struct Call {
  Principal principal;
  std::string tool;
  std::string tool_version = "1";
  std::string toolset;
  Permission needs = Permission::read;
  bool edits = true;                // see tool::Spec
  Json arguments = Json::object();  // without the common ones
  std::string workspace;            // a handle; empty: workspace_key decides
  std::string workspace_key;        // "cwd:…", "session:…", "principal:…"
  std::string session;              // counts operations; empty: principal × workspace × 24 h
  std::string branch = "main";
  std::optional<std::string> reasoning;
  std::optional<bool> dry_run;
  std::string idempotency_key;
  bool over_http = false;
  bool rate_counted = false;  // against the rate limit, before it reached the kernel
  bool read_only = false;     // the server runs with --read-only
  base::Cancel cancel;
};

// The audit record of a call, as answers carry it.
Audit audit_of(const Call& call);

}  // namespace kernel
