import { expect, test } from "vitest";
import { type Api, documentsPath } from "../harness/api.ts";
import type { Document, QueryAnswer } from "../harness/resources.ts";
import { Random } from "../harness/random.ts";
import { soon } from "../harness/soon.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { until } from "../harness/until.ts";
import { entriesOf, exported, imported, tryImport } from "./archive.ts";

const server = useSharedServer();

const DIMENSION = 64;
const ODD_IDS = ["note-1", "a/b\\c", "näme ☃", " ", "__proto__", "../../etc/passwd", "\u0000\u001f", "x".repeat(512)];

const WORDS_ONLY = "words";

const FILES = [
  {
    filename: "harbour.txt",
    bytes: "The harbour was built in 1872.\n\nNobody knows who paid for it.",
    metadata: { year: 1872 },
  },
  {
    filename: "guide.md",
    bytes: "# Ferry\n\nThe ferry leaves at nine.\n\n## Fares\n\nChildren pay half of the fare.\n",
  },
  {
    filename: "page.html",
    bytes: "<html><title>Lamp</title><body><h1>Lamp</h1><p>The lamp shines for twenty miles.</p></body></html>",
  },
  { filename: "table.csv", bytes: "boat,year\nAurora,1901\nMaria,1933\n" },
  {
    filename: "日本.txt",
    bytes: "灯台の光は遠くまで届く。 The lighthouse.",
    metadata: { nested: { __proto__x: null, list: [1, "two"] } },
  },
];

const QUERIES = ["Who paid for the harbour?", "fare of children", "lamp miles", "Aurora", "a remark on tides"];

const fill = async (api: Api, name: string): Promise<readonly Document[]> => {
  await api.createCollection(name, {
    dimension: DIMENSION,
    chunk_size: 64,
    chunk_overlap: 8,
    chunk_strategy: "section",
    default_top_k: 7,
    default_min_score: 0.01,
    default_search_mode: "hybrid",
    default_alpha: 0.25,
    description: "Boats & lights",
    metadata: { team: "harbour", tags: ["a", null] },
  });
  const documents: Document[] = [];
  for (const file of FILES) documents.push(await api.ingest({ collection: name, ...file }));
  documents.push(await api.ingest({ collection: name, filename: "broken.pdf", bytes: "this is no PDF" }));
  expect(documents.map(({ status }) => status)).toEqual([...FILES.map(() => "ready"), "failed"]);
  const random = new Random(5);
  const vectors = ODD_IDS.map((id, at) => ({
    id,
    text: at === 0 ? "" : `a remark on tides, number ${at}`,
    embedding: Array.from({ length: DIMENSION }, () => random.next() - 0.5),
    metadata: { at, "odd key": { $x: null } },
  }));
  const words = { id: WORDS_ONLY, embed: false, text: "a remark on tides, without a vector", metadata: { at: -1 } };
  await api.expect(200, "POST", `/v1/collections/${name}/vectors/upsert`, { json: { vectors: [...vectors, words] } });
  return documents;
};

/** Returns the results of searches in every mode. */
const answersOf = async (api: Api, name: string): Promise<readonly QueryAnswer["results"][]> => {
  const answers: QueryAnswer["results"][] = [];
  for (const query of QUERIES) {
    for (const search_mode of ["semantic", "keyword", "hybrid"]) {
      answers.push((await api.query(name, { query, search_mode, top_k: 50, min_score: 0 })).results);
    }
  }
  return answers;
};

/** Normalises results for comparison with a new computation of them: scores are equal at float32 precision. */
const rounded = (answers: readonly QueryAnswer["results"][], withIds: boolean) =>
  answers.map((results) =>
    results
      .map(({ score, id, document_id, metadata, ...rest }) => ({
        ...rest,
        score: score.toFixed(5),
        ...(withIds && { id, document_id, metadata }),
      }))
      // Chunks with equal scores are ordered by id.
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  );

test("an exported, deleted and imported collection has the same ids and returns the same results", async () => {
  const { api } = server;
  const documents = await fill(api, "boats");
  const before = await api.expect<Record<string, unknown>>(200, "GET", "/v1/collections/boats");
  const answers = await answersOf(api, "boats");
  const archive = await exported(api, "boats");
  const names = entriesOf(archive).map(({ name }) => name);
  expect([names[0], names.at(-1)]).toEqual(["manifest.json", "end.json"]);
  await api.deleteCollection("boats");

  const made = await imported(api, "boats", archive);
  const { id, created_at, updated_at } = made;
  expect(made).toEqual({ ...before, id, created_at, updated_at });
  for (const document of documents) {
    // Documents that were not ready are processed again.
    const settled = await api.settled("boats", document.id);
    expect(settled).toEqual({ ...document, collection_id: id, updated_at: settled.updated_at });
    const file = await api.fetch("GET", `/v1/collections/boats/documents/${document.id}/file`);
    const original = FILES.find(({ filename }) => filename === document.filename)?.bytes ?? "this is no PDF";
    expect(await file.text()).toBe(original);
  }
  const after = await answersOf(api, "boats");
  expect(rounded(after, true)).toEqual(rounded(answers, true));
  // Keyword scores are identical to the last digit, and so is the order.
  const byKeyword = (all: typeof answers) => all.filter((_, at) => at % 3 === 1);
  expect(byKeyword(after)).toEqual(byKeyword(answers));
  const { vectors } = await api.expect<{ vectors: object[] }>(200, "POST", "/v1/collections/boats/vectors/get", {
    json: { ids: [WORDS_ONLY] },
  });
  expect(vectors).toMatchObject([{ id: WORDS_ONLY, has_embedding: false, metadata: { at: -1 } }]);
  const removed = await api.expect(200, "POST", "/v1/collections/boats/vectors/delete", { json: { ids: ODD_IDS } });
  expect(removed).toMatchObject({ deleted: ODD_IDS.length });
});

