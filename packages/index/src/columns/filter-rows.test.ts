import { compileFilter, type JsonObject, parseFilter } from "@quarry/plugin/domain";
import { filterArbitrary, metadataArbitrary } from "@quarry/plugin-testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runToCompletion } from "../vectors/read/sliced.ts";
import { Column } from "./column.ts";
import { makeColumn } from "./column-kinds.ts";
import { columnRows, columnsIn, filterRows } from "./filter-rows.ts";
import { countOf, hasBit } from "./row-bits.ts";
import { VALUE_KIND } from "./value-column.ts";

const PAIRS = 30_000;
const RECORDS = 100;

/** Results of the columns for each record: yes, no, or undecided. */
const answersOf = (filters: JsonObject, records: readonly JsonObject[], range = { from: 0, to: records.length }) => {
  const filter = parseFilter(filters)!;
  const columns = new Map([...columnsIn(filter).keys()].map((key) => [key, makeColumn(key)]));
  for (const column of columns.values()) for (const record of records) column.push(record);
  const { yes, maybe } = runToCompletion(filterRows(filter, columnRows(columns, range)));
  const rows = Array.from({ length: range.to - range.from }, (_, row) => row);
  const answers = rows.map((row) => (hasBit(yes, row) ? true : hasBit(maybe, row) ? undefined : false));
  expect(countOf(yes) + countOf(maybe)).toBe(
    rows.filter((row) => answers[row] === true).length * 2 + rows.filter((row) => answers[row] === undefined).length,
  );
  return answers;
};

const expected = (filters: JsonObject, records: readonly JsonObject[]) =>
  records.map(compileFilter(parseFilter(filters)!));

test("column filtering agrees with the compiled filter for any metadata", { timeout: 120_000 }, () => {
  const records = fc.sample(metadataArbitrary, { numRuns: PAIRS / RECORDS, seed: 5 });
  for (const filters of fc.sample(filterArbitrary, { numRuns: RECORDS, seed: 6 }))
    expect({ filters, answers: answersOf(filters, records) }).toEqual({ filters, answers: expected(filters, records) });
});

const long = (end: string): string => `${"long ".repeat(60)}${end}`;
const RECORDS_OF_KINDS: readonly JsonObject[] = [
  ...["", "a", "ab", "b", "é", "\uffee", "😀", "\ud83d", "x\ude00", long("a"), long("b")].map((a) => ({ a })),
  ...[0, -0, 1, 1.5, -7, 9_007_199_254_740_991, 1.5e-308, 5e-324].map((a) => ({ a })),
  ...[true, false, null, {}, { b: 1 }, [], [[]], [{}], [null], [1, null], ["a", 1], ["ab"], [long("a"), 3]].map(
    (a) => ({
      a: a as JsonObject,
    }),
  ),
  {},
];
const VALUES = [
  "",
  "a",
  "b",
  "ab",
  "\uffee",
  "😀",
  "\ud83d",
  "\ude00",
  0,
  1,
  1.5,
  -8,
  1.5e-308,
  true,
  false,
  long("a"),
  long(""),
];

describe.each(VALUES.map((value) => ({ value })))("filter value $value", ({ value }) => {
  test.each(["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$contains", "$not_contains"])(
    "%s agrees with the compiled filter for values of every type",
    (operator) => {
      if (typeof value === "boolean" && /^.[gl]/.test(operator)) return;
      const filters = { a: { [operator]: value } };
      const answers = answersOf(filters, RECORDS_OF_KINDS);
      const truth = expected(filters, RECORDS_OF_KINDS);
      // Strings too long to be stored have no order and no substrings.
      for (const [row, answer] of answers.entries())
        if (answer !== undefined || !JSON.stringify(RECORDS_OF_KINDS[row]).includes(long("").slice(0, -1)))
          expect({ row: RECORDS_OF_KINDS[row], answer }).toEqual({ row: RECORDS_OF_KINDS[row], answer: truth[row] });
    },
  );
});

test("long strings are distinguished by equality; their order and substrings are undecided", () => {
  const records = [{ a: long("a") }, { a: long("b") }, { a: [long("a")] }];
  expect(answersOf({ a: long("a") }, records)).toEqual([true, false, true]);
  expect(answersOf({ a: { $nin: [long("a")] } }, records)).toEqual([false, true, false]);
  expect(answersOf({ $or: [{ a: { $gt: "x" } }, { a: long("b") }] }, records)).toEqual([undefined, true, undefined]);
  expect(answersOf({ a: { $not_contains: "b" } }, records)).toEqual([undefined, undefined, true]);
});

