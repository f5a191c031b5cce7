import type { IngestMetrics, MetricsRange, RequestMetrics } from "@quarry/http/console";
import { overview as texts } from "../../strings/overview.ts";
import type { ChartData, ChartStyle } from "../../ui/chart/series.ts";
import { formatCount, formatDuration } from "../../ui/format.ts";
import { formatRate } from "./format-rate.ts";

const MINUTE_MS = 60_000;

export const COUNT_STYLE: ChartStyle = { kind: "bars", isInteger: true, formatValue: formatCount };
export const RATE_STYLE: ChartStyle = { kind: "bars", formatValue: formatRate };
export const LATENCY_STYLE: ChartStyle = {
  kind: "lines",
  formatValue: (value) => (value === 0 ? "0" : formatDuration(value)),
};
export const QUEUE_STYLE: ChartStyle = { kind: "lines", isInteger: true, spansGaps: true, formatValue: formatCount };

/** Data of a chart, and the sentence that summarises it. */
export interface SummarizedChart {
  readonly data: ChartData;
  readonly summary: string;
}

const timesOf = ({ startAt, stepMs }: { readonly startAt: number; readonly stepMs: number }, length: number) =>
  Array.from({ length }, (_none, index) => startAt + index * stepMs);

/** Rate per minute, since measuring began or over the whole range. */
export const perMinute = (count: number, { startAt, since }: RequestMetrics, now: number): number =>
  (count / Math.max(MINUTE_MS, now - Math.max(startAt, since))) * MINUTE_MS;

export const requestChart = (metrics: RequestMetrics, range: MetricsRange): SummarizedChart => {
  const { query, upload, other } = metrics.classes;
  const { classes, summary, empty } = texts.requests;
  const within = texts.within[range];
  const sums = query.slices.count.map(
    (count, index) => count + upload.slices.count[index]! + other.slices.count[index]!,
  );
  const total = query.count + upload.count + other.count;
  return {
    data: {
      times: timesOf(metrics, sums.length),
      series: [
        { label: classes.query, color: "chart-1", values: query.slices.count },
        { label: classes.upload, color: "chart-2", values: upload.slices.count },
        { label: classes.other, color: "chart-3", values: other.slices.count },
      ],
    },
    summary: total === 0 ? empty(within) : summary(total, within, Math.max(...sums), texts.slices[range]),
  };
};

export const latencyChart = (metrics: RequestMetrics, range: MetricsRange): SummarizedChart => {
  const { latency, slices } = metrics.classes.query;
  const { short, summary, empty } = texts.latency;
  const within = texts.within[range];
  return {
    data: {
      times: timesOf(metrics, slices.p50.length),
      series: [
        { label: short.p50, color: "chart-1", values: slices.p50 },
        { label: short.p95, color: "chart-3", values: slices.p95 },
        { label: short.p99, color: "chart-4", values: slices.p99 },
      ],
    },
    summary:
      latency === null
        ? empty(within)
        : summary(formatDuration(latency.p50), formatDuration(latency.p95), formatDuration(latency.p99), within),
  };
};

export const ingestChart = (metrics: IngestMetrics, range: MetricsRange): SummarizedChart => {
  const { documents, failures, summary, empty } = texts.ingest;
  const { documentsPerMinute, failuresPerMinute, chunksPerMinute } = metrics;
  const isIdle = [documentsPerMinute, failuresPerMinute].every((rates) => rates.every((rate) => !rate));
  return {
    data: {
      times: timesOf(metrics, documentsPerMinute.length),
      series: [
        { label: documents, color: "chart-1", values: documentsPerMinute },
        { label: failures, color: "bad", values: failuresPerMinute },
      ],
    },
    summary: isIdle
      ? empty(texts.within[range])
      : summary(formatRate(latest(documentsPerMinute)), formatRate(latest(chunksPerMinute))),
  };
};

export const queueChart = (metrics: IngestMetrics, range: MetricsRange): SummarizedChart => {
  const { waiting, running, summary, empty } = texts.queue;
  const isIdle = [metrics.waiting, metrics.running].every((counts) => counts.every((count) => !count));
  return {
    data: {
      times: timesOf(metrics, metrics.waiting.length),
      series: [
        { label: waiting, color: "chart-2", values: metrics.waiting },
        { label: running, color: "chart-1", values: metrics.running },
      ],
    },
    summary: isIdle
      ? empty(texts.within[range])
      : summary(
          latest(metrics.waiting),
          latest(metrics.running),
          Math.max(...metrics.waiting.map((count) => count ?? 0)),
        ),
  };
};

/** Returns the last known value, or 0 if there is none. */
export const latest = (values: readonly (number | null)[]): number => values.findLast((value) => value !== null) ?? 0;
