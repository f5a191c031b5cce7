import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Where passages stand on their pages. Null in those of before: nothing is written again, and it takes no time. */
export const boxes = ({ dialect, text }: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    await addColumn(kysely, dialect, "passages", "boxes", text, (column) => column);
  },
});