test("filters on lists beyond the memory limit are undecided, except $exists; stored lists are deduplicated", () => {
  const many = Array.from({ length: 8_192 }, (_, n) => n);
  const column = new Column("a", VALUE_KIND);
  const push = (...extra: readonly string[]) => column.push({ a: [...many, ...extra] });
  // Sixteen million elements take 64 MB; two lists beyond that are the same one.
  for (let list = 0; list < 2_050; list += 1) push(`list ${list}`);
  const retained = column.rows - 1;
  for (const extra of ["list 1", "last", "last"]) push(extra);
  expect(column.codes[retained + 1]).toBe(column.codes[1]);
  expect(column.codes[retained + 3]).toBe(column.codes[retained + 2]);
  expect(column.atoms.startOf(column.atoms.count)).toBeLessThan(70_000_000);
  const answers = (filters: JsonObject) => {
    const { yes, maybe } = runToCompletion(
      filterRows(parseFilter(filters)!, columnRows(new Map([[column.key, column]]), { from: 0, to: column.rows })),
    );
    return [1, retained + 1, retained + 2].map((row) =>
      hasBit(yes, row) ? true : hasBit(maybe, row) ? undefined : false,
    );
  };
  expect(answers({ a: "list 1" })).toEqual([true, true, undefined]);
  expect(answers({ a: { $ne: "list 1" } })).toEqual([false, false, undefined]);
  expect(answers({ a: { $contains: "last" } })).toEqual([false, false, undefined]);
  expect(answers({ a: { $gt: 9_000 } })).toEqual([false, false, undefined]);
  expect(answers({ $or: [{ a: "list 1" }, { a: { $exists: true } }] })).toEqual([true, true, true]);
});

const COMPARED = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"];

test("several conditions on one path agree with the compiled filter", () => {
  const records = RECORDS_OF_KINDS.filter((record) => !JSON.stringify(record).includes(long("").slice(0, -1)));
  const values = ["", "a", "b", "\uffee", "\ud83d", 0, 1, 1.5];
  const conditions = COMPARED.flatMap((operator) => values.map((value) => ({ a: { [operator]: value } })));
  for (const [one, condition] of conditions.entries()) {
    for (const other of conditions.slice(one)) {
      for (const operator of ["$and", "$or", "$nor"]) {
        const filters = { [operator]: [condition, other, { a: { $exists: true } }] };
        expect({ filters, answers: answersOf(filters, records) }).toEqual({
          filters,
          answers: expected(filters, records),
        });
      }
    }
  }
  // Without lists, both ends of a range are found at once.
  const plain = records.filter(({ a }) => !Array.isArray(a));
  for (const from of values) {
    for (const to of values) {
      for (const [above, below] of [["$gt", "$lte"] as const, ["$gte", "$lt"] as const]) {
        const filters = { a: { [above]: from, [below]: to, $ne: "ab" } };
        expect({ filters, answers: answersOf(filters, plain) }).toEqual({ filters, answers: expected(filters, plain) });
      }
    }
  }
  const both = { a: { $gt: "a", $lt: "m", $ne: long("a") } };
  const open = [{ a: long("a") }, { a: long("b") }, { a: "b" }, { a: "z" }, { a: 1 }];
  expect(answersOf(both, open)).toEqual([false, undefined, true, false, false]);
  expect(answersOf({ $or: [{ a: { $gt: "a" } }, { a: long("a") }] }, open)).toEqual([
    true,
    undefined,
    true,
    true,
    false,
  ]);
});

test("filtering a range of rows returns results for those rows only", () => {
  const records = Array.from({ length: 100 }, (_, n) => ({ n }));
  const answers = answersOf({ n: { $not: { $lt: 90 } } }, records, { from: 64, to: 100 });
  expect(answers.map((answer, row) => (answer === true ? row + 64 : 0)).filter(Boolean)).toEqual([
    ...[90, 91, 92, 93, 94, 95, 96, 97, 98, 99],
  ]);
});

test("columns with many distinct values agree with the compiled filter", () => {
  const records = Array.from({ length: 20_000 }, (_, n) => ({ n, s: `value ${n % 7_000}`, mixed: n % 2 ? n : `${n}` }));
  for (const filters of [
    { n: { $gte: 19_990 } },
    { s: "value 6999" },
    { s: { $contains: "e 69" } },
    { s: { $gt: "value 99" } },
    { mixed: { $in: Array.from({ length: 1_000 }, (_, n) => (n % 3 ? n : `${n}`)) } },
    { mixed: { $lt: "2" }, n: { $ne: 10 } },
    { n: { $gte: 7, $lt: 19_000, $ne: 10 }, s: { $gt: "value 1", $lte: "value 3" } },
  ])
    expect(answersOf(filters, records)).toEqual(expected(filters, records));
});
