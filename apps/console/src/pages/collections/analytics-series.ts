import type { contract, Message } from "../../api/rest.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import type { ChartData, ChartStyle } from "../../ui/chart/series.ts";
import { formatCount, formatDuration, formatScore } from "../../ui/format.ts";

const texts = collectionsTexts.analytics;

export type Range = "day" | "week" | "month";
export type Hour = Message<contract.AnalyticsHour>;

const HOUR_MS = 3_600_000;

/** Length of a range and width of its slices, in hours. */
const RANGES: Readonly<Record<Range, { readonly hours: number; readonly step: number }>> = {
  day: { hours: 24, step: 1 },
  week: { hours: 168, step: 6 },
  month: { hours: 720, step: 24 },
};

export interface Slice {
  /** Epoch milliseconds. */
  readonly start: number;
  readonly queries: number;
  readonly empty: number;
  /** Null if there were no queries. */
  readonly latencyMs: number | null;
  /** Null if there were no results. */
  readonly score: number | null;
}

/** Merges the hours into equal slices up to now. Means are weighted by their counts. */
export const slicesOf = (hours: readonly Hour[], range: Range, now: number): readonly Slice[] => {
  const { hours: length, step } = RANGES[range];
  const width = step * HOUR_MS;
  const end = startOfSlice(now, range) + width;
  const first = end - (length / step) * width;
  const members: Hour[][] = Array.from({ length: length / step }, () => []);
  for (const hour of hours) members[Math.floor((Date.parse(hour.start) - first) / width)]?.push(hour);
  return members.map((inside, index) => sliceOf(first + index * width, inside));
};

/**
 * Returns the start of the current slice. Days begin at midnight in the reader's time zone, shorter slices at a full
 * hour.
 */
const startOfSlice = (now: number, range: Range): number => {
  const date = new Date(now);
  if (range === "day") return date.setMinutes(0, 0, 0);
  if (range === "month") return date.setHours(0, 0, 0, 0);
  return date.setHours(date.getHours() - (date.getHours() % RANGES.week.step), 0, 0, 0);
};

const sliceOf = (start: number, hours: readonly Hour[]): Slice => {
  const sum = (value: (hour: Hour) => number) => hours.reduce((total, hour) => total + value(hour), 0);
  const queries = sum((hour) => hour.query_count);
  const results = sum((hour) => hour.query_count * hour.avg_result_count);
  return {
    start,
    queries,
    empty: sum((hour) => hour.empty_count),
    latencyMs: queries === 0 ? null : sum((hour) => hour.query_count * hour.avg_latency_ms) / queries,
    score: results === 0 ? null : sum((hour) => hour.query_count * hour.avg_result_count * hour.avg_score) / results,
  };
};

/** Number of queries without a result in the range, over the same hours as the service's own figures for it. */
export const emptyIn = (hours: readonly Hour[], range: Range, now: number): number => {
  const first = (Math.floor(now / HOUR_MS) - RANGES[range].hours) * HOUR_MS;
  const inside = hours.filter(({ start }) => Date.parse(start) >= first);
  return inside.reduce((total, { empty_count: empty }) => total + empty, 0);
};

const times = (slices: readonly Slice[]) => slices.map(({ start }) => start);

export const queriesChart = (slices: readonly Slice[]): ChartData => ({
  times: times(slices),
  series: [
    { label: texts.series.answered, color: "chart-1", values: slices.map(({ queries, empty }) => queries - empty) },
    { label: texts.series.empty, color: "warn", values: slices.map(({ empty }) => empty) },
  ],
});

export const latencyChart = (slices: readonly Slice[]): ChartData => ({
  times: times(slices),
  series: [{ label: texts.series.latency, color: "chart-3", values: slices.map(({ latencyMs }) => latencyMs) }],
});

export const scoreChart = (slices: readonly Slice[]): ChartData => ({
  times: times(slices),
  series: [{ label: texts.series.score, color: "chart-4", values: slices.map(({ score }) => score) }],
});

const HOUR = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY_AND_HOUR = new Intl.DateTimeFormat("en", { weekday: "short", hour: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

const FORMATS: Readonly<Record<Range, (time: number) => string>> = {
  day: (time) => HOUR.format(time),
  week: (time) => DAY_AND_HOUR.format(time),
  month: (time) => DAY.format(time),
};

/** One constant style per range and chart: a chart is not redrawn while its style object is the same. */
const stylesByRange = (chartStyle: Omit<ChartStyle, "formatTime">): Readonly<Record<Range, ChartStyle>> => ({
  day: { ...chartStyle, formatTime: FORMATS.day },
  week: { ...chartStyle, formatTime: FORMATS.week },
  month: { ...chartStyle, formatTime: FORMATS.month },
});

export const QUERY_STYLES = stylesByRange({ kind: "bars", isInteger: true, formatValue: formatCount });
export const LATENCY_STYLES = stylesByRange({ kind: "lines", spansGaps: true, formatValue: formatDuration });
export const SCORE_STYLES = stylesByRange({ kind: "lines", spansGaps: true, formatValue: formatScore });
