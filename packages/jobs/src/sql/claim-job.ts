import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import type { Job } from "../job.ts";
import type { ClaimLimits } from "../job-queue.ts";
import { promoteDueJobs } from "./promote-due-jobs.ts";
import { LINE } from "./job-line.ts";
import type { FairJobOrder } from "./fair-job-order.ts";
import { type Claim, lostJobs, claimFirst } from "./claim-first.ts";

/**
 * Claims a job of these kinds: lost ones first, then in fair order. No other worker gets the same job. An idle claim
 * costs one read. The cost does not grow with the length of the queue.
 */
export const claimJob = Effect.fnUntraced(function* (
  database: DatabaseService,
  order: FairJobOrder,
  kinds: readonly string[],
  claim: Claim,
  limits: ClaimLimits | undefined,
): Effect.fn.Return<Job | undefined, StoreError> {
  if (kinds.length === 0) return undefined;
  const { time } = claim;
  const work = yield* database.read((kysely) => findWork(kysely, kinds, time));
  for (const { kind } of work.filter(({ what }) => what === "later")) yield* promoteDueJobs(database, kind, time);
  // A worker with claim limits leaves lost jobs to the others.
  for (const { kind } of limits === undefined ? work.filter(({ what }) => what === "lost") : []) {
    const job = yield* claimFirst(database, lostJobs(kind, time), claim);
    if (job !== undefined) return job;
  }
  for (const kind of order.rotatedKinds(kinds)) {
    if (!work.some((found) => found.kind === kind && found.what !== "lost")) continue;
    const job = yield* order.take(kind, claim, limits);
    if (job !== undefined) return job;
  }
  return undefined;
});

interface Work {
  readonly kind: string;
  readonly what: "lost" | "later" | "due";
}

/** Finds the kinds that have lost, delayed or due jobs, by reading the first entries of the indexes. */
const findWork = async (kysely: Kysely<Tables>, kinds: readonly string[], time: number): Promise<readonly Work[]> => {
  const branches = kinds.flatMap((kind) => [
    sql`select ${kind} as kind, 'lost' as what from (select 1) as once where exists (
      select 1 from jobs where kind = ${kind} and state = 'active' and lease_until < ${time})`,
    sql`select ${kind} as kind, 'later' as what from (select 1) as once where exists (
      select 1 from jobs where kind = ${kind} and line = ${LINE.later} and run_at <= ${time})`,
    sql`select ${kind} as kind, 'due' as what from (select 1) as once where exists (
      select 1 from jobs where kind = ${kind} and line = ${LINE.due})`,
  ]);
  return (await sql<Work>`${sql.join(branches, sql` union all `)}`.execute(kysely)).rows;
};
