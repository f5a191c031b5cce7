import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import embedderRemote from "@quarry/embedder-remote";
import parserRemote from "@quarry/parser-remote";
import { DEFAULT_PARSER_LIMITS, type EmbedRequest, type PluginError, secret } from "@quarry/plugin";
import { describedPlugin, rerankerConformance } from "@quarry/plugin-testkit";
import rerankerRemote from "@quarry/reranker-remote";
import { Effect, Exit, Schema, Scope } from "effect";
import { afterAll, expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { ExampleCopy } from "./example-copy.ts";
import { PluginProcess } from "./plugin-process.ts";

const program = fileURLToPath(new URL("fixtures/plugins.py", import.meta.url));

const example = await ExampleCopy.make("plugin-python");
const plugins = await Promise.all(
  ["embedder", "async-embedder", "reranker", "parser"].map((kind) =>
    PluginProcess.run(example, `.venv/bin/python ${program} ${kind} --listen 127.0.0.1:0`),
  ),
);
const [embedder, asyncEmbedder, reranker, parser] = plugins;
const scope = Scope.makeUnsafe();
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void));
  await Promise.all(plugins.map((plugin) => plugin.kill()));
  await example.remove();
});

const settings = { address: reranker!.address };
rerankerConformance(await describedPlugin(rerankerRemote, settings), { settings });

const embedderAt = (address: string) =>
  Effect.runPromise(
    Scope.provide(
      embedderRemote.make(Schema.decodeUnknownSync(embedderRemote.settings)({ address }), {
        dataDirectory: example.root,
        log: () => {},
      }),
      scope,
    ),
  );
const { embed } = await embedderAt(embedder!.address);
const asynchronous = await embedderAt(asyncEmbedder!.address);
const request: EmbedRequest = { model: "m", dimension: 2, inputType: "document", texts: ["anything", "else"] };
const failure = (fields: Partial<EmbedRequest>): Promise<PluginError> =>
  Effect.runPromise(Effect.flip(embed({ ...request, ...fields })));

test("lists of numbers are normalized to unit vectors; a call passes its model, input type and key", async () => {
  const unit = Float32Array.of(0.6, 0.8);
  expect((await Effect.runPromise(embed(request))).vectors).toEqual([unit, unit]);
  const called = { ...request, texts: ["call"], inputType: "query", credential: secret("key") } as const;
  expect((await Effect.runPromise(embed(called))).vectors).toEqual([unit]);
});

test.each<readonly [string, object]>([
  ["is busy", { reason: "rate_limited", message: expect.stringMatching(/the model is busy$/), retryAfterSeconds: 7 }],
  ["is damaged", { reason: "damaged", message: expect.stringMatching(/install it again$/) }],
  ["throws", { reason: "internal", message: expect.stringMatching(/the plugin failed: its log says why$/) }],
  ["too few", { reason: "internal", message: expect.stringMatching(/embed gave 0 vectors for 1 texts$/) }],
  ["another dimension", { reason: "internal", message: expect.stringMatching(/3 numbers for the dimension 2$/) }],
  ["NaN", { reason: "internal", message: expect.stringMatching(/non-finite number$/) }],
])("an embedder fault is reported with its reason: %s", async (text, expected) => {
  expect(await failure({ texts: [text] })).toMatchObject(expected);
});

test("methods can be asynchronous", async () => {
  const { vectors } = await Effect.runPromise(asynchronous.embed(request));
  expect(vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)]);
  const refused = await Effect.runPromise(Effect.flip(asynchronous.embed({ ...request, texts: ["is busy"] })));
  expect(refused).toMatchObject({ reason: "rate_limited", retryAfterSeconds: 7 });
});

test.each(["plain", "asynchronous"])("a %s method is notified when its caller aborts", async (kind) => {
  const texts = ["waits", ...["began", "ended"].map((moment) => join(example.root, `${kind}-${moment}`))];
  const embedding = kind === "plain" ? embed : asynchronous.embed;
  const caller = new AbortController();
  const call = Effect.runPromiseExit(embedding({ ...request, texts }), { signal: caller.signal });
  await until("the method to begin", () => existsSync(texts[1]!) || undefined);
  caller.abort();
  expect(Exit.isFailure(await call)).toBe(true);
  await until("the method to end", () => existsSync(texts[2]!) || undefined);
});

test("a model or dimension outside the description is rejected", async () => {
  expect(await failure({ model: "n" })).toMatchObject({ reason: "not_found" });
  expect(await failure({ dimension: 3 })).toMatchObject({ reason: "invalid" });
});

test("a parser is a generator of blocks; an unreadable file is reported as a fault of the file", async () => {
  const { parse } = await parserRemote.make(
    Schema.decodeUnknownSync(parserRemote.settings)({ protocol: "quarry", url: parser!.address }),
  );
  const read = (text: string) => {
    const path = join(example.root, "a.memo");
    writeFileSync(path, text);
    const source = { path, size: Buffer.byteLength(text), filename: "a.memo", fileType: "memo" };
    return Array.fromAsync(parse(source, DEFAULT_PARSER_LIMITS));
  };
  const events = (await read("Tides\nHigh water is at noon.")).filter(({ type }) => type !== "uncounted_time");
  expect(events).toMatchObject([
    { type: "info", info: { title: "Tides of a.memo" } },
    { type: "block", block: { kind: "paragraph", text: "High water is at noon." } },
  ]);
  await expect(read("Tides\nlocked")).rejects.toMatchObject({
    reason: "encrypted",
    message: expect.stringContaining("save it without its lock"),
  });
});
