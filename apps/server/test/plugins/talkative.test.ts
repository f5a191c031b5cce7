import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { WildFolder } from "./wild-server.ts";

const COLLECTION = "talkative";

let folder: WildFolder;
let server: TestServer;

beforeAll(async () => {
  folder = await WildFolder.make();
  server = await folder.start();
  await server.api.createCollection(COLLECTION);
  await server.api.ingest({ collection: COLLECTION, filename: "a.txt", bytes: "Herons stand in shallow water." });
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") console.error(server.process.stderr.slice(-6_000));
});

afterAll(() => server?.dispose());

/** Maximum length of a log line: its longest text, some stack frames, and the surrounding fields. */
const MOST_CHARACTERS = 12_000;

/** Searches while the embedder is in this failure mode. */
const searchIn = async (mood: string): Promise<void> => {
  await folder.setMoods({ "embed query": mood });
  // Makes each query different: query vectors are cached.
  const json = { query: `herons that ${mood}`, search_mode: "semantic" };
  await server.api.call("POST", `/v1/collections/${COLLECTION}/query`, { json });
  await folder.setMoods({});
};

/** Runs such a search and returns the log once it contains `words`: log lines can arrive after the response. */
const loggedIn = async (mood: string, words: string): Promise<string> => {
  const before = server.process.stderr.length;
  await searchIn(mood);
  return until(`${JSON.stringify(words)} to be logged`, () => {
    const logged = server.process.stderr.slice(before);
    return logged.includes(words) ? logged : undefined;
  });
};

test("lines over fifty a second are dropped, and their number is logged", async () => {
  const stdout = server.process.stdout;
  const before = server.process.log.length;
  await searchIn("talks without end");
  const leftOut = await until("what was left out to be told", async () =>
    server.process.log
      .slice(before)
      .map(({ msg }) => /^… (\d+) lines of the plugin wild-embedder were omitted$/.exec(msg)?.[1])
      .find((count) => count !== undefined),
  );
  const lines = server.process.log.slice(before).filter(({ plugin }) => plugin === "wild-embedder");
  expect(lines.length).toBeLessThan(500);
  expect(lines.length + Number(leftOut)).toBeGreaterThan(500);
  // No output bypassed the log.
  expect(server.process.stdout).toBe(stdout);
});

test("the length of a log line is bounded even for a huge error", async () => {
  const before = server.process.log.length;
  const logged = await loggedIn("dies at length", "why why why");
  // The response can arrive before its log line, which the next test must not take for its own.
  await until("the failure to be logged", async () =>
    server.process.log.slice(before).find(({ msg }) => msg === "request failed"),
  );
  for (const line of logged.split("\n")) expect(line.length).toBeLessThan(MOST_CHARACTERS);
});

test("plugin output has no control characters in the log, can't forge a line and reveals no secret", async () => {
  const before = server.process.log.length;
  const logged = await loggedIn("talks to a terminal", "forged");
  // eslint-disable-next-line no-control-regex
  expect(logged).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  expect(logged).not.toContain(server.secret);
  expect(server.process.log.slice(before).filter(({ level }) => level >= 50)).toEqual([]);
});
