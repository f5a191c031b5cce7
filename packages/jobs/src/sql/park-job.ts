import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { Park } from "../job-handler.ts";
import { changeInSlices } from "./change-in-slices.ts";
import { changeLeased, NOT_CLAIMED, truncateError } from "./leased-job.ts";
import { DUE_COLUMNS, LINE } from "./job-line.ts";

export interface ParkedJob extends Park {
  readonly jobId: string;
  readonly owner: string;
  readonly time: number;
}

/** Queues the job for later as if it had not been claimed, together with the due jobs of its family if requested. */
export const parkJob = (database: DatabaseService, job: ParkedJob): Effect.Effect<boolean, StoreError> =>
  Effect.gen(function* () {
    const isLeased = yield* database.run((kysely) => parkOne(kysely, job));
    // A job of the family that is missed here finds out for itself.
    if (isLeased && job.withFamily === true) yield* parkFamily(database, job);
    return isLeased;
  });

const parkOne = (kysely: Kysely<Tables>, { jobId, owner, ...park }: ParkedJob): Promise<boolean> =>
  changeLeased(kysely, jobId, owner, {
    ...NOT_CLAIMED,
    ...{ error: truncateError(park.error), run_at: dueAt(park), line: LINE.later },
    ...{ waits_for: park.wait.for, waits: JSON.stringify(park.wait) },
  });

const parkFamily = Effect.fnUntraced(function* (database: DatabaseService, { jobId, time, ...park }: ParkedJob) {
  const row = yield* database.read((kysely) =>
    kysely.selectFrom("jobs").select(["kind", "family"]).where("id", "=", jobId).executeTakeFirst(),
  );
  if (row === undefined || (row.family ?? "") === "") return;
  yield* changeInSlices(
    database,
    (jobs) =>
      jobs
        .where("kind", "=", row.kind)
        .where("state", "=", "queued")
        .where("run_at", "<=", time)
        .where("family", "=", row.family),
    {
      ...{ error: truncateError(park.error), run_at: dueAt({ ...park, time }), line: LINE.later },
      ...{ waits_for: park.wait.for, waits: sql`coalesce(waits, ${JSON.stringify(park.wait)})` },
    },
  );
});

const dueAt = ({ time, afterMs }: Pick<ParkedJob, "time" | "afterMs">): number =>
  time + Math.max(1, Math.ceil(afterMs));

/** Wakes the parked jobs of these kinds that are not due yet. The index that claims use stores them contiguously. */
export const wakeJobs = Effect.fnUntraced(function* (
  database: DatabaseService,
  kinds: readonly string[],
  waitsFor: string | undefined,
  time: number,
): Effect.fn.Return<number, StoreError> {
  let woken = 0;
  for (const kind of kinds) {
    woken += yield* changeInSlices(
      database,
      (jobs) =>
        jobs
          .where("kind", "=", kind)
          .where("state", "=", "queued")
          .where("run_at", ">", time)
          .where((where) =>
            waitsFor === undefined ? where("waits_for", "is not", null) : where("waits_for", "=", waitsFor),
          ),
      { run_at: time, ...DUE_COLUMNS },
    );
  }
  return woken;
});
