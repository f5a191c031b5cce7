import { once } from "node:events";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect } from "effect";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTinyModel } from "../src/testing/index.ts";
import { loadFailureOf, openModel } from "./support/tiny-local-model.ts";

/** Serves the files of one model as the hub does: `/someone/tiny/resolve/REVISION/FILE`. */
let hub: Server;
let hubUrl: string;
let folder: string;
const FILES = ["config.json", "onnx/model_quantized.onnx", "tokenizer.json", "tokenizer_config.json"];
const asked: string[] = [];
/** ETag that the hub sends, or undefined for none. */
let etag: string | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-hub-"));
  await writeTinyModel(folder, { kind: "embedder", file: "onnx/model_quantized.onnx" });
  hub = createServer((request, response) => {
    asked.push(request.url!);
    const file = /^\/someone\/tiny\/resolve\/v2\/(.+)$/.exec(request.url!)?.[1];
    readFile(join(folder, file ?? "none")).then(
      (bytes) =>
        response
          .writeHead(200, { "content-length": bytes.length, ...(etag !== undefined && { etag: `"${etag}"` }) })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await once(hub.listen(0, "127.0.0.1"), "listening");
  hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  hub.close();
  await rm(folder, { recursive: true });
});

it("fetches the configured revision and variant once, and rejects a file that changed since", async () => {
  const cacheDirectory = await mkdtemp(join(tmpdir(), "quarry-hub-cache-"));
  const settings = { allowDownload: true, hubUrl, revision: "v2", dtype: "q8", cacheDirectory } as const;
  const load = async () => {
    const { model, close } = await openModel("someone/tiny", settings);
    return Effect.runPromise(model.info).finally(close);
  };
  const info = await load();
  expect(asked).toContain("/someone/tiny/resolve/v2/onnx/model_quantized.onnx");
  const place = join(cacheDirectory, "someone--tiny", "v2");
  const lock = JSON.parse(await readFile(join(place, "quarry-model.json"), "utf8")) as { files: object };
  expect(Object.keys(lock.files).sort()).toEqual(FILES);
  const fetched = asked.length;
  expect(await load()).toEqual(info);
  expect(asked).toHaveLength(fetched);
  // A file changed since its download is rejected.
  await appendFile(join(place, "tokenizer_config.json"), " ");
  const { model, close } = await openModel("someone/tiny", settings);
  const failure = await Effect.runPromise(Effect.flip(model.info)).finally(close);
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toMatch(/tokenizer_config\.json has the SHA-256 \w+, not \w+, which quarry-model/);
  await rm(cacheDirectory, { recursive: true });
});

it("rejects a file whose hash differs from the hub's, and deletes it", async () => {
  etag = "0".repeat(64);
  const cacheDirectory = await mkdtemp(join(tmpdir(), "quarry-hub-cache-"));
  const settings = { allowDownload: true, hubUrl, revision: "v2", dtype: "q8", cacheDirectory } as const;
  const failure = await loadFailureOf("someone/tiny", settings).finally(() => (etag = undefined));
  expect(failure).toMatchObject({ reason: "incompatible" });
  expect(failure.message).toMatch(/config\.json has the hash \w+, but the hub declares 0000/);
  expect(await readdir(join(cacheDirectory, "someone--tiny", "v2"))).toEqual([]);
  await rm(cacheDirectory, { recursive: true });
});

it("names the file that the hub does not have", async () => {
  const failure = await loadFailureOf("someone/tiny", { allowDownload: true, hubUrl, revision: "v9", dtype: "q8" });
  expect(failure).toMatchObject({ reason: "not_found", isRetryable: false });
  expect(failure.message).toBe(`the hub answered 404 for ${hubUrl}someone/tiny/resolve/v9/config.json`);
});

it("rejects an id that leads out of the hub and its own folder", async () => {
  const failure = await loadFailureOf("someone/../../tiny", { allowDownload: true, hubUrl });
  expect(failure).toMatchObject({ reason: "invalid" });
});

it("reports an unreachable hub as a retryable failure", async () => {
  const failure = await loadFailureOf("someone/tiny", { allowDownload: true, hubUrl: "http://127.0.0.1:9/" });
  expect(failure).toMatchObject({ reason: "unavailable", isRetryable: true });
});
