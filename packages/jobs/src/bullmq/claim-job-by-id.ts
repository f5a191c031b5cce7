import type { DatabaseService, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, sql } from "kysely";
import { type Job, jobFromRow } from "../job.ts";
import { WORKER_LOST } from "../sql/claim-job.ts";

export interface ClaimById {
  readonly jobId: string;
  readonly owner: string;
  readonly time: number;
  readonly leaseMs: number;
}

/** Takes this job if it is due or its lease has run out; undefined when someone has it, it ended or it is gone. */
export const claimJobById = Effect.fnUntraced(function* (
  database: DatabaseService,
  claim: ClaimById,
): Effect.fn.Return<Job | undefined, StoreError> {
  const isClaimed = yield* database.run((kysely) => takeJob(kysely, claim));
  if (!isClaimed) return undefined;
  // Nobody else has this owner, so what is found is what was taken; cancelled meanwhile, there is none.
  const row = yield* database.read((kysely) =>
    kysely
      .selectFrom("jobs")
      .selectAll()
      .where("id", "=", claim.jobId)
      .where("owner", "=", claim.owner)
      .executeTakeFirst(),
  );
  return row === undefined ? undefined : jobFromRow(row);
});

const takeJob = async (kysely: Kysely<Tables>, { jobId, owner, time, leaseMs }: ClaimById): Promise<boolean> => {
  const result = await kysely
    .updateTable("jobs")
    .set({
      // `error` before `state`: MySQL would see the new state in assignments that follow it.
      error: sql`case when state = 'active' then ${WORKER_LOST} else error end`,
      state: "active",
      attempts: sql`attempts + 1`,
      owner,
      lease_until: time + leaseMs,
      claimed_at: time,
    })
    .where("id", "=", jobId)
    .where(({ and, eb, or }) =>
      or([
        and([eb("state", "=", "queued"), eb("run_at", "<=", time)]),
        and([eb("state", "=", "active"), eb("lease_until", "<", time)]),
      ]),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
};
