// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/runtime/checks.h"

#include <sys/stat.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <utility>

#include "base/text.h"

namespace ids::runtime {

namespace {

using base::Code;
using base::fail;
using base::Result;

// Which file it was: a changed one has another size or time, a replaced one another number.
struct FileStamp {
  dev_t device = 0;
  ino_t number = 0;
  off_t size = 0;
  std::int64_t modified_ns = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct Kept {
  std::string workspace, path;
  FileStamp stamp;
  formats::ids::Document document;
  SharedReport report;
};

Result<FileStamp> stamp_of(int descriptor, const std::string& path) {
  struct stat about{};
  if (::fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    return fail(Code::io, "This is not a file: " + base::printable(path, 300), "ifc_file_path");
  }
  return FileStamp{about.st_dev, about.st_ino, about.st_size,
                   about.st_mtim.tv_sec * 1'000'000'000LL + about.st_mtim.tv_nsec};
}

base::Error not_opened(base::Error error, const std::string& path) {
  if (error.code != Code::not_found) return error;
  return fail(Code::not_found, "IFC file not found: " + base::printable(path, 300), "ifc_file_path",
              "Paths are taken from the first allowed root.");
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

Result<engine::Report> check_opened(const OpenModel& open, const std::string& path,
                                    const formats::ids::Document& document, std::int64_t time_ms,
                                    engine::CheckOptions options, bool with_places) {
  const auto tell = [told = options.progress](double share, const std::string& what) {
    if (told) told(share, what);
  };
  // Reading is about a third of the work.
  const auto model = TRY(open([&](double share) { tell(share / 3, "reading " + file_name(path)); }));
  options.progress = [&](double share, const std::string& what) { tell((1 + 2 * share) / 3, what); };
  auto result = TRY(engine::check(document, model, options));
  return engine::make_report(document, model, std::move(result), path, time_ms, with_places);
}

Result<formats::ifc::Model> read_model(Result<base::Descriptor> opened, const CheckCall& call) {
  if (!opened.ok()) return not_opened(std::move(opened).error(), call.path);
  const std::string name = file_name(call.path);
  TRY(stamp_of(opened->get(), call.path));
  return formats::ifc::Model::read(opened->get(), name, call.cancel, {}, [&](double share) {
    if (call.progress) call.progress(share, "reading " + name);
  });
}

// A few reports, the newest last. Thread-safe.
class Checks::Memory {
 public:
  SharedReport find(const CheckCall& call, const FileStamp& stamp, const formats::ids::Document& document) {
    const std::scoped_lock lock(mutex_);
    for (const auto& kept : kept_) {
      const bool same = kept.workspace == call.workspace && kept.path == call.path && kept.stamp == stamp;
      if (same && kept.document == document) return kept.report;
    }
    return nullptr;
  }
  SharedReport last(std::string_view workspace) {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::find_if(kept_.rbegin(), kept_.rend(), [&](const Kept& kept) { return kept.workspace == workspace; });
    return found == kept_.rend() ? nullptr : found->report;
  }
  void keep(Kept kept) {
    const std::scoped_lock lock(mutex_);
    std::erase_if(kept_, [&](const Kept& old) { return old.workspace == kept.workspace && old.path == kept.path; });
    kept_.push_back(std::move(kept));
    if (kept_.size() > most) kept_.pop_front();
  }

 private:
  static constexpr std::size_t most = 8;
  std::mutex mutex_;
  std::deque<Kept> kept_;
};

Checks::Checks() : memory_(std::make_unique<Memory>()) {}
Checks::~Checks() = default;

Result<SharedReport> Checks::check(Result<base::Descriptor> opened, const formats::ids::Document& document,
                                   const CheckCall& call) {
  if (!opened.ok()) return not_opened(std::move(opened).error(), call.path);
  const base::Descriptor file = *std::move(opened);
  const FileStamp stamp = TRY(stamp_of(file.get(), call.path));
  if (auto known = memory_->find(call, stamp, document)) return known;
  const std::string name = file_name(call.path);
  const auto open = [&](const std::function<void(double)>& progress) {
    return formats::ifc::Model::read(file.get(), name, call.cancel, {}, progress);
  };
  engine::CheckOptions options;
  options.cancel = call.cancel;
  options.progress = call.progress;
  auto checked = TRY(check_opened(open, call.path, document, call.time_ms, std::move(options)));
  auto report = std::make_shared<const engine::Report>(std::move(checked));
  memory_->keep({call.workspace, call.path, stamp, document, report});
  return report;
}

SharedReport Checks::last(std::string_view workspace) const { return memory_->last(workspace); }

}  // namespace ids::runtime
