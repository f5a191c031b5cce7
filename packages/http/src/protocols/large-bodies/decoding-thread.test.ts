import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { toBinary, toJsonString } from "@bufbuild/protobuf";
import { UpsertVectorsRequestSchema } from "@quarry/api";
import { DomainError } from "@quarry/plugin/domain";
import { afterEach, expect, test } from "vitest";
import type { BodyKind } from "../intake/large-bodies.ts";
import { BodyPlan } from "./body-plan.ts";
import { DecodingThread } from "./decoding-thread.ts";

const TYPE = "quarry.v1.UpsertVectorsRequest";
const threads: DecodingThread[] = [];

/** Passes a body in segments of some bytes, as a connection does. */
const decode = (thread: DecodingThread, bytes: Uint8Array, pathFields: readonly string[] = [], pieceSize = 65_536) => {
  const large = thread.open(kindOf("rest", pathFields), bytes.byteLength);
  for (let at = 0; at < bytes.byteLength; at += pieceSize) large.write(bytes.subarray(at, at + pieceSize));
  return large.decode();
};

const kindOf = (format: BodyKind["format"], pathFields: readonly string[] = []): BodyKind => ({
  ...{ typeName: TYPE, format, pathFields },
  maxValues: 1_000_000,
});

const open = (): DecodingThread => {
  const thread = new DecodingThread();
  threads.push(thread);
  return thread;
};

afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.close())));

const body = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** More than one transfer carries. */
const vectors = Array.from({ length: 600 }, (_, index) => ({
  id: `v${index}`,
  embedding: Array.from({ length: 768 }, (_, dimension) => Math.fround(Math.sin(index + dimension))),
  metadata: { index, __proto__x: null, nested: { tags: ["a", 1, true] } },
}));

test("returns the same message as decoding inline", async () => {
  const expected = new BodyPlan(UpsertVectorsRequestSchema, ["collection_name"], 1_000_000).decodeWhole(
    body({ vectors }),
  );
  const decoded = await decode(open(), body({ vectors }), ["collection_name"]);
  expect(toBinary(UpsertVectorsRequestSchema, decoded as never)).toEqual(
    toBinary(UpsertVectorsRequestSchema, expected as never),
  );
});

test("rejects with the error message for the caller", async () => {
  const wrong = { vectors: [...vectors, { id: "x", embedding: [1, "2"] }] };
  const refusal = decode(open(), body(wrong));
  await expect(refusal).rejects.toBeInstanceOf(DomainError);
  await expect(refusal).rejects.toThrow(/^vectors\[600\]\.embedding\[1\]: must be a number/);
});

test("separates several concurrent bodies", async () => {
  const thread = open();
  const sizes = [3, 50, 1, 20];
  const decoded = await Promise.all(sizes.map((size) => decode(thread, body({ vectors: vectors.slice(0, size) }))));
  expect(decoded.map((message) => (message as unknown as { readonly vectors: unknown[] }).vectors.length)).toEqual(
    sizes,
  );
});

test("a thread that ends fails its body, and the next body gets a new thread", async () => {
  const started = once(process, "worker");
  const thread = open();
  const lost = decode(thread, body({ vectors }));
  const [worker] = (await started) as [Worker];
  void worker.terminate();
  await expect(lost).rejects.toMatchObject({ code: "unavailable" });
  const decoded = await decode(thread, body({ vectors: vectors.slice(0, 1) }));
  expect(decoded).toMatchObject({ vectors: [{ id: "v0" }] });
});

test("reads and validates the JSON and binary formats of Protobuf", async () => {
  const thread = open();
  const message = new BodyPlan(UpsertVectorsRequestSchema, [], 1_000_000).decodeWhole(body({ vectors })) as never;
  const decodeAs = (format: "json" | "binary", bytes: Uint8Array) => {
    const large = thread.open(kindOf(format), bytes.byteLength);
    large.write(bytes);
    return large.decode();
  };
  const binary = toBinary(UpsertVectorsRequestSchema, message);
  const json = new TextEncoder().encode(toJsonString(UpsertVectorsRequestSchema, message));
  for (const decoded of [await decodeAs("binary", binary), await decodeAs("json", json)]) {
    expect(toBinary(UpsertVectorsRequestSchema, decoded as never)).toEqual(binary);
  }
  await expect(decodeAs("binary", binary.subarray(0, 100_000))).rejects.toBeInstanceOf(DomainError);
  const wrong = new TextEncoder().encode('{"vectors":[{"id":"a","embedding":"AAAAAAA="}]}');
  await expect(decodeAs("json", wrong)).rejects.toThrow("vectors[0].embedding: must be float32 values of 4 bytes each");
});

// Regression: 45 MB of empty values took a gigabyte once parsed; five such bodies exhausted the machine's memory.
test("a body with too many values is rejected, and the next one is decoded", async () => {
  const thread = open();
  const bomb = new TextEncoder().encode(`{"zz":[${"{},".repeat(5_000_000)}{}]}`);
  await expect(decode(thread, bomb)).rejects.toThrow("more than 1000000 arrays and objects");
  expect(await decode(thread, body({ vectors: vectors.slice(0, 1) }))).toMatchObject({
    vectors: [{ id: "v0" }],
  });
});

test("an abandoned body doesn't affect the next one", async () => {
  const thread = open();
  const input = thread.open(kindOf("rest"), 4_000_000);
  input.write(new Uint8Array(3_000_000).fill(0x20));
  input.abandon();
  expect(await decode(thread, body({ vectors: vectors.slice(0, 2) }))).toMatchObject({
    vectors: [{ id: "v0" }, { id: "v1" }],
  });
});

test("a body sees nothing of the memory of a longer one before it", async () => {
  const thread = open();
  await decode(thread, body({ vectors }));
  expect(await decode(thread, body({ vectors: [{ id: "short", embedding: [1] }] }))).toMatchObject({
    vectors: [{ id: "short" }],
  });
  await expect(decode(thread, new TextEncoder().encode(`{"vectors":[{"id":"open","embedding":[1`))).rejects.toThrow(
    "not valid JSON",
  );
});
