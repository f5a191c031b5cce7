import { type SqlDialect, type Tables, takeMutex } from "@quarry/store";
import { type Kysely, sql } from "kysely";

/** A step back of the clock that may pass: jobs wait so much longer. */
export const TOLERATED_STEP_MS = 1_000;

/** The newest jobs that are looked at: more than come in between a step of the clock and the next claim. */
const NEWEST = 1_000;

/**
 * Takes the jobs along when the clock was set back; without it, what was due would wait until the clock has caught up,
 * through restarts as well. Times of creation and end that lie in the future tell that it was, and by how much at
 * least: those of the newest, however many jobs there are. `seenBack` is what the caller saw of it. Returns the
 * milliseconds.
 */
export const followClock = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  time: number,
  seenBack = 0,
): Promise<number> => {
  // Two processes that see the step must not both take it.
  await takeMutex(kysely, dialect, "jobs.clock");
  const told = (await newestTime(kysely)) - time;
  const back = told <= TOLERATED_STEP_MS ? told : Math.max(told, seenBack);
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

const newestTime = async (kysely: Kysely<Tables>): Promise<number> => {
  const newest = kysely.selectFrom("jobs").select("created_at").orderBy("seq", "desc").limit(NEWEST).as("newest");
  const { created } = await kysely
    .selectFrom(newest)
    .select(({ fn }) => fn.max<number | null>("created_at").as("created"))
    .executeTakeFirstOrThrow();
  const ended = await Promise.all(
    (["completed", "failed"] as const).map((state) =>
      kysely
        .selectFrom("jobs")
        .select(({ fn }) => fn.max<number | null>("finished_at").as("finished"))
        .where("state", "=", state)
        .executeTakeFirstOrThrow(),
    ),
  );
  return Math.max(Number(created ?? 0), ...ended.map(({ finished }) => Number(finished ?? 0)));
};
