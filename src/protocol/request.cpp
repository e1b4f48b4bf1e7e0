// SPDX-License-Identifier: Apache-2.0
#include "protocol/request.h"

#include <algorithm>
#include <utility>

#include "protocol/core.h"

namespace protocol {

namespace {
constexpr double reports_per_second = 20;
}

// At most twenty reports a second, after a first burst of twenty.
bool Request::may_report_now() {
  const auto now = std::chrono::steady_clock::now();
  if (report_time_ != std::chrono::steady_clock::time_point{}) {
    const double seconds = std::chrono::duration<double>(now - report_time_).count();
    report_budget_ = std::min(reports_per_second, report_budget_ + seconds * reports_per_second);
  }
  report_time_ = now;
  if (report_budget_ < 1) return false;
  report_budget_ -= 1;
  return true;
}

void Request::progress(double done, std::optional<double> total, std::string_view message) {
  heard_.store(std::chrono::steady_clock::now(), std::memory_order_relaxed);
  if (progress_token.empty()) return;
  const std::lock_guard lock(mutex_);
  if (done_ || (reported_ && done <= *reported_)) return;  // MCP: the value must increase
  reported_ = done;
  std::string params;
  add_member(params, "progressToken", std::string_view(progress_token));
  add_member(params, "progress", Json(done));
  if (total) add_member(params, "total", Json(*total));
  // `message` came with 2025-03-26.
  if (!message.empty() && revision >= Revision::r2025_03_26) add_text_member(params, "message", message);
  std::string text = notification_message("notifications/progress", object_text(params));
  if (may_report_now()) {
    held_back_.clear();
    emit(std::move(text));
  } else {
    held_back_ = std::move(text);
  }
}

void Request::log(std::string_view level, const Json& data, std::string_view logger) {
  const int wanted = session ? session->log_level.load(std::memory_order_relaxed) : log_level;
  const int given = log_level_named(level);
  if (wanted < 0 || given < wanted) return;
  std::string params;
  add_text_member(params, "level", level);
  if (!logger.empty()) add_text_member(params, "logger", logger);
  add_member(params, "data", data);
  notify(notification_message("notifications/message", object_text(params)));
}

void Request::list_changed(std::string_view list) { core->announce_list_change(list); }

void Request::drop_stream() {
  const std::lock_guard lock(mutex_);
  if (!done_) drop_connection();
}

void Request::notify(std::string message) {
  const std::lock_guard lock(mutex_);
  if (!done_) emit(std::move(message));
}

void Request::succeed(std::string members, const Json* meta) { succeed_as("complete", std::move(members), meta); }

void Request::succeed_as(std::string_view result_type, std::string members, const Json* meta) {
  if (modern()) {
    add_text_member(members, "resultType", result_type);
    core->add_result_meta(members, meta);
  } else if (meta != nullptr && !meta->empty()) {
    add_member(members, "_meta", *meta);
  }
  answer(200, result_message(id, members));
}

void Request::fail(const Failure& failure) { answer(failure.http_status, error_message(id, failure)); }

void Request::answer(int http_status, std::string message) {
  {
    const std::lock_guard lock(mutex_);
    if (done_) return;
    if (!held_back_.empty()) emit(std::move(held_back_));
    done_ = true;
    conclude(http_status, std::move(message));
  }
  tidy_up();
}

void Request::abandon() {
  {
    const std::lock_guard lock(mutex_);
    if (done_) return;
    done_ = true;
    end_quietly();
  }
  cancel_.request();
  tidy_up();
}

// Only after done_ was set: from then on nothing is added.
void Request::tidy_up() {
  if (deadline_) core->deadlines().cancel(*deadline_);
  for (const auto& question : questions_) link->withdraw(question);
  if (tracked_) link->forget(id);
}

bool Request::mark_tracked() {
  const std::lock_guard lock(mutex_);
  if (!done_) tracked_ = true;
  return tracked_;
}

bool Request::add_question(const std::string& question_id) {
  const std::lock_guard lock(mutex_);
  if (done_) return false;
  questions_.push_back(question_id);
  return true;
}

bool Request::set_deadline(Deadlines::Ticket ticket) {
  const std::lock_guard lock(mutex_);
  if (done_) return false;
  if (deadline_) core->deadlines().cancel(*deadline_);
  deadline_ = ticket;
  return true;
}

}  // namespace protocol
