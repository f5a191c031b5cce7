import type { Tables } from "@quarry/store";
import { type Kysely, sql, type UpdateObject } from "kysely";
import type { FailedAttempt } from "../job-queue.ts";
import { DUE_COLUMNS, LINE } from "./job-line.ts";

/** Longest stored error. It is shown with the job; the log has the full text. */
const MAX_ERROR_LENGTH = 2_000;

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
  const ended = { error: truncateError(attempt.error), lease_until: null, owner: null };
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

/** Values of a job that has ended or starts over. */
export const NO_WAIT = { waits_for: null, waits: null } as const;

export const truncateError = (error: string): string => error.slice(0, MAX_ERROR_LENGTH).toWellFormed();

export const handBackJob = (kysely: Kysely<Tables>, jobId: string, owner: string, time: number): Promise<boolean> =>
  changeLeased(kysely, jobId, owner, { ...NOT_CLAIMED, run_at: time, ...DUE_COLUMNS });

/** Values that reset a job to the state before its claim. */
export const NOT_CLAIMED = {
  state: "queued",
  attempts: sql<number>`attempts - 1`,
  lease_until: null,
  owner: null,
} as const;

/** Fencing: changes the job only while it is active and leased by this owner. */
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
