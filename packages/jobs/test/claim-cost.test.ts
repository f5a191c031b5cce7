import { Effect } from "effect";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";
import { claimCostSuite } from "./claim-cost-suite.ts";
import { openTemporary } from "./fixture.ts";

interface Step {
  readonly detail: string;
}

/**
 * Allowed steps of a query plan: the head of an index, or a row by its key. A scan or a sort would cover the whole
 * queue.
 */
const ALLOWED = [
  /^SEARCH jobs (EXISTS )?USING (COVERING )?INDEX jobs_(turns|leased|later) \(kind=\? AND /,
  /^SEARCH jobs USING INTEGER PRIMARY KEY \(rowid=\?\)$/,
  /^(SCAN|SCALAR|COMPOUND|UNION|LEFT-MOST|CO-ROUTINE|MATERIALIZE|LIST)\b(?!.*\bjobs\b)/,
];

claimCostSuite(
  () => openTemporary(),
  async ({ database }, query) => {
    const plan = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    const { rows } = await Effect.runPromise(database.read((kysely) => kysely.executeQuery<Step>(plan)));
    for (const { detail } of rows) {
      expect(
        ALLOWED.some((allowed) => allowed.test(detail)),
        `${detail} in ${query.sql}`,
      ).toBe(true);
    }
    return rows.map(({ detail }) => detail).join("; ");
  },
);
