import uPlot from "uplot";
import { hourAndMinute } from "./format-time.ts";
import { type ChartData, type ChartStyle, stacked } from "./series.ts";

/** Tick steps of an axis for counts. */
const INTEGER_STEPS = Array.from({ length: 13 }, (_none, power) =>
  [1, 2, 5].map((digit) => digit * 10 ** power),
).flat();

const FONT_SIZE = 11;
const TICK_ROOM = 10;
/** Share of a slice that its bar fills, and the maximum width in pixels. */
const BAR_WIDTH: [number, number] = [0.7, 28];

interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the options for uPlot. Colours are read once, from the current theme. */
export const plotOptions = (
  element: Element,
  { series, times }: ChartData,
  chartStyle: ChartStyle,
  size: PlotSize,
  onIndex: (index: number | null) => void,
): uPlot.Options => {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    font: `${FONT_SIZE}px ${style.fontFamily}`,
    stroke: color("text-faint"),
    grid: { stroke: color("line"), width: 1 },
    ticks: { show: false },
  };
  const isBars = chartStyle.kind === "bars";
  const drawn = series.map((one): uPlot.Series => {
    const paint = color(one.color);
    return isBars ? barSeries(one.label, paint) : lineSeries(one.label, paint, chartStyle, series.length === 1);
  });
  return {
    ...size,
    ms: 1,
    legend: { show: false },
    padding: [8, 18, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !isBars, size: 7 } },
    scales: {
      // Half a bar extends beyond either edge.
      x: { time: true, range: (_plot, from, to) => (isBars ? padded(from, to, stepOf(times)) : [from, to]) },
      y: { range: (_plot, _from, to) => [0, upperBound(to, chartStyle)] },
    },
    axes: [
      {
        ...axis,
        // Names of days are longer than times of one day.
        space: chartStyle.formatTime === undefined ? 40 : 68,
        size: FONT_SIZE + 2 * TICK_ROOM,
        grid: { show: false },
        values: (_plot, ticks) => ticks.map(chartStyle.formatTime ?? hourAndMinute),
      },
      {
        ...axis,
        space: 32,
        ...(chartStyle.isInteger === true && { incrs: INTEGER_STEPS }),
        values: (_plot, ticks) => ticks.map(chartStyle.formatValue),
        size: (plot, labels) => widest(plot, labels ?? [], axis.font),
      },
    ],
    // The tallest series is drawn first, behind the ones stacked below it.
    series: [{}, ...(isBars ? drawn.toReversed() : drawn)],
    hooks: { setCursor: [({ cursor }) => onIndex(cursor.idx ?? null)] },
  };
};

/** Converts the data to uPlot's order; see `plotOptions`. */
export const plotData = (data: ChartData, { kind }: ChartStyle): uPlot.AlignedData => {
  const columns = kind === "bars" ? stacked(data).toReversed() : data.series.map(({ values }) => values);
  return [[...data.times], ...columns.map((column) => [...column])];
};

const barSeries = (label: string, paint: string): uPlot.Series => ({
  label,
  width: 0,
  fill: paint,
  stroke: paint,
  points: { show: false },
  paths: uPlot.paths.bars!({ size: BAR_WIDTH, radius: 0.2 }),
});

const lineSeries = (label: string, paint: string, chartStyle: ChartStyle, isAlone: boolean): uPlot.Series => ({
  label,
  width: 1.75,
  stroke: paint,
  spanGaps: chartStyle.spansGaps ?? false,
  // Draws a point for a value between two gaps, where no line would show it.
  points: { show: true, size: 5, width: 0, fill: paint, filter: (plot, index) => isolated(plot.data[index]!) },
  ...(isAlone && { fill: `color-mix(in srgb, ${paint} 14%, transparent)` }),
  paths: uPlot.paths.spline!(),
});

const isolated = (values: uPlot.AlignedData[number]): number[] =>
  Array.from(values.keys()).filter(
    (index) => values[index] != null && values[index - 1] == null && values[index + 1] == null,
  );

const stepOf = (times: readonly number[]): number => (times.length < 2 ? 60_000 : times[1]! - times[0]!);

const padded = (from: number, to: number, step: number): [number, number] => [from - step / 2, to + step / 2];

/** Returns the upper bound of the scale: some space above the highest value, and a scale even without values. */
const upperBound = (highest: number | null, { isInteger: isWhole }: ChartStyle): number => {
  const bound = (highest ?? 0) * 1.1;
  return isWhole === true ? Math.max(4, bound) : bound > 0 ? bound : 1;
};

const widest = (plot: uPlot, labels: readonly string[], font: string): number => {
  plot.ctx.save();
  plot.ctx.font = font;
  const widths = labels.map((label) => plot.ctx.measureText(label).width);
  plot.ctx.restore();
  return Math.ceil(Math.max(20, ...widths)) + TICK_ROOM;
};
