import type { Tables } from "@quarry/store";
import { type Kysely, sql } from "kysely";
import type { JobCounts } from "../job-queue.ts";

/** Of all kinds, or of one. */
export const countJobs = async (kysely: Kysely<Tables>, time: number, kind?: string): Promise<JobCounts> => {
  const jobs = kysely.selectFrom("jobs").$if(kind !== undefined, (query) => query.where("kind", "=", kind as string));
  const rows = await jobs
    .select((select) => ["state", select.fn.countAll<number>().as("total")])
    .groupBy("state")
    .execute();
  const waiting = await jobs
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("state", "=", "queued")
    .where("run_at", ">", time)
    .executeTakeFirstOrThrow();
  const pruned = await kysely
    .selectFrom("job_totals")
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
    .select(["state", sql<number>`sum(total)`.as("total")])
    .groupBy("state")
    .execute();
  const kept = (state: string): number => Number(rows.find((row) => row.state === state)?.total ?? 0);
  const gone = (state: string): number => Number(pruned.find((row) => row.state === state)?.total ?? 0);
  const pending = Number(waiting.total);
  return {
    queued: kept("queued") - pending,
    pending,
    processing: kept("active"),
    completed: kept("completed") + gone("completed"),
    failed: kept("failed") + gone("failed"),
  };
};
