import { canonicalString, compileFilter, type JsonObject, type JsonValue, parseFilter } from "@quarry/plugin/domain";
import { describe, expect, test } from "vitest";
import { runToCompletion, startSlice } from "../vectors/read/sliced.ts";
import { Column } from "./column.ts";
import { columnRows, filterRows } from "./filter-rows.ts";
import { hasBit } from "./row-bits.ts";
import { VALUE_KIND } from "./value-column.ts";

/** More than the 16,384 that are checked one by one. */
const FIRST = 20_000;
const MORE = 10_000;
/** Coprime with the numbers of operators and bounds, so that each filter meets each row in one of the checks. */
const STRIDE = 5;

const dateOf = (n: number): string => new Date(1_700_000_000_000 + n * 60_000).toISOString();
const scattered = (n: number): number => (n * 7_919) % (FIRST + MORE);

/** Strings of several kinds, and values that are not strings. */
const VALUES: Readonly<Record<string, (n: number) => JsonValue>> = {
  "ascending dates": dateOf,
  "shuffled dates": (n) => dateOf(scattered(n)),
  "repeated dates": (n) => dateOf(n % 18_000),
  "words of several scripts": (n) => `${["a", "é", "\uffee", "😀", "z"][n % 5]}${scattered(n).toString(36)}`,
  "ascending numbers": (n) => 1_700_000_000 + n,
  "shuffled numbers": (n) => (scattered(n) - 15_000) / 7,
  "strings mixed with other values": (n) =>
    [scattered(n), `s${scattered(n)}`, null, `${"long ".repeat(60)}${n}`, [`in ${n}`, n], `\ud83d${n}`, true][n % 7]!,
};

describe.each(Object.entries(VALUES))("a column of %s", (_, valueOf) => {
  const column = new Column("a", VALUE_KIND);
  const records: JsonObject[] = [];
  const add = (count: number): void => {
    for (const end = records.length + count; records.length < end;) {
      records.push({ a: valueOf(records.length) });
      column.push(records.at(-1));
    }
  };
  const makeOrder = (): void => {
    do startSlice(1);
    while (!column.order.continueSort());
  };
  let start = 0;
  const check = (): void => {
    const bounds = ["", dateOf(0), dateOf(12_345), dateOf(27_000), "a7", "s3", "in 2", "\uffee2", "😀", "zzzz"];
    for (const bound of [...bounds, "\ud83d1", -11.5, 5_000, 1_700_012_345]) {
      for (const operator of ["$gt", "$gte", "$lt", "$lte"]) {
        const filter = parseFilter({ a: { [operator]: bound } })!;
        const matches = compileFilter(filter);
        const { yes, maybe } = runToCompletion(
          filterRows(filter, columnRows(new Map([[column.key, column]]), { from: 0, to: records.length })),
        );
        // Every fifth row, with a different offset per filter: the reference evaluator parses a date for each row.
        start = (start + 1) % STRIDE;
        const wrong = records.findIndex((record, row) => {
          if (row % STRIDE !== start) return false;
          const isOpen = hasBit(maybe, row) !== hasBit(yes, row);
          return !isOpen && matches(record) !== hasBit(yes, row);
        });
        expect({ operator, bound, wrong: records[wrong] }).toEqual({ operator, bound, wrong: undefined });
      }
    }
  };

  test("range filters agree with the compiled filter before and after sorting, and with rows added since", () => {
    add(FIRST);
    expect(column.order.isBehind).toBe(false);
    check();
    expect(column.order.isBehind).toBe(column.atoms.count > 16_384);
    makeOrder();
    expect(column.order.atoms).toBe(column.atoms.count > 16_384 ? column.atoms.count : 0);
    check();
    add(MORE);
    check();
    makeOrder();
    expect(column.order.isBehind).toBe(false);
    check();
  });
});

test("sorting covers all values and yields them in canonical order", () => {
  const column = new Column("a", VALUE_KIND);
  for (let n = 0; n < FIRST; n += 1) column.push({ a: dateOf(scattered(n)) });
  column.order.requestSort();
  do startSlice(1);
  while (!column.order.continueSort());
  expect(column.order.atoms).toBe(FIRST);
  expect([...column.order.within(false, [])].map((atom) => column.atoms.stringOf(atom))).toEqual(
    Array.from({ length: FIRST }, (_, n) => canonicalString(dateOf(scattered(n)))).toSorted(),
  );
});
