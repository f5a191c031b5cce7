import { CircleCheck, Inbox } from "lucide-react";
import { jobs as texts } from "../../strings/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import lists from "../../ui/list.module.css";
import { ListMore } from "../../ui/list-more.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { nameOfKind } from "./job-names.ts";
import { JobRow } from "./job-row.tsx";
import type { Job, JobFilter } from "./use-jobs.ts";

/** Height in pixels of a job with a one-line error. */
const USUAL_HEIGHT = 102;

export interface JobListProps {
  readonly jobs: readonly Job[];
  readonly total: number;
  readonly filter: JobFilter;
  /** Undefined when no more can be shown. */
  readonly onMore: (() => void) | undefined;
  readonly onAllKinds: () => void;
}

/** Jobs of a tab, or an explanation of the empty tab. */
export function JobList({ jobs, total, filter, onMore, onAllKinds }: JobListProps) {
  if (jobs.length === 0) return <NoJobs filter={filter} onAllKinds={onAllKinds} />;
  return (
    <div className={lists.panel}>
      <VirtualList
        label={texts.states[filter.tab]}
        count={jobs.length}
        rowHeight={USUAL_HEIGHT}
        isMeasured
        keyOf={(index) => jobs[index]!.id}
        renderRow={(index) => <JobRow job={jobs[index]!} />}
      />
      {total > jobs.length && (
        <ListMore shown={texts.shown(jobs.length, total)} label={texts.more} onMore={onMore} most={texts.most} />
      )}
    </div>
  );
}

function NoJobs({ filter: { tab, kind }, onAllKinds }: Pick<JobListProps, "filter" | "onAllKinds">) {
  const { title, text } = texts.empty[tab];
  const isGood = tab === "failed" || tab === "stuck";
  return (
    <div className={lists.panel}>
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
