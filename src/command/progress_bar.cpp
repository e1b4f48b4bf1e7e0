// SPDX-License-Identifier: Apache-2.0
#include "command/progress_bar.h"

#include <unistd.h>

#include "base/text.h"

namespace command {

namespace {

constexpr std::size_t bar_width = 30;

void write_bar(const std::string& text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

ProgressBar::ProgressBar(std::size_t pieces) : shares_(pieces, 0), shown_(::isatty(STDERR_FILENO) == 1) {}

ProgressBar::~ProgressBar() {
  if (shown_ && percent_ >= 0) write_bar("\r\033[K");
}

void ProgressBar::tell(std::size_t piece, double share, const std::string& what) {
  if (!shown_) return;
  const std::scoped_lock lock(mutex_);
  shares_[piece] = share;
  double sum = 0;
  for (const double one : shares_) sum += one;
  const int percent = static_cast<int>(100 * sum / static_cast<double>(shares_.size()));
  if (percent == percent_) return;
  percent_ = percent;
  const auto filled = static_cast<std::size_t>(percent) * bar_width / 100;
  write_bar("\r\033[K[" + std::string(filled, '=') + std::string(bar_width - filled, ' ') + "] " +
            std::to_string(percent) + " % " + base::printable(what, 50));
}

}  // namespace command
