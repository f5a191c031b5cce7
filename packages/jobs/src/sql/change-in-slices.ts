import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import type { Kysely, SelectQueryBuilder, UpdateObject } from "kysely";

/** Rows per statement: few enough that the wait is not noticeable. */
const ROWS_PER_SLICE = 500;

type JobsQuery = SelectQueryBuilder<Tables, "jobs", object>;

/** Last row of a slice, in due order (keyset pagination). */
interface SlicePosition {
  readonly run_at: number;
  readonly seq: number;
}

/**
 * Changes all matching queued jobs in slices, each only if it is still queued by then. A hundred thousand jobs that
 * wait for the same dependency block nothing. `narrow` must select a kind and a state, for which an index has the order
 * of the slices. Returns the number of changed jobs.
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
      if (slice.length < ROWS_PER_SLICE) return changed;
      last = slice.at(-1);
      // Lets other work run in between.
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
    .limit(ROWS_PER_SLICE)
    .execute();

const changeSlice = async (
  kysely: Kysely<Tables>,
  slice: readonly SlicePosition[],
  change: UpdateObject<Tables, "jobs">,
): Promise<number> => {
  const seqs = slice.map(({ seq }) => seq);
  const jobs = kysely.updateTable("jobs").set(change).where("seq", "in", seqs).where("state", "=", "queued");
  return Number((await jobs.executeTakeFirst()).numUpdatedRows);
};
