import type { DatabaseService, JobsTable, StoreError, Tables, Transaction } from "@quarry/store";
import { Effect } from "effect";
import type { Kysely, Selectable, SelectQueryBuilder } from "kysely";
import type { FinishedJobsRetained } from "../job-queue.ts";
import { listKinds } from "./list-kinds.ts";

/** Rows per transaction: few enough that the wait is not noticeable. */
const ROWS_PER_BATCH = 500;

const ENDED_STATES = ["completed", "failed"] as const;
type EndedState = (typeof ENDED_STATES)[number];

export const pruneJobs = (
  database: DatabaseService,
  retained: FinishedJobsRetained,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let pruned = yield* pruneWhere(database, (jobs) =>
      jobs.where("state", "in", ENDED_STATES).where("finished_at", "<", retained.since),
    );
    for (const kind of yield* database.read(listKinds)) {
      for (const state of ENDED_STATES) {
        pruned += yield* pruneBeyond(database, kind, state, retained[state]);
      }
    }
    return pruned;
  });

/** Prunes in due order, which the same index has. */
const pruneBeyond = (
  database: DatabaseService,
  kind: string,
  state: EndedState,
  retained: number,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    const firstExcess = yield* database.read((kysely) =>
      kysely
        .selectFrom("jobs")
        .select(["run_at", "seq"])
        .where("kind", "=", kind)
        .where("state", "=", state)
        .orderBy("run_at", "desc")
        .orderBy("seq", "desc")
        .limit(1)
        .offset(retained)
        .executeTakeFirst(),
    );
    if (firstExcess === undefined) return 0;
    const { run_at: runAt, seq } = firstExcess;
    return yield* pruneWhere(database, (jobs) =>
      jobs
        .where("kind", "=", kind)
        .where("state", "=", state)
        .where("run_at", "<=", runAt)
        .where((where) => where.or([where("run_at", "<", runAt), where("seq", "<=", seq)])),
    );
  });

const pruneWhere = (
  database: DatabaseService,
  narrow: (jobs: SelectQueryBuilder<Tables, "jobs", object>) => SelectQueryBuilder<Tables, "jobs", object>,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let pruned = 0;
    for (;;) {
      const removed = yield* database.transaction((transaction) =>
        database.run((kysely) => pruneBatch(kysely, database.dialect, narrow), transaction),
      );
      pruned += removed;
      if (removed < ROWS_PER_BATCH) return pruned;
      // Lets other work run between batches.
      yield* Effect.sleep(0);
    }
  });

/** Deletes the failed jobs on a subject, which newer state supersedes. Their count is retained. */
export const forgetFailed = (
  database: DatabaseService,
  subject: string,
  within: Transaction | undefined,
): Effect.Effect<number, StoreError> =>
  database.transaction(
    (transaction) => database.run((kysely) => removeFailed(kysely, database.dialect, subject), transaction),
    within,
  );

const removeFailed = async (
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
  return removeAndCount(kysely, dialect, jobs);
};

const pruneBatch = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  narrow: Parameters<typeof pruneWhere>[1],
): Promise<number> => {
  const jobs = await narrow(kysely.selectFrom("jobs"))
    .select(["seq", "kind", "state"])
    .limit(ROWS_PER_BATCH)
    // Each job is counted by the one process that deletes it.
    .$if(dialect === "mysql", (query) => query.forUpdate().skipLocked())
    .execute();
  return removeAndCount(kysely, dialect, jobs);
};

const removeAndCount = async (
  kysely: Kysely<Tables>,
  dialect: DatabaseService["dialect"],
  jobs: readonly Pick<Selectable<JobsTable>, "seq" | "kind" | "state">[],
): Promise<number> => {
  if (jobs.length === 0) return 0;
  const seqs = jobs.map((job) => job.seq);
  await kysely.deleteFrom("jobs").where("seq", "in", seqs).execute();
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