test("external ids and expiry times survive export and import; expired documents are left out", async () => {
  const { api } = server;
  await api.createCollection("named", { default_ttl_seconds: 86_400 });
  const create = async (json: object) => {
    const { id } = await api.expect<Document>(201, "POST", documentsPath("named"), { json });
    return api.settled("named", id);
  };
  const retained = await create({ text: "The buoy is red.", external_id: "ä/1", metadata: { at: 1 } });
  const over = await create({ text: "The buoy was green.", external_id: "2" });
  const expires_at = soon();
  await api.expect(200, "PATCH", documentsPath("named", over.id), { json: { expires_at } });
  await until("it to be over", async () =>
    (await api.call("GET", documentsPath("named", over.id))).status === 404 ? true : undefined,
  );
  const archive = await exported(api, "named");
  await api.deleteCollection("named");
  expect(await imported(api, "named", archive)).toMatchObject({ default_ttl_seconds: 86_400, document_count: 1 });
  const found = await api.expect<Document>(200, "GET", documentsPath("named", `external/${encodeURIComponent("ä/1")}`));
  expect(found).toEqual({ ...retained, collection_id: found.collection_id, updated_at: found.updated_at });
  const filtered = { query: "buoy", filters: { external_id: "ä/1" } };
  expect((await api.query("named", filtered)).results.map(({ document_id }) => document_id)).toEqual([retained.id]);
});

test("documents imported next to their originals require new ids, and get them", async () => {
  const { api } = server;
  const documents = await fill(api, "original");
  const archive = await exported(api, "original");

  const named = await tryImport(api, "original", archive);
  expect([named.status, named.body.detail]).toEqual([409, 'a collection named "original" exists already']);
  const retained = await tryImport(api, "copy", archive);
  expect(retained.status).toBe(409);
  expect(retained.body.detail).toMatch(/^a document with the id [0-9a-f-]{36} exists already/);
  expect((await api.call("GET", "/v1/collections/copy")).status).toBe(404);

  await imported(api, "copy", archive, "?new_ids=true");
  const copies = await api.documents("copy");
  expect(copies.map(({ filename }) => filename)).toEqual(documents.map(({ filename }) => filename));
  expect(copies.filter(({ id }) => documents.some((document) => document.id === id))).toEqual([]);
  expect(rounded(await answersOf(api, "copy"), false)).toEqual(rounded(await answersOf(api, "original"), false));
  const chunk = (await api.query("copy", { query: "ferry", search_mode: "keyword" })).results[0]!;
  expect(chunk.metadata["document_id"]).toBe(chunk.document_id);
  expect(copies.map(({ id }) => id)).toContain(chunk.document_id);

  // Copy and original are independent of each other.
  await api.expect(200, "POST", `/v1/collections/copy/documents/${chunk.document_id}/reprocess`);
  expect((await api.settled("copy", chunk.document_id)).status).toBe("ready");
  await api.deleteCollection("original");
  expect((await api.query("copy", { query: "ferry", search_mode: "keyword" })).results[0]?.text).toBe(chunk.text);
});

test("reembed rebuilds documents from their files, and is rejected for vectors that clients wrote", async () => {
  const { api } = server;
  await api.createCollection("again", { dimension: DIMENSION });
  const [{ filename, bytes }] = FILES as [(typeof FILES)[0]];
  const document = await api.ingest({ collection: "again", filename, bytes });
  const archive = await exported(api, "again");
  await api.deleteCollection("again");
  await imported(api, "again", archive, "?reembed=true");
  expect(await api.settled("again", document.id)).toMatchObject({ status: "ready", chunk_count: document.chunk_count });
  const { results } = await api.query("again", { query: "Who paid for the harbour?", search_mode: "semantic" });
  expect(results[0]?.document_id).toBe(document.id);

  await fill(api, "direct");
  const refused = await tryImport(api, "elsewhere", await exported(api, "direct"), "?reembed=true&new_ids=true");
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining("vectors that clients wrote")]);
});

test("a collection without a model is imported with its documents and vectors, found by keywords", async () => {
  const { api } = server;
  await api.createCollection("bare", { embedding_provider: "none", dimension: 2 });
  await api.ingest({ collection: "bare", filename: "harbour.txt", bytes: "The harbour was built in 1872." });
  const vectors = [{ id: "v", embedding: [0, 2], text: "a harbour seal" }];
  await api.expect(200, "POST", "/v1/collections/bare/vectors/upsert", { json: { vectors } });
  const archive = await exported(api, "bare");
  await imported(api, "bare2", archive, "?new_ids=true");
  const query = { query: "harbour", vector: [0, 1], search_mode: "hybrid" };
  const of = async (name: string) =>
    (await api.expect<QueryAnswer>(200, "POST", `/v1/collections/${name}/query`, { json: query })).results;
  const textsOf = (results: QueryAnswer["results"]) => results.map(({ text, score }) => [text, score]);
  expect(textsOf(await of("bare2"))).toEqual(textsOf(await of("bare")));
  expect(await of("bare2")).toHaveLength(2);
});

test("an empty collection can be transferred; an unknown collection and an invalid name are rejected", async () => {
  const { api } = server;
  await api.createCollection("empty");
  const archive = await exported(api, "empty");
  expect(entriesOf(archive).map(({ name }) => name)).toEqual(["manifest.json", "end.json"]);
  expect(await imported(api, "empty2", archive)).toMatchObject({ document_count: 0 });
  expect((await api.call("GET", "/v1/collections/nowhere/export")).status).toBe(404);
  expect((await tryImport(api, "no-name", archive)).status).toBe(400);
});
