// SPDX-License-Identifier: Apache-2.0
#include "formats/energyplus/eso.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/text.h"

namespace formats::energyplus {

namespace {

using base::Code;
using base::fail;

constexpr std::size_t max_bytes = std::size_t{1} << 31;

// The markers of every file, in its first six lines of the dictionary: an environment, and the times of five
// frequencies. Series have the ids above.
enum Marker : std::int64_t { environment = 1, step = 2, day = 3, month = 4, run_period = 5, year = 6 };

template <class T>
std::optional<T> number(std::string_view text) {
  text = base::trim(text);
  T out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::string printed(std::string_view text) { return base::printable(base::trim(text), 500); }

class EsoReader {
 public:
  base::Result<Eso> read(std::string_view text) {
    if (!text.starts_with("Program Version,")) {
      return fail(Code::parse,
                  "This is not an ESO or MTR file of EnergyPlus: it does not begin with 'Program "
                  "Version'.");
    }
    if (text.size() > max_bytes) return fail(Code::out_of_range, "An ESO file above 2 GiB is not read.");
    bool dictionary = true;
    for (std::size_t at = 0; at < text.size() && !out_.complete;) {
      const auto end = std::min(text.find('\n', at), text.size());
      const auto line = base::trim(text.substr(at, end - at));
      if (line == "End of Data Dictionary") {
        dictionary = false;
      } else if (line == "End of Data") {
        out_.complete = true;
      } else if (at == 0) {
        version(line);
      } else if (dictionary) {
        declare(line);
      } else {
        record(line);
      }
      at = end + 1;
    }
    return std::move(out_);
  }

 private:
  void version(std::string_view line) {
    constexpr std::string_view mark = "Version ";
    const auto at = line.rfind(mark);
    if (at == std::string_view::npos) return;
    const auto rest = line.substr(at + mark.size());
    out_.version = printed(rest.substr(0, rest.find_first_of(" ,")));
  }

  // 920,1,CORE_ZN,Zone Mean Air Temperature [C] !Hourly
  // 61,1,Electricity:Facility [J] !Hourly [Value,Min,…]
  void declare(std::string_view line) {
    const auto id = number<std::int64_t>(line.substr(0, line.find(',')));
    const auto mark = line.find(" !");
    if (!id || *id <= Marker::year || mark == std::string_view::npos) return;
    auto body = line.substr(line.find(',') + 1, mark - line.find(',') - 1);
    if (body.find(',') == std::string_view::npos) return;
    body.remove_prefix(body.find(',') + 1);  // how many values a record has
    EsoVariable variable{.id = *id};
    frequency(line.substr(mark + 2), variable);
    units(body, variable);
    const auto comma = body.find(',');
    variable.is_meter = comma == std::string_view::npos;
    if (!variable.is_meter) variable.key = printed(body.substr(0, comma));
    variable.name = printed(variable.is_meter ? body : body.substr(comma + 1));
    if (!places_.emplace(*id, out_.variables.size()).second) return;
    out_.variables.push_back(std::move(variable));
    out_.columns.emplace_back();
  }
  static void frequency(std::string_view text, EsoVariable& variable) {
    variable.frequency = printed(text.substr(0, text.find('[')));
  }
  static void units(std::string_view& body, EsoVariable& variable) {
    const auto open = body.rfind('[');
    if (open == std::string_view::npos) return;
    variable.units = printed(body.substr(open + 1, body.rfind(']') - open - 1));
    body = body.substr(0, open);
  }

  void record(std::string_view line) {
    const auto comma = line.find(',');
    const auto id = number<std::int64_t>(line.substr(0, comma));
    if (!id || comma == std::string_view::npos) return;
    const auto rest = line.substr(comma + 1);
    if (*id == Marker::environment) return begin(rest);
    if (*id >= Marker::step && *id <= Marker::year) return time(Marker(*id), rest);
    const auto place = places_.find(*id);
    const auto value = number<double>(rest.substr(0, rest.find(',')));
    if (place == places_.end() || !value || out_.times.empty()) return;
    auto& column = out_.columns[place->second];
    column.times.push_back(static_cast<std::uint32_t>(out_.times.size() - 1));
    column.values.push_back(*value);
  }

  // 1,RUNPERIOD 1,  39.72,-104.75,  -7.00,1726.00; the title may have commas.
  void begin(std::string_view rest) {
    std::vector<double> places;
    for (int i = 0; i < 4; ++i) {
      const auto comma = rest.rfind(',');
      if (comma == std::string_view::npos) return;
      places.push_back(number<double>(rest.substr(comma + 1)).value_or(0));
      rest = rest.substr(0, comma);
    }
    out_.environments.push_back({printed(rest), places[3], places[2], places[1], places[0], false});
  }

  void time(Marker marker, std::string_view rest) {
    if (out_.environments.empty()) return;
    const auto fields = base::split(rest, ',');
    const auto small = [&](std::size_t at) {
      return at < fields.size() ? std::clamp(number<int>(fields[at]).value_or(0), 0, 127) : 0;
    };
    EsoTime out{.environment = static_cast<std::uint32_t>(out_.environments.size() - 1)};
    if (marker == Marker::year) out.year = static_cast<std::int16_t>(number<int>(fields[0]).value_or(0) % 10000);
    if (marker <= Marker::month) out.month = static_cast<std::int8_t>(small(1));
    if (marker <= Marker::day) out.day = static_cast<std::int8_t>(small(2));
    if (marker == Marker::step && fields.size() >= 7) {
      out.hour = static_cast<std::int8_t>(small(4));
      out.start_minute = number<double>(fields[5]).value_or(0);
      out.end_minute = number<double>(fields[6]).value_or(0);
    }
    // The last field: "Holiday", "WinterDesignDay".
    if (fields.back().ends_with("DesignDay")) out_.environments.back().design_day = true;
    out_.times.push_back(out);
  }

  Eso out_;
  std::unordered_map<std::int64_t, std::size_t> places_;
};

}  // namespace

base::Result<Eso> read_eso(std::string_view text) { return EsoReader().read(text); }

}  // namespace formats::energyplus
