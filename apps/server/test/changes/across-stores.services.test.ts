import { randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@quarry/services";
import { afterAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { ChangesApi } from "./changes-api.ts";
import { Library } from "./library.ts";
import { startLoad } from "./under-load.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-changes-"));
const config = join(folder, "quarry.config.jsonc");
const chroma = new URL(addressOf("chroma"));
const prefix = `changes_${randomUUID().slice(0, 8)}_`;
writeFileSync(
  config,
  JSON.stringify({
    vectorStores: {
      chroma: {
        plugin: "@quarry/vector-chroma",
        settings: { host: chroma.hostname, port: Number(chroma.port), collectionPrefix: prefix },
      },
      milvus: {
        plugin: "@quarry/vector-milvus",
        settings: { address: new URL(addressOf("milvus-lite")).host, collectionPrefix: prefix },
      },
      opensearch: {
        plugin: "@quarry/vector-opensearch",
        settings: { address: addressOf("opensearch"), indexPrefix: prefix },
      },
    },
  }),
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });
const changes = new ChangesApi(() => server.api);

const DOCUMENTS = 8;
const VECTORS = 200;

test("a collection moves from the embedded store to Chroma, OpenSearch, Milvus and back while under load", async () => {
  const library = new Library(`stores_${randomUUID().slice(0, 8)}`, () => server.api);
  await server.api.createCollection(library.name, { dimension: 96 });
  const retained: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += 1) retained.push(await library.addDocument());
  await library.putVectors(Array.from({ length: VECTORS }, (_, made) => `note-${made}`));
  for (const store of ["chroma", "opensearch", "milvus", "default"]) {
    // Chroma's graph can lose entries after deletes; the lost entries show when the store is copied to the next one.
    const load = startLoad(library, { documents: retained, deletes: false }, []);
    const { id } = await changes.start(library.name, { vector_store: store });
    const { from, to } = await changes.reaches(library.name, id, "switched").finally(() => load.stop());
    expect([to.vector_store, from.dimension, to.dimension]).toEqual([store, 96, 96]);
    if (store !== "chroma") await library.expectExact();
    for (const document of retained) await library.expectFound(document, "semantic");
  }
  // Leaves nothing on the shared servers.
  await server.api.deleteCollection(library.name);
});
