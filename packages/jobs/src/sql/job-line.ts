import { sql } from "kysely";

/** Position of a job in the queue, as used by claims. */
export const LINE = {
  /** Running or ended. */
  none: 0,
  /** Due: claims take these in fair order. */
  due: 1,
  /** Due later: outside the index range that claims read. */
  later: 2,
} as const;

export const lineAt = (runAt: number, time: number): number => (runAt <= time ? LINE.due : LINE.later);

/** For a row that an older version wrote, which can lack a family: every row in the due line must have one. */
export const DUE_COLUMNS = { line: LINE.due, family: sql<string>`coalesce(family, '')` } as const;
