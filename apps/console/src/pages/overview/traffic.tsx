import type { IngestMetrics, MetricsRange, Overview, RequestMetrics } from "@quarry/http/console";
import type { ReactNode } from "react";
import { overview as texts } from "../../strings/overview.ts";
import { Card } from "../../ui/card.tsx";
import { Chart } from "../../ui/chart/chart.tsx";
import type { ChartStyle } from "../../ui/chart/series.ts";
import { formatDuration } from "../../ui/format.ts";
import { formatRate } from "./format-rate.ts";
import styles from "./overview.module.css";
import {
  COUNT_STYLE,
  ingestChart,
  latencyChart,
  LATENCY_STYLE,
  latest,
  perMinute,
  QUEUE_STYLE,
  queueChart,
  RATE_STYLE,
  requestChart,
  type SummarizedChart,
} from "./overview-charts.ts";

interface ChartCardProps extends SummarizedChart {
  readonly title: string;
  /** Scope of these numbers. */
  readonly scope: string;
  /** Current value. */
  readonly headline?: ReactNode;
  readonly chartStyle: ChartStyle;
}

function ChartCard({ title, scope, headline, data, summary, chartStyle }: ChartCardProps) {
  return (
    <Card
      title={title}
      description={scope}
      actions={headline !== undefined && <strong className={styles.headline}>{headline}</strong>}
    >
      <Chart data={data} chartStyle={chartStyle} summary={summary} />
    </Card>
  );
}

interface RangeProps<Metrics> {
  readonly metrics: Metrics;
  readonly range: MetricsRange;
}

/** Request rate. */
export function RequestsCard({ metrics, range, now }: RangeProps<RequestMetrics> & { readonly now: number }) {
  const { query, upload, other } = metrics.classes;
  const total = query.count + upload.count + other.count;
  return (
    <ChartCard
      title={texts.requests.title}
      scope={texts.requests.scope}
      headline={total > 0 && texts.requests.perMinute(formatRate(perMinute(total, metrics, now)))}
      chartStyle={COUNT_STYLE}
      {...requestChart(metrics, range)}
    />
  );
}

/** Query latency. */
export function LatencyCard({ metrics, range }: RangeProps<RequestMetrics>) {
  const { latency } = metrics.classes.query;
  return (
    <ChartCard
      title={texts.latency.title}
      scope={texts.latency.scope}
      headline={latency !== null && texts.latency.typical(formatDuration(latency.p50))}
      chartStyle={LATENCY_STYLE}
      {...latencyChart(metrics, range)}
    />
  );
}

/** Processing speed of documents. */
export function IngestCard({ metrics, range }: RangeProps<IngestMetrics>) {
  const chunks = latest(metrics.chunksPerMinute);
  return (
    <ChartCard
      title={texts.ingest.title}
      scope={texts.ingest.scope}
      headline={chunks > 0 && texts.ingest.chunks(formatRate(chunks))}
      chartStyle={RATE_STYLE}
      {...ingestChart(metrics, range)}
    />
  );
}

interface QueueCardProps extends RangeProps<IngestMetrics> {
  readonly queue: NonNullable<Overview["counts"]>["queue"] | undefined;
}

/** Length of the queue. */
export function QueueCard({ metrics, range, queue }: QueueCardProps) {
  const isIdle = queue === undefined || queue.pending + queue.processing === 0;
  return (
    <ChartCard
      title={texts.queue.title}
      scope={texts.queue.scope}
      headline={!isIdle && texts.queue.now(queue.pending, queue.processing)}
      chartStyle={QUEUE_STYLE}
      {...queueChart(metrics, range)}
    />
  );
}
