import { CircleCheck, Inbox } from "lucide-react";
import { jobs as texts } from "../../strings/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { nameOfKind } from "./job-names.ts";
import { JobRow } from "./job-row.tsx";
import styles from "./jobs.module.css";
import type { Job, JobFilter } from "./use-jobs.ts";

export interface JobListProps {
  readonly jobs: readonly Job[];
  readonly total: number;
  readonly filter: JobFilter;
  /** Undefined when no more can be shown. */
  readonly onMore: (() => void) | undefined;
  readonly onAllKinds: () => void;
}

/** The jobs of a tab, or what it would show. */
export function JobList({ jobs, total, filter, onMore, onAllKinds }: JobListProps) {
  if (jobs.length === 0) return <NoJobs filter={filter} onAllKinds={onAllKinds} />;
  return (
    <>
      <ul className={styles.list} aria-label={texts.states[filter.tab]}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {total > jobs.length && (
        <p className={styles.more}>
          {texts.shown(jobs.length, total)}
          {onMore === undefined ? (
            <span>{texts.most}</span>
          ) : (
            <Button size="small" onPress={onMore}>
              {texts.more}
            </Button>
          )}
        </p>
      )}
    </>
  );
}

function NoJobs({ filter: { tab, kind }, onAllKinds }: Pick<JobListProps, "filter" | "onAllKinds">) {
  const { title, text } = texts.empty[tab];
  const isGood = tab === "failed" || tab === "stuck";
  return (
    <div className={styles.empty}>
      <EmptyState
        icon={isGood ? <CircleCheck /> : <Inbox />}
        title={title}
        action={kind !== undefined && <Button onPress={onAllKinds}>{texts.showAllKinds}</Button>}
      >
        <p>{kind === undefined ? text : texts.emptyKind(nameOfKind(kind))}</p>
      </EmptyState>
    </div>
  );
}
