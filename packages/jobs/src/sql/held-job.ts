import type { JobsTable, Tables } from "@quarry/store";
import type { Kysely, Updateable } from "kysely";
import { sql } from "kysely";
import type { FailedAttempt } from "../job-queue.ts";

/** Long errors are for the log; this is what a person reads beside a job. */
const LONGEST_ERROR = 2_000;

export const extendLease = (kysely: Kysely<Tables>, jobId: string, owner: string, until: number): Promise<boolean> =>
  changeHeld(kysely, jobId, owner, { lease_until: until });

export const completeJob = (kysely: Kysely<Tables>, jobId: string, owner: string, time: number): Promise<boolean> =>
  changeHeld(kysely, jobId, owner, { state: "completed", finished_at: time, lease_until: null, owner: null });

export const failJob = (
  kysely: Kysely<Tables>,
  jobId: string,
  owner: string,
  attempt: FailedAttempt,
  time: number,
): Promise<boolean> => {
  const ended = { error: attempt.error.slice(0, LONGEST_ERROR).toWellFormed(), lease_until: null, owner: null };
  return changeHeld(
    kysely,
    jobId,
    owner,
    attempt.retryInMs === undefined
      ? { ...ended, state: "failed", finished_at: time }
      : { ...ended, state: "queued", run_at: time + attempt.retryInMs },
  );
};

export const handBackJob = async (
  kysely: Kysely<Tables>,
  jobId: string,
  owner: string,
  time: number,
): Promise<boolean> => {
  const result = await kysely
    .updateTable("jobs")
    .set({ state: "queued", attempts: sql`attempts - 1`, run_at: time, lease_until: null, owner: null })
    .where("id", "=", jobId)
    .where("owner", "=", owner)
    .where("state", "=", "active")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};

/** The fence: only while the job is active and held by this owner. */
const changeHeld = async (
  kysely: Kysely<Tables>,
  jobId: string,
  owner: string,
  change: Updateable<JobsTable>,
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
