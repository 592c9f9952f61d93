// SPDX-License-Identifier: Apache-2.0
// The three formats of Extra-P: text, JSON, and a JSON object a line.
#include "analyzer/archive/foreign.h"

#include "base/json/cursor.h"
#include "base/text.h"

#include <charconv>

namespace tare {
namespace {

constexpr double number_limit = 1e300;

std::string numberText(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Words of a line; brackets are words of their own.
std::vector<std::string> wordsOf(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  for (char c : line) {
    bool is_bracket = c == '(' || c == ')',
         is_blank = c == ' ' || c == '\t' || c == '\r' || c == ',';
    if (is_bracket)
      words.emplace_back(1, c);
    else if (!is_blank && in_word)
      words.back() += c;
    else if (!is_blank)
      words.emplace_back(1, c);
    in_word = !is_bracket && !is_blank;
  }
  return words;
}

std::optional<double> numberOfWord(const std::string &word) {
  double number = 0;
  auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  bool is_all = error == std::errc() && end == word.data() + word.size();
  return is_all && number >= -number_limit && number <= number_limit ? std::optional(number)
                                                                     : std::nullopt;
}

class ExtraPText {
public:
  Result<ForeignPoints> read(std::string_view text) {
    int number = 0;
    for (const std::string &line : splitText(text, '\n')) {
      ++number;
      std::vector<std::string> words = wordsOf(line);
      if (words.empty() || words[0][0] == '#')
        continue;
      if (std::string wrong = take(words, line); !wrong.empty())
        return Error{"line " + std::to_string(number) + ": " + wrong};
    }
    return std::move(points_);
  }

private:
  /// Empty, or what is wrong.
  std::string take(const std::vector<std::string> &words, const std::string &line) {
    std::string rest(
        trimText(std::string_view(line).substr(line.find(words[0]) + words[0].size())));
    if (words[0] == "PARAMETER")
      return addParameters(words);
    if (words[0] == "POINTS")
      return addPoints(words);
    if (words[0] == "REGION" || words[0] == "METRIC") {
      (words[0] == "REGION" ? region_ : metric_) = rest;
      next_ = 0;
      return "";
    }
    if (words[0] == "DATA")
      return addData(words);
    return "'" + words[0] + "' is none of PARAMETER, POINTS, REGION, METRIC, DATA";
  }

  std::string addParameters(const std::vector<std::string> &words) {
    if (!coordinates_.empty())
      return "PARAMETER stands behind POINTS";
    parameters_.insert(parameters_.end(), words.begin() + 1, words.end());
    return words.size() == 1 ? "PARAMETER has no name" : "";
  }

  std::string addPoints(const std::vector<std::string> &words) {
    std::vector<std::string> point;
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "(" || words[i] == ")")
        continue;
      if (!numberOfWord(words[i]))
        return "'" + words[i] + "' is no number";
      point.push_back(words[i]);
      if (point.size() == parameters_.size()) {
        coordinates_.push_back(point);
        point.clear();
      }
    }
    return parameters_.empty() ? "POINTS stands before PARAMETER"
           : point.empty()     ? ""
                               : "the last point has too few numbers";
  }

  std::string addData(const std::vector<std::string> &words) {
    if (next_ >= coordinates_.size())
      return "there are more lines of DATA than points";
    ForeignPoint point;
    for (size_t i = 0; i < parameters_.size(); ++i)
      point.parameters[parameters_[i]] = coordinates_[next_][i];
    ++next_;
    point.place = region_;
    point.metric = metric_.empty() ? "time" : metric_;
    for (size_t i = 1; i < words.size(); ++i) {
      std::optional<double> value = numberOfWord(words[i]);
      if (!value)
        return "'" + words[i] + "' is no number";
      point.values.push_back(*value);
    }
    points_.points.push_back(std::move(point));
    return "";
  }

