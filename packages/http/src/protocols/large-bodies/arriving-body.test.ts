import { toBinary } from "@bufbuild/protobuf";
import { QueryRequestSchema, UpsertVectorsRequestSchema } from "@quarry/api";
import { DomainError } from "@quarry/plugin/domain";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ArrivingBody } from "./arriving-body.ts";
import { BodyPlan } from "./body-plan.ts";

const PATH_FIELDS = ["collection_name"];
const UPSERTS = new BodyPlan(UpsertVectorsRequestSchema, PATH_FIELDS, 1_000);

const outcomeOf = (decode: () => unknown): unknown => {
  try {
    return Buffer.from(toBinary(UpsertVectorsRequestSchema, decode() as never)).toString("base64");
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
};

/** Decodes a text that arrives in segments of the given sizes, repeated cyclically. */
const arriving = (bytes: Uint8Array, sizes: readonly number[]) => {
  const memory = new Uint8Array(new SharedArrayBuffer(bytes.length + 50)).fill(0x35);
  const body = new ArrivingBody(UPSERTS, memory);
  for (let end = 0, turn = 0; end < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    memory.set(bytes.subarray(end, end + size), end);
    end = Math.min(bytes.length, end + size);
    body.advance(end);
  }
  return body.decode(bytes.length);
};

const expectSame = (text: string | Uint8Array, sizes: readonly number[] = [1]) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const expected = outcomeOf(() => UPSERTS.decodeWhole(bytes));
  expect(outcomeOf(() => arriving(bytes, sizes))).toEqual(expected);
  return expected;
};

const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 0, maxLength: 12 });
const embedding = fc.oneof({ weight: 8, arbitrary: numbers }, fc.jsonValue());
const entry = fc.record(
  {
    id: fc.oneof({ weight: 6, arbitrary: fc.string() }, fc.jsonValue()),
    embedding,
    text: fc.oneof(fc.string({ unit: "grapheme" }), fc.constant('"embedding":[1,2]')),
    metadata: fc.dictionary(fc.constantFrom("embedding", "a", "vectors"), fc.oneof(numbers, fc.jsonValue())),
  },
  { requiredKeys: [] },
);
const bodies = fc.record(
  { vectors: fc.array(fc.oneof({ weight: 6, arbitrary: entry }, fc.jsonValue())), other: fc.array(entry), embedding },
  { requiredKeys: [] },
);

test("decodes and rejects exactly like decoding of the whole body, for any segmentation", () => {
  fc.assert(
    fc.property(
      bodies,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.nat(3),
      (value, sizes, indent) => {
        expectSame(JSON.stringify(value, undefined, indent), sizes);
      },
    ),
    { numRuns: 500 },
  );
});

test("decodes and rejects damaged bodies exactly like decoding of the whole body", () => {
  const change = fc.record({ at: fc.nat(), byte: fc.constantFrom(...Buffer.from('[]{}",:\\0-.e \xff', "latin1")) });
  fc.assert(
    fc.property(bodies, fc.array(change, { minLength: 1, maxLength: 3 }), fc.nat(), (value, changes, cut) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      expectSame(bytes.subarray(0, bytes.length - (cut % 3)), [7]);
    }),
    { numRuns: 1_000 },
  );
});

const ONE = '{"id":"a","embedding":[0.5,1]}';

test.each([
  ["the last of two vectors under one key", '{"vectors":[{"id":"a","embedding":[1],"embedding":[2,3]}]}'],
  ["a list that comes twice", `{"vectors":[{"id":"b","embedding":[9]}],"vectors":[${ONE}]}`],
  ["a key in other letters", '{"vectors":[{"id":"a","emb\\u0065dding":[1,2]}]}'],
  ["a vector deeper than an entry", '{"vectors":[{"id":"a","metadata":{"embedding":[1,2]},"embedding":[1]}]}'],
  ["a vector beside the list", `{"embedding":[1],"x":[{"embedding":[1]}],"vectors":[${ONE}]}`],
  ["a vector where a list should be", '{"vectors":{"embedding":[1,2]}}'],
  ["white space everywhere", ' { "vectors" : [ { "embedding" : [ 1 , 2 ] , "id" : "a" } ] } '],
  ["a number too large", `{"vectors":[${ONE},{"id":"b","embedding":[1,1e39]}]}`],
  ["text among numbers", `{"vectors":[${ONE},{"id":"b","embedding":[1,"2"]}]}`],
  ["something after the end", `{"vectors":[${ONE}]} []`],
  ["an end too early", `{"vectors":[${ONE}`],
  ["a mistake behind a vector", `{"vectors":[${ONE},{"id":"b","embedding":[1] "text":""}]}`],
  ["nesting too deep", `{"vectors":[${ONE}],"deep":${"[".repeat(200)}${"]".repeat(200)}}`],
  ["half a character", Buffer.from(`{"vectors":[${ONE}],"x":"\xc3"}`, "latin1")],
  ["nothing", ""],
])("%s", (_what, text) => {
  const outcome = expectSame(text, [3]);
  expect(expectSame(text, [1_000])).toEqual(outcome);
});

test("a message without vectors is decoded too", () => {
  const bytes = new TextEncoder().encode('{"query":"x","top_k":3}');
  const body = new ArrivingBody(new BodyPlan(QueryRequestSchema, PATH_FIELDS, 1_000), bytes);
  body.advance(5);
  expect(body.decode(bytes.length)).toMatchObject({ query: "x", topK: 3 });
});
