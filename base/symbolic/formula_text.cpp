// SPDX-License-Identifier: Apache-2.0
#include "base/symbolic/formula_text.h"

#include "base/text.h"

#include <algorithm>

namespace tare::symbolic {

namespace {

constexpr std::string_view floor_word = "floor";

std::string variableText(Variable variable) {
  const Quotient *quotient = quotientOf(variable);
  if (!quotient)
    return nameOf(variable);
  auto operand = [](const Polynomial &polynomial) {
    std::string text = formulaText(polynomial);
    bool is_simple = text.find_first_of(" */-") == text.npos;
    return is_simple ? text : "(" + text + ")";
  };
  return std::string(floor_word) + "(" + operand(quotient->numerator) + "/" +
         operand(quotient->denominator) + ")";
}

/// A term without its sign: "2*n^3/3".
std::string termText(const Term &term) {
  std::vector<std::string> factors;
  for (const auto &[variable, exponent] : term.monomial)
    factors.push_back(variableText(variable) +
                      (exponent == 1 ? "" : "^" + std::to_string(exponent)));
  std::ranges::sort(factors);
  Wide above = term.coefficient.numerator() < 0 ? -term.coefficient.numerator()
                                                : term.coefficient.numerator();
  if (above != 1 || factors.empty())
    factors.insert(factors.begin(), digitsOf(above));
  std::string text = joinText(factors, "*");
  return term.coefficient.isWhole() ? text : text + "/" + digitsOf(term.coefficient.denominator());
}

int degreeOf(const Term &term) {
  int sum = 0;
  for (const auto &[variable, exponent] : term.monomial)
    sum += exponent;
  return sum;
}

/// Highest powers first.
std::vector<Term> inReadingOrder(const Polynomial &polynomial) {
  std::vector<Term> terms = polynomial.terms();
  std::ranges::stable_sort(terms, [](const Term &a, const Term &b) {
    return degreeOf(a) != degreeOf(b) ? degreeOf(a) > degreeOf(b) : a.monomial < b.monomial;
  });
  return terms;
}

std::string sumText(const std::vector<Term> &terms) {
  std::string text;
  for (const Term &term : terms) {
    bool negative = term.coefficient.sign() < 0;
    if (text.empty())
      text = negative ? "-" : "";
    else
      text += negative ? " - " : " + ";
    text += termText(term);
  }
  return text.empty() ? "0" : text;
}

/// Reads what formulaText writes. The first error stays.
class FormulaReader {
public:
  explicit FormulaReader(std::string_view text) : text_(text) {}

  Result<Formula> read() {
    Formula sum;
    do
      sum += piece();
    while (take("+"));
    if (error_.empty() && (skipBlanks(), at_ < text_.size()))
      fail("'" + std::string(text_.substr(at_, 1)) + "' was not expected");
    if (!error_.empty())
      return Error{error_ + ", at character " + std::to_string(error_at_ + 1)};
    return sum;
  }

private:
  static constexpr int deepest = 50; // parentheses
  static constexpr int highest_exponent = 32;

  void fail(const std::string &message) {
    if (error_.empty()) {
      error_ = message;
      error_at_ = at_;
    }
    at_ = text_.size();
  }

  void skipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }

  bool take(std::string_view word) {
    skipBlanks();
    if (!startsWith(text_.substr(at_), word))
      return false;
    at_ += word.size();
    return true;
  }

  void want(std::string_view word) {
    if (!take(word))
      fail("'" + std::string(word) + "' is missing");
  }

  /// "(sum if sum >= sum, ...)", or a sum.
  Formula piece() {
    size_t begin = at_;
    if (take("(")) {
      Polynomial value = sum();
      if (take("if ")) {
        Conditions where;
        do {
          Polynomial left = sum();
          bool at_most = take("<=");
          if (!at_most)
            want(">=");
          where.push_back(at_most ? sum() - left : left - sum());
        } while (take(","));
        want(")");
        return Formula(std::move(where), value);
      }
      if (error_.empty())
        at_ = begin;
    }
    return sum();
  }

  Polynomial sum() {
    if (++depth_ > deepest)
      fail("it is nested too deep");
    Polynomial total = take("-") ? -product() : product();
    for (bool more = true; more && error_.empty();) {
      size_t before = at_;
      if (take("+")) {
        skipBlanks();
        more = !isPiece();
        if (more)
          total = total + product();
        else
          at_ = before;
      } else if (take("-")) {
        total = total - product();
      } else {
        more = false;
      }
    }
    --depth_;
    return total;
  }

  /// Whether a parenthesis that begins here holds an "if" of its own.
  bool isPiece() const {
    if (at_ >= text_.size() || text_[at_] != '(')
      return false;
    size_t close = closing(at_);
    std::string_view inside = text_.substr(at_, close - at_);
    return inside.find(" if ") != inside.npos;
  }

  /// The offset of the parenthesis or bracket that closes one; the text's end if none does.
  size_t closing(size_t open) const {
    int depth = 0;
    for (size_t i = open; i < text_.size(); ++i) {
      depth += text_[i] == '(' || text_[i] == '[';
      depth -= text_[i] == ')' || text_[i] == ']';
      if (depth == 0)
        return i;
    }
    return text_.size();
  }

