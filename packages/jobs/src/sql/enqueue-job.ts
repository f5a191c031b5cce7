import type { DatabaseService, StoreError, Tables, Transaction } from "@quarry/store";
import type { Effect } from "effect";
import type { Kysely } from "kysely";
import { DEFAULT_MAX_ATTEMPTS, type NewJob } from "../job.ts";
import type { JobEvent } from "../job-queue.ts";

export const enqueueJob = (
  database: DatabaseService,
  job: NewJob,
  time: number,
  within: Transaction | undefined,
  publish: (event: JobEvent) => void,
): Effect.Effect<boolean, StoreError> =>
  database.transaction((transaction) => {
    transaction.afterCommit(() => publish({ type: "enqueued" }));
    return database.run((kysely) => addJob(kysely, database.dialect, job, time), transaction);
  }, within);

const addJob = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  job: NewJob,
  time: number,
): Promise<boolean> => {
  const fresh = freshValues(job, time);
  const inserted = await kysely
    .insertInto("jobs")
    .values({ id: job.id, created_at: time, ...fresh })
    .$if(dialect === "sqlite", (query) => query.onConflict((conflict) => conflict.column("id").doNothing()))
    .$if(dialect === "mysql", (query) => query.ignore())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return true;
  if (job.restartFinished !== true) return false;
  const restarted = await kysely
    .updateTable("jobs")
    .set(fresh)
    .where("id", "=", job.id)
    .where("state", "in", ["completed", "failed"])
    .executeTakeFirst();
  return restarted.numUpdatedRows > 0n;
};

const freshValues = (job: NewJob, time: number) => ({
  kind: job.kind,
  subject: job.subject,
  payload: JSON.stringify(job.payload ?? null),
  state: "queued" as const,
  attempts: 0,
  max_attempts: job.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
  run_at: job.runAt ?? time,
  lease_until: null,
  owner: null,
  error: null,
  finished_at: null,
});
