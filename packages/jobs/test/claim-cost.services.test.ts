import { Effect } from "effect";
import { CompiledQuery } from "kysely";
import { afterAll, expect } from "vitest";
import { claimCostSuite } from "./claim-cost-suite.ts";
import { openTemporary } from "./fixture.ts";
import { reusedMysql } from "./reused-mysql.ts";

interface Step {
  readonly table: string | null;
  readonly key: string | null;
  /** Rows actually read, for a statement that was run. */
  readonly r_rows?: string | number | null;
  readonly Extra: string | null;
}

const { makeEmpty, drop } = reusedMysql();
afterAll(drop);

claimCostSuite(
  () => openTemporary(undefined, makeEmpty),
  async ({ database }, query) => {
    const isRead = query.sql.trimStart().startsWith("select");
    const analysis = CompiledQuery.raw(`${isRead ? "analyze" : "explain"} ${query.sql}`, [...query.parameters]);
    const { rows } = await Effect.runPromise(database.run((kysely) => kysely.executeQuery<Step>(analysis)));
    const ofJobs = rows.filter(({ table }) => table === "jobs");
    for (const step of ofJobs) {
      const reported = `${JSON.stringify(step)} in ${query.sql}`;
      expect(step.key, reported).toMatch(isRead ? /^jobs_(turns|leased|later)$/ : /^PRIMARY$/);
      expect(Number(step.r_rows ?? 0), reported).toBeLessThanOrEqual(1);
      expect(step.Extra ?? "", reported).not.toMatch(/filesort|temporary/i);
    }
    return `${query.sql.trim().split(/\s/, 1)[0]}: ${ofJobs.map(({ key }) => key).join(", ")}`;
  },
);
