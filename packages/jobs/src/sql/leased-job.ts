import type { Tables } from "@quarry/store";
import { type Kysely, sql, type UpdateObject } from "kysely";
import type { FailedAttempt } from "../job-queue.ts";
import { IN_LINE, LINE } from "./job-line.ts";

/** Long errors are for the log; this is what a person reads beside a job. */
const LONGEST_ERROR = 2_000;

export const extendLease = (kysely: Kysely<Tables>, jobId: string, owner: string, until: number): Promise<boolean> =>
  changeLeased(kysely, jobId, owner, { lease_until: until });

export const completeJob = (kysely: Kysely<Tables>, jobId: string, owner: string, time: number): Promise<boolean> =>
  changeLeased(kysely, jobId, owner, {
    ...{ state: "completed", finished_at: time, lease_until: null, owner: null },
    ...NO_WAIT,
  });

export const failJob = (
  kysely: Kysely<Tables>,
  jobId: string,
  owner: string,
  attempt: FailedAttempt,
  time: number,
): Promise<boolean> => {
  const ended = { error: shortened(attempt.error), lease_until: null, owner: null };
  return changeLeased(
    kysely,
    jobId,
    owner,
    attempt.retryInMs === undefined
      ? { ...ended, ...NO_WAIT, state: "failed", finished_at: time }
      : // The record of a wait stays: it may have to wait for the same one again.
        { ...ended, waits_for: null, state: "queued", run_at: time + attempt.retryInMs, line: LINE.later },
  );
};

/** Of a job that has ended or begins anew. */
export const NO_WAIT = { waits_for: null, waits: null } as const;

export const shortened = (error: string): string => error.slice(0, LONGEST_ERROR).toWellFormed();

export const handBackJob = (kysely: Kysely<Tables>, jobId: string, owner: string, time: number): Promise<boolean> =>
  changeLeased(kysely, jobId, owner, { ...NOT_CLAIMED, run_at: time, ...IN_LINE });

/** As if it had not been claimed. */
export const NOT_CLAIMED = {
  state: "queued",
  attempts: sql<number>`attempts - 1`,
  lease_until: null,
  owner: null,
} as const;

/** The fence: only while the job is active and held by this owner. */
export const changeLeased = async (
  kysely: Kysely<Tables>,
  jobId: string,
  owner: string,
  change: UpdateObject<Tables, "jobs">,
): Promise<boolean> => {
  const result = await kysely
    .updateTable("jobs")
    .set(change)
    .where("id", "=", jobId)
    .where("owner", "=", owner)
    .where("state", "=", "active")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};
