/** Colour of a series in the theme. */
export type SeriesColor = "chart-1" | "chart-2" | "chart-3" | "chart-4" | "good" | "warn" | "bad" | "text-faint";

/** One line, or one part of every bar. */
export interface ChartSeries {
  readonly label: string;
  readonly color: SeriesColor;
  /** One for each time; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

export interface ChartData {
  /** Epoch milliseconds, evenly spaced and rising. */
  readonly times: readonly number[];
  /** Series; of bars, the first lies lowest. */
  readonly series: readonly ChartSeries[];
}

/** Options for a chart; a change redraws the chart, so keep the object outside the component or memoize it. */
export interface ChartStyle {
  /** Bars stand on each other; lines don't. */
  readonly kind: "bars" | "lines";
  /** Counts: no tick between whole numbers. */
  readonly isWhole?: boolean;
  /** Whether the line goes on over a null. Default: a gap. */
  readonly spansGaps?: boolean;
  readonly formatValue: (value: number) => string;
  /**
   * Format of a tick and of a row of the table. Default: hours and minutes in the reader's zone, rows to the second if
   * need be.
   */
  readonly formatTime?: (time: number) => string;
}

/** Values of each series at an index. */
export const valuesAt = ({ series }: ChartData, index: number): readonly (number | null)[] =>
  series.map(({ values }) => values[index] ?? null);

/** Whether there is anything to draw but a flat nothing. */
export const hasValues = ({ series }: ChartData): boolean =>
  series.some(({ values }) => values.some((value) => value !== null && value !== 0));

/** Each series on top of those before it. */
export const stacked = ({ series }: ChartData): readonly (readonly number[])[] => {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => (value ?? 0) + (below?.[index] ?? 0)));
  }
  return sums;
};
