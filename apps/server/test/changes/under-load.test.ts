import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rm } from "node:fs/promises";
import { useServer } from "../harness/test-server.ts";
import { ChangesApi, type IndexChange } from "./changes-api.ts";
import { Library } from "./library.ts";
import { startLoad } from "./under-load.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-changes-"));
const config = join(folder, "quarry.config.jsonc");
writeFileSync(config, JSON.stringify({ vectorStores: { second: { plugin: "@quarry/vector-embedded" } } }));
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });
const changes = new ChangesApi(() => server.api);

const DOCUMENTS = 12;
const VECTORS = 300;

/** Fills a library with documents and vectors, and retains half of the documents. */
const fill = async (library: Library) => {
  const ids: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += 1) ids.push(await library.addDocument());
  await library.putVectors(Array.from({ length: VECTORS }, (_, made) => `note-${made}`));
  return { kept: { documents: ids.slice(0, DOCUMENTS / 2) }, victims: ids.slice(DOCUMENTS / 2) };
};

/** Number of changes there and back per test. More rounds find rarer failures. */
const ROUNDS = Number(process.env["QUARRY_CHANGE_ROUNDS"] ?? 3);

/**
 * Runs the changes one after the other under load. After the last has switched the library must be exact and stay so.
 * Returns the last change.
 */
const changeUnderLoad = async (library: Library, bodies: readonly unknown[]): Promise<IndexChange> => {
  const { kept: retained, victims } = await fill(library);
  await library.expectExact();
  const load = startLoad(library, retained, victims);
  let last: IndexChange | undefined;
  try {
    for (const body of bodies) {
      const { id } = await changes.start(library.name, body);
      last = await changes.reaches(library.name, id, "switched");
    }
  } finally {
    const { queries, writes } = await load.stop();
    expect(queries).toBeGreaterThan(0);
    expect(writes).toBeGreaterThan(0);
  }
  await library.expectExact();
  for (const document of library.documents.keys()) {
    await library.expectFound(document, "semantic");
    await library.expectFound(document, "hybrid");
  }
  return last!;
};

/** Returns the change there, followed by `ROUNDS` times back and there again. */
const thereAndBack = (there: unknown, back: unknown): readonly unknown[] => [
  there,
  ...Array.from({ length: ROUNDS - 1 }, () => [back, there]).flat(),
];

test("changing the dimension fails no request under load, and all vectors get the new dimension", async () => {
  const library = new Library("dimensions", () => server.api);
  await server.api.createCollection(library.name, { dimension: 384 });
  const change = await changeUnderLoad(library, thereAndBack({ dimension: 1024 }, { dimension: 384 }));
  const local = { vector_store: "default", embedding_provider: "local", embedding_model: "quarry-local-v2" };
  expect(change).toMatchObject({
    collection: library.name,
    kind: "model",
    progress: 100,
    from: { ...local, dimension: 384 },
    to: { ...local, dimension: 1024 },
    rollback_of: null,
    error: null,
    finished_at: null,
  });
  expect(change.done_count).toBeGreaterThan(VECTORS);
  const { current, total } = await changes.list(library.name);
  expect({ current, total }).toEqual({ current: change.to, total: 2 * ROUNDS - 1 });
  const collection = await server.api.expect(200, "GET", `/v1/collections/${library.name}`);
  expect(collection).toMatchObject({ dimension: 1024, embedding_model: "quarry-local-v2" });
  // Documents and direct vectors now both use the new dimension.
  await library.addDocument();
  await library.putVectors(["note-1", "later"]);
  await library.expectExact();
});

test("changing the store fails no request under load, and all vectors move to the new store", async () => {
  const library = new Library("stores", () => server.api);
  await server.api.createCollection(library.name, { dimension: 128 });
  const change = await changeUnderLoad(library, thereAndBack({ vector_store: "second" }, { vector_store: "default" }));
  expect(change).toMatchObject({ kind: "store", progress: 100, from: { vector_store: "default" } });
  const { current, changes: all } = await changes.list(library.name);
  expect(current).toMatchObject({ vector_store: "second", dimension: 128 });
  // Newest first; the index that each of the others had replaced was removed when the next change began.
  expect(all.map(({ state }) => state)).toEqual(["switched", ...all.slice(1).map(() => "done")]);
  await library.addDocument();
  await library.removeVectors(["note-0"]);
  await library.expectExact();
});

test("a rollback includes everything written since the change", async () => {
  const library = new Library("way_back", () => server.api);
  await server.api.createCollection(library.name, { dimension: 384 });
  const change = await changeUnderLoad(library, [{ dimension: 96, vector_store: "second" }]);
  const load = startLoad(library, { documents: [...library.documents.keys()].slice(0, 4) }, []);
  await library.putVectors(["note-2"]);
  await library.removeVectors(["note-3"]);
  const back = await changes.rollBack(library.name, change.id);
  expect(back).toMatchObject({ rollback_of: change.id, from: change.to, to: change.from });
  await changes.reaches(library.name, back.id, "switched");
  await load.stop();
  expect((await changes.get(library.name, change.id)).state).toBe("rolled_back");
  expect((await changes.list(library.name)).current).toEqual(change.from);
  await library.expectExact();
  for (const document of library.documents.keys()) await library.expectFound(document, "semantic");
});

test("vector stores are listed with their health", async () => {
  const plugin = "@quarry/vector-embedded";
  expect(await server.api.expect(200, "GET", "/v1/vector-stores")).toEqual({
    vector_stores: [
      { name: "default", plugin, is_default: true, healthy: true },
      { name: "second", plugin, is_default: false, healthy: true },
    ],
  });
});