  ForeignPoints points_;
  std::vector<std::string> parameters_;
  std::vector<std::vector<std::string>> coordinates_;
  std::string region_, metric_;
  size_t next_ = 0;
};

std::vector<double> numbersIn(const json::Cursor &list) {
  std::vector<double> numbers;
  list.elements([&](const json::Cursor &each) {
    numbers.push_back(each.number(-number_limit, number_limit));
  });
  return numbers;
}

/// {"point": [800, 4], "values": [0.44, 0.45]}
ForeignPoint pointAt(const json::Cursor &at, const std::vector<std::string> &parameters) {
  ForeignPoint point;
  at.members([&](const std::string &key, const json::Cursor &value) {
    if (key == "values")
      point.values = numbersIn(value);
    if (key != "point")
      return;
    std::vector<double> numbers = numbersIn(value);
    if (numbers.size() != parameters.size())
      return value.fail("has not as many numbers as there are parameters");
    for (size_t i = 0; i < numbers.size(); ++i)
      point.parameters[parameters[i]] = numberText(numbers[i]);
  });
  return point;
}

/// `value` of a line is a number or a list of numbers, and a cursor cannot ask which.
bool isListAt(std::string_view line) {
  size_t key = line.find("\"value\"");
  size_t colon = key == std::string_view::npos ? key : line.find(':', key);
  size_t at = colon == std::string_view::npos ? colon : line.find_first_not_of(" \t", colon + 1);
  return at != std::string_view::npos && line[at] == '[';
}

Result<ForeignPoint> pointOfLine(const std::string &line) {
  ForeignPoint point;
  const bool is_list = isListAt(line);
  Result<void> done = json::readObject(line, [&](const json::Cursor &object) {
    object.members([&](const std::string &key, const json::Cursor &value) {
      if (key == "params")
        value.members([&](const std::string &name, const json::Cursor &number) {
          point.parameters[name] = numberText(number.number(-number_limit, number_limit));
        });
      else if (key == "callpath")
        point.place = value.text();
      else if (key == "metric")
        point.metric = value.text();
      else if (key == "value" && is_list)
        point.values = numbersIn(value);
      else if (key == "value")
        point.values = {value.number(-number_limit, number_limit)};
    });
  });
  if (!done.ok())
    return done.error();
  if (point.metric.empty())
    point.metric = "time";
  return point;
}

} // namespace

Result<ForeignPoints> readExtraPText(std::string_view text) { return ExtraPText().read(text); }

Result<ForeignPoints> readExtraPJson(std::string_view text) {
  ForeignPoints points;
  std::vector<std::string> parameters;
  auto readParameters = [&](const json::Cursor &object) {
    object.members([&](const std::string &key, const json::Cursor &value) {
      if (key == "parameters")
        value.elements([&](const json::Cursor &name) { parameters.push_back(name.text()); });
    });
  };
  auto readMetric = [&](const std::string &place, const std::string &metric,
                        const json::Cursor &list) {
    list.elements([&](const json::Cursor &each) {
      ForeignPoint point = pointAt(each, parameters);
      point.place = place;
      point.metric = metric;
      points.points.push_back(std::move(point));
    });
  };
  Result<void> done = json::readObject(text, [&](const json::Cursor &object) {
    readParameters(object);
    object.members([&](const std::string &key, const json::Cursor &places) {
      if (key == "measurements")
        places.members([&](const std::string &place, const json::Cursor &metrics) {
          metrics.members([&](const std::string &metric, const json::Cursor &list) {
            readMetric(place, metric, list);
          });
        });
    });
  });
  return done.ok() ? Result<ForeignPoints>(std::move(points)) : Result<ForeignPoints>(done.error());
}

Result<ForeignPoints> readExtraPLines(std::string_view text) {
  ForeignPoints points;
  int number = 0;
  for (const std::string &line : splitText(text, '\n')) {
    ++number;
    if (trimText(line).empty())
      continue;
    Result<ForeignPoint> point = pointOfLine(line);
    if (!point.ok())
      return Error{"line " + std::to_string(number) + ": " + point.error().text()};
    points.points.push_back(std::move(point.value()));
  }
  return points;
}

} // namespace tare
