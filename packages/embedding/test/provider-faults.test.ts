import type { EmbedderUse, EmbeddingFailure, TextToEmbed } from "@quarry/embedding";
import openai from "@quarry/embedder-openai";
import type { PluginError } from "@quarry/plugin";
import { type FaultShares, type ProviderServer, startOpenAiServer, textVector } from "@quarry/provider-servers";
import { Effect, Redacted } from "effect";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type OpenEmbeddings, openEmbeddings, openPlugin, run, textsOf, useOf } from "./embedding-fixture.ts";

/** Number of documents in the storms. The full number of the promise is 1,000. */
const DOCUMENTS = Number(process.env["QUARRY_STORM_DOCUMENTS"] ?? 20);
const CONCURRENCY = 4;
const PER_CALL = 5;
const RETRY_AFTER_MS = 20;

let opened: OpenEmbeddings;
let server: ProviderServer;
let use: (over?: Partial<EmbedderUse>) => EmbedderUse;

interface Limits {
  readonly giveUpAfterSeconds?: number;
  /**
   * Timeout of one call. If no call hangs, it exceeds what any call takes on a busy machine, because an abandoned call
   * is paid twice.
   */
  readonly timeoutSeconds?: number;
}

const start = async (faults: FaultShares, { giveUpAfterSeconds = 600, timeoutSeconds = 60 }: Limits = {}) => {
  server = await startOpenAiServer({ faults, retryAfterSeconds: RETRY_AFTER_MS / 1000, slowByteMs: 1, seed: 7 });
  const embedder = await openPlugin(openai, {
    baseUrl: `${server.url}/v1`,
    maxBatchTexts: PER_CALL,
    timeoutSeconds,
  });
  const pace = { concurrency: CONCURRENCY, giveUpAfterSeconds, firstPauseMs: 20 };
  use = (over) => useOf({ ...embedder, pace }, over);
};

beforeEach(async () => {
  opened = await openEmbeddings();
});
afterEach(async () => {
  await opened.close();
  await server.close();
});

const documents = Array.from({ length: DOCUMENTS }, (_, number) => textsOf(`heron of document ${number}, part`, 12));
const CALLS_PER_DOCUMENT = 3;

const embedAll = (all: readonly (readonly TextToEmbed[])[]) =>
  run(
    Effect.forEach(
      all,
      (texts, number) => opened.embeddings.documents(use({ collectionId: `c${number % 3}` }), texts),
      {
        concurrency: 12,
      },
    ),
  );

const expectRight = (vectors: readonly (readonly Float32Array[])[]) => {
  documents.forEach((texts, number) =>
    texts.forEach(({ text }, index) => {
      const cosine = textVector(text, 16).reduce((sum, value, at) => sum + value * vectors[number]![index]![at]!, 0);
      expect(cosine).toBeCloseTo(1, 3);
    }),
  );
};

/** Expects that every text was paid for once, and that each call beyond the minimum is one that the provider failed. */
const expectNoWaste = () => {
  const { calls, answered, answeredTexts } = server.record;
  expect(answeredTexts.length).toBe(new Set(answeredTexts).size);
  expect(answered.length).toBe(DOCUMENTS * CALLS_PER_DOCUMENT);
  const failed = calls.filter(({ fault }) => fault !== undefined && fault !== "out_of_order" && fault !== "slow_body");
  expect(calls.length - failed.length).toBe(answered.length);
  expect(server.record.maxConcurrent).toBeLessThanOrEqual(CONCURRENCY);
};

test.each<[string, FaultShares]>([
  ["30 % rate-limited, with a retry time", { rate_limited: 0.3 }],
  ["30 % rate-limited, without a retry time", { rate_limited_silent: 0.3 }],
  ["failures of every kind", { server_error: 0.1, proxy_error: 0.05, connection_reset: 0.05, cut_off: 0.05 }],
  ["responses out of order, and slow ones", { out_of_order: 0.3, slow_body: 0.01 }],
])("%s: every document is embedded, and every text is paid for once", async (_, faults) => {
  await start(faults);
  expectRight(await embedAll(documents));
  expectNoWaste();
});

test("only a call that hangs or breaks off is repeated", async () => {
  await start({}, { timeoutSeconds: 3 });
  server.faults.queue("none", "hang", "none", "body_reset");
  await embedAll(documents.slice(0, 4));
  expect(server.record.calls.length).toBe(4 * CALLS_PER_DOCUMENT + 2);
});

test("while all calls are rate-limited, one call per pause probes the provider, however many wait", async () => {
  await start({ rate_limited: 1 });
  const began = performance.now();
  const embedded = embedAll(documents);
  await vi.waitUntil(() => server.record.calls.length >= CONCURRENCY + 10, { timeout: 60_000 });
  server.faults.shares = {};
  const refusedForMs = performance.now() - began;
  await embedded;
  const refused = server.record.calls.filter(({ fault }) => fault === "rate_limited").length;
  expect(refused).toBeLessThanOrEqual(CONCURRENCY + 1 + refusedForMs / RETRY_AFTER_MS);
  expectNoWaste();
});

