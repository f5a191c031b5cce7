import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import type { Kysely, SelectQueryBuilder, UpdateObject } from "kysely";

/** Rows that one statement changes: short enough that nobody notices the wait. */
const SLICE = 500;

type JobsQuery = SelectQueryBuilder<Tables, "jobs", object>;

/** The last of a slice, in the order in which they are due. */
interface SlicePosition {
  readonly run_at: number;
  readonly seq: number;
}

/**
 * Changes all queued jobs that match, some at a time, each where it is still queued then: a hundred thousand that wait for
 * the same hold up nobody. `narrow` names a kind and a state, which an index has in the order of the slices. Returns how
 * many there were.
 */
export const changeInSlices = (
  database: DatabaseService,
  narrow: (jobs: JobsQuery) => JobsQuery,
  change: UpdateObject<Tables, "jobs">,
): Effect.Effect<number, StoreError> =>
  Effect.gen(function* () {
    let changed = 0;
    let last: SlicePosition | undefined;
    for (;;) {
      const after = last;
      const slice = yield* database.read((kysely) => nextSlice(kysely, narrow, after));
      if (slice.length > 0) changed += yield* database.run((kysely) => changeSlice(kysely, slice, change));
      if (slice.length < SLICE) return changed;
      last = slice.at(-1);
      // Everything else has its turn in between.
      yield* Effect.sleep(0);
    }
  });

const nextSlice = (
  kysely: Kysely<Tables>,
  narrow: (jobs: JobsQuery) => JobsQuery,
  after: SlicePosition | undefined,
): Promise<readonly SlicePosition[]> =>
  narrow(kysely.selectFrom("jobs"))
    .$if(after !== undefined, (jobs) =>
      jobs
        .where("run_at", ">=", after!.run_at)
        .where((where) => where.or([where("run_at", ">", after!.run_at), where("seq", ">", after!.seq)])),
    )
    .select(["run_at", "seq"])
    .orderBy("run_at")
    .orderBy("seq")
    .limit(SLICE)
    .execute();

const changeSlice = async (
  kysely: Kysely<Tables>,
  slice: readonly SlicePosition[],
  change: UpdateObject<Tables, "jobs">,
): Promise<number> => {
  const sequence = slice.map(({ seq }) => seq);
  const jobs = kysely.updateTable("jobs").set(change).where("seq", "in", sequence).where("state", "=", "queued");
  return Number((await jobs.executeTakeFirst()).numUpdatedRows);
};
