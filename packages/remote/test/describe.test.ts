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

test("the described capabilities are those that the plugin declares", async () => {
  await using served = await serve(plainEmbedder());
  expect(await Effect.runPromise(describe(served.address))).toEqual(capabilities);
});

test("a known plugin may be unavailable at the next start: its last description is used, with a warning", async () => {
  const served = await serve(plainEmbedder());
  const { address } = served;
  await Effect.runPromise(describe(address));
  await served[Symbol.asyncDispose]();
  expect(await Effect.runPromise(describe(address))).toEqual(capabilities);
  const { host } = new URL(address);
  expect(log).toEqual([
    `warn: plain-embedder at ${host} can't be reached (ECONNREFUSED); its last known capabilities apply until it is available`,
  ]);
});

test("a plugin that was never reached is waited for up to the start timeout, then reported as unavailable", async () => {
  const first = await serve(plainEmbedder());
  const { address } = first;
  await first[Symbol.asyncDispose]();
  const failure = await Effect.runPromise(Effect.flip(describe(address)));
  expect(failure).toMatchObject({ reason: "unavailable", plugin: "under test" });
  expect(failure.message).toMatch(
    /can't be reached \(ECONNREFUSED\); it was never reached, .* raise startTimeoutSeconds$/,
  );
  const waited = Effect.runPromise(describe(address, 60));
  await using second = await serve(plainEmbedder(), { port: portOf(address) });
  expect(second.address).toBe(address);
  expect(await waited).toEqual(capabilities);
});

test("a stored description is not used for another address, and a plugin of another kind is rejected", async () => {
  const served = await serve(plainEmbedder());
  const { address } = served;
  await Effect.runPromise(describe(address));
  await served[Symbol.asyncDispose]();
  await using other = await serve(plainReranker, { port: portOf(address) });
  expect(await Effect.runPromise(Effect.flip(describe(other.address)))).toMatchObject({ reason: "incompatible" });
  const elsewhere = await Effect.runPromise(Effect.flip(describe("http://127.0.0.1:1")));
  expect(elsewhere).toMatchObject({ reason: "unavailable" });
});

test("a plugin whose capabilities change later is still used, with a single warning", async () => {
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
    `warn: the plugin at ${address} declares other capabilities than when the service started: restart the service to use them`,
  ]);
  await Effect.runPromise(Scope.close(scope, Exit.void));
});
