import type { DatabaseService, JobsTable, StoreError, Tables, Transaction } from "@quarry/store";
import { Effect } from "effect";
import type { Kysely, Selectable } from "kysely";

/** Rows per transaction: short enough that nobody notices the wait. */
const BATCH = 500;

export const pruneJobs = (database: DatabaseService, finishedBefore: number): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let pruned = 0;
    for (;;) {
      const removed = yield* database.transaction((transaction) =>
        database.run((kysely) => pruneBatch(kysely, database.dialect, finishedBefore), transaction),
      );
      pruned += removed;
      if (removed < BATCH) return pruned;
      yield* Effect.yieldNow;
    }
  });

/** Deletes the failed jobs on a subject, of which something newer tells; their number is kept. */
export const forgetFailed = (
  database: DatabaseService,
  subject: string,
  within: Transaction | undefined,
): Effect.Effect<number, StoreError> =>
  database.transaction(
    (transaction) => database.run((kysely) => forgetOf(kysely, database.dialect, subject), transaction),
    within,
  );

const forgetOf = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  subject: string,
): Promise<number> => {
  const jobs = await kysely
    .selectFrom("jobs")
    .select(["seq", "kind", "state"])
    .where("subject", "=", subject)
    .where("state", "=", "failed")
    .$if(dialect === "mysql", (query) => query.forUpdate())
    .execute();
  return removeCounted(kysely, dialect, jobs);
};

const pruneBatch = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  finishedBefore: number,
): Promise<number> => {
  const jobs = await kysely
    .selectFrom("jobs")
    .select(["seq", "kind", "state"])
    .where("state", "in", ["completed", "failed"])
    .where("finished_at", "<", finishedBefore)
    .limit(BATCH)
    // Each is counted by the one process that deletes it.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  return removeCounted(kysely, dialect, jobs);
};

const removeCounted = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  jobs: readonly Pick<Selectable<JobsTable>, "seq" | "kind" | "state">[],
): Promise<number> => {
  if (jobs.length === 0) return 0;
  const sequence = jobs.map((job) => job.seq);
  await kysely.deleteFrom("jobs").where("seq", "in", sequence).execute();
  const groups = Map.groupBy(jobs, (job) => `${job.state}/${job.kind}`);
  for (const group of groups.values()) {
    const { kind, state } = group[0]!;
    await addToTotal(kysely, dialect, kind, state === "failed" ? "failed" : "completed", group.length);
  }
  return jobs.length;
};

const addToTotal = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  kind: string,
  state: "completed" | "failed",
  count: number,
): Promise<void> => {
  const added = await kysely
    .updateTable("job_totals")
    .set((column) => ({ total: column("total", "+", count) }))
    .where("kind", "=", kind)
    .where("state", "=", state)
    .executeTakeFirst();
  if (added.numUpdatedRows > 0n) return;
  await kysely
    .insertInto("job_totals")
    .values({ kind, state, total: count })
    .$if(dialect === "mysql", (query) =>
      query.onDuplicateKeyUpdate((column) => ({ total: column("total", "+", count) })),
    )
    .execute();
};