  Polynomial product() {
    Polynomial total = factor();
    while (error_.empty()) {
      if (take("*")) {
        total = total * factor();
      } else if (take("/")) {
        Polynomial divisor = factor();
        if (!divisor.isConstant() || divisor.isZero())
          fail("a division is by no number");
        else
          total = total * Polynomial(Rational(1) / divisor.constant());
      } else {
        break;
      }
    }
    return total;
  }

  Polynomial factor() {
    Polynomial base = operand();
    if (!take("^"))
      return base;
    Rational exponent = number().constant();
    if (!exponent.isWhole() || exponent.numerator() > highest_exponent)
      fail("an exponent is too large");
    return error_.empty() ? power(base, int(exponent.numerator())) : base;
  }

  Polynomial operand() {
    skipBlanks();
    if (take("(")) {
      Polynomial inside = sum();
      want(")");
      return inside;
    }
    if (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9')
      return number();
    std::string_view rest = text_.substr(at_);
    if (startsWith(rest, floor_word) && rest.substr(floor_word.size(), 1) == "(")
      return floorCall();
    std::string_view name = symbolName(rest);
    if (name.empty()) {
      fail("a number or a name is missing");
      return 0;
    }
    at_ += name.size();
    return Polynomial::of(symbolNamed(std::string(name)));
  }

  /// The quotient of a floor is split where its own slash stands.
  Polynomial floorCall() {
    at_ += floor_word.size() + 1;
    if (++depth_ > deepest)
      fail("it is nested too deep");
    Polynomial above = factor();
    for (; take("*");)
      above = above * factor();
    want("/");
    Polynomial below = factor();
    for (; take("*");)
      below = below * factor();
    want(")");
    --depth_;
    if (error_.empty() && below.isConstant() && below.constant().sign() <= 0)
      fail("a floor is of no quotient by a positive number");
    return error_.empty() ? floorOf(above, below) : above;
  }

  Polynomial number() {
    skipBlanks();
    Rational value;
    size_t begin = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      value = value * Rational(10) + Rational(text_[at_] - '0');
    if (at_ == begin || !value.known())
      fail(at_ == begin ? "a number is missing" : "a number is too large");
    return value;
  }

public:
  /// The name at the begin of a text.
  static std::string_view symbolName(std::string_view text) {
    FormulaReader reader(text);
    auto word = [&](size_t at) { return at < text.size() && isWordCharacter(text[at]); };
    size_t at = 0;
    if (text.empty() || !word(0) || (text[0] >= '0' && text[0] <= '9'))
      return {};
    while (at < text.size()) {
      if (word(at))
        ++at;
      else if ((text[at] == '.') && word(at + 1))
        ++at;
      else if ((text.substr(at, 2) == "->" || text.substr(at, 2) == "::") && word(at + 2))
        at += 2;
      else if ((text[at] == '(' || text[at] == '[') && reader.closing(at) < text.size())
        at = reader.closing(at) + 1;
      else
        break;
    }
    return text.substr(0, at);
  }

private:
  std::string_view text_;
  size_t at_ = 0, error_at_ = 0;
  int depth_ = 0;
  std::string error_;
};

} // namespace

std::string formulaText(const Polynomial &polynomial) {
  return sumText(inReadingOrder(polynomial));
}

std::string conditionText(const Polynomial &condition) {
  std::vector<Term> left, right;
  for (const Term &term : inReadingOrder(condition))
    if (term.coefficient.sign() < 0)
      right.push_back({term.monomial, -term.coefficient});
    else
      left.push_back(term);
  if (left.size() > 1 && left.back().monomial.empty() && right.empty()) { // n + 3 >= 0
    std::string constant = left.back().coefficient.text();
    left.pop_back();
    return sumText(left) + " >= -" + constant;
  }
  if (left.empty() && right.size() > 1 && right.back().monomial.empty()) { // -n - 3 >= 0
    std::string constant = right.back().coefficient.text();
    right.pop_back();
    return sumText(right) + " <= -" + constant;
  }
  if (left.empty() || (left.size() == 1 && left[0].monomial.empty() && !right.empty()))
    return sumText(right) + " <= " + sumText(left);
  return sumText(left) + " >= " + sumText(right);
}

std::string formulaText(const Formula &formula) {
  std::vector<std::string> parts;
  for (const Piece &piece : formula.pieces()) {
    if (piece.where.empty()) {
      parts.insert(parts.begin(), formulaText(piece.value));
      continue;
    }
    std::vector<std::string> conditions;
    for (const Polynomial &condition : piece.where)
      conditions.push_back(conditionText(condition));
    parts.push_back("(" + formulaText(piece.value) + " if " + joinText(conditions, ", ") + ")");
  }
  return parts.empty() ? "0" : joinText(parts, " + ");
}

Result<Formula> readFormula(std::string_view text) { return FormulaReader(text).read(); }

bool isSymbolName(std::string_view text) {
  return !text.empty() && FormulaReader::symbolName(text).size() == text.size() &&
         !startsWith(text, "floor(");
}

} // namespace tare::symbolic
