import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import type { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { Park } from "../job-handler.ts";
import { changeHeld, NOT_CLAIMED, shortened } from "./held-job.ts";
import { IN_LINE, LINE } from "./job-line.ts";

export interface ParkedJob extends Park {
  readonly jobId: string;
  readonly owner: string;
  readonly time: number;
}

/** Queues the job for later as if it had not been claimed, and with it the due ones of its family where that is wished. */
export const parkJob = (database: DatabaseService, job: ParkedJob): Effect.Effect<boolean, StoreError> =>
  database.transaction((transaction) =>
    database.run(async (kysely) => {
      const isHeld = await parkOne(kysely, job);
      if (isHeld && job.withFamily === true) await parkFamily(kysely, job);
      return isHeld;
    }, transaction),
  );

const parkOne = (kysely: Kysely<Tables>, { jobId, owner, ...park }: ParkedJob): Promise<boolean> =>
  changeHeld(kysely, jobId, owner, {
    ...NOT_CLAIMED,
    ...{ error: shortened(park.error), run_at: dueAt(park), line: LINE.later },
    ...{ waits_for: park.wait.for, waits: JSON.stringify(park.wait) },
  });

const parkFamily = async (kysely: Kysely<Tables>, { jobId, time, ...park }: ParkedJob): Promise<void> => {
  const row = await kysely.selectFrom("jobs").select(["kind", "family"]).where("id", "=", jobId).executeTakeFirst();
  if (row === undefined || (row.family ?? "") === "") return;
  await kysely
    .updateTable("jobs")
    .set({
      ...{ error: shortened(park.error), run_at: dueAt({ ...park, time }), line: LINE.later },
      ...{ waits_for: park.wait.for, waits: sql`coalesce(waits, ${JSON.stringify(park.wait)})` },
    })
    .where("kind", "=", row.kind)
    .where("state", "=", "queued")
    .where("run_at", "<=", time)
    .where("family", "=", row.family)
    .execute();
};

const dueAt = ({ time, afterMs }: Pick<ParkedJob, "time" | "afterMs">): number =>
  time + Math.max(1, Math.ceil(afterMs));

/** Those of a kind that are parked and not due yet: the index that claims use holds them together. */
export const wakeJobs = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  waitsFor: string | undefined,
  time: number,
): Promise<number> => {
  if (kinds.length === 0) return 0;
  const result = await kysely
    .updateTable("jobs")
    .set({ run_at: time, ...IN_LINE })
    .where("kind", "in", kinds)
    .where("state", "=", "queued")
    .where("run_at", ">", time)
    .where((where) => (waitsFor === undefined ? where("waits_for", "is not", null) : where("waits_for", "=", waitsFor)))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
};
