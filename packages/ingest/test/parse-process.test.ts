import { readFileSync } from "node:fs";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ParseFailure, type ParsePool, type ParsePoolOptions } from "../src/index.ts";
import type { ContextualChunk, ParseTask } from "../src/parse/parse-protocol.ts";
import { openPool } from "./open-pool.ts";

/** Timeout for parsers that fill their memory on a busy machine. No test waits for it to expire. */
const OPTIONS: ParsePoolOptions = { threads: 2, timeoutMs: 150_000, memoryMegabytes: 128 };
const TEST_MS = 200_000;

let pool: ParsePool["Service"];
let scope: Scope.Closeable;

beforeAll(async () => {
  scope = Scope.makeUnsafe();
  pool = await openPool(OPTIONS, scope);
});

afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)));

const task = (parser: string): Omit<ParseTask, "limits"> => ({
  source: { path: "/dev/null", size: 1, filename: "manual.txt", fileType: "txt" },
  parser: {
    plugin: "test-parser",
    moduleUrl: new URL(`./parsers/${parser}.ts`, import.meta.url).href,
    settings: {},
    isolation: "process",
  },
  chunkSize: 1_024,
  chunkOverlap: 0,
  maxChunkTokens: 10_000,
});

const readAll = async (parser: string, signal = new AbortController().signal): Promise<readonly ContextualChunk[]> => {
  const chunks: ContextualChunk[] = [];
  for await (const event of pool.parse(task(parser), signal)) {
    if (event.type === "chunks") chunks.push(...event.chunks);
  }
  return chunks;
};

interface Surroundings {
  readonly pid: number;
  readonly ppid: number;
  readonly environment: Readonly<Record<string, string>>;
}

const surroundings = async (): Promise<Surroundings> => {
  const chunks = await readAll("says-where");
  return JSON.parse(chunks.map(({ text }) => text).join("")) as Surroundings;
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a parser in a separate process", { timeout: TEST_MS }, () => {
  test.each([
    ["eats-buffers", "memory", /more than 128 MB of memory \(setting SERVICE_PARSE_MEMORY_MB\)/],
    ["eats-wasm", "memory", /more than 128 MB of memory/],
    ["one-huge-array", "memory", /more than 128 MB of memory/],
    ["aborts", "crash", /^reading the file ended unexpectedly: it may be damaged$/],
    ["segfaults", "crash", /^reading the file ended unexpectedly/],
    ["lets-go", "crash", /^reading the file ended unexpectedly/],
  ])("that %s fails only its document (%s), and the next gets a new process", async (parser, reason, message) => {
    const before = (await surroundings()).pid;
    const error = await readAll(parser).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(error).toBeInstanceOf(ParseFailure);
    const failure = error as ParseFailure;
    expect({ reason: failure.reason, message: failure.message }).toEqual({
      reason,
      message: expect.stringMatching(message),
    });
    expect(failure.detail).toMatch(/^the parse process ended with /);
    const after = (await surroundings()).pid;
    expect(after).not.toBe(before);
    expect(isRunning(before)).toBe(false);
  });

  test("serves several documents in one process", async () => {
    const first = await surroundings();
    expect(first.pid).not.toBe(process.pid);
    expect(first.ppid).toBe(process.pid);
    expect((await surroundings()).pid).toBe(first.pid);
  });

  test("receives no SERVICE_ variables of the service's environment", async () => {
    process.env["SERVICE_API_SECRET"] = "a-secret-for-tests-only";
    try {
      await Promise.all([surroundings(), surroundings()]).then((environments) => {
        for (const { environment } of environments) {
          expect(Object.keys(environment).filter((name) => name.startsWith("SERVICE_"))).toEqual([]);
        }
      });
    } finally {
      delete process.env["SERVICE_API_SECRET"];
    }
  });

  test("may write anything to its output and message channels", async () => {
    expect((await readAll("chatters")).length).toBeGreaterThan(0);
  });

  test("ends when its document is aborted, even in a loop", async () => {
    const { pid } = await surroundings();
    const stop = new AbortController();
    const reading = readAll("hangs", stop.signal);
    setTimeout(() => stop.abort(), 300);
    await expect(reading).rejects.toThrow(/abort/i);
    expect(isRunning(pid)).toBe(false);
  });

  test("receives no document while all slots are taken", async () => {
    const stop = new AbortController();
    const busy = [readAll("hangs", stop.signal), readAll("hangs", stop.signal)];
    let isServed = false;
    const waiting = surroundings().then(() => (isServed = true));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(isServed).toBe(false);
    stop.abort();
    await Promise.allSettled(busy);
    expect(await waiting).toBe(true);
  });

  test.runIf(process.platform === "linux")("is the first candidate when the system runs out of memory", async () => {
    const { pid } = await surroundings();
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8").trim()).toBe("1000");
  });

  test.each([
    ["rejects its file", "refuses", true],
    ["throws an unexpected error", "throws", false],
    ["retains most of its memory", "keeps", false],
  ])("that %s serves the next document in the same process: %s, %s", async (_, parser, isReusable) => {
    const { pid } = await surroundings();
    const outcome = await readAll(parser).then(
      () => "read",
      (error: ParseFailure) => error.reason,
    );
    // Exceeding the memory of the whole process would be a different outcome.
    expect(outcome).not.toBe("memory");
    expect((await surroundings()).pid === pid).toBe(isReusable);
  });

  test("ends after an idle period", async () => {
    const own = Scope.makeUnsafe();
    const before = pool;
    pool = await openPool({ ...OPTIONS, idleTimeoutMs: 300 }, own);
    const { pid } = await surroundings();
    await vi.waitUntil(() => !isRunning(pid), { timeout: 150_000 });
    expect((await surroundings()).pid).not.toBe(pid);
    pool = before;
    await Effect.runPromise(Scope.close(own, Exit.void));
  });

  test("ends with the pool", async () => {
    const own = Scope.makeUnsafe();
    const before = pool;
    pool = await openPool(OPTIONS, own);
    const { pid } = await surroundings();
    pool = before;
    expect(isRunning(pid)).toBe(true);
    await Effect.runPromise(Scope.close(own, Exit.void));
    expect(isRunning(pid)).toBe(false);
  });
});
