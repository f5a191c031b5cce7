import type { MetricsRange, Overview } from "@quarry/http/console";
import { useState } from "react";
import { usePermissions } from "../../api/session.ts";
import { overview as texts } from "../../strings/overview.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Segments } from "../../ui/segments.tsx";
import { FailedDocuments } from "./failed-documents.tsx";
import { FailedRequests } from "./failed-requests.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { Health } from "./health.tsx";
import { LiveMark } from "./live-mark.tsx";
import styles from "./overview.module.css";
import { RequestKinds } from "./request-kinds.tsx";
import { Totals } from "./totals.tsx";
import { IngestCard, LatencyCard, QueueCard, RequestsCard } from "./traffic.tsx";
import { useOverview } from "./use-overview.ts";

/** Live overview of the service's state. */
export default function OverviewPage() {
  const [range, setRange] = useState<MetricsRange>("hour");
  const { query, liveness } = useOverview(range);
  const { data } = query;
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.lead}
        actions={
          data !== undefined && (
            <div className={styles.controls}>
              <LiveMark liveness={liveness} />
              {data.server !== null && (
                <Segments label={texts.range} names={texts.ranges} value={range} onChange={setRange} />
              )}
            </div>
          )
        }
      />
      {data !== undefined ? (
        <Parts overview={data} range={range} isLost={liveness === "lost"} />
      ) : query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <LoadingPage label={texts.loading} />
      )}
    </>
  );
}

interface PartsProps {
  readonly overview: Overview;
  readonly range: MetricsRange;
  /** Whether the service is unreachable, and the values shown are the last known ones. */
  readonly isLost: boolean;
}

function Parts({ overview, range, isLost }: PartsProps) {
  const { session } = usePermissions();
  const { counts, health, server, failedDocuments } = overview;
  const isUnhealthy = health.some(({ isHealthy }) => !isHealthy);
  return (
    <div className={styles.parts} data-lost={isLost || undefined}>
      {session.collections !== null && <Notice>{texts.limited(session.collections)}</Notice>}
      {isUnhealthy && <Health health={health} isLost={isLost} />}
      {counts !== null && counts.totals.documents.total === 0 && <FirstSteps totals={counts.totals} />}
      {!isUnhealthy && <Health health={health} isLost={isLost} />}
      {counts === null ? <Notice tone="bad">{texts.totals.away}</Notice> : <Totals counts={counts} />}
      {server !== null && (
        <>
          <div className={styles.pair}>
            <RequestsCard metrics={server.requests} range={range} now={overview.at} />
            <LatencyCard metrics={server.requests} range={range} />
            <IngestCard metrics={server.ingest} range={range} />
            <QueueCard metrics={server.ingest} range={range} queue={counts?.queue} />
          </div>
          <RequestKinds metrics={server.requests} now={overview.at} />
        </>
      )}
      <div className={`${styles.pair} ${styles.lists}`}>
        <FailedDocuments documents={failedDocuments} total={counts?.totals.documents.failed ?? 0} />
        {server !== null && <FailedRequests failures={server.failures} />}
      </div>
    </div>
  );
}
