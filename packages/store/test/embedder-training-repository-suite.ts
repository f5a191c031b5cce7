import {
  CollectionRepository,
  type CollectionRepositoryService,
  DocumentRepository,
  type DocumentRepositoryService,
  type DueTrainings,
  EmbedderTrainingRepository,
  type EmbedderTrainingRepositoryService,
  FIRST_DUE_CURSOR,
  type DueCursor,
} from "@quarry/store";
import { Effect, Layer, ManagedRuntime } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseLayer, type DatabaseLocation, type CreateDatabase, newCollection, newDocument } from "./fixture.ts";

const open = (location: DatabaseLocation) =>
  ManagedRuntime.make(
    Layer.mergeAll(EmbedderTrainingRepository.layer, CollectionRepository.layer, DocumentRepository.layer).pipe(
      Layer.provideMerge(databaseLayer(location)),
    ),
  );

export const embedderTrainingRepositorySuite = (createDatabase: CreateDatabase): void => {
  let location: DatabaseLocation;
  let remove: () => Promise<void>;
  let runtime: ReturnType<typeof open>;
  let trainings: EmbedderTrainingRepositoryService;
  let collections: CollectionRepositoryService;
  let documents: DocumentRepositoryService;

  beforeEach(async () => {
    ({ location, remove } = await createDatabase());
    runtime = open(location);
    trainings = await runtime.runPromise(EmbedderTrainingRepository);
    collections = await runtime.runPromise(CollectionRepository);
    documents = await runtime.runPromise(DocumentRepository);
  });
  afterEach(async () => {
    await runtime.dispose();
    await remove();
  });

  const run = Effect.runPromise;
  const maker = { provider: "local", model: "hashed", dimension: 1024, method: "words-1" };
  const search = {
    provider: "local",
    method: "words-1",
    minChunks: 200,
    minDimension: 64,
    maxDimension: 2048,
    changedShare: 0.05,
  };
  const bytesOf = (length: number, seed = 1) => Uint8Array.from({ length }, (_, index) => (index * seed) % 251);
  const dueIds = async (most = 500) => {
    const ids: string[] = [];
    for (let cursor: DueCursor | undefined = FIRST_DUE_CURSOR; cursor !== undefined;) {
      const due: DueTrainings = await run(trainings.due(search, cursor, most));
      ids.push(...due.collections.map(({ collectionId }) => collectionId));
      cursor = due.next;
    }
    return ids;
  };

  const withChunks = async (chunkCount: number, over: Parameters<typeof newCollection>[0] = {}) => {
    const { id } = await run(collections.insert(newCollection(over)));
    await restore(id, chunkCount);
    return id;
  };
  const restore = (collectionId: string, chunkCount: number) => {
    const document = { ...newDocument(collectionId), createdAt: "2026-11-20T10:00:00.000Z" };
    return run(documents.restore([{ ...document, run: { chunkCount, tokenCount: chunkCount, info: null } }]));
  };
  const putNow = async (collectionId: string, bytes: Uint8Array, by = maker) => {
    const { chunkCount, chunkChurn } = (await run(trainings.collection(collectionId)))!;
    return run(trainings.put({ ...by, collectionId, chunkCount, chunkChurn, bytes }));
  };

  test("a training result of any size is returned unchanged, and the next one replaces it with a higher number", async () => {
    const id = await withChunks(300);
    const first = bytesOf(2_500_000);
    expect(await putNow(id, first)).toBe(true);
    const retained = (await run(trainings.read(id)))!;
    expect(retained).toMatchObject(maker);
    expect(Buffer.compare(retained.bytes, first)).toBe(0);
    expect(await run(trainings.number(id, maker))).toBe(retained.number);

    await putNow(id, bytesOf(10, 3));
    const next = (await run(trainings.read(id)))!;
    expect(next.bytes).toEqual(bytesOf(10, 3));
    expect(next.number).toBeGreaterThan(retained.number);
    expect(await run(trainings.number(id, { ...maker, method: "words-2" }))).toBeUndefined();
  });

  test("large enough collections are due if untrained, or if grown or shrunk since their training", async () => {
    const small = await withChunks(199);
    const large = await withChunks(200);
    await withChunks(500, { embeddingProvider: "provider_a" });
    await withChunks(500, { dimension: 32 });
    expect(await dueIds()).toEqual([large]);

    await putNow(large, bytesOf(10));
    expect(await dueIds()).toEqual([]);
    await restore(large, 10);
    expect(await dueIds()).toEqual([]);
    await restore(large, 1);
    expect(await dueIds()).toEqual([large]);

    await restore(small, 1);
    await putNow(small, bytesOf(10));
    const page = await run(documents.list(small, { limit: 10, offset: 0 }));
    await run(documents.remove(small, page.items.find(({ chunkCount }) => chunkCount === 199)!.id));
    expect(await dueIds()).toEqual(expect.arrayContaining([small, large]));
  });

  test("due collections are listed in pages of any size, each once", async () => {
    const ids: string[] = [];
    for (const chunks of [200, 200, 200, 300, 201, 200, 300]) ids.push(await withChunks(chunks));
    await withChunks(100);
    const fitted = ids.slice(0, 3);
    for (const id of fitted) await putNow(id, bytesOf(10), { ...maker, method: "words-0" });
    for (const most of [1, 2, 3, 4, 7, 100]) expect((await dueIds(most)).toSorted()).toEqual(ids.toSorted());
    const first = await run(trainings.due(search, FIRST_DUE_CURSOR, 2));
    expect(first.collections.length).toBeLessThanOrEqual(2);
    for (const id of ids) await putNow(id, bytesOf(10));
    expect(await dueIds(2)).toEqual([]);
  });

  test("a training result of another method, model, dimension or provider is due", async () => {
    for (const other of [{ method: "words-0" }, { model: "old" }, { dimension: 512 }, { provider: "former" }]) {
      const id = await withChunks(200);
      await putNow(id, bytesOf(10), { ...maker, ...other });
      expect(await dueIds()).toEqual([id]);
      await putNow(id, bytesOf(10));
      expect(await dueIds()).toEqual([]);
    }
  });

  test("postponing retains a result of the same embedder, and replaces another's with an empty one", async () => {
    const id = await withChunks(200);
    await putNow(id, bytesOf(10));
    await restore(id, 100);
    const { chunkCount, chunkChurn } = (await run(trainings.collection(id)))!;
    await run(trainings.postpone({ ...maker, collectionId: id, chunkCount, chunkChurn }));
    expect(await dueIds()).toEqual([]);
    expect((await run(trainings.read(id)))!.bytes).toEqual(bytesOf(10));
    await run(trainings.postpone({ ...maker, method: "words-2", collectionId: id, chunkCount, chunkChurn }));
    expect((await run(trainings.read(id)))!.bytes).toHaveLength(0);
  });

  test("a result is removed with its collection, none is stored for a missing one, and numbers don't decrease", async () => {
    const id = await withChunks(200);
    await putNow(id, bytesOf(10));
    const { number } = (await run(trainings.read(id)))!;
    await run(trainings.remove(id));
    expect(await run(trainings.read(id))).toBeUndefined();
    await putNow(id, bytesOf(10));
    expect((await run(trainings.read(id)))!.number).toBeGreaterThanOrEqual(number);

    const { chunkCount, chunkChurn } = (await run(trainings.collection(id)))!;
    await run(collections.remove(id, () => Effect.void));
    expect(await run(trainings.read(id))).toBeUndefined();
    expect(await run(trainings.put({ ...maker, collectionId: id, chunkCount, chunkChurn, bytes: bytesOf(5) }))).toBe(
      false,
    );
    expect(await run(trainings.collection(id))).toBeUndefined();
  });
};
