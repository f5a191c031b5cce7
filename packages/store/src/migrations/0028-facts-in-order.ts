import { sql } from "kysely";
import type { SchemaChange } from "./schema-editor.ts";

/**
 * Stores field values clustered by key: those of a path are read sequentially, without lookups in another structure.
 * MySQL clusters every table. Copies the table once: some seconds for a million rows.
 */
export const factsInOrder: SchemaChange = async ({ kysely, types }) => {
  if (types.dialect === "mysql") return;
  await sql`alter table document_facts rename to document_facts_before`.execute(kysely);
  await sql`create table document_facts (
    collection_id char(36) not null, fact blob not null, block integer not null, data blob not null,
    primary key (collection_id, fact, block)) without rowid`.execute(kysely);
  await sql`insert into document_facts (collection_id, fact, block, data)
    select collection_id, fact, block, data from document_facts_before order by collection_id, fact, block`.execute(
    kysely,
  );
  await sql`drop table document_facts_before`.execute(kysely);
};
