// SPDX-License-Identifier: Apache-2.0
#include "analyzer/archive/templates.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace tare {
namespace {

constexpr size_t most_of_formula = 1000;
constexpr int most_brackets = 50;

/// sum := product {(+|-) product}; product := power {(*|/) power}; power := atom [^ atom];
/// atom := number | name | function ( sum ) | ( sum ).
class FormulaReader {
public:
  explicit FormulaReader(const std::string &text) : text_(text) {}

  /// The first character that does not fit; npos: all do.
  size_t wrongAt() {
    bool is_good = sum();
    skip();
    return is_good && at_ == text_.size() ? std::string::npos : at_;
  }

private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  bool take(char c) {
    skip();
    bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there;
    return is_there;
  }
  bool sum() {
    take('-');
    if (!product())
      return false;
    while (take('+') || take('-'))
      if (!product())
        return false;
    return true;
  }
  bool product() {
    if (!power())
      return false;
    while (take('*') || take('/'))
      if (!power())
        return false;
    return true;
  }
  bool power() { return atom() && (!take('^') || (take('-'), atom())); }
  bool atom() {
    skip();
    if (take('('))
      return inBrackets();
    size_t begin = at_;
    auto isPart = [](char c) { return isWordCharacter(c) || c == '.'; };
    while (at_ < text_.size() && isPart(text_[at_]))
      ++at_;
    std::string word = text_.substr(begin, at_ - begin);
    if (word.empty())
      return false;
    bool is_number = !isWordCharacter(word[0]) || std::isdigit(static_cast<unsigned char>(word[0]));
    auto isDigit = [](char c) { return c == '.' || (c >= '0' && c <= '9'); };
    if (is_number)
      return std::ranges::all_of(word, isDigit) && std::ranges::count(word, '.') <= 1 &&
             word != ".";
    if (word.find('.') != std::string::npos)
      return false;
    if (!take('('))
      return true;
    static const char *const functions[] = {"log", "log2", "log10", "sqrt", "min", "max", "exp"};
    return std::ranges::find(functions, word) != std::end(functions) && inBrackets();
  }
  bool inBrackets() {
    if (++depth_ > most_brackets || !sum())
      return false;
    while (take(','))
      if (!sum())
        return false;
    --depth_;
    return take(')');
  }

  const std::string &text_;
  size_t at_ = 0;
  int depth_ = 0;
};

} // namespace

const std::vector<ComplexityTemplate> &shippedTemplates() {
  static const std::vector<ComplexityTemplate> templates = {
      {"constant", "1", "the same work whatever the size", "tare"},
      {"linear", "N+1", "one pass over N elements", "tare"},
      {"sort", "N*log2(N)+N+1", "sorting N elements by comparisons", "tare"},
      {"search", "log2(N)+1", "binary search among N elements", "tare"},
      {"fft", "N*log2(N)+N+1", "fast Fourier transform of N points", "tare"},
      {"fft3", "N^3*log2(N)+N^3+1", "fast Fourier transform of N by N by N points", "tare"},
      {"matvec", "N^2+N+1", "product of an N by N matrix and a vector", "tare"},
      {"matmul", "N^3+N^2+N+1", "product of two N by N matrices", "tare"},
      {"gauss", "N^3+N^2+N+1", "Gaussian elimination, LU, of an N by N matrix", "tare"},
      {"cholesky", "N^3+N^2+N+1", "Cholesky factors of an N by N matrix", "tare"},
      {"cg", "K*Z+K*N+1", "K steps of conjugate gradient: N unknowns, Z entries that are not zero",
       "tare"},
      {"jacobi2", "K*N^2+N^2+1", "K sweeps of a stencil over N by N points", "tare"},
      {"stencil3", "K*N^3+N^3+1", "K sweeps of a stencil over N by N by N points", "tare"},
      {"nbody", "K*N^2+K*N+1", "K steps of N bodies, all pairs", "tare"},
      {"barnes_hut", "K*N*log2(N)+K*N+1", "K steps of N bodies, by a tree", "tare"},
      {"histogram", "N+B+1", "N values counted in B bins", "tare"},
      {"spmv", "Z+N+1", "product of a sparse matrix (Z entries, N rows) and a vector", "tare"},
      {"graph_walk", "V+E+1", "breadth-first search: V vertices, E edges", "tare"}};
  return templates;
}

Result<void> checkFormula(const std::string &formula) {
  if (formula.size() > most_of_formula)
    return Error{"the formula is longer than 1000 characters", "", "shorten it"};
  size_t wrong = FormulaReader(formula).wrongAt();
  if (wrong == std::string::npos)
    return {};
  return Error{"the formula cannot be read from character " + std::to_string(wrong + 1) + ": '" +
                   formula.substr(std::min(wrong, formula.size())) + "'",
               "", "write a sum such as N^3+N*log2(N)+1"};
}

} // namespace tare
