import { spawn } from "node:child_process";
import { once } from "node:events";
import { newId } from "@quarry/plugin/domain";
import type { CollectionRecord, DocumentRecord } from "@quarry/store";
import { Effect } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CreateDatabase, newCollection, newDocument, openTemporary } from "./fixture.ts";

const run = Effect.runPromise;
const result = (chunkCount: number, tokenCount = chunkCount * 10) => ({ chunkCount, tokenCount, info: null });

export const documentRepositorySuite = (createDatabase: CreateDatabase): void => {
  let store: Awaited<ReturnType<typeof openTemporary>>;
  let collection: CollectionRecord;
  let document: DocumentRecord;

  beforeEach(async () => {
    store = await openTemporary(createDatabase);
    collection = await run(store.collections.insert(newCollection()));
    document = await run(store.documents.insert(newDocument(collection.id, { metadata: { year: 2026 } })));
  });
  afterEach(() => store.close());

  const current = async () => (await run(store.documents.findById(document.id)))!;
  const counters = async () => {
    const { documentCount, chunkCount, tokenCount, sizeBytes } = (await run(
      store.collections.findById(collection.id),
    ))!;
    return { documentCount, chunkCount, tokenCount, sizeBytes };
  };
  const makeReady = async (id: string, chunks: number) => {
    const { generation } = (await run(store.documents.findById(id)))!;
    await run(store.documents.beginProcessing(id, generation));
    return run(store.documents.finishReady(id, generation, result(chunks)));
  };

  describe("a new document", () => {
    test("is pending, has no live generation, and is counted", async () => {
      expect(document).toMatchObject({
        status: "pending",
        generation: 1,
        liveGeneration: null,
        chunkCount: 0,
        errorMessage: null,
        metadata: { year: 2026 },
      });
      expect(await current()).toEqual(document);
      expect(await counters()).toEqual({ documentCount: 1, chunkCount: 0, tokenCount: 0, sizeBytes: 1_000 });
      expect(await run(store.documents.liveGenerations([document.id]))).toEqual(new Map());
    });

    test("can't be inserted into a missing collection", async () => {
      const error = await run(Effect.flip(store.documents.insert(newDocument(newId()))));
      expect(error).toMatchObject({ _tag: "DomainError", code: "not_found" });
    });

    test("is found through its own collection only", async () => {
      const other = await run(store.collections.insert(newCollection()));
      expect(await run(store.documents.find(collection.id, document.id))).toEqual(document);
      expect(await run(store.documents.find(other.id, document.id))).toBeUndefined();
      expect(await run(store.documents.remove(other.id, document.id))).toBeUndefined();
      expect(await run(store.documents.restart(other.id, document.id))).toBeUndefined();
      expect(await current()).toEqual(document);
    });
  });

  describe("a processing run", () => {
    test("that succeeds makes its generation live, with counts and info", async () => {
      expect(await run(store.documents.beginProcessing(document.id, 1))).toBe(true);
      expect((await current()).status).toBe("processing");
      const info = { title: "Annual report", pages: 12 };
      const finished = { chunkCount: 4, tokenCount: 40, info };
      expect(await run(store.documents.finishReady(document.id, 1, finished))).toEqual({
        switched: true,
        replacedGeneration: null,
        droppedFileId: null,
      });
      expect(await current()).toMatchObject({
        status: "ready",
        liveGeneration: 1,
        chunkCount: 4,
        tokenCount: 40,
        info,
      });
      expect(await counters()).toEqual({ documentCount: 1, chunkCount: 4, tokenCount: 40, sizeBytes: 1_000 });
      expect(await run(store.documents.liveGenerations([document.id, newId()]))).toEqual(new Map([[document.id, 1]]));
    });

    test("can't succeed twice or without having begun", async () => {
      expect(await run(store.documents.finishReady(document.id, 1, result(3)))).toMatchObject({ switched: false });
      await makeReady(document.id, 3);
      expect(await run(store.documents.finishReady(document.id, 1, result(3)))).toMatchObject({ switched: false });
      expect(await run(store.documents.finishFailed(document.id, 1, { message: "late", by: "file" }))).toBe(false);
      expect((await counters()).chunkCount).toBe(3);
    });

    test("that fails leaves an error message and no live generation", async () => {
      await run(store.documents.beginProcessing(document.id, 1));
      expect(
        await run(store.documents.finishFailed(document.id, 1, { message: "the file is encrypted", by: "file" })),
      ).toBe(true);
      expect(await current()).toMatchObject({ status: "failed", errorMessage: "the file is encrypted", chunkCount: 0 });
      expect(await run(store.documents.liveGenerations([document.id]))).toEqual(new Map());
      expect(await run(store.documents.beginProcessing(document.id, 1))).toBe(false);
    });

    test("that was interrupted can begin again", async () => {
      await run(store.documents.beginProcessing(document.id, 1));
      expect(await run(store.documents.beginProcessing(document.id, 1))).toBe(true);
      expect((await current()).status).toBe("processing");
    });
  });

  describe("a reprocessing run", () => {
    test("keeps the old generation searchable until the new one replaces it", async () => {
      await makeReady(document.id, 4);
      const restarted = await run(store.documents.restart(collection.id, document.id));
      expect(restarted?.document).toMatchObject({ status: "pending", generation: 2, liveGeneration: 1, chunkCount: 4 });
      expect(await run(store.documents.liveGenerations([document.id]))).toEqual(new Map([[document.id, 1]]));
      await run(store.documents.beginProcessing(document.id, 2));
      expect(await run(store.documents.finishReady(document.id, 2, result(7)))).toEqual({
        switched: true,
        replacedGeneration: 1,
        droppedFileId: null,
      });
      expect(await counters()).toMatchObject({ chunkCount: 7, tokenCount: 70 });
      expect(await run(store.documents.liveGenerations([document.id]))).toEqual(new Map([[document.id, 2]]));
    });

    test("that fails keeps the old generation searchable, with its counts", async () => {
      await makeReady(document.id, 4);
      await run(store.documents.restart(collection.id, document.id));
      await run(store.documents.beginProcessing(document.id, 2));
      await run(store.documents.finishFailed(document.id, 2, { message: "no text", by: "file" }));
      expect(await current()).toMatchObject({
        status: "failed",
        liveGeneration: 1,
        chunkCount: 4,
        errorMessage: "no text",
      });
      expect((await counters()).chunkCount).toBe(4);
      expect(await run(store.documents.restart(collection.id, document.id))).toMatchObject({
        document: { errorMessage: null },
      });
    });

    test("blocks the run that it superseded", async () => {
      await run(store.documents.beginProcessing(document.id, 1));
      await run(store.documents.restart(collection.id, document.id));
      const before = await current();
      expect(await run(store.documents.finishReady(document.id, 1, result(9)))).toMatchObject({ switched: false });
      expect(await run(store.documents.finishFailed(document.id, 1, { message: "stale", by: "file" }))).toBe(false);
      expect(await run(store.documents.beginProcessing(document.id, 1))).toBe(false);
      expect(await current()).toEqual(before);
    });

    test("of the same document many times concurrently increments its generation each time", async () => {
      const restarts = Array.from({ length: 10 }, () => store.documents.restart(collection.id, document.id));
      await run(Effect.all(restarts, { concurrency: "unbounded" }));
      expect((await current()).generation).toBe(11);
    });
  });

  describe("a removal", () => {
    test("during processing can't be undone by the run", async () => {
      await run(store.documents.beginProcessing(document.id, 1));
      expect(await run(store.documents.remove(collection.id, document.id))).toMatchObject({ id: document.id });
      expect(await run(store.documents.finishReady(document.id, 1, result(5)))).toMatchObject({ switched: false });
      expect(await run(store.documents.finishFailed(document.id, 1, { message: "x", by: "file" }))).toBe(false);
      expect(await run(store.documents.findById(document.id))).toBeUndefined();
      expect(await counters()).toEqual({ documentCount: 0, chunkCount: 0, tokenCount: 0, sizeBytes: 0 });
      expect(await run(store.documents.remove(collection.id, document.id))).toBeUndefined();
    });

    test("of the collection can't be undone by the run either", async () => {
      await run(store.documents.beginProcessing(document.id, 1));
      await run(store.collections.remove(collection.id, () => Effect.void));
      expect(await run(store.documents.finishReady(document.id, 1, result(5)))).toMatchObject({ switched: false });
      expect(await run(store.documents.liveGenerations([document.id]))).toEqual(new Map());
    });
  });

  describe("lists", () => {
    test("find documents in the requested order, each once, and none of other collections", async () => {
      const second = await run(store.documents.insert(newDocument(collection.id)));
      const foreign = await run(store.collections.insert(newCollection()));
      const foreignDocument = await run(store.documents.insert(newDocument(foreign.id)));
      const ids = [second.id, newId(), document.id, foreignDocument.id, second.id];
      const found = await run(store.documents.findMany(collection.id, ids));
      expect(found.map((item) => item.id)).toEqual([second.id, document.id]);
      expect(await run(store.documents.findMany(collection.id, []))).toEqual([]);
    });

    test("page by status, with exact totals", async () => {
      const more = [];
      for (let count = 0; count < 5; count += 1)
        more.push(await run(store.documents.insert(newDocument(collection.id))));
      for (const { id } of more.slice(0, 3)) await makeReady(id, 2);
      await run(store.documents.beginProcessing(more[3]!.id, 1));
      await run(store.documents.finishFailed(more[4]!.id, 1, { message: "broken", by: "file" }));
      const all = await run(store.documents.list(collection.id, { limit: 4, offset: 0 }));
      const rest = await run(store.documents.list(collection.id, { limit: 4, offset: 4 }));
      expect([all.items.length, all.total, rest.items.length, rest.total]).toEqual([4, 6, 2, 6]);
      expect(new Set([...all.items, ...rest.items].map((item) => item.id)).size).toBe(6);
      const ready = await run(store.documents.list(collection.id, { status: "ready", limit: 2, offset: 0 }));
      expect([ready.items.length, ready.total]).toEqual([2, 3]);
      expect(ready.items.every((item) => item.status === "ready")).toBe(true);
      const expected = { pending: 1, processing: 1, ready: 3, failed: 1 };
      expect(await run(store.documents.countsByStatus(collection.id))).toEqual(expected);
      expect(await run(store.documents.totals)).toEqual({
        collections: 1,
        documents: { ...expected, total: 6 },
        chunkCount: 6,
        tokenCount: 60,
        sizeBytes: 6_000,
      });
      for (const status of ["pending", "processing"] as const) {
        const [first, ...others] = await run(store.documents.listUnfinished(status, undefined, 10));
        expect([first?.status, ...others]).toEqual([status]);
        expect(await run(store.documents.listUnfinished(status, first, 10))).toEqual([]);
      }
    });

    test.each([0, 1, 4, 5, 256, 257, 700])("return the live generations of %i documents", async (count) => {
      const ids = Array.from({ length: count }, () => newId());
      await run(
        store.database.transaction((transaction) =>
          Effect.forEach(ids, (id) => store.documents.insert(newDocument(collection.id, { id }), transaction)),
        ),
      );
      await run(
        store.database.run((kysely) =>
          kysely.updateTable("documents").set({ live_generation: 3 }).where("id", "in", ids).execute(),
        ),
      );
      const live = await run(store.documents.liveGenerations([...ids, ...ids, document.id]));
      expect([...live.keys()].toSorted()).toEqual(ids.toSorted());
      expect(new Set(live.values())).toEqual(new Set(count === 0 ? [] : [3]));
    });
  });

  test("consecutive pages match their offsets, whatever is added, changed or removed in between", async () => {
    const ids: string[] = [];
    const add = async () => void ids.push((await run(store.documents.insert(newDocument(collection.id)))).id);
    const restore = async (createdAt: string) => {
      const restored = { ...newDocument(collection.id), createdAt, run: null };
      ids.push((await run(store.documents.restore([restored])))[0]!.id);
    };
    for (let count = 0; count < 40; count += 1) await add();
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const changes = [
      () => Promise.resolve(),
      () => Promise.resolve(),
      add,
      () => restore(`2020-01-01T00:00:00.${100 + random(900)}Z`),
      () => run(store.documents.remove(collection.id, ids.splice(random(ids.length), 1)[0]!)),
      () => run(store.documents.beginProcessing(ids[random(ids.length)]!, 1)),
      () => run(store.documents.finishReady(ids[random(ids.length)]!, 1, result(1))),
    ];
    for (const status of [undefined, "pending", "ready"] as const) {
      for (let step = 0, offset = 0; step < 60; step += 1) {
        await changes[random(changes.length)]!();
        const all = await run(store.documents.listAfter(collection.id, undefined, 1_000));
        const matching = all.filter((document) => status === undefined || document.status === status);
        const page = await run(
          store.documents.list(collection.id, { limit: 7, offset, ...(status !== undefined && { status }) }),
        );
        expect(page.total).toBe(matching.length);
        expect(page.items.map(({ id }) => id)).toEqual(matching.slice(offset, offset + 7).map(({ id }) => id));
        offset = random(8) === 0 ? random(30) : (offset + 7) % 42;
      }
    }
  });

  test("counters stay exact under parallel inserts, runs, restarts and removals", async () => {
    const lifecycle = (index: number) =>
      Effect.gen(function* () {
        const { id } = yield* store.documents.insert(newDocument(collection.id, { fileSize: index }));
        yield* store.documents.beginProcessing(id, 1);
        yield* store.documents.finishReady(id, 1, result(index));
        if (index % 3 === 0) yield* store.documents.remove(collection.id, id);
        if (index % 3 === 1) {
          yield* store.documents.restart(collection.id, id);
          yield* store.documents.beginProcessing(id, 2);
          yield* store.documents.finishReady(id, 2, result(1));
        }
      });
    await run(
      Effect.all(
        Array.from({ length: 60 }, (_, index) => lifecycle(index)),
        { concurrency: "unbounded" },
      ),
    );
    const retained = await counters();
    expect(await run(store.collections.recount(collection.id))).toBe(false);
    expect(retained.documentCount).toBe(41);
    expect(await run(store.documents.countsByStatus(collection.id))).toEqual({
      pending: 1,
      processing: 0,
      ready: 40,
      failed: 0,
    });
  });

  test("counters stay exact when several processes write, and none of them fails", async () => {
    const script = `
    import { open, newDocument } from ${JSON.stringify(new URL("./fixture.ts", import.meta.url).href)};
    import { Effect } from "effect";
    const [location, collectionId] = process.argv.slice(1);
    const { documents, close } = await open(JSON.parse(location));
    const lifecycle = Effect.gen(function* () {
      const { id } = yield* documents.insert(newDocument(collectionId));
      yield* documents.beginProcessing(id, 1);
      yield* documents.finishReady(id, 1, { chunkCount: 2, tokenCount: 20, info: null });
      yield* documents.restart(collectionId, id);
      yield* documents.remove(collectionId, id);
    });
    for (let count = 0; count < 40; count += 1) await Effect.runPromise(lifecycle);
    await close();
  `;
    const flags = ["--input-type=module-typescript", "--eval", script];
    const children = Array.from({ length: 3 }, () =>
      spawn(process.execPath, [...flags, JSON.stringify(store.location), collection.id], {
        cwd: new URL(".", import.meta.url),
        stdio: "inherit",
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
    expect(codes).toEqual([0, 0, 0]);
    expect(await counters()).toEqual({ documentCount: 1, chunkCount: 0, tokenCount: 0, sizeBytes: 1_000 });
  });

  test("recent failures include their collection and can be limited in number and by collection", async () => {
    const other = await run(store.collections.insert(newCollection()));
    const failing = [
      await run(store.documents.insert(newDocument(collection.id, { filename: "first.pdf" }))),
      await run(store.documents.insert(newDocument(other.id, { filename: "second.pdf" }))),
    ];
    for (const { id } of failing) {
      await run(store.documents.beginProcessing(id, 1));
      await run(store.documents.finishFailed(id, 1, { message: "no text in it", by: "file" }));
    }
    const all = await run(store.documents.recentFailures(10));
    expect(all.map(({ id }) => id).toSorted()).toEqual(failing.map(({ id }) => id).toSorted());
    expect(all).toContainEqual({
      id: failing[1]!.id,
      collection: other.name,
      filename: "second.pdf",
      errorMessage: "no text in it",
      failedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await run(store.documents.recentFailures(1))).toHaveLength(1);
    expect(await run(store.documents.recentFailures(10, [collection.name]))).toMatchObject([{ id: failing[0]!.id }]);
    expect(await run(store.documents.recentFailures(10, []))).toEqual([]);
  });

  test("totals of given collections count only these, without expired documents", async () => {
    const [one, two] = [newCollection({ name: "one" }), newCollection({ name: "two" })];
    for (const collection of [one, two]) await run(store.collections.insert(collection));
    const document = newDocument(one.id, { fileSize: 7 });
    await run(store.documents.insert(document));
    await run(store.documents.insert(newDocument(two.id)));
    const expiresAt = "2020-01-01T00:00:00.000Z";
    await run(store.documents.insert(newDocument(one.id, { fileSize: 5, expiresAt })));
    const ready = { ...newDocument(one.id, { expiresAt }), createdAt: expiresAt };
    await run(store.documents.restore([{ ...ready, run: { chunkCount: 3, tokenCount: 30, info: null } }]));
    const expected = {
      collections: 1,
      documents: { total: 1, pending: 1, processing: 0, ready: 0, failed: 0 },
      chunkCount: 0,
      tokenCount: 0,
      sizeBytes: 7,
    };
    expect(await run(store.documents.totalsOf({ id: one.id }))).toEqual(expected);
    expect(await run(store.documents.totalsOf({ names: ["one", "missing"] }))).toEqual(expected);
    expect(await run(store.documents.countsByStatus(one.id))).toMatchObject({ pending: 1, ready: 0 });
    expect(await run(store.documents.expiredIn(one.id))).toBe(2);
    expect(await run(store.documents.expiredIn(two.id))).toBe(0);
    const all = { chunkCount: 0, documents: { total: 3, pending: 3, ready: 0 } };
    expect(await run(store.documents.totals)).toMatchObject({ collections: 3, ...all });
  });
};
