import { Effect } from "effect";
import { expect, test } from "vitest";
import { collectionRepositorySuite } from "./collection-repository-suite.ts";
import { newCollection, openTemporary, createSqliteDatabase } from "./fixture.ts";

collectionRepositorySuite(createSqliteDatabase);

test("a collection read repeatedly is the same object until a commit, and a new one after any commit", async () => {
  const store = await openTemporary(createSqliteDatabase);
  const find = () => Effect.runPromise(store.collections.findByName("kept"));
  await Effect.runPromise(store.collections.insert(newCollection({ name: "kept" })));
  const first = (await find())!;
  expect(await find()).toBe(first);
  expect(await Effect.runPromise(store.collections.findById(first.id))).toEqual(first);
  await Effect.runPromise(store.collections.insert(newCollection({ name: "other" })));
  expect(await find()).not.toBe(first);
  expect(await find()).toEqual(first);
  await store.close();
});
