import { toBinary } from "@bufbuild/protobuf";
import { UpsertVectorsRequestSchema } from "@quarry/api";
import { DomainError } from "@quarry/domain";
import { afterEach, expect, test } from "vitest";
import { decodeJsonBody } from "../rest/request-reader.ts";
import { DecodingThread } from "./decoding-thread.ts";

const TYPE = "quarry.v1.UpsertVectorsRequest";
const threads: DecodingThread[] = [];

const open = (): DecodingThread => {
  const thread = new DecodingThread();
  threads.push(thread);
  return thread;
};

afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.close())));

const body = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const vectors = Array.from({ length: 200 }, (_, index) => ({
  id: `v${index}`,
  embedding: Array.from({ length: 768 }, (_, dimension) => Math.fround(Math.sin(index + dimension))),
  metadata: { index, __proto__x: null, nested: { tags: ["a", 1, true] } },
}));

test("gives the very message that decoding in line gives", async () => {
  const expected = decodeJsonBody(UpsertVectorsRequestSchema, body({ vectors }), ["collection_name"]);
  const decoded = await open().decode(TYPE, body({ vectors }), ["collection_name"]);
  expect(toBinary(UpsertVectorsRequestSchema, decoded as never)).toEqual(
    toBinary(UpsertVectorsRequestSchema, expected as never),
  );
});

test("refuses with the words that the caller is told", async () => {
  const wrong = { vectors: [...vectors, { id: "x", embedding: [1, "2"] }] };
  const refusal = open().decode(TYPE, body(wrong), []);
  await expect(refusal).rejects.toBeInstanceOf(DomainError);
  await expect(refusal).rejects.toThrow(/^vectors\[200\]\.embedding\[1\]: must be a number/);
});

test("keeps several bodies apart", async () => {
  const thread = open();
  const sizes = [3, 50, 1, 20];
  const decoded = await Promise.all(
    sizes.map((size) => thread.decode(TYPE, body({ vectors: vectors.slice(0, size) }), [])),
  );
  expect(decoded.map((message) => (message as unknown as { readonly vectors: unknown[] }).vectors.length)).toEqual(
    sizes,
  );
});

test("a thread that ends fails what it was given, and the next body gets a new one", async () => {
  const thread = open();
  const lost = thread.decode(TYPE, body({ vectors }), []);
  void thread.close();
  await expect(lost).rejects.toMatchObject({ code: "unavailable" });
  const decoded = await thread.decode(TYPE, body({ vectors: vectors.slice(0, 1) }), []);
  expect(decoded).toMatchObject({ vectors: [{ id: "v0" }] });
});

// Regression: 45 MB of empty values took a gigabyte once parsed, five such bodies all that the machine had.
test("a body of too many values is refused before it is parsed", async () => {
  const thread = open();
  const bomb = new TextEncoder().encode(`{"zz":[${"{},".repeat(5_000_000)}{}]}`);
  await expect(thread.decode(TYPE, bomb, [])).rejects.toThrow("more than 1000000 arrays and objects");
  expect(await thread.decode(TYPE, body({ vectors: vectors.slice(0, 1) }), [])).toMatchObject({
    vectors: [{ id: "v0" }],
  });
});
