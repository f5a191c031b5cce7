import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Positions of passages on their pages. Null in existing rows: nothing is rewritten, so it takes no time. */
export const boxes = ({ dialect, text }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, dialect, "passages", "boxes", text, (column) => column);
  },
});
