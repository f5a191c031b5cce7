import { DatabaseSync } from "node:sqlite";
import { Effect } from "effect";
import { expect, test } from "vitest";
import { documentMatchesSuite } from "./document-matches-suite.ts";
import { newCollection, newDocument, open, createSqliteDatabase } from "./fixture.ts";

documentMatchesSuite(createSqliteDatabase);

test("indexed field values of an older table layout are migrated", async () => {
  const { location, remove } = await createSqliteDatabase();
  const before = await open(location);
  const { id } = await Effect.runPromise(before.collections.insert(newCollection()));
  for (const kind of ["a", "b", "a"]) {
    await Effect.runPromise(before.documents.insert(newDocument(id, { metadata: { kind } })));
  }
  await before.close();
  const file = new DatabaseSync((location as { readonly path: string }).path);
  file.exec(`alter table document_facts rename to later;
    create table document_facts (collection_id char(36) not null, fact blob not null, block integer not null,
      data blob not null, constraint document_facts_key primary key (collection_id, fact, block));
    insert into document_facts select * from later; drop table later;
    alter table documents drop column external_id_sent; drop index documents_of_batch;
    alter table documents drop column batch_id; alter table documents drop column chunking; drop table stored_files;
    drop table uploads; drop table upload_parts; drop table vector_stores; drop table file_batches;
    drop table removed_items; drop table usage_days;
    drop table query_sums; create index query_days_by_day on query_days (day);
    delete from kysely_migration where name >= '0028'`);
  file.close();
  const after = await open(location);
  const { facets } = await Effect.runPromise(after.documents.countFacets(id, { fields: ["kind"], limit: 9 }));
  expect(facets[0]?.values).toEqual([
    { value: "a", count: 2 },
    { value: "b", count: 1 },
  ]);
  await after.close();
  await remove();
});
