import { hostileSet, type HostileFile, leakIn } from "@quarry/parse-check/hostile";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";

const COLLECTION = "hostile";
const PARSE_TIMEOUT_SECONDS = 30;
/** Waiting for its turn, starting a worker and storing come on top. */
const DEADLINE_MS = (PARSE_TIMEOUT_SECONDS + 60) * 1_000;
/** Recognising the text of a page takes seconds; the whole set (`npm run hostile`) has these too. */
const SLOW: ReadonlySet<string> = new Set(["png", "jpg", "jpeg", "gif", "bmp", "tiff", "tif"]);

const server = useServer({ SERVICE_PARSE_TIMEOUT_SECONDS: String(PARSE_TIMEOUT_SECONDS) });

const isShort = ({ quick, group, filename }: HostileFile): boolean =>
  quick === true && !(group === "truncated" && SLOW.has(filename.split(".").at(-1)!));

const files = (await hostileSet()).filter(isShort);
let pid: number;

beforeAll(async () => {
  pid = server.current.process.pid;
  await server.api.createCollection(COLLECTION);
});

// Several at once: most of their time is waiting for a worker.
describe.concurrent("a hostile file ends as it should, with a message for its owner", () => {
  test.each(files)("$what", { timeout: DEADLINE_MS }, async (file) => {
    const { filename, make, ends, message, forbidden } = file;
    const document = await server.api.ingest({ collection: COLLECTION, filename, bytes: await make() }, DEADLINE_MS);
    if (ends !== "either") expect(document).toMatchObject({ status: ends });
    if (document.status === "failed") {
      expect(document.error_message).toMatch(message ?? /\S/);
      expect(leakIn(document.error_message!)).toBeUndefined();
      expect(document.error_message!.length).toBeLessThan(300);
    } else {
      expect(document.chunk_count).toBeGreaterThan(0);
      for (const { text } of await server.api.chunks(COLLECTION, document.id))
        expect(text).not.toMatch(forbidden ?? /^$/);
    }
  });
});

afterAll(async () => {
  const good = { filename: "good.md", bytes: "# Good\n\nThe good file behind them all.\n" };
  expect(await server.api.ingest({ collection: COLLECTION, ...good })).toMatchObject({ status: "ready" });
  expect(server.current.process.pid).toBe(pid);
});
