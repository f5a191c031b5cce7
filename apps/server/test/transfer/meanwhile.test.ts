import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { STACK } from "../harness/stacks/make-stack.ts";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { entriesOf, exported, imported } from "./archive.ts";

const server = useServer();

const DOCUMENTS = 15;
const VECTORS = 300;
const DIMENSION = 16;

/**
 * Together, the files are several times what a connection buffers: a slow reader blocks the export well before its end.
 */
const FILLER = `<!-- ${"so that the file is large ".repeat(80_000)} -->`;

const fileOf = (number: number): string =>
  `<html><body><p>The boat number${number} lies in the harbour. It is called word${number}.</p>${FILLER}</body></html>`;

const idsOf = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, at) => `note-${from + at}`);

const putVectors = (name: string, ids: readonly string[]): Promise<unknown> => {
  const vectors = ids.map((id, at) => ({
    id,
    text: `a remark ${id}`,
    embedding: Array.from({ length: DIMENSION }, (_, index) => Math.sin(at * 31 + index + 1)),
  }));
  return server.api.expect(200, "POST", `/v1/collections/${name}/vectors/upsert`, { json: { vectors } });
};

const fill = async (name: string): Promise<readonly string[]> => {
  const { api } = server;
  await api.createCollection(name, { dimension: DIMENSION });
  await putVectors(name, idsOf(0, VECTORS));
  const uploads = Array.from({ length: DOCUMENTS }, (_, number) =>
    api.upload({ collection: name, filename: `${number}.html`, bytes: fileOf(number) }),
  );
  const documents = await Promise.all(uploads);
  await Promise.all(documents.map(({ id }) => api.settled(name, id)));
  return documents.map(({ id }) => id);
};

test("an export during writes has every permanent document and vector exactly once, and no partial document", async () => {
  const { api } = server;
  const ids = await fill("busy");
  const part = (rest: number) => ids.filter((_, at) => at % 3 === rest);
  const [retained, deleted, reprocessed] = [part(0), part(1), part(2)];
  const response = await api.fetch("GET", "/v1/collections/busy/export");
  const segments: Uint8Array[] = [];
  const deletions = Promise.withResolvers<void>();
  let isRead = false;
  const reading = (async () => {
    for await (const segment of response.body!) {
      segments.push(segment);
      // The export waits for its reader, so all deletions happen in the middle of it.
      await deletions.promise;
    }
    isRead = true;
  })();
  const added: string[] = [];
  for (let at = 0; at < deleted.length || !isRead; at += 1) {
    if (at < deleted.length) await api.deleteDocument("busy", deleted[at]!);
    if (at === deleted.length - 1) deletions.resolve();
    const again = reprocessed[at % reprocessed.length]!;
    await api.expect(200, "POST", `/v1/collections/busy/documents/${again}/reprocess`);
    if (at < 10) {
      added.push((await api.upload({ collection: "busy", filename: `new${at}.html`, bytes: fileOf(1_000 + at) })).id);
      await putVectors("busy", idsOf(VECTORS + at * 10, VECTORS + at * 10 + 10));
    }
    await putVectors("busy", idsOf(at % VECTORS, (at % VECTORS) + 1));
  }
  await reading;
  await Promise.all([...retained, ...reprocessed, ...added].map((id) => api.settled("busy", id)));
  await api.deleteCollection("busy");

  await imported(api, "busy", Buffer.concat(segments));
  const documents = await api.documents("busy");
  const there = new Set(documents.map(({ id }) => id));
  expect(there.size).toBe(documents.length);
  expect([...retained, ...reprocessed].filter((id) => !there.has(id))).toEqual([]);
  expect(there.has(deleted.at(-1)!)).toBe(false);
  for (const { id } of documents) {
    expect(await api.settled("busy", id)).toMatchObject({ status: "ready", chunk_count: 1 });
    const file = await api.fetch("GET", `/v1/collections/busy/documents/${id}/file`);
    const word = /word\d+/.exec(await file.text())![0];
    const { results } = await api.query("busy", { query: word, search_mode: "keyword" });
    expect(results.map(({ document_id }) => document_id)).toEqual([id]);
  }
  const all = await api.query("busy", { query: "remark", search_mode: "semantic", top_k: 1_000, min_score: -1 });
  const vectors = all.results.filter(({ document_id }) => document_id === "").map(({ id }) => id);
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(idsOf(0, VECTORS).filter((id) => !vectors.includes(id))).toEqual([]);
});

// Regression: a vector that was replaced between the read of its text and the read of its vector was omitted.
test("vectors that are constantly replaced are each exported exactly once", async () => {
  const { api } = server;
  await api.createCollection("restless", { dimension: DIMENSION });
  const ids = idsOf(0, VECTORS);
  await putVectors("restless", ids);
  let isOver = false;
  const replacing = (async () => {
    while (!isOver) await putVectors("restless", ids);
  })();
  try {
    for (let round = 0; round < 10; round += 1) {
      const archive = entriesOf(await exported(api, "restless"));
      const lines = archive.filter(({ name }) => name.startsWith("passages/")).flatMap(({ bytes }) => linesOf(bytes));
      expect(lines.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    }
  } finally {
    isOver = true;
    await replacing;
  }
  await api.deleteCollection("restless");
});

const linesOf = (bytes: Buffer): readonly { readonly id: string }[] =>
  bytes
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly id: string });

// This test reads the file of the SQLite database.
test.runIf(STACK === "embedded")(
  "an import that is killed midway leaves nothing visible, and its files are removed",
  async () => {
    await fill("whole");
    const archive = await exported(server.api, "whole");
    const { folder } = server.current;
    const known = new Set((await folder.storedFiles()).map(({ collectionId }) => collectionId));
    const staged = async () =>
      (await folder.storedFiles()).filter(({ collectionId }) => !known.has(collectionId)).length;
    await server.api.deleteCollection("whole");

    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(archive.subarray(0, archive.length - 10_000)),
    });
    const options = { body, duplex: "half", headers: { authorization: "Bearer a-secret-for-tests-only" } };
    const cut = fetch(`${server.api.address}/v1/collections/whole/import`, { method: "POST", ...options }).then(
      () => "answered",
      () => "cut",
    );
    await until("files of the import", async () => ((await staged()) > 5 ? true : undefined));
    expect((await server.api.call("GET", "/v1/collections/whole")).status).toBe(404);
    await server.current.kill();
    expect(await cut).toBe("cut");

    // Makes the lease expire at once.
    const database = new DatabaseSync(folder.file("quarry.db"));
    const { changes } = database.prepare("update jobs set run_at = 0 where subject like 'import:%'").run();
    database.close();
    expect(Number(changes)).toBe(2);
    await server.current.startAgain();
    expect((await server.api.call("GET", "/v1/collections/whole")).status).toBe(404);
    await until("what was stored to be removed", async () => ((await staged()) === 0 ? true : undefined));
    await imported(server.api, "whole", archive);
    expect(await server.api.documents("whole")).toHaveLength(DOCUMENTS);
  },
);
