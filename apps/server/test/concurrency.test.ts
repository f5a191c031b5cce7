import { describe, expect, test } from "vitest";
import { libraryFile } from "./fixtures/library.ts";
import { KINDS, sampleFile } from "./fixtures/sample-files.ts";
import { documentsPath } from "./harness/api.ts";
import type { Collection, QueryAnswer } from "./harness/resources.ts";
import { useServer } from "./harness/test-server.ts";
import { until } from "./harness/until.ts";

const server = useServer();

const MODES = ["semantic", "keyword", "hybrid"] as const;

const times = <A>(count: number, make: (index: number) => Promise<A>): Promise<A[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

describe("concurrent requests", () => {
  test("50 uploads are each stored once, become ready, and are not mixed up", async () => {
    await server.api.createCollection("parallel");
    const uploads = await times(50, async (index) => {
      const sentence = `The number of the locker is zq${index}qz and no other.`;
      const file = await sampleFile(KINDS[index % KINDS.length]!, `file-${index}`, sentence);
      return {
        document: await server.api.upload({ collection: "parallel", ...file, metadata: { index } }),
        file,
        index,
      };
    });
    expect(new Set(uploads.map(({ document }) => document.id)).size).toBe(50);
    for (const { document, file, index } of uploads) {
      const settled = await server.api.settled("parallel", document.id);
      expect(settled).toMatchObject({ status: "ready", filename: file.filename, metadata: { index } });
      const download = await server.api.fetch("GET", documentsPath("parallel", document.id, "file"));
      expect(Buffer.from(await download.arrayBuffer()).equals(file.bytes)).toBe(true);
      const chunks = await server.api.chunks("parallel", document.id);
      expect(chunks.filter(({ text }) => text.includes(`zq${index}qz`))).toHaveLength(1);
      expect(chunks.filter(({ text }) => /zq\d+qz/.test(text.replace(`zq${index}qz`, "")))).toEqual([]);
    }
    const listed = await server.api.documents("parallel");
    expect(listed.map(({ id }) => id).sort()).toEqual(uploads.map(({ document }) => document.id).sort());
    expect(await server.api.expect(200, "GET", "/v1/collections/parallel")).toMatchObject({ document_count: 50 });
  });

  test("20 creations with one name return 201 once, and 409 otherwise", async () => {
    const answers = await times(20, () =>
      server.api.call<Collection>("POST", "/v1/collections", { json: { name: "wanted" } }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const created = answers.find(({ status }) => status === 201)!;
    expect(await server.api.expect(200, "GET", "/v1/collections/wanted")).toEqual(created.body);
  });

  test("20 deletions of one document, and of one collection, return 200 once, and 404 otherwise", async () => {
    await server.api.createCollection("unwanted");
    const { id } = await server.api.upload({ collection: "unwanted", filename: "a.txt", bytes: "text" });
    const documents = await times(20, () => server.api.call("DELETE", documentsPath("unwanted", id)));
    expect(documents.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
    expect(await server.api.expect(200, "GET", "/v1/collections/unwanted")).toMatchObject({ document_count: 0 });
    const collections = await times(20, () => server.api.call("DELETE", "/v1/collections/unwanted"));
    expect(collections.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)]);
  });

  test("updates of one collection are each applied as a whole", async () => {
    await server.api.createCollection("updated");
    await times(30, (index) =>
      server.api.expect(200, "PUT", "/v1/collections/updated", {
        json: { description: `version ${index}`, metadata: { version: index }, default_top_k: index + 1 },
      }),
    );
    const last = await server.api.expect<Collection>(200, "GET", "/v1/collections/updated");
    const version = last.metadata["version"] as number;
    expect(last).toMatchObject({ description: `version ${version}`, default_top_k: version + 1 });
  });
});

describe("a collection that is deleted while in use", () => {
  test("is gone immediately, then returns only 404, and nothing of it reappears", async () => {
    const handbook = await libraryFile("quarry-handbook.pdf");
    const old = await server.api.createCollection("doomed");
    const documents = await times(6, () => server.api.upload({ collection: "doomed", ...handbook }));
    await until("one of them to be processed", async () => {
      const listed = await server.api.documents("doomed");
      return listed.some(({ status }) => status === "processing") ? listed : undefined;
    });
    const statuses: number[] = [];
    let isDeleted = false;
    const busy = Promise.all([
      keepCalling(
        () => isDeleted,
        statuses,
        () =>
          server.api.call("POST", "/v1/collections/doomed/query", { json: { query: "upload", search_mode: "hybrid" } }),
      ),
      keepCalling(
        () => isDeleted,
        statuses,
        () => server.api.tryUpload({ collection: "doomed", filename: "late.txt", bytes: "a late text" }),
      ),
      keepCalling(
        () => isDeleted,
        statuses,
        () => server.api.call("GET", documentsPath("doomed", documents[0]!.id, "chunks")),
      ),
      keepCalling(
        () => isDeleted,
        statuses,
        () => server.api.call("GET", documentsPath("doomed")),
      ),
    ]);
    await server.api.deleteCollection("doomed");
    isDeleted = true;
    for (const path of ["/v1/collections/doomed", documentsPath("doomed"), documentsPath("doomed", documents[0]!.id)]) {
      expect((await server.api.call("GET", path)).status).toBe(404);
    }
    await busy;
    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);

    const again = await server.api.createCollection("doomed");
    expect(again.id).not.toBe(old.id);
    const fresh = await server.api.ingest({
      collection: "doomed",
      filename: "fresh.txt",
      bytes: "The fresh text about an upload.",
    });
    expect(fresh.status).toBe("ready");
    for (const search_mode of MODES) {
      const { results } = await server.api.query("doomed", { query: "upload", search_mode, top_k: 100 });
      expect(results.map(({ document_id }) => document_id)).toEqual([fresh.id]);
    }
    expect(await server.api.documents("doomed")).toEqual([fresh]);
    await until("the files of the deleted collection to be removed", async () => {
      const files = await server.current.folder.storedFiles();
      return files.every(({ collectionId }) => collectionId !== old.id) ? true : undefined;
    });
  });
});

describe("a document that is deleted during processing", () => {
  test("is gone, and its processing restores nothing", async () => {
    await server.api.createCollection("stopped");
    const handbook = await libraryFile("quarry-handbook.pdf");
    for (let round = 0; round < 4; round++) {
      const { id } = await server.api.upload({ collection: "stopped", ...handbook });
      await until("the document to be processed", async () => {
        const { status } = await server.api.document("stopped", id);
        return status === "pending" ? undefined : true;
      });
      await server.api.deleteDocument("stopped", id);
      expect((await server.api.call("GET", documentsPath("stopped", id))).status).toBe(404);
    }
    const after = await server.api.ingest({
      collection: "stopped",
      filename: "after.txt",
      bytes: "A text about an upload.",
    });
    for (const search_mode of MODES) {
      const { results } = await server.api.query("stopped", { query: "upload", search_mode, top_k: 100 });
      expect(results.map(({ document_id }) => document_id)).toEqual([after.id]);
    }
    await until("the files of the deleted documents to be removed", async () => {
      const files = await server.current.folder.storedFiles();
      const own = files.filter(({ collectionId }) => collectionId === after.collection_id);
      return own.length === 1 ? true : undefined;
    });
  });
});

describe("queries during updates", () => {
  test("return each document with all of its chunks or not at all", async () => {
    await server.api.createCollection("moving", { chunk_size: 64, chunk_overlap: 0 });
    const paragraph = (name: string) => `The ${name} lamp burns in the harbour while the tide comes in. `.repeat(60);
    let isDone = false;
    const problems: string[] = [];
    const seen: QueryAnswer[] = [];
    const deleted = new Set<string>();
    const readers = Promise.all(
      MODES.map(async (search_mode) => {
        while (!isDone) {
          const goneBefore = new Set(deleted);
          const answer = await server.api.call<QueryAnswer>("POST", "/v1/collections/moving/query", {
            json: { query: "lamp in the harbour", search_mode, top_k: 1_000 },
          });
          if (answer.status !== 200) problems.push(`${answer.status} ${answer.text}`);
          else {
            seen.push(answer.body);
            const back = answer.body.results.find(({ document_id }) => goneBefore.has(document_id));
            if (back !== undefined) problems.push(`deleted, and found: ${back.document_id}`);
          }
        }
      }),
    );
    const counts = new Map<string, number>();
    for (let round = 0; round < 8; round++) {
      const document = await server.api.ingest({
        collection: "moving",
        filename: `${round}.txt`,
        bytes: paragraph(`number ${round}`),
      });
      counts.set(document.id, document.chunk_count);
      if (round % 2 === 0) continue;
      await server.api.deleteDocument("moving", document.id);
      deleted.add(document.id);
    }
    isDone = true;
    await readers;
    expect(problems).toEqual([]);
    for (const { results } of seen) {
      for (const [id, own] of Map.groupBy(results, ({ document_id }) => document_id)) {
        expect({ id, chunks: own.length }).toEqual({ id, chunks: counts.get(id) });
      }
    }
    expect(seen.some(({ total }) => total > 0)).toBe(true);
  });
});

const keepCalling = async (
  isOver: () => boolean,
  statuses: number[],
  call: () => Promise<{ readonly status: number }>,
): Promise<void> => {
  for (let extra = 0; extra < 5;) {
    statuses.push((await call()).status);
    if (isOver()) extra += 1;
  }
};
