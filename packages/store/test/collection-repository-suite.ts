import { newId } from "@quarry/plugin/domain";
import type { Transaction } from "@quarry/store";
import { Effect, Exit } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CreateDatabase, newCollection, newDocument, open, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;
const nothing = () => Effect.void;

/**
 * Another process's response takes at least this long to arrive here; another connection of this process can be faster.
 */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

export const collectionRepositorySuite = (createDatabase: CreateDatabase): void => {
  let store: Awaited<ReturnType<typeof openTemporary>>;
  beforeEach(async () => void (store = await openTemporary(createDatabase)));
  afterEach(() => store.close());

  describe("insert and find", () => {
    test("every field is returned unchanged, with exact numbers and JSON", async () => {
      const input = newCollection({
        name: "All_Fields9",
        description: "Ünïcode ☃ \u0000 end",
        embeddingApiKey: "v1.sealed",
        rerankingApiKey: "v1.sealed-too",
        rerankingEnabled: true,
        defaultMinScore: 0.30000000000000004,
        defaultSearchMode: "hybrid",
        metadata: JSON.parse('{"b":1,"a":{"__proto__":null,"deep":[1,"2",null]},"1":true}'),
      });
      const inserted = await run(store.collections.insert(input));
      expect(inserted).toMatchObject(input);
      expect(inserted).toMatchObject({
        indexNumber: 1,
        documentCount: 0,
        chunkCount: 0,
        tokenCount: 0,
        sizeBytes: 0,
      });
      expect(inserted.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(await run(store.collections.findByName("All_Fields9"))).toEqual(inserted);
      expect(await run(store.collections.findById(input.id))).toEqual(inserted);
      expect(JSON.stringify((await run(store.collections.findById(input.id)))!.metadata)).toBe(
        JSON.stringify(input.metadata),
      );
    });

    test("a collection survives closing and reopening", async () => {
      const inserted = await run(store.collections.insert(newCollection({ name: "kept" })));
      const again = await open(store.location);
      expect(await run(again.collections.findByName("kept"))).toEqual(inserted);
      await again.close();
    });

    test("names are unique case-sensitively", async () => {
      await run(store.collections.insert(newCollection({ name: "Docs" })));
      await run(store.collections.insert(newCollection({ name: "docs" })));
      const error = await run(Effect.flip(store.collections.insert(newCollection({ name: "docs" }))));
      expect(error).toMatchObject({
        _tag: "DomainError",
        code: "already_exists",
        message: 'a collection named "docs" exists already',
      });
      expect(await run(store.collections.findByName("DOCS"))).toBeUndefined();
    });

    test("exactly one of parallel creations of a name succeeds, also across connections", async () => {
      const other = await open(store.location);
      const creations = Array.from({ length: 20 }, (_, index) =>
        Effect.exit((index % 2 === 0 ? store : other).collections.insert(newCollection({ name: "one" }))),
      );
      const exits = await run(Effect.all(creations, { concurrency: "unbounded" }));
      expect(exits.filter(Exit.isSuccess)).toHaveLength(1);
      const { items, total } = await run(store.collections.list({ limit: 10, offset: 0 }));
      expect([items.length, total]).toEqual([1, 1]);
      await other.close();
    });
  });

  describe("list", () => {
    test("pages are in creation order, with the total count", async () => {
      const names = ["a", "b", "c", "d", "e"];
      for (const name of names) await run(store.collections.insert(newCollection({ name })));
      const all = await run(store.collections.list({ limit: 100, offset: 0 }));
      const sorted = all.items.toSorted((one, two) => (one.createdAt + one.id < two.createdAt + two.id ? -1 : 1));
      expect(all.items).toEqual(sorted);
      const page = await run(store.collections.list({ limit: 2, offset: 3 }));
      expect(page.items).toEqual(all.items.slice(3, 5));
      expect(page.total).toBe(5);
      expect(await run(store.collections.list({ limit: 2, offset: 9 }))).toEqual({ items: [], total: 5 });
    });

    test.each([
      ["HAND", ["Handbook", "hand_made"]],
      ["hand_", ["hand_made"]],
      ["handx", []],
      ["%", []],
      ["_", []],
      ["Handbook", ["Handbook"]],
      ["handbooks", []],
      ["zebra", ["Zebra"]],
      // The Kelvin sign is lower-cased to an ordinary k elsewhere.
      ["\u212A", []],
      ["", ["Handbook", "Zebra", "hand_made", "kilo"]],
    ])("prefix %j is literal and ignores case", async (namePrefix, expected) => {
      for (const name of ["Handbook", "hand_made", "Zebra", "kilo"])
        await run(store.collections.insert(newCollection({ name })));
      const { items, total } = await run(store.collections.list({ namePrefix, limit: 10, offset: 0 }));
      expect(items.map((item) => item.name).toSorted()).toEqual(expected);
      expect(total).toBe(expected.length);
    });
  });

  describe("update", () => {
    test("changes the given fields only; null clears a field", async () => {
      const before = await run(
        store.collections.insert(newCollection({ defaultMinScore: 0.5, embeddingApiKey: "sealed" })),
      );
      const after = await run(store.collections.update(before.id, { metadata: { a: 1 }, defaultMinScore: null }));
      expect(after).toEqual({ ...before, metadata: { a: 1 }, defaultMinScore: null, updatedAt: expect.any(String) });
      expect(after.updatedAt >= before.updatedAt).toBe(true);
      expect(await run(store.collections.findById(before.id))).toEqual(after);
    });

    test("of a missing collection fails as not_found", async () => {
      const error = await run(Effect.flip(store.collections.update(newId(), { description: "x" })));
      expect(error).toMatchObject({ code: "not_found" });
    });
  });

  describe("remove", () => {
    test("removes the documents too and commits together with accompanying writes", async () => {
      const doomed = await run(store.collections.insert(newCollection()));
      const retained = await run(store.collections.insert(newCollection()));
      const document = await run(store.documents.insert(newDocument(doomed.id)));
      const other = await run(store.documents.insert(newDocument(retained.id)));
      const removed = await run(
        store.collections.remove(doomed.id, (transaction, collection) =>
          store.database.run(
            (kysely) => kysely.insertInto("meta").values({ name: "purge", value: collection.id }).execute(),
            transaction,
          ),
        ),
      );
      expect(removed).toEqual({ ...doomed, documentCount: 1, sizeBytes: document.fileSize });
      expect(await run(store.collections.findById(doomed.id))).toBeUndefined();
      expect(await run(store.documents.findById(document.id))).toBeUndefined();
      expect(await run(store.documents.findById(other.id))).toEqual(other);
      const purge = await run(store.database.read((kysely) => kysely.selectFrom("meta").selectAll().execute()));
      expect(purge).toEqual([{ name: "purge", value: doomed.id }]);
      expect(await run(store.collections.remove(doomed.id, nothing))).toBeUndefined();
    });

    test("of many documents is atomic for concurrent readers", async () => {
      const collection = await run(store.collections.insert(newCollection()));
      const insertMany = (transaction: Transaction) =>
        Effect.forEach(Array.from({ length: 1_000 }), () =>
          store.documents.insert(newDocument(collection.id), transaction),
        );
      await run(store.database.transaction(insertMany));
      const total = Effect.map(store.documents.list(collection.id, { limit: 1, offset: 0 }), (page) => page.total);
      let atTheEnd: number | undefined;
      const check = () => Effect.orDie(Effect.map(total, (count) => void (atTheEnd = count)));
      const removal = Effect.runFork(store.collections.remove(collection.id, check));
      const seen: number[] = [];
      while (removal.pollUnsafe() === undefined) {
        seen.push(await run(total));
        await new Promise(setImmediate);
      }
      expect(atTheEnd).toBe(1_000);
      expect(new Set([1_000, 0, ...seen])).toEqual(new Set([1_000, 0]));
      expect(await run(store.documents.list(collection.id, { limit: 1, offset: 0 }))).toEqual({ items: [], total: 0 });
      expect(await run(store.documents.totals)).toMatchObject({ documents: { total: 0, pending: 0 }, sizeBytes: 0 });
    });

    test("leaves document rows to removeDocuments, which removes them and no others", async () => {
      const [retained, doomed] = [
        await run(store.collections.insert(newCollection())),
        await run(store.collections.insert(newCollection())),
      ];
      const ids: string[] = [];
      for (let count = 0; count < 450; count += 1)
        ids.push((await run(store.documents.insert(newDocument(doomed.id)))).id);
      await run(store.documents.insert(newDocument(retained.id)));
      await run(store.collections.removeDocuments(doomed.id));
      expect(await run(store.documents.list(doomed.id, { limit: 1, offset: 0 }))).toMatchObject({ total: 450 });
      await run(store.documents.beginProcessing(ids[0]!, 1));
      const rows = store.database.read((kysely) => kysely.selectFrom("documents").select("collection_id").execute());
      await run(store.collections.remove(doomed.id, nothing));
      expect(await run(rows)).toHaveLength(451);
      // A worker that still processes it finds that the document no longer exists.
      expect(await run(store.documents.finishReady(ids[0]!, 1, { chunkCount: 1, tokenCount: 1, info: null }))).toEqual({
        switched: false,
        replacedGeneration: null,
        droppedFileId: null,
      });
      expect(await run(store.documents.beginProcessing(ids[1]!, 1))).toBe(false);
      expect(await run(store.documents.finishFailed(ids[2]!, 1, { message: "no", by: "file" }))).toBe(false);
      // A document restored from an archive gets its old position.
      const again = { ...newDocument(retained.id), id: ids[3]!, createdAt: "2026-01-01T00:00:00.000Z", run: null };
      await run(store.documents.restore([again]));
      await run(store.collections.removeDocuments(doomed.id));
      expect(await run(rows)).toEqual([{ collection_id: retained.id }, { collection_id: retained.id }]);
    });

    test("removes the jobs of its documents, running ones at once, and no others", async () => {
      const collection = await run(store.collections.insert(newCollection()));
      const document = await run(store.documents.insert(newDocument(collection.id)));
      const common = { kind: "process", payload: "null", state: "queued", attempts: 0, max_attempts: 1 } as const;
      const jobs = [document.id, "another", "at work"].map((subject) => ({
        ...common,
        id: subject,
        subject,
        run_at: 0,
        created_at: 0,
        ...(subject === "at work" && { state: "active" as const, family: collection.id }),
      }));
      await run(store.database.run((kysely) => kysely.insertInto("jobs").values(jobs).execute()));
      await run(store.collections.remove(collection.id, nothing));
      const left = store.database.read((kysely) => kysely.selectFrom("jobs").select("subject").execute());
      expect((await run(left)).map(({ subject }) => subject)).not.toContain("at work");
      await run(store.collections.removeDocuments(collection.id));
      expect(await run(left)).toEqual([{ subject: "another" }]);
    });

    test("is rolled back when an accompanying write fails", async () => {
      const collection = await run(store.collections.insert(newCollection()));
      await run(store.documents.insert(newDocument(collection.id)));
      const error = await run(Effect.flip(store.collections.remove(collection.id, () => Effect.fail("queue is away"))));
      expect(error).toBe("queue is away");
      expect(await run(store.collections.findById(collection.id))).toMatchObject({ documentCount: 1 });
    });
  });

  test("recount repairs wrong counters", async () => {
    const wrong = await run(store.collections.insert(newCollection()));
    const right = await run(store.collections.insert(newCollection()));
    await run(store.documents.insert(newDocument(wrong.id, { fileSize: 7 })));
    await run(
      store.database.run((kysely) =>
        kysely
          .updateTable("collections")
          .set({ document_count: 99, size_bytes: 0 })
          .where("id", "=", wrong.id)
          .execute(),
      ),
    );
    expect(await run(store.collections.recount(right.id))).toBe(false);
    expect(await run(store.collections.recount(wrong.id))).toBe(true);
    expect(await run(store.collections.findById(wrong.id))).toMatchObject({ documentCount: 1, sizeBytes: 7 });
    expect(await run(store.collections.recount(wrong.id))).toBe(false);
  });

  test("recountStatuses includes writes of an older version", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await run(store.collections.insert(newCollection()))).id);
    for (const id of ids) await run(store.documents.insert(newDocument(id)));
    const [wrong] = ids as [string];
    await run(
      store.database.run((kysely) =>
        kysely.updateTable("documents").set({ status: "failed" }).where("collection_id", "=", wrong).execute(),
      ),
    );
    expect(await run(store.documents.countsByStatus(wrong))).toMatchObject({ pending: 1, failed: 0 });
    expect(await run(store.collections.recountStatuses)).toBe(1);
    expect(await run(store.documents.countsByStatus(wrong))).toMatchObject({ pending: 0, failed: 1, ready: 0 });
    expect(await run(store.collections.recountStatuses)).toBe(0);
  });

  describe("a collection read repeatedly", () => {
    const find = (name: string) => run(store.collections.findByName(name));

    test("shows a local change as soon as it is committed, never before and never after a rollback", async () => {
      const { id } = await run(store.collections.insert(newCollection({ name: "ours", description: "old" })));
      const change = (description: string, end: Effect.Effect<void, string>) =>
        store.database.transaction((transaction) =>
          Effect.gen(function* () {
            yield* store.collections.update(id, { description }, transaction);
            expect((yield* store.collections.findByName("ours"))!.description).toBe("old");
            expect((yield* store.collections.findById(id))!.description).toBe("old");
            yield* end;
          }),
        );
      await run(Effect.exit(change("rolled back", Effect.fail("no"))));
      expect((await find("ours"))!.description).toBe("old");
      await run(change("new", Effect.void));
      expect((await find("ours"))!.description).toBe("new");
      expect((await run(store.collections.findById(id)))!.description).toBe("new");
    });

    test("shows a change of another connection from the next event-loop turn on", async () => {
      const { id } = await run(store.collections.insert(newCollection({ name: "theirs", description: "old" })));
      expect((await find("theirs"))!.description).toBe("old");
      const other = await open(store.location);
      await run(other.collections.update(id, { description: "new" }));
      await nextTurn();
      expect((await find("theirs"))!.description).toBe("new");
      await run(other.collections.remove(id, nothing));
      await nextTurn();
      expect(await find("theirs")).toBeUndefined();
      expect(await run(store.collections.findById(id))).toBeUndefined();
      await run(other.collections.insert(newCollection({ name: "theirs", description: "again" })));
      await nextTurn();
      expect((await find("theirs"))!.description).toBe("again");
      await other.close();
    });
  });
};
