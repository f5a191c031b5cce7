import { hostileSet, problemsOf } from "@quarry/parse-check/hostile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const COLLECTION = "hostile";
const PARSE_TIMEOUT_SECONDS = 30;
/** Waiting for its turn, starting a worker and storing come on top. */
const DEADLINE_MS = (PARSE_TIMEOUT_SECONDS + 60) * 1_000;
const server = useServer({ SERVICE_PARSE_TIMEOUT_SECONDS: String(PARSE_TIMEOUT_SECONDS) });

const files = Object.values(await hostileSet())
  .flat()
  .filter(({ isSlow }) => isSlow !== true);
let pid: number;

beforeAll(async () => {
  pid = server.current.process.pid;
  await server.api.createCollection(COLLECTION);
});

// Several at once: most of their time is waiting for a worker.
describe.concurrent("a hostile file ends as it should, with a message for its owner", () => {
  test.each(files)("$what", { timeout: DEADLINE_MS }, async (file) => {
    const { filename, make } = file;
    const document = await server.api.ingest({ collection: COLLECTION, filename, bytes: make() }, DEADLINE_MS);
    const chunks = document.status === "ready" ? await server.api.chunks(COLLECTION, document.id) : [];
    const texts = chunks.map(({ text }) => text);
    expect(problemsOf(file, document, texts), document.error_message ?? "").toEqual([]);
  });
});

afterAll(async () => {
  const good = { filename: "good.md", bytes: "# Good\n\nThe good file behind them all.\n" };
  expect(await server.api.ingest({ collection: COLLECTION, ...good })).toMatchObject({ status: "ready" });
  expect(server.current.process.pid).toBe(pid);
});
