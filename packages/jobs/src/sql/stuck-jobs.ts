import type { Tables } from "@quarry/store";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from "kysely";

/** Shortest run of a job that can look stuck, however fast others are. */
export const STUCK_AFTER_MS = 15 * 60_000;
/** So many times the usual time is more than a large file or a slow provider explains. */
const STUCK_FACTOR = 10;
/** Completed jobs of a kind that say what is usual. */
const USUAL_OF = 50;

/** Since when a job of each kind must be held to look stuck; a kind that isn't named is judged by its lease alone. */
export type StuckSince = ReadonlyMap<string, number>;

/** Judged for the kinds that are held now, but not for `patientKinds`, which may take any time. */
export const findStuckSince = async (
  kysely: Kysely<Tables>,
  time: number,
  patientKinds: readonly string[],
): Promise<StuckSince> => {
  const leased = await kysely.selectFrom("jobs").select("kind").distinct().where("state", "=", "active").execute();
  const since = new Map<string, number>();
  for (const { kind } of leased) {
    if (patientKinds.includes(kind)) continue;
    since.set(kind, time - Math.max(STUCK_AFTER_MS, STUCK_FACTOR * (await usualMs(kysely, kind))));
  }
  return since;
};

/** The mean of those that were due last, which the index gives without a look at the others. */
const usualMs = async (kysely: Kysely<Tables>, kind: string): Promise<number> => {
  const rows = await kysely
    .selectFrom("jobs")
    .select(["claimed_at", "finished_at"])
    .where("kind", "=", kind)
    .where("state", "=", "completed")
    .orderBy("run_at", "desc")
    .orderBy("seq", "desc")
    .limit(USUAL_OF)
    .execute();
  const times = rows.flatMap((row) =>
    row.claimed_at === null || row.finished_at === null ? [] : [row.finished_at - row.claimed_at],
  );
  return times.length === 0 ? 0 : times.reduce((sum, taken) => sum + taken, 0) / times.length;
};

export const isStuck = (
  job: { readonly kind: string; readonly leaseUntil: number | null; readonly claimedAt: number | null },
  since: StuckSince,
  time: number,
): boolean => {
  if (job.leaseUntil === null) return false;
  const heldSince = since.get(job.kind);
  return job.leaseUntil < time || (heldSince !== undefined && job.claimedAt !== null && job.claimedAt < heldSince);
};

/** The same as a condition on rows in processing. */
export const stuckRows =
  (since: StuckSince, time: number) =>
  (where: ExpressionBuilder<Tables, "jobs">): Expression<SqlBool> =>
    where.or([
      where("lease_until", "<", time),
      ...[...since].map(([kind, heldSince]) =>
        where.and([where("kind", "=", kind), where("claimed_at", "<", heldSince)]),
      ),
    ]);
