import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmbedderCapabilities } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describePeer, embedderContract, remoteEmbedder } from "../src/index.ts";
import { decodeSettings } from "./support/open-remote.ts";
import { embedCall, plainEmbedder, plainReranker } from "./support/plain-plugins.ts";
import { serve } from "./support/serve.ts";

let dataDirectory: string;
let log: string[];
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "quarry-describe-"));
  log = [];
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const context = () => ({
  dataDirectory,
  log: (level: string, message: string) => void log.push(`${level}: ${message}`),
});
const describe = (address: string, startTimeoutSeconds = 0) => {
  const settings = decodeSettings({ address, startTimeoutSeconds });
  return describePeer({ plugin: "under test", contract: embedderContract }, settings, context());
};
const { capabilities } = plainEmbedder();
const portOf = (address: string): number => Number(new URL(address).port);

test("what a plugin says that it can do is what its author declared", async () => {
  await using served = await serve(plainEmbedder());
  expect(await Effect.runPromise(describe(served.address))).toEqual(capabilities);
});

test("a plugin that was met may be away at the next start: what it said stands", async () => {
  const served = await serve(plainEmbedder());
  const { address } = served;
  await Effect.runPromise(describe(address));
  await served[Symbol.asyncDispose]();
  expect(await Effect.runPromise(describe(address))).toEqual(capabilities);
  const { host } = new URL(address);
  expect(log).toEqual([
    `warn: plain-embedder at ${host} can't be reached (ECONNREFUSED); what it said when it was last met stands until it is there`,
  ]);
});

test("one that was never met is waited for, and told of when it doesn't come", async () => {
  const first = await serve(plainEmbedder());
  const { address } = first;
  await first[Symbol.asyncDispose]();
  const failure = await Effect.runPromise(Effect.flip(describe(address)));
  expect(failure).toMatchObject({ reason: "unavailable", plugin: "under test" });
  expect(failure.message).toMatch(/can't be reached \(ECONNREFUSED\); it was never met, .* raise startTimeoutSeconds$/);
  const waited = Effect.runPromise(describe(address, 60));
  await using second = await serve(plainEmbedder(), { port: portOf(address) });
  expect(second.address).toBe(address);
  expect(await waited).toEqual(capabilities);
});

test("what was said at another address means nothing here, and another kind is refused even where one was met", async () => {
  const served = await serve(plainEmbedder());
  const { address } = served;
  await Effect.runPromise(describe(address));
  await served[Symbol.asyncDispose]();
  await using other = await serve(plainReranker, { port: portOf(address) });
  expect(await Effect.runPromise(Effect.flip(describe(other.address)))).toMatchObject({ reason: "incompatible" });
  const elsewhere = await Effect.runPromise(Effect.flip(describe("http://127.0.0.1:1")));
  expect(elsewhere).toMatchObject({ reason: "unavailable" });
});

test("a plugin that declares something else later is told of once, and used", async () => {
  const served = await serve(plainEmbedder());
  const { address } = served;
  await Effect.runPromise(describe(address));
  const scope = Scope.makeUnsafe();
  const make = remoteEmbedder("under test", decodeSettings({ address }), context());
  const embedder = await Effect.runPromise(Scope.provide(make, scope));
  await Effect.runPromise(embedCall()(embedder));
  expect(log).toEqual([]);
  await served[Symbol.asyncDispose]();
  const smaller: EmbedderCapabilities = { ...capabilities, maxBatchTexts: 7 };
  await using second = await serve({ ...plainEmbedder(), capabilities: smaller }, { port: portOf(address) });
  expect(second.address).toBe(address);
  for (let call = 0; call < 3; call += 1) await Effect.runPromise(embedCall()(embedder));
  expect(log).toEqual([
    `warn: the plugin at ${address} declares other capabilities than at the start of the service: restart the service to use them`,
  ]);
  await Effect.runPromise(Scope.close(scope, Exit.void));
});
