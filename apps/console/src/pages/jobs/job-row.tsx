import { memo } from "react";
import { Link } from "react-aria-components";
import { jobs as texts } from "../../strings/jobs.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatDuration } from "../../ui/format.ts";
import lists from "../../ui/list.module.css";
import { notifyDone, notifyFailed } from "../../ui/toast.tsx";
import { hrefOfJob, nameOfJob, nameOfKind } from "./job-names.ts";
import styles from "./jobs.module.css";
import { JobMoment } from "./job-moment.tsx";
import { type Job, useRequeue } from "./use-jobs.ts";

/** Row of a job: its subject, its progress, its full error. It renders again only if the job has changed. */
export const JobRow = memo(function JobRow({ job }: { readonly job: Job }) {
  const name = nameOfJob(job);
  const href = hrefOfJob(job);
  return (
    <div className={`${lists.row} ${styles.row}`}>
      <div className={`${lists.text} ${styles.text}`}>
        <p className={lists.head}>
          {href === undefined ? (
            <span className={lists.name}>{name}</span>
          ) : (
            <Link href={href} className={lists.name!}>
              {name}
            </Link>
          )}
          <Badge isBusy={job.state === "processing"}>{nameOfKind(job.kind)}</Badge>
        </p>
        <JobTrouble job={job} />
        <p className={lists.facts}>
          <JobMoment job={job} />
          <span>{job.attempts === 0 ? texts.neverTried : texts.attempts(job.attempts, job.max_attempts)}</span>
          {job.collection !== null && <span>{job.collection}</span>}
          {job.state === "completed" && job.started_at !== null && (
            <span>{texts.took(formatDuration(Date.parse(job.finished_at!) - Date.parse(job.started_at)))}</span>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {job.state === "failed" && <Again job={job} name={name} />}
        <CopyButton text={job.id} label={texts.copyId} />
      </div>
    </div>
  );
});

/** Reason why a job failed, is retried or looks stuck. */
function JobTrouble({ job }: { readonly job: Job }) {
  if (job.state === "failed") return <p className={styles.error}>{job.error ?? texts.noReason}</p>;
  const isOver = job.lease_until !== null && Date.parse(job.lease_until) < Date.now();
  return (
    <>
      {job.stuck && (
        <p className={styles.warning}>
          {isOver || job.started_at === null
            ? texts.leaseOver
            : texts.heldLong(formatDuration(Date.now() - Date.parse(job.started_at)))}
        </p>
      )}
      {job.error !== null && job.state !== "completed" && (
        <p className={styles.former}>
          {job.waits_for === null && texts.lastError} {job.error}
        </p>
      )}
    </>
  );
}

function Again({ job, name }: { readonly job: Job; readonly name: string }) {
  const requeue = useRequeue();
  if (job.kind === "index-change") {
    const href = hrefOfJob(job);
    if (href === undefined) return null;
    return (
      <LinkButton href={href} size="small">
        {texts.startAnew}
      </LinkButton>
    );
  }
  return (
    <Button
      size="small"
      aria-label={texts.requeueOne(name)}
      onPress={() =>
        !requeue.isPending &&
        requeue.mutate(job.id, {
          onSuccess: () => notifyDone(texts.requeued(name)),
          onError: (error) => notifyFailed(texts.notRequeued, error),
        })
      }
    >
      {texts.requeue}
    </Button>
  );
}
