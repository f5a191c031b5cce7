import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { ColumnTypes } from "./column-types.ts";
import { addColumn } from "./create.ts";

/** Keys with an access filter, and keys that sign user tokens. */
export const keyBoundaries = (types: ColumnTypes): Migration => ({
  async up(kysely: Kysely<unknown>) {
    const add = (name: string, type: ColumnTypes["json"]) =>
      addColumn(kysely, types.dialect, "api_keys", name, type, (column) => column);
    await add("filter", types.json);
    await add("signing", types.key);
    await add("signing_secret", types.text);
    await add("public_key", types.text);
  },
});
