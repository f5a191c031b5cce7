import { type SqlDialect, type Tables, takeMutex } from "@quarry/store";
import { type Kysely, sql } from "kysely";
import { listKinds } from "./list-kinds.ts";

/** Backward step of the clock that is tolerated: jobs wait that much longer. */
export const TOLERATED_STEP_MS = 1_000;

/** Newest jobs that are checked: more than are created between a clock step and the next claim. */
const MAX_CHECKED_JOBS = 1_000;

const ENDED_STATES = ["completed", "failed"] as const;

/**
 * Shifts job times back after the clock was set back. Otherwise due jobs would wait until the clock has caught up,
 * across restarts as well. Creation and end times in the future reveal the step and its minimum size; only the newest
 * are checked, however many jobs exist. `observedStepMs` is the step that the caller observed. Returns the milliseconds. Only
 * jobs with times in the future are changed.
 */
export const shiftJobTimes = async (
  kysely: Kysely<Tables>,
  dialect: SqlDialect,
  time: number,
  observedStepMs = 0,
): Promise<number> => {
  // Two processes that detect the step must not both apply it.
  await takeMutex(kysely, dialect, "jobs.clock");
  const newest = await newestJobs(kysely);
  const aheadMs = Math.max(Number(newest?.created ?? 0), ...(await latestEndTimes(kysely))) - time;
  const stepMs = aheadMs <= TOLERATED_STEP_MS ? aheadMs : Math.max(aheadMs, observedStepMs);
  if (stepMs <= TOLERATED_STEP_MS) return 0;
  const kinds = await listKinds(kysely);
  for (const kind of kinds) await shiftTimesOfKind(kysely, kind, time, stepMs);
  // Otherwise they would reveal the same step again.
  await kysely
    .updateTable("jobs")
    .set({ created_at: time })
    .where("seq", ">=", newest?.first ?? 0)
    .where("created_at", ">", time)
    .execute();
  for (const state of ENDED_STATES) {
    await kysely
      .updateTable("jobs")
      .set({ ...clampTimesTo(time), finished_at: time })
      .where("state", "=", state)
      .where("finished_at", ">", time)
      .execute();
  }
  return stepMs;
};

/**
 * Moves the times of queued and active jobs back. Jobs that become due by that are due at once, ordered after all that
 * were due before.
 */
const shiftTimesOfKind = async (kysely: Kysely<Tables>, kind: string, time: number, stepMs: number): Promise<void> => {
  const ofKind = kysely.updateTable("jobs").set(clampTimesTo(time)).where("kind", "=", kind);
  await ofKind
    .set({ run_at: sql`case when run_at - ${stepMs} > ${time} then run_at - ${stepMs} else ${time} end` })
    .where("state", "=", "queued")
    .where("run_at", ">", time)
    .execute();
  await ofKind
    .set({ lease_until: sql`lease_until - ${stepMs}` })
    .where("state", "=", "active")
    .where("lease_until", ">", time)
    .execute();
};

const clampTimesTo = (time: number) => ({
  created_at: sql<number>`case when created_at > ${time} then ${time} else created_at end`,
  claimed_at: sql<number>`case when claimed_at > ${time} then ${time} else claimed_at end`,
});

/** Reads the first sequence number of the newest jobs, and their latest creation time. */
const newestJobs = (kysely: Kysely<Tables>) =>
  kysely
    .selectFrom(
      kysely
        .selectFrom("jobs")
        .select(["seq", "created_at"])
        .orderBy("seq", "desc")
        .limit(MAX_CHECKED_JOBS)
        .as("newest"),
    )
    .select(({ fn }) => [fn.min<number | null>("seq").as("first"), fn.max<number | null>("created_at").as("created")])
    .executeTakeFirst();

const latestEndTimes = (kysely: Kysely<Tables>): Promise<readonly number[]> =>
  Promise.all(
    ENDED_STATES.map(async (state) => {
      const ended = await kysely
        .selectFrom("jobs")
        .select(({ fn }) => fn.max<number | null>("finished_at").as("finished"))
        .where("state", "=", state)
        .executeTakeFirstOrThrow();
      return Number(ended.finished ?? 0);
    }),
  );
