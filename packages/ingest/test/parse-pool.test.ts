import { DEFAULT_PARSER_LIMITS } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ParseFailure, ParsePool, type ParsePoolOptions } from "../src/index.ts";
import { openPool } from "./open-pool.ts";
import {
  type ContextualChunk,
  MAX_BATCHES_IN_FLIGHT,
  type PageProgress,
  type ParseTask,
} from "../src/parse/parse-protocol.ts";

/** Timeout for parsers that end by themselves, even on a busy machine. */
const OPTIONS: ParsePoolOptions = {
  threads: 2,
  timeoutMs: 150_000,
  memoryMegabytes: 128,
  parserLimits: { maxPages: 7 },
};
/**
 * Timeout for parsers that must be aborted or must exceed it. Everything else that this pool reads is a page or two.
 */
const HASTY_MS = 4_000;
const TEST_MS = 200_000;

let pool: ParsePool["Service"];
let hasty: ParsePool["Service"];
let scope: Scope.Closeable;

beforeAll(async () => {
  scope = Scope.makeUnsafe();
  pool = await openPool(OPTIONS, scope);
  hasty = await openPool({ ...OPTIONS, timeoutMs: HASTY_MS }, scope);
});

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)));

type Isolation = ParseTask["parser"]["isolation"];

const task = (parser: string, isolation: Isolation): Omit<ParseTask, "limits"> => ({
  source: { path: "/dev/null", size: 1, filename: "pump-manual_v2.txt", fileType: "txt" },
  parser: {
    plugin: "test-parser",
    moduleUrl: new URL(`./parsers/${parser}.ts`, import.meta.url).href,
    settings: {},
    isolation,
  },
  chunkSize: 64,
  chunkOverlap: 0,
  maxChunkTokens: 10_000,
});

interface Reading {
  readonly signal?: AbortSignal;
  readonly from?: ParsePool["Service"];
}

const readAll = async (
  parser: string,
  isolation: Isolation,
  { signal = new AbortController().signal, from = pool }: Reading = {},
) => {
  const chunks: ContextualChunk[] = [];
  const infos: unknown[] = [];
  const pages: PageProgress[] = [];
  for await (const event of from.parse(task(parser, isolation), signal)) {
    if (event.type === "end") return { chunks, infos, pages, info: event.info };
    if (event.type === "attachment") continue;
    pages.push(event.pages);
    if (event.type === "pages") continue;
    chunks.push(...event.chunks);
    infos.push(event.info);
  }
  throw new Error("no end");
};

const failureOf = async (parser: string, isolation: Isolation, reading: Reading = {}): Promise<ParseFailure> => {
  const error = await readAll(parser, isolation, reading).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ParseFailure)) throw new Error(`expected a ParseFailure, got ${String(error)}`);
  return error;
};

