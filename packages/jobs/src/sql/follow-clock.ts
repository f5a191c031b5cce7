import { type SqlDialect, type Tables, takeMutex } from "@quarry/store";
import { type Kysely, sql } from "kysely";

/** A step back of the clock that may pass: jobs wait so much longer. */
export const TOLERATED_STEP_MS = 1_000;

/**
 * Takes the jobs along when the clock was set back; without it, what was due would wait until the clock has caught up,
 * through restarts as well. Times of creation and end that lie in the future tell that it was, and by how much at
 * least. Reads the whole table: for a start, and for when a step back was seen. Returns the milliseconds.
 */
export const followClock = async (kysely: Kysely<Tables>, dialect: SqlDialect, time: number): Promise<number> => {
  // Two processes that see the step must not both take it.
  await takeMutex(kysely, dialect, "jobs.clock");
  const newest = await kysely
    .selectFrom("jobs")
    .select(({ fn }) => [fn.max("created_at").as("created"), fn.max("finished_at").as("finished")])
    .executeTakeFirst();
  const back = Math.max(Number(newest?.created ?? 0), Number(newest?.finished ?? 0)) - time;
  if (back <= TOLERATED_STEP_MS) return 0;
  await kysely
    .updateTable("jobs")
    .set({
      run_at: sql`run_at - ${back}`,
      lease_until: sql`lease_until - ${back}`,
      created_at: sql`case when created_at > ${time} then ${time} else created_at end`,
      finished_at: sql`case when finished_at > ${time} then ${time} else finished_at end`,
      claimed_at: sql`case when claimed_at > ${time} then ${time} else claimed_at end`,
    })
    .execute();
  return back;
};
