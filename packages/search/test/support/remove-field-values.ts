import type { DatabaseSync } from "node:sqlite";

/** Reverts a file to its state before field values existed. */
export const takeFacts = (database: DatabaseSync): void =>
  database.exec(`delete from segment where kind = 2; alter table segment drop column kind;
    alter table document drop column facts; alter table passage drop column boxes;
    update state set schema_version = 2, postings_version = 5, version = version + 1`);