describe.each(["thread", "process"] as const)("ParsePool in a %s", { timeout: TEST_MS }, (isolation) => {
  test("returns every chunk in order, with its page and its indexed context", async () => {
    const { chunks, info } = await readAll("many-pages", isolation);
    expect(info).toEqual({ title: "The Title", pageCount: 2000 });
    expect(chunks.map((chunk) => chunk.chunkIndex)).toEqual(chunks.map((_, index) => index));
    expect(new Set(chunks.map((chunk) => chunk.page)).size).toBe(2000);
    expect(chunks[0]).toMatchObject({ contextText: "The Title > pump manual v2", page: 1 });
    expect(chunks[0]?.text).toMatch(/^Paragraph 1\. /);
  });

  test.each([
    ["hangs", /longer than 4 s \(setting SERVICE_PARSE_TIMEOUT_SECONDS\)/],
    ["waits", /longer than 4 s/],
  ])("a parser that %s fails only its own document", async (parser, message) => {
    const failure = await failureOf(parser, isolation, { from: hasty });
    expect(failure.reason).toBe("time");
    expect(failure.message).toMatch(message);
    expect((await readAll("says-limits", isolation, { from: hasty })).chunks.length).toBeGreaterThan(0);
  });

  test.each([
    ["exits", "crash", /ended unexpectedly/],
    ["throws-later", "crash", /ended unexpectedly/],
    ["refuses", "encrypted", /^the PDF is encrypted: remove the password and upload it again \(…\/a\.pdf\)$/],
  ])("a parser that %s fails only its own document: %s", async (parser, reason, message) => {
    const failure = await failureOf(parser, isolation);
    expect(failure.reason).toBe(reason);
    expect(failure.message).toMatch(message);
    expect((await readAll("many-pages", isolation)).chunks.length).toBeGreaterThan(0);
  });

  test("a parser that exceeds its memory fails only its own document", async () => {
    const failure = await failureOf("eats-memory", isolation);
    expect(failure.reason).toBe("memory");
    expect(failure.message).toMatch(/more than 128 MB of memory \(setting SERVICE_PARSE_MEMORY_MB\)/);
    expect((await readAll("many-pages", isolation)).chunks.length).toBeGreaterThan(0);
  });

  test("an accidental parser exception is only in the failure's detail, not in its message", async () => {
    const failure = await failureOf("throws", isolation);
    expect(failure.message).toBe("the .txt file could not be read: it may be damaged");
    expect(failure.detail).toBe("test-parser: undefined is not a function at /srv/lib/zip.js:17");
  });

  test("returns only valid document info, as soon as it is known", async () => {
    const { infos, info } = await readAll("odd-info", isolation);
    expect(infos[0]).toMatchObject({ title: "Pump manual", warnings: ["one page of …/a.pdf"] });
    expect(info).toEqual({
      keywords: ["pumps", ...Array.from({ length: 47 }, (_, number) => `word ${number}`)],
      fields: { from: "ann@x.org", to: ["bob@x.org"] },
      title: "x".repeat(500),
      createdAt: "2026-02-03T03:05:06.000Z",
      pageCount: 1,
      ocrConfidences: [{ page: 2, confidence: 0.876 }],
      warnings: ["one page of …/a.pdf"],
    });
  });

  test("reports progress of slow pages, delivers their chunks, and does not count their time", async () => {
    const { pages, chunks } = await readAll("slow-pages", isolation, { from: hasty });
    expect([...new Set(pages.map(({ done }) => done))]).toEqual([1, 2, 3, 4]);
    expect(pages.every(({ total }) => total === 4)).toBe(true);
    expect(chunks.length).toBe(1);
  });

  test("passes the configured and the default limits to the parser", async () => {
    const { chunks } = await readAll("says-limits", isolation);
    const limits: unknown = JSON.parse(chunks.map(({ text }) => text).join(""));
    expect(limits).toEqual({ ...DEFAULT_PARSER_LIMITS, maxPages: 7 });
  });

  test("reads no further ahead than the window while no chunks are consumed", async () => {
    const events = pool.parse(task("many-pages", isolation), new AbortController().signal)[Symbol.asyncIterator]();
    const first = await events.next();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const pages: number[] = [];
    for (let taken = 0; taken < MAX_BATCHES_IN_FLIGHT + 1; taken += 1) {
      const { value } = await events.next();
      if (value?.type === "chunks") pages.push(value.pages.done);
    }
    // Pages that were parsed before the first chunk was taken fit the window; the rest followed.
    expect(first.value?.type).toBe("chunks");
    expect(pages[0]).toBeLessThan(2000);
    await events.return?.();
  });

  test("a receiver that is slower than the time limit does not fail the parser", async () => {
    const events = hasty.parse(task("some-pages", isolation), new AbortController().signal)[Symbol.asyncIterator]();
    await events.next();
    await new Promise((resolve) => setTimeout(resolve, HASTY_MS + 500));
    let last = await events.next();
    while (last.done !== true && last.value.type !== "end") last = await events.next();
    expect(last.value).toMatchObject({ type: "end" });
    await events.return?.();
  });

  test("an aborted document ends at once and frees its thread", async () => {
    const stop = new AbortController();
    const reading = readAll("hangs", isolation, { signal: stop.signal });
    setTimeout(() => stop.abort(), 200);
    await expect(reading).rejects.toThrow(/abort/i);
    expect((await readAll("many-pages", isolation)).chunks.length).toBeGreaterThan(0);
  });
});
