import type { Tables } from "@quarry/store";
import { type Kysely, sql } from "kysely";
import type { JobCounts } from "../job-queue.ts";

export const countJobs = async (kysely: Kysely<Tables>, time: number): Promise<JobCounts> => {
  const rows = await kysely
    .selectFrom("jobs")
    .select((select) => ["state", select.fn.countAll<number>().as("total")])
    .groupBy("state")
    .execute();
  const waiting = await kysely
    .selectFrom("jobs")
    .select((select) => select.fn.countAll<number>().as("total"))
    .where("state", "=", "queued")
    .where("run_at", ">", time)
    .executeTakeFirstOrThrow();
  const pruned = await kysely
    .selectFrom("job_totals")
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
