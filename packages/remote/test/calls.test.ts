import { fileURLToPath } from "node:url";
import { EmbedderService, type EmbedderDescription } from "@quarry/api/plugin";
import { PluginError } from "@quarry/plugin";
import { Effect, Fiber } from "effect";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServedProcess } from "../src/testing/index.ts";
import { openEmbedder } from "./support/open-remote.ts";
import { grpcServer } from "./support/peers.ts";
import { embedCall, plainEmbedder } from "./support/plain-plugins.ts";
import { serve } from "./support/serve.ts";
import { until } from "./support/until.ts";

const plugin = fileURLToPath(
  new URL("../../../plugins/embedder-remote/test/fixtures/word-embedder.ts", import.meta.url),
);
const words = (...texts: readonly string[]) => embedCall(texts, { model: "words", dimension: 64 });

let served: ServedProcess;
beforeAll(async () => {
  served = await ServedProcess.start({ plugin });
});
afterAll(() => served?.close());

const count = (text: string): number => served.output.split(text).length - 1;

test("an interrupted call is also interrupted at the peer", async () => {
  await using remote = await openEmbedder({ address: served.address });
  const before = count("interrupted");
  const began = count("began");
  const fiber = Effect.runFork(words("never end")(remote.service));
  await until("the call to begin", () => count("began") > began);
  await Effect.runPromise(Fiber.interrupt(fiber));
  await until("the peer to see it", () => count("interrupted") > before);
  expect((await remote.run(words("a pump"))).vectors).toHaveLength(1);
});

test("a call beyond the timeout fails as unavailable, names the setting, and is interrupted at the peer", async () => {
  await using remote = await openEmbedder({ address: served.address, timeoutSeconds: 1 });
  const before = count("interrupted");
  const failure = await remote.failure(words("never end"));
  expect(failure).toMatchObject({ reason: "unavailable", isRetryable: true });
  expect(failure.message).toBe(
    `word-embedder at 127.0.0.1:${served.port} did not answer within 1 s (setting timeoutSeconds)`,
  );
  await until("the peer to see it", () => count("interrupted") > before);
  expect((await remote.run(words("a pump"))).vectors).toHaveLength(1);
});

test("a rate limit of the peer arrives with its retry delay", async () => {
  await using remote = await openEmbedder({ address: served.address });
  expect(await remote.failure(words("be busy"))).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 7 });
});

test("a defect is reported as internal without its message, which is in the peer's log", async () => {
  await using remote = await openEmbedder({ address: served.address });
  const failure = await remote.failure(words("throw"));
  expect(failure).toMatchObject({ reason: "internal" });
  expect(failure.message).not.toContain("a defect with");
  await until("the log of the peer", () => served.output.includes("a defect with throw in it"));
});

test("a killed peer fails new and running calls at once, and is used again after its restart", async () => {
  await using remote = await openEmbedder({ address: served.address });
  await remote.run(words("a pump"));
  const began = count("began");
  const underWay = remote.failure(words("never end"));
  await until("the call to begin", () => count("began") > began);
  await served.kill();
  expect(await underWay).toMatchObject({ reason: "unavailable" });
  expect((await underWay).message).toContain("was lost during the call");
  for (const call of [words("a pump"), ({ health }: typeof remote.service) => health]) {
    const failure = await remote.failure(call);
    expect(failure).toMatchObject({ reason: "unavailable" });
    expect(failure.message).toBe(`word-embedder at 127.0.0.1:${served.port} can't be reached (ECONNREFUSED)`);
  }
  await served.start();
  expect((await remote.run(words("a pump"))).vectors).toHaveLength(1);
});

