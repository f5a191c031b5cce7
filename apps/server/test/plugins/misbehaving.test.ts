import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Answer, Failure } from "../harness/api.ts";
import type { QueryAnswer } from "../harness/resources.ts";
import type { LogLine } from "../harness/server-process.ts";
import type { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { type Moods, WildFolder } from "./wild-server.ts";

const FILES = {
  "heron.txt": "Herons stand in shallow water and wait for fish.",
  "glacier.txt": "A glacier moves downhill under the weight of its ice.",
};
const COLLECTION = "wild";

let folder: WildFolder;
let server: TestServer;

beforeAll(async () => {
  folder = await WildFolder.make();
  server = await folder.start();
  await server.api.createCollection(COLLECTION, { reranking_model: "wild" });
  for (const [filename, bytes] of Object.entries(FILES)) {
    const document = await server.api.ingest({ collection: COLLECTION, filename, bytes });
    expect(document).toMatchObject({ status: "ready", error_message: null });
  }
});

afterEach(async ({ task }) => {
  await folder.setMoods({});
  if (task.result?.state === "fail") console.error(server.process.stderr.slice(-6_000));
});

afterAll(() => server?.dispose());

/** Outcome of a call in a failure mode: the status, and the message that the caller reads. */
type Outcome = readonly [status: number, detail: RegExp];

/** Makes each query different: query vectors are cached. */
let asked = 0;
const ask = (fields: object): Promise<Answer<QueryAnswer & Failure>> => {
  asked += 1;
  const numeral = [...String(asked)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const json = { query: `herons wait for fish ${numeral}`, ...fields };
  return server.api.call("POST", `/v1/collections/${COLLECTION}/query`, { json });
};

const filesOf = ({ body }: Answer<QueryAnswer & Failure>) => body.results?.map(({ metadata }) => metadata.filename);

/** Checks that keyword search works, as it must in every failure mode. */
const expectKeywordSearch = async () => {
  const found = await ask({ query: "glacier ice", search_mode: "keyword" });
  expect([found.status, filesOf(found)]).toEqual([200, ["glacier.txt"]]);
};

/** Waits for a log line after the first `before` lines. */
const told = (before: number, isIt: (line: LogLine) => boolean): Promise<LogLine> =>
  until("the log to tell it", () => server.process.log.slice(before).find(isIt));

const expectOutcome = async (moods: Moods, call: () => Promise<Answer<Failure>>, [status, detail]: Outcome) => {
  await folder.setMoods(moods);
  const answer = await call();
  expect({ moods, status: answer.status, detail: answer.body.detail }).toEqual({
    moods,
    status,
    detail: expect.stringMatching(detail),
  });
  expect(answer.text).not.toContain("secret-of-the-plugin");
  // A temporary failure is worth a retry.
  expect(answer.headers.has("retry-after")).toBe(status === 503);
};

const broke = (plugin: string, call: string): Outcome => [
  500,
  new RegExp(`^the plugin "${plugin}" crashed in ${call}: this is a bug in the plugin`),
];
const slow = (plugin: string, call: string): Outcome => [
  503,
  new RegExp(`^the plugin "${plugin}" did not complete ${call} within 2 s \\(pluginTimeouts\\.\\w+\\)$`),
];
const wrong = (plugin: string, call: string, problem: string): Outcome => [
  500,
  new RegExp(`^the plugin "${plugin}" returned an invalid result for ${call}: .*${problem}`),
];

/** Failure modes of any plugin, and the response to the caller. */
const anyMood = (plugin: string, call: string): readonly (readonly [string, Outcome])[] => [
  ["throws", broke(plugin, call)],
  ["dies", broke(plugin, call)],
  ["rejects", broke(plugin, call)],
  ["fails", broke(plugin, call)],
  ["is no effect", wrong(plugin, call, "it returned a promise instead of an effect")],
  ["gives nothing", wrong(plugin, call, "it is nothing")],
  ["hangs", slow(plugin, call)],
  ["hangs on", slow(plugin, call)],
];

describe("a vector store", () => {
  const semantic = () => ask({ search_mode: "semantic" });

  test.each([
    ...anyMood("wild-store", "search"),
    ["NaN", wrong("wild-store", "search", "a cosine lies in \\[-1, 1\\], and one is NaN")],
    ["distances", wrong("wild-store", "search", "a cosine lies in \\[-1, 1\\]")],
    ["too many", wrong("wild-store", "search", "200 hits, the maximum is \\d+")],
    ["worst first", wrong("wild-store", "search", "hits out of order")],
    ["no ids", wrong("wild-store", "search", "nothing is not an id")],
  ] as const)("that %s in a search affects only semantic search, and only for that time", async (mood, outcome) => {
    await expectOutcome({ search: mood }, semantic, outcome);
    await expectKeywordSearch();
    await folder.setMoods({});
    const found = await semantic();
    expect([found.status, filesOf(found)]).toEqual([200, ["heron.txt", "glacier.txt"]]);
  });

  test.each([...anyMood("wild-store", "upsert").filter(([mood]) => mood !== "gives nothing" && mood !== "hangs")])(
    "that %s in a write rejects the write, which can be retried",
    async (mood, outcome) => {
      const path = `/v1/collections/${COLLECTION}/vectors`;
      const json = { vectors: [{ id: "v", embedding: Array.from({ length: 32 }, () => 1), text: "a lighthouse" }] };
      const write = () => server.api.call("POST", `${path}/upsert`, { json });
      await expectOutcome({ upsert: mood }, write, outcome);
      await expectKeywordSearch();
      await folder.setMoods({});
      expect((await write()).status).toBe(200);
      const found = await ask({ search_mode: "semantic" });
      expect(found.body.results.map(({ id }) => id)).toContain("v");
      await server.api.expect(200, "POST", `${path}/delete`, { json: { ids: ["v"] } });
    },
  );

  test("that fails its health check makes the service degraded, and is named in the log", async () => {
    for (const [mood, message] of [
      ["throws", /the vector store "default" can't serve: the plugin "wild-store" crashed in health/],
      [
        "hangs on",
        /the vector store "default" can't serve: the plugin "wild-store" did not complete health within 2 s/,
      ],
    ] as const) {
      await folder.setMoods({ health: mood });
      const ready = await server.api.call<Record<string, unknown>>("GET", "/health/ready", { token: null });
      expect(ready).toMatchObject({ status: 503, body: { status: "degraded", vector_store: false, database: true } });
      expect((await server.api.call("GET", "/health", { token: null })).status).toBe(200);
      await told(0, ({ plugin, msg }) => plugin === "wild-store" && message.test(msg));
    }
    await folder.setMoods({});
    expect((await server.api.call("GET", "/health/ready", { token: null })).status).toBe(200);
  });
});

describe("an embedder", () => {
  const GARBAGE = [
    ["too few", "0 vectors for 1 texts"],
    ["cut vectors", "a vector has 31 numbers, and must have 32"],
    ["NaN", "a vector has a non-finite number"],
    ["long vectors", "a vector has the length 3, and must have 1"],
    ["doubles", "a vector must be a Float32Array, it is an array"],
  ] as const;

  test.each([
    ...anyMood("wild-embedder", "embed").filter(([mood]) => mood !== "hangs"),
    ...GARBAGE.map(([mood, problem]) => [mood, wrong("wild-embedder", "embed", problem)] as const),
  ])("that %s when a query is embedded fails that search and no other", async (mood, outcome) => {
    await expectOutcome({ "embed query": mood }, () => ask({ search_mode: "semantic" }), outcome);
    await expectKeywordSearch();
    await folder.setMoods({});
    expect((await ask({ search_mode: "hybrid" })).status).toBe(200);
  });

  test.each([
    ["throws", "crashed in embed"],
    ["rejects", "crashed in embed"],
    ...GARBAGE.map(([mood, problem]) => [mood, `returned an invalid result for embed: ${problem}`] as const),
  ] as const)(
    "that %s when a document is embedded fails the document, with the plugin's name",
    async (mood, problem) => {
      await folder.setMoods({ "embed document": mood });
      const failed = await server.api.ingest({
        collection: COLLECTION,
        filename: "f.txt",
        bytes: `A ${mood} document.`,
      });
      expect(failed).toMatchObject({ status: "failed", error_message: expect.stringContaining(problem) });
      expect(failed.error_message).toMatch(/the plugin "wild-embedder"/);
      await server.api.deleteDocument(COLLECTION, failed.id);
    },
  );

  test("that hangs when a document is embedded is retried, and the document becomes ready", async () => {
    const before = server.process.log.length;
    await folder.setMoods({ "embed document": "hangs on" });
    const bytes = "A lighthouse stands on the northern cape.";
    const { id } = await server.api.upload({ collection: COLLECTION, filename: "lighthouse.txt", bytes });
    await told(before, ({ msg }) => /"wild-embedder" did not complete embed/.test(msg));
    await folder.setMoods({});
    expect(await server.api.settled(COLLECTION, id)).toMatchObject({ status: "ready", error_message: null });
    await server.api.deleteDocument(COLLECTION, id);
  });
});

describe("a reranker", () => {
  const rerank = () => ask({ search_mode: "semantic", rerank: true });

  test("that works is applied", async () => {
    const found = await rerank();
    expect([found.headers.get("x-rerank-status"), filesOf(found)]).toEqual(["applied", ["glacier.txt", "heron.txt"]]);
  });

  // The hanging mode comes last: a plugin that does not answer is not called for a while.
  test.each(["throws", "rejects", "fails", "is no effect", "too few", "too large", "NaN", "hangs on"])(
    "that %s preserves the order, and the response reports the failure",
    async (mood) => {
      const before = server.process.log.length;
      await folder.setMoods({ rerank: mood });
      const found = await rerank();
      expect([found.status, found.headers.get("x-rerank-status")]).toEqual([200, "failed"]);
      expect(filesOf(found)).toEqual(["heron.txt", "glacier.txt"]);
      await told(before, ({ plugin, msg }) => plugin === "wild-reranker" && / rerank\b/.test(msg));
    },
  );
});

describe("a parser in a thread", () => {
  const FAULT = /^the parser "wild-parser" returned invalid output, which is a bug in the plugin/;

  test.each<readonly [string, string, RegExp]>([
    ["throws", "a.txt", /^the \.txt file could not be read: it may be damaged$/],
    ["throws late", "a.txt", /^reading the file ended unexpectedly: it may be damaged$/],
    ["hangs", "a.txt", /^reading the file took longer than 3 s/],
    ["takes its time", "a.txt", /^reading the file took longer than 3 s/],
    ["an unknown event", "a.txt", FAULT],
    ["no event", "a.txt", FAULT],
    ["an unknown kind", "a.txt", FAULT],
    ["bytes for text", "a.txt", FAULT],
    ["page 0", "a.txt", FAULT],
    ["NaN for time", "a.txt", FAULT],
    ["a parser that is none", "a.md", FAULT],
  ])("that %s fails only its document", async (text, filename, message) => {
    const failed = await server.api.ingest({ collection: COLLECTION, filename, bytes: text });
    expect(failed).toMatchObject({ status: "failed", error_message: expect.stringMatching(message) });
    const next = await server.api.ingest({ collection: COLLECTION, filename: "next.txt", bytes: "A pebble." });
    expect(next.status).toBe("ready");
    for (const { id } of [failed, next]) await server.api.deleteDocument(COLLECTION, id);
  });
});

describe("an uncaught error of a plugin", () => {
  const LATE = "a plugin failed outside a call; the service continues";

  test.each([
    ["search", "wild-store"],
    ["embed query", "wild-embedder"],
    ["rerank", "wild-reranker"],
  ])("after %s is logged with the plugin's name, and the service continues", async (call, plugin) => {
    for (const mood of ["throws late", "rejects late", "throws nothing late"]) {
      const before = server.process.log.length;
      await folder.setMoods({ [call]: mood });
      expect((await ask({ search_mode: "semantic", rerank: true })).status).toBe(200);
      const line = await told(before, ({ msg }) => msg === LATE);
      expect(line).toMatchObject({ level: 50, plugin, call: call.split(" ")[0] });
      await folder.setMoods({});
      expect((await ask({ search_mode: "hybrid" })).status).toBe(200);
    }
  });
});

test("the service stops normally while plugins hang in a search, in a document and in close", async () => {
  await folder.setMoods({ search: "hangs on", "embed document": "hangs on", close: "hangs on" });
  const searches = [1, 2, 3].map(() => ask({ search_mode: "semantic" }).catch(() => undefined));
  await server.api.upload({ collection: COLLECTION, filename: "late.txt", bytes: "Something that is never embedded." });
  const ending = await server.stop();
  expect(ending).toEqual({ code: 0, signal: null });
  await Promise.all(searches);
  expect(
    server.process.log.find(({ msg }) => /"wild-store" did not complete close within 1 s/.test(msg)),
  ).toBeDefined();
});
