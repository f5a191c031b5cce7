import type { ReactNode } from "react";
import { jobs as texts } from "../../strings/jobs.ts";
import { DueTime } from "../../ui/due-time.tsx";
import { Time } from "../../ui/time.tsx";
import type { Job } from "./use-jobs.ts";

/** Most relevant time for the job's current state. */
export function JobMoment({ job }: { readonly job: Job }) {
  const [label, time] = momentOf(job);
  return (
    <span>
      {label} {time}
    </span>
  );
}

const momentOf = (job: Job): readonly [label: string, time: ReactNode] => {
  switch (job.state) {
    case "failed":
      return [texts.failedAgo, <Time key="time" value={job.finished_at!} />];
    case "completed":
      return [texts.doneAgo, <Time key="time" value={job.finished_at!} />];
    case "processing":
      return [texts.startedAgo, <Time key="time" value={job.started_at ?? job.due_at} />];
    case "queued":
      return [texts.dueAgo, <Time key="time" value={job.due_at} />];
    case "waiting":
      return [job.attempts === 0 ? texts.beginsIn : texts.dueIn, <DueTime key="time" value={job.due_at} />];
  }
};
