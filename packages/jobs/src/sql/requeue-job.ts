import type { Tables } from "@quarry/store";
import type { Kysely } from "kysely";
import { NO_WAIT } from "./leased-job.ts";
import { DUE_COLUMNS } from "./job-line.ts";

/** Requeues a failed job only: a running or waiting job has attempts left, and a completed one is done. */
export const requeueJob = async (kysely: Kysely<Tables>, jobId: string, time: number): Promise<boolean> => {
  const result = await kysely
    .updateTable("jobs")
    // The error stays until the job ends otherwise: it describes the previous failure.
    .set({
      ...{ state: "queued", attempts: 0, run_at: time, ...DUE_COLUMNS },
      ...{ lease_until: null, owner: null, finished_at: null },
      ...NO_WAIT,
    })
    .where("id", "=", jobId)
    .where("state", "=", "failed")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};
