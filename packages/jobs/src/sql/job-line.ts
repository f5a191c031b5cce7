import { sql } from "kysely";

/** Position of a job in the queue, as claims use it. */
export const LINE = {
  /** Running or ended. */
  none: 0,
  /** Due: claims take it in turn. */
  due: 1,
  /** Due later. A job that waits for its time has no place in the index range that claims read. */
  later: 2,
} as const;

export const lineAt = (runAt: number, time: number): number => (runAt <= time ? LINE.due : LINE.later);

/** For a row that was written before: an older version gave no family to some, and there is none without in the line. */
export const IN_LINE = { line: LINE.due, family: sql<string>`coalesce(family, '')` } as const;
