import {
  type DatabaseService,
  isDuplicateKey,
  type JobsTable,
  type StoreError,
  type Tables,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import type { Insertable, Kysely } from "kysely";
import { DEFAULT_MAX_ATTEMPTS, type NewJob } from "../job.ts";
import type { JobEvent } from "../job-queue.ts";
import { NO_WAIT } from "./leased-job.ts";
import { lineAt } from "./job-line.ts";

export const enqueueJob = (
  database: DatabaseService,
  job: NewJob,
  caller: string,
  time: number,
  within: Transaction | undefined,
  publish: (event: JobEvent) => Effect.Effect<void>,
): Effect.Effect<boolean, StoreError> =>
  database.transaction(
    (transaction) =>
      Effect.tap(
        database.run(
          (kysely) => addJob(kysely, database.dialect, newJobValues(job, caller, time), job, time),
          transaction,
        ),
        (isAdded) =>
          Effect.sync(() => {
            if (isAdded) transaction.afterCommit(publish({ type: "enqueued", kind: job.kind }));
          }),
      ),
    within,
  );

const addJob = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  fresh: NewJobValues,
  job: NewJob,
  time: number,
): Promise<boolean> => {
  if (await insertNew(kysely, dialect, { id: job.id, created_at: time, ...fresh })) return true;
  if (job.restartFinished !== true) return false;
  const restarted = await kysely
    .updateTable("jobs")
    .set(fresh)
    .where("id", "=", job.id)
    .where("state", "in", ["completed", "failed"])
    .executeTakeFirst();
  return restarted.numUpdatedRows > 0n;
};

/** Returns false if the id exists already. */
const insertNew = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  row: Insertable<JobsTable>,
): Promise<boolean> => {
  const insert = kysely.insertInto("jobs").values(row);
  if (dialect === "sqlite") {
    const result = await insert.onConflict((conflict) => conflict.column("id").doNothing()).executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
  try {
    // Not "insert ignore": that would also truncate a text that is too long, silently.
    await insert.execute();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

type NewJobValues = ReturnType<typeof newJobValues>;

const newJobValues = (job: NewJob, caller: string, time: number) => ({
  kind: job.kind,
  subject: job.subject,
  family: job.family ?? "",
  caller,
  payload: JSON.stringify(job.payload ?? null),
  state: "queued" as const,
  attempts: 0,
  max_attempts: job.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
  run_at: job.runAt ?? time,
  line: lineAt(job.runAt ?? time, time),
  lease_until: null,
  owner: null,
  error: null,
  finished_at: null,
  claimed_at: null,
  ...NO_WAIT,
});
