import { extname } from "node:path";
import { hostileSet, problemsOf } from "@quarry/parse-check/hostile";
import { beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const COLLECTION = "hostile";
const PARSE_TIMEOUT_SECONDS = 30;
/** Adds time for the queue, the start of a worker and storage. */
const DEADLINE_MS = (PARSE_TIMEOUT_SECONDS + 60) * 1_000;
const server = useServer({ SERVICE_PARSE_TIMEOUT_SECONDS: String(PARSE_TIMEOUT_SECONDS) });

const isNew = (seen: Set<string>, key: string): boolean => seen.size < seen.add(key).size;

/**
 * Selects one file per group and one per type; all of them go through the parsers' pool in `tools/parse-check/test`.
 */
const oneOfEach = async () => {
  const [groups, types] = [new Set<string>(), new Set<string>()];
  const files = Object.entries(await hostileSet()).flatMap(([group, set]) => set.map((file) => ({ group, ...file })));
  return files.filter(({ group, filename, isSlow }) => {
    if (isSlow === true) return false;
    const [isOfNewGroup, isOfNewType] = [isNew(groups, group), isNew(types, extname(filename))];
    return isOfNewGroup || isOfNewType;
  });
};

const files = await oneOfEach();
let pid: number;

beforeAll(async () => {
  pid = server.current.process.pid;
  await server.api.createCollection(COLLECTION);
});

// Runs several concurrently: they spend most of their time waiting for a worker.
describe.concurrent("a hostile file ends in its expected status, with a message for its owner", () => {
  test.each(files)("$what", { timeout: DEADLINE_MS }, async (file) => {
    const { filename, make } = file;
    const document = await server.api.ingest({ collection: COLLECTION, filename, bytes: make() }, DEADLINE_MS);
    const chunks = document.status === "ready" ? await server.api.chunks(COLLECTION, document.id) : [];
    const texts = chunks.map(({ text }) => text);
    expect(problemsOf(file, document, texts), document.error_message ?? "").toEqual([]);
  });
});

test("after the hostile files a good file is ingested, failed files have no results, and no file is left over", async () => {
  const good = { filename: "good.md", bytes: "# Good\n\nThe good file behind them all.\n" };
  expect(await server.api.ingest({ collection: COLLECTION, ...good })).toMatchObject({ status: "ready" });
  expect(server.current.process.pid).toBe(pid);
  const documents = await server.api.documents(COLLECTION);
  expect(await server.current.folder.storedDocuments()).toEqual(documents.map(({ id }) => id).sort());
  expect(await server.current.folder.incomingFiles()).toEqual([]);
  const failed = new Set(documents.filter(({ status }) => status === "failed").map(({ id }) => id));
  expect(failed.size).toBeGreaterThan(10);
  for (const search_mode of ["semantic", "keyword", "hybrid"]) {
    const query = { query: "the file is empty, a bomb, the well", search_mode, top_k: 1_000 };
    const { results } = await server.api.query(COLLECTION, query);
    expect(results.filter(({ document_id }) => failed.has(document_id))).toEqual([]);
  }
});
