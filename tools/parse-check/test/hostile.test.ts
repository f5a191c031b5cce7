import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { ParseFailure, ParsePool } from "@quarry/ingest";
import { Context, Effect, Exit, Layer, Scope } from "effect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EndedDocument, hostileSet, problemsOf } from "../src/hostile/index.ts";
import { parserOf } from "../src/parsing.ts";

/** Options of the service, with a shorter timeout. */
const OPTIONS = { threads: 2, timeoutMs: 30_000, memoryMegabytes: 1_024 };
/** Queueing and starting a worker are added to the reading time. */
const DEADLINE_MS = OPTIONS.timeoutMs + 60_000;
const CHUNKS = { chunkSize: 512, chunkOverlap: 64, maxChunkTokens: 2_048 };

const files = Object.values(await hostileSet())
  .flat()
  .filter(({ isSlow }) => isSlow !== true);

const scope = Scope.makeUnsafe();
let pool: ParsePool["Service"];
let folder: string;
let number = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-hostile-"));
  pool = Context.get(await Effect.runPromise(Layer.buildWithScope(ParsePool.layer(OPTIONS), scope)), ParsePool);
});

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void));
  await rm(folder, { recursive: true, force: true });
});

interface Read {
  readonly document: EndedDocument;
  readonly texts: readonly string[];
}

const failed = (error_message: string): Read => ({
  document: { status: "failed", error_message, chunk_count: 0 },
  texts: [],
});

/** Returns the outcome of a file's document, as ingest derives it from the parser's output. */
const read = async (filename: string, bytes: Uint8Array): Promise<Read> => {
  if (bytes.length === 0) return failed("the file is empty");
  const fileType = extname(filename).slice(1).toLowerCase();
  const path = join(folder, String((number += 1)));
  await writeFile(path, bytes);
  const { name, moduleUrl, plugin } = (await parserOf(fileType))!;
  const parser = { plugin: name, moduleUrl, settings: {}, isolation: plugin.capabilities.isolation ?? "thread" };
  const source = { path, size: bytes.length, filename, fileType };
  const texts: string[] = [];
  try {
    for await (const event of pool.parse({ source, parser, ...CHUNKS }, new AbortController().signal))
      if (event.type === "chunks") texts.push(...event.chunks.map(({ text }) => text));
  } catch (error) {
    if (!(error instanceof ParseFailure)) throw error;
    return failed(error.message);
  }
  if (texts.length === 0) return failed("the file has no text that could be extracted");
  return { document: { status: "ready", error_message: null, chunk_count: texts.length }, texts };
};

// Several at once: most of their time is spent waiting for a worker.
describe.concurrent("a hostile file ends in its expected status, with a message for its owner", () => {
  test.each(files)("$what", { timeout: DEADLINE_MS }, async (file) => {
    const { document, texts } = await read(file.filename, file.make());
    expect(problemsOf(file, document, texts), document.error_message ?? "").toEqual([]);
  });
});

test("a good file is read after the hostile ones", async () => {
  const { document, texts } = await read("good.md", Buffer.from("# Good\n\nThe good file behind them all.\n"));
  expect(document).toMatchObject({ status: "ready" });
  expect(texts.join(" ")).toContain("The good file behind them all.");
});