test("a stopping peer completes running calls and rejects new ones", async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = plainEmbedder(({ texts }) =>
    Effect.promise(async () => {
      if (texts[0] === "wait") await gate;
      return { vectors: texts.map(() => Float32Array.of(1, 0, 0, 0)) };
    }),
  );
  const first = await serve(slow, { graceSeconds: 30 });
  await using remote = await openEmbedder({ address: first.address });
  await remote.run(embedCall());
  const underWay = remote.run(embedCall(["wait"]));
  // It is in progress when a later one is answered.
  await remote.run(embedCall());
  const stopped = first[Symbol.asyncDispose]();
  await until(
    "new calls to be refused",
    async () => (await Effect.runPromise(Effect.exit(embedCall()(remote.service))))._tag === "Failure",
  );
  release();
  expect((await underWay).vectors).toHaveLength(1);
  await stopped;
  await using second = await serve(plainEmbedder(), { port: Number(new URL(first.address).port) });
  expect(second.address).toBe(first.address);
  expect((await remote.run(embedCall())).vectors).toHaveLength(1);
});

test("a batch larger than one message is split, and a single text that is too large is rejected", async () => {
  const sizes: number[] = [];
  const plain = plainEmbedder(({ texts }) => {
    sizes.push(texts.length);
    return Effect.succeed({ vectors: texts.map((text) => Float32Array.of(Number(text.slice(0, 2)), 0, 0, 0)) });
  });
  await using served = await serve(plain);
  await using remote = await openEmbedder({ address: served.address });
  const texts = Array.from({ length: 40 }, (_, index) => `${10 + index}${"é".repeat(60_000)}`);
  const { vectors } = await remote.run(embedCall(texts));
  expect(vectors.map(([first]) => first)).toEqual(texts.map((_, index) => 10 + index));
  expect(sizes.length).toBeGreaterThan(2);
  const failure = await remote.failure(embedCall(["x".repeat(5_000_000)]));
  expect(failure).toMatchObject({ reason: "invalid" });
  expect(failure.message).toContain("larger than plain-embedder at");
  // A peer that accepts larger messages receives them.
  await using roomy = await serve(plain, { maxMessageBytes: 8 * 1_048_576 });
  await using wide = await openEmbedder({ address: roomy.address });
  expect((await wide.run(embedCall([`77${"x".repeat(5_000_000)}`]))).vectors[0]![0]).toBe(77);
});

test("errors of a peer arrive with their reason, for every reason", async () => {
  const reasons = [
    "unavailable",
    "rate_limited",
    "unauthorized",
    "not_found",
    "invalid",
    "incompatible",
    "limit",
    "internal",
  ] as const;
  const plain = plainEmbedder(({ texts: [reason] }) =>
    Effect.fail(new PluginError({ plugin: "plain", reason: reason as never, message: `says ${reason}` })),
  );
  await using served = await serve(plain);
  await using remote = await openEmbedder({ address: served.address });
  for (const reason of reasons) {
    const { host } = new URL(served.address);
    const message = `plain-embedder at ${host}: says ${reason}`;
    expect(await remote.failure(embedCall([reason]))).toMatchObject({ reason, message, plugin: "under test" });
  }
});

test("a call carries its deadline to the peer", async () => {
  const deadlines: (string | null)[] = [];
  await using peer = await grpcServer((router) =>
    router.service(EmbedderService, {
      describe: () =>
        ({
          ...{ identity: { name: "foreign", specVersions: [1] }, models: [{ name: "plain", dimension: 4 }] },
          ...{ maxBatchTexts: 1, maxBatchTokens: 1, hybridAlpha: 0 },
        }) as EmbedderDescription,
      embed: async function* (_, { requestHeader }) {
        deadlines.push(requestHeader.get("grpc-timeout"));
        yield { vectors: [new Uint8Array(16)] } as never;
      },
    }),
  );
  await using remote = await openEmbedder({ address: peer.address, timeoutSeconds: 20 });
  await remote.run(embedCall());
  const [milliseconds] = deadlines.map((text) => Number(/^(\d+)m$/.exec(text ?? "")?.[1]));
  expect(milliseconds).toBeGreaterThan(1_000);
  expect(milliseconds).toBeLessThanOrEqual(20_500);
});
