import { type DatabaseService, isDuplicateKey, type JobsTable, type Tables } from "@quarry/store";
import type { Insertable, Kysely } from "kysely";
import { DEFAULT_MAX_ATTEMPTS, type NewJob } from "../job.ts";
import { NO_WAIT } from "./leased-job.ts";
import { lineAt } from "./job-line.ts";

/** Returns whether the job was added, or restarted after it had finished. */
export const enqueueJob = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  job: NewJob,
  caller: string,
  time: number,
): Promise<boolean> => {
  const fresh = newJobValues(job, caller, time);
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
