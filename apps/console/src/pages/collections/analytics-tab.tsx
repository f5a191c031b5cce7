import { MessageCircleQuestionMark, Search } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-aria-components";
import { call, type contract, type Message } from "../../api/rest.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { overview as overviewTexts } from "../../strings/overview.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Chart } from "../../ui/chart/chart.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { formatBytes, formatCompact, formatCount, formatDuration, formatScore, formatShare } from "../../ui/format.ts";
import { Segments } from "../../ui/segments.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Stat, StatGrid } from "../../ui/stat.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import {
  emptyIn,
  type Range,
  LATENCY_STYLES,
  latencyChart,
  QUERY_STYLES,
  queriesChart,
  SCORE_STYLES,
  scoreChart,
  slicesOf,
} from "./analytics-series.ts";
import styles from "./analytics.module.css";
import collections from "./collections.module.css";
import { type Collection, useCollectionStats } from "./use-collections.ts";

const texts = collectionsTexts.analytics;

const EVERY_MS = 10_000;

type Analytics = Message<contract.CollectionAnalytics>;

const periodOf = (analytics: Analytics, range: Range): Message<contract.AnalyticsPeriod> => {
  if (range === "day") return analytics.period_24h;
  return range === "week" ? analytics.period_7d : analytics.period_30d;
};

/** Analytics of a collection: its size, its queries, their latency, and queries without results. */
export function AnalyticsTab({ collection: { name } }: { readonly collection: Collection }) {
  const [range, setRange] = useState<Range>("week");
  const analytics = useQuery({
    queryKey: ["collections", "analytics", name],
    queryFn: async () => ({
      at: Date.now(),
      ...(await call("GET /v1/collections/{name}/analytics", { name, detail: true })),
    }),
    refetchInterval: EVERY_MS,
  });
  if (analytics.data === undefined) {
    return analytics.isPending ? (
      <Skeleton height="30rem" />
    ) : (
      <ErrorState error={analytics.error} retry={() => void analytics.refetch()} />
    );
  }
  const { data } = analytics;
  return (
    <div className={collections.parts}>
      <Contents name={name} />
      {data.period_30d.query_count === 0 ? (
        <Card>
          <EmptyState
            icon={<MessageCircleQuestionMark />}
            title={texts.never.title}
            action={
              <LinkButton href={`/search?collection=${name}`} variant="primary" icon={<Search aria-hidden />}>
                {texts.never.action}
              </LinkButton>
            }
          >
            <p>{texts.never.text}</p>
            <p>{texts.lag}</p>
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className={collections.spread}>
            <Segments label={texts.range} names={texts.ranges} value={range} onChange={setRange} />
            <span className={collections.muted}>{texts.lag}</span>
          </div>
          <Course analytics={data} range={range} at={data.at} />
          <div className={collections.pair}>
            <Queries name={name} title={texts.top} hint={texts.topHint} queries={data.top_queries} />
            <Queries
              name={name}
              title={texts.noneFound}
              hint={texts.noneFoundHint}
              queries={data.detail?.empty_queries ?? []}
            />
          </div>
        </>
      )}
    </div>
  );
}

function Contents({ name }: { readonly name: string }) {
  const stats = useCollectionStats(name).data;
  const { columns } = collectionsTexts;
  const { statuses, tokens } = overviewTexts.totals;
  if (stats === undefined) return <Skeleton height="6rem" />;
  const counts = stats.status_counts;
  const parts = (["ready", "processing", "pending", "failed"] as const)
    .filter((status) => counts[status] > 0)
    .map((status) => `${formatCount(counts[status])} ${statuses[status].toLowerCase()}`);
  return (
    <StatGrid>
      <Stat label={columns.documents} value={formatCount(stats.document_count)} detail={parts.join(", ")} />
      <Stat
        label={columns.chunks}
        value={formatCount(stats.total_chunks)}
        detail={tokens(formatCompact(stats.total_tokens))}
      />
      <Stat label={columns.size} value={formatBytes(stats.total_size_bytes)} />
    </StatGrid>
  );
}

interface CourseProps {
  readonly analytics: Analytics;
  readonly range: Range;
  readonly at: number;
}

function Course({ analytics, range, at }: CourseProps) {
  const period = periodOf(analytics, range);
  const hours = analytics.detail?.hours ?? [];
  const slices = slicesOf(hours, range, at);
  const empty = emptyIn(hours, range, at);
  const within = texts.within[range];
  const count = period.query_count;
  const isSome = count > 0;
  return (
    <>
      <StatGrid>
        <Stat label={texts.queries} value={formatCount(count)} detail={within} />
        <Stat
          label={texts.latency}
          value={isSome ? formatDuration(period.avg_latency_ms) : "–"}
          detail={texts.latencyDetail}
        />
        <Stat label={texts.score} value={isSome ? formatScore(period.avg_score) : "–"} detail={texts.scoreDetail} />
        <Stat
          label={texts.results}
          value={isSome ? period.avg_result_count.toFixed(1) : "–"}
          detail={texts.resultsDetail}
        />
        <Stat
          label={texts.empty}
          value={formatCount(empty)}
          detail={isSome ? texts.emptyShare(formatShare(Math.min(1, empty / count))) : within}
        />
      </StatGrid>
      <Card title={texts.over} description={texts.overHint}>
        <Chart
          data={queriesChart(slices)}
          chartStyle={QUERY_STYLES[range]}
          summary={texts.summary(count, within)}
          height={220}
        />
      </Card>
      <div className={collections.pair}>
        <Card title={texts.latencyOver} description={texts.latencyHint}>
          <Chart
            data={latencyChart(slices)}
            chartStyle={LATENCY_STYLES[range]}
            summary={
              isSome ? texts.latencySummary(formatDuration(period.avg_latency_ms), within) : texts.summary(0, within)
            }
          />
        </Card>
        <Card title={texts.scoreOver} description={texts.scoreHint}>
          <Chart
            data={scoreChart(slices)}
            chartStyle={SCORE_STYLES[range]}
            summary={isSome ? texts.scoreSummary(formatScore(period.avg_score), within) : texts.summary(0, within)}
          />
        </Card>
      </div>
    </>
  );
}

interface QueriesProps {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  readonly queries: readonly Message<contract.QueryCount>[];
}

function Queries({ name, title, hint, queries }: QueriesProps) {
  if (queries.length === 0) {
    return (
      <Card title={title} description={hint}>
        <p className={collections.muted}>{texts.noneMissing}</p>
      </Card>
    );
  }
  const most = Math.max(...queries.map(({ count }) => count));
  const columns: readonly Column<Message<contract.QueryCount>>[] = [
    {
      key: "query",
      label: texts.query,
      render: ({ query, count }) => (
        <span className={styles.query}>
          <Link href={`/search?${new URLSearchParams({ collection: name, q: query })}`} aria-label={texts.ask(query)}>
            {query}
          </Link>
          <span className={styles.share} style={{ width: `${(count / most) * 100}%` }} aria-hidden />
        </span>
      ),
    },
    { key: "count", label: texts.count, isNumeric: true, render: ({ count }) => formatCount(count) },
  ];
  return (
    <Card title={title} description={hint} isFlush>
      <Table label={title} columns={columns} rows={queries} keyOf={({ query }) => query} />
    </Card>
  );
}
