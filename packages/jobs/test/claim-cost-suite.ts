import type { DatabaseService } from "@quarry/store";
import { Effect } from "effect";
import { type CompiledQuery, type Kysely, type KyselyPlugin, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSqlJobQueue } from "../src/sql/sql-job-queue.ts";
import { job, type Opened } from "./fixture.ts";

const run = Effect.runPromise;
const LEASE = 60_000;
const HOUR = 3_600_000;

/** Tests the cost of a claim's statements, in a database with few jobs and in one with many. */
export const claimCostSuite = (
  openQueue: () => Promise<Opened>,
  /** Returns the number of rows that a statement reads, and the index that it uses. */
  costOf: (opened: Opened, query: CompiledQuery) => Promise<string>,
): void => {
  let opened: Opened;
  beforeEach(async () => void (opened = await openQueue()));
  afterEach(() => opened.close());

  /** Inserts jobs of `families` families of one caller, in one queue state: some hundred thousand in a second. */
  const fill = (
    name: string,
    count: number,
    families: number,
    over: { readonly line: number; readonly state: string },
  ) =>
    run(
      opened.database.run((kysely) =>
        sql`
          insert into jobs (id, kind, subject, family, caller, payload, state, attempts, max_attempts, run_at, line, created_at)
          select ${concat(opened, name)}, 'process', 's', ${concat(opened, "family", families)}, ${name}, 'null',
            ${over.state}, 0, 5, ${over.line === 2 ? Date.now() + HOUR : 1_000}, ${over.line}, 0
          from (${numbers(count)}) as numbers`.execute(kysely),
      ),
    );

  /**
   * Claims as workers do with free and with taken slots. Returns the cost of each statement for a queue of this size.
   */
  const costs = async (size: number): Promise<readonly string[]> => {
    await run(opened.database.run((kysely) => kysely.deleteFrom("jobs").execute()));
    await fill("loud", size, Math.ceil(size / 20), { line: 1, state: "queued" });
    await fill("more", size, Math.ceil(size / 20), { line: 1, state: "queued" });
    await fill("later", size, Math.ceil(size / 20), { line: 2, state: "queued" });
    await fill("ended", size, Math.ceil(size / 20), { line: 0, state: "completed" });
    await run(opened.queue.enqueue(job("quiet", { family: "f" })));
    const queries: CompiledQuery[] = [];
    const queue = makeSqlJobQueue(recordQueries(opened.database, queries));
    const leased = [];
    for (let count = 0; count < 4; count += 1) {
      const found = await run(queue.claim(["process"], `w#${count}`, LEASE));
      expect(found).toBeDefined();
      leased.push(found!);
    }
    for (const newCallersOnly of [false, true]) {
      await run(queue.claim(["process"], `guest#${newCallersOnly}`, LEASE, { leased, newCallersOnly }));
    }
    await run(queue.claim(["other"], "idle#1", LEASE));
    const found = new Set<string>();
    for (const query of queries) found.add(await costOf(opened, query));
    return [...found].toSorted();
  };

  test("each statement of a claim uses an index, at the same cost for any queue length", async () => {
    const few = await costs(100);
    const many = await costs(20_000);
    expect(many).toEqual(few);
    expect(many.length).toBeGreaterThan(3);
  });
};

const concat = ({ database }: Opened, name: string, modulo?: number) => {
  const number = modulo === undefined ? sql`n` : sql`n % ${sql.lit(modulo)}`;
  return database.dialect === "mysql" ? sql`concat(${name}, '-', ${number})` : sql`${name} || '-' || (${number})`;
};

/** Returns the numbers from 0 on. */
const numbers = (count: number) => {
  const digits = sql`(select 0 as d ${sql.join(
    Array.from({ length: 9 }, (_, index) => sql`union all select ${sql.lit(index + 1)}`),
    sql` `,
  )})`;
  return sql`
    select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d as n
    from ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f
    where a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d < ${sql.lit(count)}`;
};

/** Wraps a database so that its queries are added to `queries`. */
export const recordQueries = (database: DatabaseService, queries: CompiledQuery[]): DatabaseService => {
  const watch = <Tables>(kysely: Kysely<Tables>): Kysely<Tables> => {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        queries.push(kysely.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    return kysely.withPlugin(plugin);
  };
  return {
    ...database,
    run: (query, within) => database.run((kysely) => query(watch(kysely)), within),
    read: (query) => database.read((kysely) => query(watch(kysely))),
  };
};
