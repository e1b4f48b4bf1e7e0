// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto.h"
#include "base/descriptor.h"
#include "base/files.h"
#include "kernel/adopted.h"
#include "kernel/types.h"

namespace kernel {

struct Snapshot;
class Elements;

// Which elements; an empty member means any.
struct Filter {
  std::string id_prefix;
  std::string category;
  std::string level;
};

// What a tool sees of a workspace: one unchanging moment of one branch. It remembers what was read,
// so that the kernel can tell whether the plan still holds when it commits. Used by one thread.
class View {
 public:
  // A change that waits, as far as a page may show it; it is decided elsewhere.
  struct Proposed {
    std::string id, tool, summary, reasoning;
    Tier tier = Tier::medium;
    Principal requester;
    std::int64_t created_ms = 0;
    Json answer;  // of the tool that asked for it
  };
  // Changes of the same toolset and branch that wait for a human.
  struct Waiting {
    std::vector<Proposed> changes;          // whoever asked for them, the oldest first
    std::shared_ptr<const Snapshot> ahead;  // this moment with the principal's own on top
  };
  struct Context {
    Principal principal;
    std::string workspace;  // handle
    std::string branch = "main";
    std::string call_id;  // minted ids derive from it: planning again gives the same ids
    std::int64_t time_ms = 0;
    const base::Roots* roots = nullptr;
    std::function<Result<std::optional<std::string>>(const base::Digest&)> blob;
    // What the principal may not READ is not there for it. Empty: nothing is hidden.
    std::function<bool(const Element&, const Elements&)> may_read;
    std::function<Result<Adoption>(std::string_view kind, std::string bytes, std::string file)> adopt;
    std::function<Result<Waiting>()> waiting;  // asked during the call only; empty: nothing can wait
    bool notes_reads = true;                   // for a plan; nobody asks what a reading read
    std::vector<std::string> admitted = {};    // by the toolset's policy: what is refused elsewhere
  };
  View(std::shared_ptr<const Snapshot> snapshot, Context context);

  const Principal& principal() const { return context_.principal; }
  const std::string& workspace() const { return context_.workspace; }
  const std::string& branch_name() const { return context_.branch; }
  std::int64_t revision() const;  // of the branch
  std::int64_t time_ms() const { return context_.time_ms; }
  std::int64_t last_event_ms() const;  // of the workspace, whatever the branch; 0: nothing has happened yet

  // Whether the policy of the toolset names this among what it admits: "simulation.foreign_code".
  bool admits(std::string_view what) const;

  // nullptr where there is none that the principal may read; the same holds for listings and referrers.
  std::shared_ptr<const Element> element(std::string_view id) const;
  // In the order of their ids.
  std::vector<std::shared_ptr<const Element>> elements(const Filter& filter = {}) const;
  // Those that are not as an adopted document has them: written or, without an element, removed since. In the order of
  // their ids.
  struct Written {
    std::string id;
    std::shared_ptr<const Element> element;
  };
  std::vector<Written> written(std::string_view id_prefix = {}) const;
  // What an element has adopted, without what was written since; nullptr where there is nothing. For who may READ all
  // of it (hides_some()).
  SharedAdopted adopted(std::string_view owner) const;
  // What these bytes bring in; they are kept with the change that puts an element which adopts them.
  Result<Adoption> adopt(std::string_view kind, std::string bytes) const;
  // The same of a file under the allowed roots, in two steps, of which each fails in its own way. The kernel has then
  // seen for itself what was loaded from there (Change::loads), and need not read it again.
  Result<FileBytes> load_file(std::string_view path, std::size_t max_bytes) const;
  Result<Adoption> adopt(std::string_view kind, FileBytes bytes) const;
  // Who refers to this element.
  std::vector<std::string> referrers(std::string_view id) const;
  std::vector<std::string> branches() const;
  // A branch other than this one that has an element with this id; empty: none, or the principal may not READ all.
  std::string branch_with(std::string_view id) const;

  // A new id: prefix + UUID, the same for the same call, position and prefix.
  std::string mint_id(std::string_view prefix) const;
  // Files under the allowed roots.
  Result<std::string> read_file(std::string_view path, std::size_t max_bytes) const;
  Result<base::Descriptor> open_file(std::string_view path) const;    // to read large ones piece by piece
  Result<std::filesystem::path> locate(std::string_view path) const;  // where it lies, absolute; it need not exist
  Result<std::optional<std::string>> blob(std::string_view sha256_hex) const;

  // How many changes wait, whoever asked for them.
  Result<std::size_t> waiting() const;
  // These changes, the oldest first; for who may not READ everything, only their own.
  Result<std::vector<Proposed>> waiting_changes() const;
  // The same with the principal's own waiting changes on top. The plan of an edit stands on them already.
  Result<View> ahead() const;

  struct ReadSet {
    std::set<std::string, std::less<>> ids;  // elements, and referrers_key() of those whose referrers were asked
    bool everything = false;                 // a listing: any change to the branch matters
  };
  const ReadSet& reads() const { return reads_; }
  // Whether an element with this id is there and hidden from the principal. Not noted as read.
  bool hides(std::string_view id) const;
  bool hides_some() const { return static_cast<bool>(context_.may_read); }
  const Snapshot& snapshot() const { return *snapshot_; }  // unfiltered: for the kernel itself

 private:
  bool shows(const Element& element) const;

  std::shared_ptr<const Snapshot> snapshot_;
  Context context_;
  mutable ReadSet reads_;
  mutable std::int64_t minted_ = 0;
};

}  // namespace kernel
