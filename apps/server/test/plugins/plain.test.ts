import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Failure } from "../harness/api.ts";
import { DataFolder } from "../harness/data-folder.ts";
import type { QueryAnswer } from "../harness/resources.ts";
import type { LogLine } from "../harness/server-process.ts";
import { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";

const COLLECTION = "plain";
const FILES = {
  "heron.txt": "Herons stand in shallow water and wait for fish.",
  "glacier.txt": "A glacier moves downhill under the weight of its ice.",
};
const SECRET = "secret-of-the-plugin";

let folder: DataFolder;
let server: TestServer;

/** Sets the behaviour of plugins by call: see plain/mood.ts. */
const setMoods = (moods: Readonly<Record<string, string>>): void =>
  writeFileSync(folder.file("moods.json"), JSON.stringify(moods));

beforeAll(async () => {
  folder = await DataFolder.make();
  setMoods({});
  const chosen = (name: string) => ({
    plugin: fileURLToPath(new URL(`plain/${name}.ts`, import.meta.url)),
    settings: { moods: folder.file("moods.json") },
  });
  const config = folder.file("quarry.config.json");
  const sections = {
    vectorStore: chosen("store"),
    embedders: { plain: { ...chosen("embedder"), pace: { giveUpAfterSeconds: 1 } } },
    defaultEmbedder: "plain",
    rerankers: { plain: chosen("reranker") },
    parsers: { txt: { plugin: chosen("parser").plugin } },
    // Long enough for an honest call on a busy machine, short enough that a test can wait; the test never waits for
    // rerank.
    pluginTimeouts: { search: 2, embedQuery: 2, rerank: 600 },
  };
  writeFileSync(config, JSON.stringify(sections));
  server = await TestServer.start({ SERVICE_CONFIG: config }, folder);
  await server.api.createCollection(COLLECTION, { reranking_model: "plain" });
  for (const [filename, bytes] of Object.entries(FILES)) await ingest(filename, bytes, { status: "ready" });
});

afterEach(({ task }) => {
  setMoods({});
  if (task.result?.state === "fail") console.error(server.process.stderr.slice(-6_000));
});

afterAll(async () => {
  expect(await server?.stop()).toEqual({ code: 0, signal: null });
  await folder.remove();
});

const ingest = async (filename: string, bytes: string, expected: object) => {
  const document = await server.api.ingest({ collection: COLLECTION, filename, bytes });
  expect(document).toMatchObject(expected);
  return document;
};

/** Makes each query different: query vectors are cached. */
let asked = 0;
const ask = (fields: object = {}, signal?: AbortSignal): Promise<Answer<QueryAnswer & Failure>> => {
  asked += 1;
  const numeral = [...String(asked)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const json = { query: `herons wait for fish ${numeral}`, search_mode: "semantic", ...fields };
  return server.api.call("POST", `/v1/collections/${COLLECTION}/query`, { json, ...(signal && { signal }) });
};

const filesOf = ({ body }: Answer<QueryAnswer & Failure>) => body.results?.map(({ metadata }) => metadata.filename);

/** Waits for a line that a plugin logs after the first `before` lines. */
const told = (before: number, plugin: string, words: RegExp): Promise<LogLine> =>
  until(`${plugin} to tell ${words.source}`, () =>
    server.process.log.slice(before).find((line) => line.plugin === plugin && words.test(line.msg)),
  );

test("four plugins of plain functions read, embed, store, find, rerank and delete", async () => {
  const found = await ask({ rerank: true });
  expect([found.headers.get("x-rerank-status"), filesOf(found)]).toEqual(["applied", ["glacier.txt", "heron.txt"]]);
  expect(filesOf(await ask())).toEqual(["heron.txt", "glacier.txt"]);
  expect(filesOf(await ask({ filters: { filename: "glacier.txt" } }))).toEqual(["glacier.txt"]);
  const { id } = await ingest("pebble.txt", "A pebble lies in the water.", { status: "ready" });
  expect(filesOf(await ask())).toContain("pebble.txt");
  await server.api.deleteDocument(COLLECTION, id);
  expect(filesOf(await ask())).not.toContain("pebble.txt");
});

/**
 * Responses to a search in each failure mode of a call: a fault names the plugin, and the thrown error appears only in
 * the log.
 */
const outcomesOf = (plugin: string, call: string): readonly (readonly [string, number, RegExp])[] => [
  ["throws", 500, new RegExp(`^the plugin "${plugin}" crashed in ${call}: this is a bug in the plugin`)],
  ["rejects with an object", 500, new RegExp(`^the plugin "${plugin}" crashed in ${call}: `)],
  ["gives nothing", 500, new RegExp(`^the plugin "${plugin}" returned an invalid result for ${call}: `)],
  ["refuses its input", 400, /^the backend takes no herons$/],
];
const wrong = (plugin: string, call: string, problem: string): RegExp =>
  new RegExp(`^the plugin "${plugin}" returned an invalid result for ${call}: .*${problem}`);

test.each([
  ...outcomesOf("plain-embedder", "embed").map((outcome) => ["embed query", ...outcome] as const),
  ["embed query", "too few", 500, wrong("plain-embedder", "embed", "0 vectors for 1 texts")],
  ["embed query", "cut vectors", 500, wrong("plain-embedder", "embed", "a vector has 31 numbers, and must have 32")],
  ["embed query", "NaN", 500, wrong("plain-embedder", "embed", "a vector has a non-finite number")],
  ["embed query", "no list", 500, wrong("plain-embedder", "embed", "")],
  ...outcomesOf("plain-store", "search").map((outcome) => ["search", ...outcome] as const),
  ["search", "NaN", 500, wrong("plain-store", "search", "a cosine lies in \\[-1, 1\\], and one is NaN")],
  ["search", "worst first", 500, wrong("plain-store", "search", "hits out of order")],
] as const)("%s that %s returns %i, and the next search succeeds", async (call, mood, status, detail) => {
  setMoods({ [call]: mood });
  const answer = await ask();
  expect({ status: answer.status, detail: answer.body.detail }).toEqual({
    status,
    detail: expect.stringMatching(detail),
  });
  expect(answer.text).not.toContain(SECRET);
  setMoods({});
  expect(filesOf(await ask({ query: "glacier ice", search_mode: "keyword" }))).toEqual(["glacier.txt"]);
});

test.each([
  ["throws", / crashed in rerank/],
  ["gives nothing", / returned an invalid result for rerank/],
  ["too few", / returned an invalid result for rerank/],
  ["too large", / returned an invalid result for rerank/],
  ["NaN", / returned an invalid result for rerank/],
  ["refuses its input", undefined],
])(
  "rerank that %s preserves the order, the response reports the failure, and the log names a fault",
  async (mood, fault) => {
    const before = server.process.log.length;
    setMoods({ rerank: mood });
    const found = await ask({ rerank: true });
    expect([found.status, found.headers.get("x-rerank-status")]).toEqual([200, "failed"]);
    expect(filesOf(found)).toEqual(["heron.txt", "glacier.txt"]);
    if (fault !== undefined) await told(before, "plain-reranker", fault);
  },
);

test.each([
  ["is damaged", /^line 1 ends too early: save the file again$/],
  ["limits", /^more than \d+ pages$/],
  ["throws", /^the \.txt file could not be read: it may be damaged$/],
  ["bytes for text", /^the parser "plain-parser" returned invalid output/],
])("parse of a file that %s fails the document with a message for its owner", async (text, message) => {
  const failed = await ingest("a.txt", text, { status: "failed", error_message: expect.stringMatching(message) });
  expect(JSON.stringify(failed)).not.toContain(SECRET);
  await server.api.deleteDocument(COLLECTION, failed.id);
});

test.each([
  ["too few", /^the plugin "plain-embedder" returned an invalid result for embed: 0 vectors for 1 texts/],
  ["throws", /^the plugin "plain-embedder" crashed in embed/],
  ["refuses its input", /the backend takes no herons/],
])("embed that %s fails the document with the reason", async (mood, message) => {
  setMoods({ "embed document": mood });
  const failed = await ingest("b.txt", `A ${mood} text.`, {
    status: "failed",
    error_message: expect.stringMatching(message),
  });
  await server.api.deleteDocument(COLLECTION, failed.id);
});

describe("an abort signal", () => {
  test.each([
    ["search", "plain-store"],
    ["embed query", "plain-embedder"],
  ])("of %s fires at the time limit, which the response reports", async (call, plugin) => {
    const before = server.process.log.length;
    setMoods({ [call]: "hangs" });
    const answer = await ask();
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toMatch(`the plugin "${plugin}" did not complete ${call.split(" ")[0]} within 2 s`);
    await told(before, plugin, /^aborted$/);
  });

  test("fires when the caller disconnects", async () => {
    const before = server.process.log.length;
    setMoods({ rerank: "hangs" });
    const caller = new AbortController();
    const answer = ask({ rerank: true }, caller.signal);
    await told(before, "plain-reranker", /^begun$/);
    caller.abort();
    await expect(answer).rejects.toThrow();
    await told(before, "plain-reranker", /^aborted$/);
  });
});

// Runs last: a plugin that names a retry time is not called until then.
test.each(["search", "embed query"])("%s that is unavailable returns 503 with its retry time", async (call) => {
  setMoods({ [call]: "is away" });
  const answer = await ask();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "7"]);
  expect(answer.body.detail).toMatch(/the backend is away$/);
});
