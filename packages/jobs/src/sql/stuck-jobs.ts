import type { Tables } from "@quarry/store";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from "kysely";

/** Minimum running time of a job that can look stuck, however fast others are. */
export const STUCK_AFTER_MS = 15 * 60_000;
/** Multiple of the usual time that a large file or a slow provider doesn't explain. */
const STUCK_FACTOR = 10;
/** Number of completed jobs from which the usual time of a kind is computed. */
const SAMPLED_JOBS = 50;

/**
 * Start time by kind: a job leased since before that looks stuck. Kinds without an entry are judged by the lease alone.
 */
export type StuckSince = ReadonlyMap<string, number>;

/** Computes the limits for the kinds that are leased now, except `patientKinds`, which may take any time. */
export const findStuckSince = async (
  kysely: Kysely<Tables>,
  time: number,
  patientKinds: readonly string[],
): Promise<StuckSince> => {
  const leased = await kysely.selectFrom("jobs").select("kind").distinct().where("state", "=", "active").execute();
  const since = new Map<string, number>();
  for (const { kind } of leased) {
    if (patientKinds.includes(kind)) continue;
    since.set(kind, time - Math.max(STUCK_AFTER_MS, STUCK_FACTOR * (await meanDurationMs(kysely, kind))));
  }
  return since;
};

/** Mean duration of the jobs that were due last, which the index returns without reading the others. */
const meanDurationMs = async (kysely: Kysely<Tables>, kind: string): Promise<number> => {
  const rows = await kysely
    .selectFrom("jobs")
    .select(["claimed_at", "finished_at"])
    .where("kind", "=", kind)
    .where("state", "=", "completed")
    .orderBy("run_at", "desc")
    .orderBy("seq", "desc")
    .limit(SAMPLED_JOBS)
    .execute();
  const durations = rows.flatMap((row) =>
    row.claimed_at === null || row.finished_at === null ? [] : [row.finished_at - row.claimed_at],
  );
  return durations.length === 0 ? 0 : durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
};

export const isStuck = (
  job: { readonly kind: string; readonly leaseUntil: number | null; readonly claimedAt: number | null },
  since: StuckSince,
  time: number,
): boolean => {
  if (job.leaseUntil === null) return false;
  const stuckSince = since.get(job.kind);
  return job.leaseUntil < time || (stuckSince !== undefined && job.claimedAt !== null && job.claimedAt < stuckSince);
};

/** Same check as `isStuck`, as an SQL condition on rows in processing. */
export const stuckCondition =
  (since: StuckSince, time: number) =>
  (where: ExpressionBuilder<Tables, "jobs">): Expression<SqlBool> =>
    where.or([
      where("lease_until", "<", time),
      ...[...since].map(([kind, stuckSince]) =>
        where.and([where("kind", "=", kind), where("claimed_at", "<", stuckSince)]),
      ),
    ]);
