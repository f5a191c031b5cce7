/** Colour of a series in the theme. */
export type SeriesColor = "chart-1" | "chart-2" | "chart-3" | "chart-4" | "good" | "warn" | "bad" | "text-faint";

/** One line, or one segment of every bar. */
export interface ChartSeries {
  readonly label: string;
  readonly color: SeriesColor;
  /** One value per time, or null if it is unknown. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Epoch milliseconds, evenly spaced and ascending. */
  readonly times: readonly number[];
  /** Series. For bars, the first is at the bottom. */
  readonly series: readonly ChartSeries[];
}

/** Options for a chart. A change redraws the chart, so keep the object outside the component or memoize it. */
export interface ChartStyle {
  /** Bars are stacked; lines are not. */
  readonly kind: "bars" | "lines";
  /** Whether the values are counts: no tick between integers. */
  readonly isInteger?: boolean;
  /** Whether the line continues across a null. Default: a gap. */
  readonly spansGaps?: boolean;
  readonly formatValue: (value: number) => string;
  /**
   * Format of a tick and of a table row. Default: hours and minutes in the reader's time zone; rows include seconds if
   * necessary.
   */
  readonly formatTime?: (time: number) => string;
}

/** Returns the value of each series at an index. */
export const valuesAt = ({ series }: ChartData, index: number): readonly (number | null)[] =>
  series.map(({ values }) => values[index] ?? null);

/** Whether any value is neither null nor 0. */
export const hasValues = ({ series }: ChartData): boolean =>
  series.some(({ values }) => values.some((value) => value !== null && value !== 0));

/** Returns cumulative values: each series on top of the previous ones. */
export const stacked = ({ series }: ChartData): readonly (readonly number[])[] => {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => (value ?? 0) + (below?.[index] ?? 0)));
  }
  return sums;
};
