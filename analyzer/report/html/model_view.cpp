// SPDX-License-Identifier: Apache-2.0
// How the time grows with the size and the threads: measured points, and the model's curve with its
// band.
#include "analyzer/report/html/chart.h"
#include "analyzer/report/html/page_view.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr double model_height = 240, model_left = 60, model_right = 20, model_bottom = 36,
                 model_top = 14;

std::string numberShown(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%g", value + 0.0);
  return text;
}

struct CurveAxes {
  Axis x, y;
};

CurveAxes axesOf(const PageCurve &curve) {
  double most = 0, last = 0;
  for (const std::vector<PageCurvePoint> *points : {&curve.curve, &curve.measured})
    for (const PageCurvePoint &point : *points) {
      most = std::max({most, point.time.time_s, point.time.high_s});
      last = std::max(last, point.at);
    }
  return {{0, last, model_left, chart_width - model_right},
          {0, most, model_height - model_bottom, model_top}};
}

void drawModelAxes(Markup &page, const CurveAxes &axes, const std::string &name) {
  PathText grid;
  for (double value : roundNumbers(0, axes.y.to)) {
    grid.move(axes.x.at_from, axes.y.at(value)).line(axes.x.at_to, axes.y.at(value));
    drawText(page, axes.x.at_from - 6, axes.y.at(value) + 4, "end",
             value == 0 ? "0" : timeText(value));
  }
  drawPath(page, "grid", grid);
  for (double value : roundNumbers(0, axes.x.to))
    drawText(page, axes.x.at(value), axes.y.at_from + 17, "middle", numberShown(value));
  drawText(page, (axes.x.at_from + axes.x.at_to) / 2, axes.y.at_from + 33, "middle", name);
}

void drawModelCurve(Markup &page, const PageCurve &curve) {
  CurveAxes axes = axesOf(curve);
  page.open("svg",
            {{"class", "chart"},
             {"role", "img"},
             {"aria-label", curve.title + "; the table has the numbers"},
             {"viewBox", "0 0 " + coordinate(chart_width) + " " + coordinate(model_height)}});
  PathText band, inside, beyond, whiskers, dots;
  for (size_t i = 0; i < curve.curve.size(); ++i) {
    const PageCurvePoint &point = curve.curve[i];
    double x = axes.x.at(point.at), y = axes.y.at(point.time.high_s);
    i == 0 ? band.move(x, y) : band.line(x, y);
  }
  for (size_t i = curve.curve.size(); i-- > 0;)
    band.line(axes.x.at(curve.curve[i].at), axes.y.at(curve.curve[i].time.low_s));
  for (const PageCurvePoint &point : curve.curve) {
    double x = axes.x.at(point.at), y = axes.y.at(point.time.time_s);
    bool is_beyond = point.at > curve.last_measured;
    if (!is_beyond) {
      inside.empty() ? inside.move(x, y) : inside.line(x, y);
      beyond = PathText().move(x, y); // the dashed part begins where the other one ends
    } else {
      beyond.empty() ? beyond.move(x, y) : beyond.line(x, y);
    }
  }
  for (const PageCurvePoint &point : curve.measured) {
    double x = axes.x.at(point.at), y = axes.y.at(point.time.time_s);
    if (point.time.high_s > point.time.low_s)
      whiskers.whisker(x, axes.y.at(point.time.low_s), axes.y.at(point.time.high_s), 4);
    dots.box(x - 3, y - 3, 6, 6);
  }
  drawPath(page, "band", band);
  drawModelAxes(page, axes, curve.parameter);
  drawPath(page, "model-line", inside);
  drawPath(page, "ideal-line", beyond);
  drawPath(page, "whisker", whiskers);
  drawPath(page, "dots", dots);
  page.close();
}

void writeNumbers(Markup &page, const PageCurve &curve) {
  page.open("details").element("summary", {}, "Numbers");
  page.open("table").open("thead").open("tr");
  page.element("th", {{"scope", "col"}}, curve.parameter);
  for (const char *title : {"measured", "model", "band of 95 %"})
    page.element("th", {{"scope", "col"}, {"class", "number"}}, title);
  page.close().close().open("tbody");
  for (const PageCurvePoint &point : curve.measured) {
    page.open("tr").element("th", {{"scope", "row"}}, numberShown(point.at));
    page.open("td", {{"class", "number"}})
        .figure(point.time.time_s, timeText(point.time.time_s))
        .close();
    page.open("td", {{"class", "number"}});
    if (point.model) {
      page.figure(point.model->time_s, timeText(point.model->time_s)).close();
      page.element("td", {{"class", "number"}},
                   timeText(point.model->low_s) + " to " + timeText(point.model->high_s));
    } else {
      page.close().element("td", {}, "");
    }
    page.close();
  }
  page.close().close().close();
}

} // namespace

void writeModels(Markup &page, const PageContext &context) {
  const PageModels &models = *context.data.models;
  page.element("p", {},
               "Models are fitted to " + numberOf(models.tables, "table") +
                   " of this program at several sizes. Dots are measured, with their band. The "
                   "line is the model, with its band of 95 % for one measurement more. Dashed: "
                   "beyond the largest size that was measured, so a prediction.");
  constexpr size_t most = 12;
  size_t shown = std::min(models.curves.size(), most);
  for (size_t i = 0; i < shown; ++i) {
    const PageCurve &curve = models.curves[i];
    page.open("figure");
    page.element("figcaption", {},
                 curve.title + (curve.growth.empty() ? "" : ": grows as " + curve.growth) + ".");
    drawModelCurve(page, curve);
    writeNumbers(page, curve);
    page.close();
  }
  if (shown < models.curves.size())
    page.element("p", {},
                 "Left out: " + numberOf(int64_t(models.curves.size() - shown), "further curve") +
                     ". tare model has the figures.");
  if (models.refused.empty())
    return;
  page.open("ul");
  for (const std::string &sentence : models.refused)
    page.element("li", {}, sentence);
  page.close();
}

} // namespace tare