const failureOf = (texts: readonly TextToEmbed[]): Promise<EmbeddingFailure> =>
  run(Effect.flip(opened.embeddings.documents(use(), texts)));

test.each<[string, FaultShares, Partial<PluginError>, RegExp]>([
  ["an exhausted quota", { quota_used_up: 1 }, { reason: "limit", isRetryable: false }, /no quota left/],
  ["a wrong dimension", { wrong_dimension: 1 }, { isRetryable: false }, /vector of 17 numbers.*dimension is 16/],
  ["a wrong number of vectors", { wrong_count: 1 }, {}, /vectors|texts/],
])("%s is not retried", async (_, faults, expected, message) => {
  await start(faults);
  const { error, outage } = await failureOf(textsOf("one", 5));
  expect(error).toMatchObject(expected);
  expect(outage).toBeUndefined();
  expect(error.message).toMatch(message);
  expect(server.record.calls.length).toBe(1);
});

test("a key revoked midway fails only its own documents, after at most the calls in flight", async () => {
  await start({});
  const revoked = "sk-revoked-0123456789abcdef";
  server.revokeKeyAfter(revoked, 5);
  const other = { credential: Redacted.make(revoked) };
  const [mine, others] = await Promise.all([
    run(Effect.result(opened.embeddings.documents(use(other), textsOf("revoked", 100)))),
    run(opened.embeddings.documents(use(), textsOf("fine", 50))),
  ]);
  expect(others).toHaveLength(50);
  expect(mine).toMatchObject({ _tag: "Failure", failure: { error: { reason: "unauthorized", isRetryable: false } } });
  expect(JSON.stringify(mine)).not.toContain(revoked);
  const refused = server.record.calls.filter(({ status }) => status === 401);
  expect(refused.length).toBeLessThanOrEqual(CONCURRENCY);
});

test("a provider that doesn't recover in time is reported to the caller as an outage", async () => {
  await start({ rate_limited: 1 }, { giveUpAfterSeconds: 1 });
  const began = performance.now();
  const { embedder, error, outage } = await failureOf(textsOf("one", 5));
  const tookMs = performance.now() - began;
  expect(embedder).toBe("provider");
  expect(error).toMatchObject({ reason: "rate_limited", isRetryable: true });
  expect(outage).toMatchObject({ isProbed: false, pace: { giveUpAfterSeconds: 1, rateLimitPatienceSeconds: 600 } });
  expect(outage!.keptMs).toBeLessThanOrEqual(tookMs);
});

test("during an outage one document at a time probes the provider, and listeners are notified of its recovery", async () => {
  await start({ server_error: 1 }, { giveUpAfterSeconds: 3 });
  const recovered: string[] = [];
  opened.embeddings.onRecovered((name) => void recovered.push(name));
  await failureOf(textsOf("one", 5));
  const entered = () =>
    Effect.scoped(Effect.flatMap(opened.embeddings.enter(use()), (outage) => Effect.succeed(outage)));
  expect(opened.embeddings.isTroubled(use())).toBe(true);
  // No caller enters during the pause; afterwards one does.
  await vi.waitUntil(async () => (await run(entered())) === undefined, { timeout: 60_000, interval: 20 });
  const both = Effect.scoped(Effect.all([opened.embeddings.enter(use()), opened.embeddings.enter(use())]));
  expect(await run(both)).toEqual([undefined, expect.objectContaining({ isProbed: true, error: expect.anything() })]);
  // Another key is paused independently.
  const other = use({ credential: Redacted.make("sk-other-0123456789abcdef") });
  expect(await run(Effect.scoped(opened.embeddings.enter(other)))).toBeUndefined();
  expect(recovered).toEqual([]);
  server.faults.shares = {};
  await run(opened.embeddings.documents(use(), textsOf("one", 5)));
  expect(recovered).toEqual(["provider"]);
  expect(opened.embeddings.isTroubled(use())).toBe(false);
});

test("a provider that doesn't respond counts as troubled before the call's timeout", async () => {
  await start({});
  await run(opened.embeddings.documents(use(), textsOf("zero", 5)));
  const recovered: string[] = [];
  opened.embeddings.onRecovered((name) => void recovered.push(name));
  server.setLatency(5_000);
  const embedding = run(opened.embeddings.documents(use(), textsOf("one", 5)));
  await vi.waitUntil(() => opened.embeddings.isTroubled(use()), { timeout: 60_000, interval: 20 });
  expect(await run(Effect.scoped(opened.embeddings.enter(use())))).toMatchObject({ error: undefined });
  expect(await embedding).toHaveLength(5);
  expect(recovered).toEqual(["provider"]);
  // A slow provider is not a silent one.
  expect(opened.embeddings.isTroubled(use())).toBe(false);
});
