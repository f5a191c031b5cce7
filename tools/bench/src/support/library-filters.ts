import type { JsonObject } from "@quarry/plugin/domain";

const FIRST_DATE = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;
const TENANTS = 10_000;
/** Maximum number of values in a filter. */
const MANY_VALUES = 1_000;

const dateOf = (row: number): string => new Date(FIRST_DATE + row * MINUTE_MS).toISOString();

/** Metadata of a row of the library: one row a minute. */
export const libraryMetadata = (row: number) => ({
  ...{ tenant: `tenant-${row % TENANTS}`, thousands: row % 1_000, hundreds: row % 100, tens: row % 10 },
  ...{ half: row % 2 === 0, tags: [`t${row % 7}`, `u${row % 11}`], page: row % 13, filename: `file-${row % 97}.md` },
  ...{ created_at: dateOf(row), source: "bench" },
});

/** Returns typical filters, by a name that states how many rows match. Each iteration selects other rows. */
export const libraryFilters = (rows: number): Readonly<Record<string, (turn: number) => JsonObject>> => ({
  "0.01 %": (turn) => ({ tenant: `tenant-${turn % TENANTS}` }),
  "0.1 %": (turn) => ({ thousands: turn % 1_000 }),
  "1 %": (turn) => ({ hundreds: turn % 100 }),
  "10 %": (turn) => ({ tens: turn % 10 }),
  "50 %": (turn) => ({ half: turn % 2 === 0 }),
  "all but 10 %": (turn) => ({ tens: { $ne: turn % 10 } }),
  "neither 10 % nor 1 %": (turn) => ({ $nor: [{ tens: turn % 10 }, { hundreds: (turn + 1) % 100 }] }),
  "5 % by date": (turn) => {
    const from = (turn * 7_919) % Math.ceil(rows * 0.95);
    return { created_at: { $gte: dateOf(from), $lt: dateOf(from + Math.ceil(rows * 0.05)) } };
  },
  "$in 1,000": (turn) => {
    const tenants = Array.from({ length: MANY_VALUES }, (_, at) => (at * 7 + turn) % TENANTS);
    return { tenant: { $in: tenants.map((tenant) => `tenant-${tenant}`) } };
  },
  "a tag": (turn) => ({ tags: `t${turn % 7}` }),
});
