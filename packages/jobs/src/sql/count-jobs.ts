import type { Tables } from "@quarry/store";
import { type Kysely, sql } from "kysely";
import type { JobCounts, WorkCounts } from "../job-queue.ts";

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
  const retained = totalsIn(rows);
  const pruned = await countPruned(kysely, undefined);
  const pending = Number(waiting.total);
  return {
    queued: retained("queued") - pending,
    pending,
    processing: retained("active"),
    completed: retained("completed") + pruned("completed"),
    failed: retained("failed") + pruned("failed"),
  };
};

/** Counts the leased jobs of one kind, few at any time, and the ended ones, of which few are retained. */
export const countWork = async (kysely: Kysely<Tables>, kind: string): Promise<WorkCounts> => {
  const rows = await kysely
    .selectFrom("jobs")
    .select((select) => ["state", select.fn.countAll<number>().as("total")])
    .where("kind", "=", kind)
    .where("state", "in", ["active", "completed", "failed"])
    .groupBy("state")
    .execute();
  const retained = totalsIn(rows);
  const pruned = await countPruned(kysely, kind);
  return {
    processing: retained("active"),
    completed: retained("completed") + pruned("completed"),
    failed: retained("failed") + pruned("failed"),
  };
};

const countPruned = async (kysely: Kysely<Tables>, kind: string | undefined) => {
  const rows = await kysely
    .selectFrom("job_totals")
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
    .select(["state", sql<number>`sum(total)`.as("total")])
    .groupBy("state")
    .execute();
  return totalsIn(rows);
};

const totalsIn =
  (rows: readonly { readonly state: string; readonly total: number }[]) =>
  (state: string): number =>
    Number(rows.find((row) => row.state === state)?.total ?? 0);
