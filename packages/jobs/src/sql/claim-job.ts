import type { JobsTable, Tables } from "@quarry/store";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type Job, jobFromRow } from "../job.ts";

/** The last error of a job whose worker was lost: nothing else is left to tell about it. */
export const WORKER_LOST = "the worker stopped in the middle of it: it was killed, ran out of memory or lost its lease";

/**
 * One statement, so that two workers never get the same job. Every branch seeks the head of one kind in an index, so the
 * cost does not grow with the queue. SQLite only: MySQL has no RETURNING and needs SELECT … FOR UPDATE SKIP LOCKED.
 */
export const claimJob = async (
  kysely: Kysely<Tables>,
  kinds: readonly string[],
  owner: string,
  time: number,
  leaseMs: number,
): Promise<Job | undefined> => {
  if (kinds.length === 0) return undefined;
  const expired = headOfKinds(kinds, (kind) => firstExpired(kind, time));
  const ready = headOfKinds(kinds, (kind) => firstReady(kind, time));
  // `error` before `state`: MySQL would see the new state in assignments that follow it.
  const result = await sql<Selectable<JobsTable>>`
    update jobs set
      error = case when state = 'active' then ${WORKER_LOST} else error end,
      state = 'active', attempts = attempts + 1, owner = ${owner}, lease_until = ${time + leaseMs}
    where seq = coalesce((${expired}), (${ready}))
    returning *`.execute(kysely);
  const row = result.rows[0];
  return row === undefined ? undefined : jobFromRow(row);
};

const firstReady = (kind: string, time: number): RawBuilder<unknown> => sql`
  select seq, run_at as due from jobs
  where kind = ${kind} and state = 'queued' and run_at <= ${time} order by run_at, seq limit 1`;

const firstExpired = (kind: string, time: number): RawBuilder<unknown> => sql`
  select seq, lease_until as due from jobs
  where kind = ${kind} and state = 'active' and lease_until < ${time} order by lease_until, seq limit 1`;

const headOfKinds = (kinds: readonly string[], first: (kind: string) => RawBuilder<unknown>): RawBuilder<unknown> => {
  const heads = sql.join(
    kinds.map((kind) => sql`select * from (${first(kind)}) as head`),
    sql` union all `,
  );
  return sql`select seq from (${heads}) as heads order by due, seq limit 1`;
};
