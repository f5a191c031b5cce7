import { useState } from "react";
import { useSearchParams } from "wouter";
import { jobs as texts } from "../../strings/jobs.ts";
import { Badge } from "../../ui/badge.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Select } from "../../ui/field.tsx";
import { formatCount } from "../../ui/format.ts";
import lists from "../../ui/list.module.css";
import { LoadingPage } from "../../ui/loading-page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { JobCounts } from "./job-counts.tsx";
import { JobList } from "./job-list.tsx";
import styles from "./jobs.module.css";
import { RequeueAll } from "./requeue-all.tsx";
import { JOB_TABS, type JobTab, useJobs } from "./use-jobs.ts";

/** Initial number of rows, and the increment. The API returns no more than the last step. */
const STEP = 100;
const MAX_ROWS = 1_000;

const ALL_KINDS = "all";

const KIND_OPTIONS = [
  { value: ALL_KINDS, label: texts.allKinds },
  ...Object.entries(texts.kinds).map(([value, { label, hint }]) => ({ value, label, hint })),
];

/** Live page of the service's jobs by state. Failed ones can be run again. */
export default function JobsPage() {
  const [parameters, setParameters] = useSearchParams();
  const tab = JOB_TABS.find((state) => state === parameters.get("state")) ?? "failed";
  const kind = parameters.get("kind") ?? undefined;
  const [limit, setLimit] = useState(STEP);
  const filter = { tab, kind, limit };
  const { data, error, isError, isPlaceholderData, refetch } = useJobs(filter);
  const show = (state: JobTab, shownKind: string | undefined) => {
    setLimit(STEP);
    setParameters({ state, ...(shownKind !== undefined && { kind: shownKind }) }, { replace: true });
  };
  const selectKind = (value: string) => show(tab, value === ALL_KINDS ? undefined : value);
  if (data === undefined) {
    return (
      <>
        <PageHeader title={texts.title} description={texts.lead} />
        {isError ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingPage label={texts.loading} />}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.lead}
        actions={
          <Badge tone={isError ? "warn" : "good"} isBusy>
            {isError ? texts.paused : texts.live}
          </Badge>
        }
      />
      <div className={lists.page}>
        <JobCounts counts={data.counts} />
        <Tabs
          label={texts.tabs}
          selected={tab}
          onSelect={(selected) => show(selected as JobTab, kind)}
          items={JOB_TABS.map((id) => ({ id, label: <TabLabel tab={id} count={data.counts[id]} /> }))}
        >
          <div className={styles.toolbar}>
            <div className={styles.filter}>
              <Select
                label={texts.kind}
                isLabelHidden
                value={kind ?? ALL_KINDS}
                onChange={selectKind}
                options={KIND_OPTIONS}
              />
            </div>
            {tab === "failed" && !isPlaceholderData && <RequeueAll jobs={data.jobs} />}
          </div>
          {isPlaceholderData && data.counts[tab] > 0 ? (
            <LoadingPage label={texts.loading} />
          ) : (
            <JobList
              jobs={isPlaceholderData ? [] : data.jobs}
              total={data.total}
              filter={filter}
              onMore={limit < MAX_ROWS ? () => setLimit(Math.min(MAX_ROWS, limit + STEP)) : undefined}
              onAllKinds={() => selectKind(ALL_KINDS)}
            />
          )}
        </Tabs>
      </div>
    </>
  );
}

function TabLabel({ tab, count }: { readonly tab: JobTab; readonly count: number }) {
  const isBad = tab === "failed" || tab === "stuck";
  return (
    <span className={styles.tab}>
      {texts.states[tab]}
      {count > 0 && <span className={isBad ? styles.badCount : styles.count}>{formatCount(count)}</span>}
    </span>
  );
}
