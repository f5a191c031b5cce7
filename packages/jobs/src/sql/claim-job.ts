import type { DatabaseService, JobsTable, StoreError, Tables } from "@quarry/store";
import { Effect } from "effect";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type Job, jobFromRow } from "../job.ts";

/** The last error of a job whose worker was lost: nothing else is left to tell about it. */
export const WORKER_LOST = "the worker stopped in the middle of it: it was killed, ran out of memory or lost its lease";

/** Of these kinds; nobody else gets the same job. The cost does not grow with the queue. */
export const claimJob = (
  database: DatabaseService,
  kinds: readonly string[],
  owner: string,
  time: number,
  leaseMs: number,
): Effect.Effect<Job | undefined, StoreError> => {
  if (kinds.length === 0) return Effect.succeed(undefined);
  const claim = { kinds, owner, time, leaseUntil: time + leaseMs };
  return database.dialect === "mysql"
    ? claimLocked(database, claim)
    : database.run((kysely) => claimAtOnce(kysely, claim));
};

interface Claim {
  readonly kinds: readonly string[];
  readonly owner: string;
  readonly time: number;
  readonly leaseUntil: number;
}

/** SQLite: one statement. Every branch seeks the head of one kind in an index. */
const claimAtOnce = async (kysely: Kysely<Tables>, claim: Claim): Promise<Job | undefined> => {
  const result = await sql<Selectable<JobsTable>>`
    update jobs set
      error = case when state = 'active' then ${WORKER_LOST} else error end,
      state = 'active', attempts = attempts + 1, owner = ${claim.owner}, lease_until = ${claim.leaseUntil},
      claimed_at = ${claim.time}
    where seq = coalesce((${firstOf(claim, firstExpired)}), (${firstOf(claim, firstReady)}))
    returning *`.execute(kysely);
  const row = result.rows[0];
  return row === undefined ? undefined : jobFromRow(row);
};

/**
 * MySQL: what may be taken is looked up first, without locks, so that an idle worker costs one read; then the first row
 * that nobody else is taking at this moment is locked, changed and let go.
 */
const claimLocked = Effect.fnUntraced(function* (database: DatabaseService, claim: Claim) {
  const heads = yield* database.read((kysely) => findHeads(kysely, claim));
  for (const head of heads) {
    const job = yield* database.transaction((transaction) =>
      database.run((kysely) => takeHead(kysely, head, claim), transaction),
    );
    if (job !== undefined) return job;
  }
  return undefined;
});

/** A kind that has a job to take. */
interface Head {
  readonly kind: string;
  readonly state: "active" | "queued";
}

/** Expired ones first, then by the time they are due. */
const findHeads = async (kysely: Kysely<Tables>, claim: Claim): Promise<readonly Head[]> => {
  const branches = claim.kinds.flatMap((kind) => [
    sql`select * from (${firstExpired(kind, claim.time)}) as head`,
    sql`select * from (${firstReady(kind, claim.time)}) as head`,
  ]);
  const result = await sql<Head>`
    select kind, state from (${sql.join(branches, sql` union all `)}) as heads order by state, due, seq`.execute(
    kysely,
  );
  return result.rows;
};

const takeHead = async (kysely: Kysely<Tables>, head: Head, claim: Claim): Promise<Job | undefined> => {
  // The index is named: by another one more rows would be read, and every row that is read is locked.
  const found =
    head.state === "active"
      ? sql<Selectable<JobsTable>>`
          select * from jobs force index (jobs_leased)
          where kind = ${head.kind} and state = 'active' and lease_until < ${claim.time}
          order by lease_until limit 1 for update skip locked`
      : sql<Selectable<JobsTable>>`
          select * from jobs force index (jobs_ready)
          where kind = ${head.kind} and state = 'queued' and run_at <= ${claim.time}
          order by run_at, seq limit 1 for update skip locked`;
  const row = (await found.execute(kysely)).rows[0];
  if (row === undefined) return undefined;
  const change = {
    error: head.state === "active" ? WORKER_LOST : row.error,
    state: "active",
    attempts: row.attempts + 1,
    owner: claim.owner,
    lease_until: claim.leaseUntil,
    claimed_at: claim.time,
  } as const;
  await kysely.updateTable("jobs").set(change).where("seq", "=", row.seq).execute();
  return jobFromRow({ ...row, ...change });
};

const firstReady = (kind: string, time: number): RawBuilder<unknown> => sql`
  select seq, kind, state, run_at as due from jobs
  where kind = ${kind} and state = 'queued' and run_at <= ${time} order by run_at, seq limit 1`;

const firstExpired = (kind: string, time: number): RawBuilder<unknown> => sql`
  select seq, kind, state, lease_until as due from jobs
  where kind = ${kind} and state = 'active' and lease_until < ${time} order by lease_until, seq limit 1`;

/** The one that is due first, over all kinds. */
const firstOf = (
  { kinds, time }: Claim,
  first: (kind: string, time: number) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const heads = sql.join(
    kinds.map((kind) => sql`select * from (${first(kind, time)}) as head`),
    sql` union all `,
  );
  return sql`select seq from (${heads}) as heads order by due, seq limit 1`;
};
