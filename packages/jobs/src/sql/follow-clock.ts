import { type SqlDialect, type Tables, takeMutex } from "@quarry/store";
import { type Kysely, sql } from "kysely";
import { listKinds } from "./list-kinds.ts";

/** A step back of the clock that may pass: jobs wait so much longer. */
export const TOLERATED_STEP_MS = 1_000;

/** The newest jobs that are looked at: more than come in between a step of the clock and the next claim. */
const NEWEST = 1_000;

const ENDED = ["completed", "failed"] as const;

/**
 * Takes the jobs along when the clock was set back; without it, what was due would wait until the clock has caught up,
 * through restarts as well. Times of creation and end that lie in the future tell that it was, and by how much at
 * least: those of the newest, however many jobs there are. `seenBack` is what the caller saw of it. Returns the
 * milliseconds. Only jobs with times that lie in the future are looked at.
 */
export const followClock = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  time: number,
  seenBack = 0,
): Promise<number> => {
  // Two processes that see the step must not both take it.
  await takeMutex(kysely, dialect, "jobs.clock");
  const newest = await newestJobs(kysely);
  const ahead = Math.max(Number(newest?.created ?? 0), ...(await newestEnds(kysely))) - time;
  const back = ahead <= TOLERATED_STEP_MS ? ahead : Math.max(ahead, seenBack);
  if (back <= TOLERATED_STEP_MS) return 0;
  const kinds = await listKinds(kysely);
  for (const kind of kinds) await shiftTimes(kysely, kind, time, back);
  // Else they would tell of the same step again.
  await kysely
    .updateTable("jobs")
    .set({ created_at: time })
    .where("seq", ">=", newest?.first ?? 0)
    .where("created_at", ">", time)
    .execute();
  for (const state of ENDED) {
    await kysely
      .updateTable("jobs")
      .set({ ...notAfter(time), finished_at: time })
      .where("state", "=", state)
      .where("finished_at", ">", time)
      .execute();
  }
  return back;
};

/**
 * Moves the times of queued and active jobs back. Jobs that are due by then are due at once, in their order behind all
 * that were due before.
 */
const shiftTimes = async (kysely: Kysely<Tables>, kind: string, time: number, back: number): Promise<void> => {
  const ofKind = kysely.updateTable("jobs").set(notAfter(time)).where("kind", "=", kind);
  await ofKind
    .set({ run_at: sql`case when run_at - ${back} > ${time} then run_at - ${back} else ${time} end` })
    .where("state", "=", "queued")
    .where("run_at", ">", time)
    .execute();
  await ofKind
    .set({ lease_until: sql`lease_until - ${back}` })
    .where("state", "=", "active")
    .where("lease_until", ">", time)
    .execute();
};

const notAfter = (time: number) => ({
  created_at: sql<number>`case when created_at > ${time} then ${time} else created_at end`,
  claimed_at: sql<number>`case when claimed_at > ${time} then ${time} else claimed_at end`,
});

/** The first of the newest by number, and the latest time at which one of them was made. */
const newestJobs = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom(
      kysely.selectFrom("jobs").select(["seq", "created_at"]).orderBy("seq", "desc").limit(NEWEST).as("newest"),
    )
    .select(({ fn }) => [fn.min<number | null>("seq").as("first"), fn.max<number | null>("created_at").as("created")])
    .executeTakeFirst();

const newestEnds = (kysely: Kysely<Tables>): Promise<readonly number[]> =>
  Promise.all(
    ENDED.map(async (state) => {
      const ended = await kysely
        .selectFrom("jobs")
        .select(({ fn }) => fn.max<number | null>("finished_at").as("finished"))
        .where("state", "=", state)
        .executeTakeFirstOrThrow();
      return Number(ended.finished ?? 0);
    }),
  );
