import type { RequestFigures, RequestMetrics } from "@quarry/http/console";
import { overview } from "../../strings/overview.ts";
import { Card } from "../../ui/card.tsx";
import { Sparkline } from "../../ui/chart/sparkline.tsx";
import { formatCount, formatDuration } from "../../ui/format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { formatRate } from "./format-rate.ts";
import styles from "./overview.module.css";
import { perMinute } from "./overview-charts.ts";

const texts = overview.routes;

const KINDS = ["query", "upload", "other"] as const;

interface Row extends RequestFigures {
  readonly kind: (typeof KINDS)[number];
  readonly rate: number;
}

type Percentile = "p50" | "p95" | "p99";

const percentile = (key: Percentile): Column<Row> => ({
  key,
  label: overview.latency[key],
  isNumeric: true,
  isSecondary: key !== "p95",
  render: ({ latency }) => (latency === null ? "–" : formatDuration(latency[key])),
});

const COLUMNS: readonly Column<Row>[] = [
  { key: "kind", label: texts.kind, render: ({ kind }) => overview.requests.classes[kind] },
  {
    key: "course",
    label: texts.course,
    isSecondary: true,
    render: ({ slices }) => (
      <span className={styles.course}>
        <Sparkline values={slices.count} />
      </span>
    ),
  },
  { key: "count", label: texts.count, isNumeric: true, render: ({ count }) => formatCount(count) },
  { key: "rate", label: texts.rate, isNumeric: true, isSecondary: true, render: ({ rate }) => formatRate(rate) },
  percentile("p50"),
  percentile("p95"),
  percentile("p99"),
  {
    key: "refused",
    label: texts.refused,
    isNumeric: true,
    isSecondary: true,
    render: ({ refused }) => <Errors count={refused} />,
  },
  { key: "failed", label: texts.failed, isNumeric: true, render: ({ failed }) => <Errors count={failed} isBad /> },
];

function Errors({ count, isBad = false }: { readonly count: number; readonly isBad?: boolean }) {
  if (count === 0) return <span className={styles.none}>0</span>;
  return <strong className={isBad ? styles.bad : undefined}>{formatCount(count)}</strong>;
}

interface RequestKindsProps {
  readonly metrics: RequestMetrics;
  readonly now: number;
}

/** Queries, uploads and other requests side by side, with their duration and failure rate. */
export function RequestKinds({ metrics, now }: RequestKindsProps) {
  const rows = KINDS.map((kind): Row => {
    const figures = metrics.classes[kind];
    return { kind, rate: perMinute(figures.count, metrics, now), ...figures };
  });
  return (
    <Card
      title={texts.title}
      description={
        <>
          {texts.scope} · {overview.requests.since} <Time value={Math.max(metrics.since, metrics.startAt)} />
        </>
      }
      isFlush
    >
      <Table label={texts.title} columns={COLUMNS} rows={rows} keyOf={({ kind }) => kind} />
    </Card>
  );
}
