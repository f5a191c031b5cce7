import { compileFilter, type JsonObject, type JsonValue, parseFilter } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { runToCompletion, startSlice } from "../vectors/read/sliced.ts";
import { Column } from "./column.ts";
import { columnRows, filterRows } from "./filter-rows.ts";
import { hasBit } from "./row-bits.ts";
import { VALUE_KIND } from "./value-column.ts";

/** More than the 65,536 that are checked one by one. */
const FIRST = 70_001;
const MORE = 20_000;

const valueOf = (n: number): JsonValue => (n % 3 === 0 ? null : n % 11 === 0 ? [n % 500, `s${n % 70}`] : `s${n % 900}`);

const FILTERS: readonly JsonObject[] = [
  { a: "s7" },
  { a: { $in: ["s7", "s8", 40, "nowhere"] } },
  { a: { $ne: "s10" } },
  { a: { $contains: "s69" } },
  { a: { $gt: 490 } },
  { a: null },
  { $or: [{ a: "s1" }, { a: { $exists: false } }] },
  { a: "new" },
];

test("filters match the same rows before and after row lists are built, and with rows added since", () => {
  const column = new Column("a", VALUE_KIND);
  const records: JsonObject[] = [];
  const add = (count: number, extra?: string): void => {
    for (const end = records.length + count; records.length < end;) {
      records.push({ a: records.length % 97 === 0 && extra !== undefined ? extra : valueOf(records.length) });
      column.push(records.at(-1));
    }
  };
  const check = (): void => {
    for (const filters of FILTERS) {
      const filter = parseFilter(filters)!;
      const matches = compileFilter(filter);
      const source = columnRows(new Map([[column.key, column]]), { from: 0, to: records.length });
      const { yes, maybe } = runToCompletion(filterRows(filter, source));
      expect(maybe).toBe(yes);
      const wrong = records.findIndex((record, row) => matches(record) !== hasBit(yes, row));
      expect({ filters, wrong }).toEqual({ filters, wrong: -1 });
    }
  };
  const prepare = (): void => {
    do startSlice(1);
    while (!column.prepare());
  };
  add(FIRST);
  prepare();
  expect(column.lists.rows).toBe(0);
  check();
  prepare();
  expect(column.lists.rows).toBe(FIRST - (FIRST % 32));
  check();
  add(MORE, "new");
  check();
  prepare();
  expect(column.lists.rows).toBe(FIRST - (FIRST % 32));
  add(60_000);
  prepare();
  expect(column.lists.rows).toBeGreaterThan(FIRST + MORE);
  check();
});
