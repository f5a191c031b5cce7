import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  CollectionStatsSchema,
  CreateCollectionRequestSchema,
  DocumentSchema,
  DownloadDocumentFileResponseSchema,
  PatchDocumentRequestSchema,
  QueryRequestSchema,
  QueryResultSchema,
  UploadDocumentRequestSchema,
  UpsertVectorsRequestSchema,
  WebhookSchema,
} from "@quarry/api";
import { expect, test } from "vitest";
import { InternalError, InvalidArgumentError } from "../errors/quarry-error.ts";
import { bytesOf, numbersOf } from "./float32.ts";
import { toMessage } from "./to-message.ts";
import { toPlain } from "./to-plain.ts";

const TIME = "2026-11-20T10:00:00.123Z";

test("a response converts to plain JSON values: numbers, enum names, ISO times, arrays", () => {
  const document = create(DocumentSchema, {
    id: "d",
    status: 3,
    fileSize: 2n ** 53n - 1n,
    metadata: { camelCase: 1, snake_case: [null] },
    createdAt: timestampFromDate(new Date(TIME)),
    withoutInfo: true,
  });
  const plain = toPlain(DocumentSchema)(document) as object;
  expect(plain).toMatchObject({
    ...{ id: "d", status: "ready", fileSize: Number.MAX_SAFE_INTEGER, createdAt: TIME, info: null },
    metadata: { camelCase: 1, snake_case: [null] },
  });
  expect(plain).not.toHaveProperty("withoutInfo");
  expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
  expect(toPlain(WebhookSchema)(create(WebhookSchema, { events: [2], collections: { names: ["a"] } }))).toMatchObject({
    events: ["document.ready"],
    collections: ["a"],
  });
  const result = create(QueryResultSchema, {
    embedding: bytesOf([0.5, -2]),
    highlights: { fragments: [{ text: "t" }] },
  });
  expect(toPlain(QueryResultSchema)(result)).toMatchObject({
    embedding: [0.5, -2],
    metadata: {},
    highlights: [{ text: "t", matches: [] }],
  });
});

test("a oneof has only its set field, and an unknown enum value becomes its number as a string", () => {
  const chunk = create(DownloadDocumentFileResponseSchema, { message: { case: "chunk", value: new Uint8Array([1]) } });
  expect(toPlain(DownloadDocumentFileResponseSchema)(chunk)).toEqual({ chunk: new Uint8Array([1]) });
  expect(toPlain(DocumentSchema)(create(DocumentSchema, { status: 99 as never }))).toMatchObject({ status: "99" });
});

test("a count above the safe integer range is rejected, not rounded", () => {
  const stats = create(CollectionStatsSchema, { totalTokens: 2n ** 53n });
  expect(() => toPlain(CollectionStatsSchema)(stats)).toThrow(InternalError);
});

test("a request converts from the same plain form as a response", () => {
  expect(
    toMessage(QueryRequestSchema)(
      { query: "q", searchMode: "hybrid", highlight: true, vector: [0.5], topK: undefined, filters: { a: null } },
      "",
    ),
  ).toEqual({ query: "q", searchMode: 3, highlight: {}, vector: bytesOf([0.5]), filters: { a: null } });
  expect(toMessage(QueryRequestSchema)({ highlight: false, vector: new Float32Array([2]) }, "")).toEqual({
    vector: bytesOf([2]),
  });
  const expiresAt = timestampFromDate(new Date(TIME));
  for (const input of [TIME, new Date(TIME)]) {
    expect(toMessage(PatchDocumentRequestSchema)({ expiresAt: input, externalId: null }, "")).toEqual({
      ...{ expiresAt, clearExternalId: true },
    });
  }
  expect(toMessage(QueryRequestSchema)({ topK: null, filters: { a: undefined, b: { c: undefined } } }, "")).toEqual({
    filters: { b: {} },
  });
  expect(toMessage(UploadDocumentRequestSchema)({ file: { filename: "a", size: 3 } }, "")).toEqual({
    message: { case: "file", value: { filename: "a", size: 3n } },
  });
});

test.each([
  [QueryRequestSchema, { searchMode: "fuzzy" }, 'searchMode: must be one of semantic, keyword, hybrid, got "fuzzy"'],
  [QueryRequestSchema, { topk: 3 }, "topk: is not a field of this request, which has collectionName, query"],
  [QueryRequestSchema, { highlight: "yes" }, 'highlight: must be an object, got "yes"'],
  [PatchDocumentRequestSchema, { expiresAt: "tomorrow" }, "expiresAt: must be a Date or an ISO 8601 timestamp"],
  [UploadDocumentRequestSchema, { file: { size: 0.5 } }, "file.size: must be an integer, got 0.5"],
  [
    UpsertVectorsRequestSchema,
    { vectors: [{ id: "a" }, { id: "b", txt: "" }] },
    "vectors[1].txt: is not a field of this request",
  ],
  [UpsertVectorsRequestSchema, { vectors: {} }, "vectors: must be an array, got [object Object]"],
  [PatchDocumentRequestSchema, { expiresAt: "2026-11-20T10:00:00" }, "expiresAt: must be a Date or an ISO 8601"],
  [PatchDocumentRequestSchema, { clearExpiresAt: true }, "clearExpiresAt: is not a field of this request"],
  [UploadDocumentRequestSchema, { file: { size: 2 ** 53 } }, "file.size: must be an integer that a double can hold"],
  [QueryRequestSchema, { query: 3 }, "query: must be a string, got 3"],
  [QueryRequestSchema, { topK: 0.5 }, "topK: must be a 32-bit integer, got 0.5"],
  [QueryRequestSchema, { topK: 2 ** 31 }, "topK: must be a 32-bit integer, got 2147483648"],
  [CreateCollectionRequestSchema, { embeddingApiKey: 12_345 }, /^embeddingApiKey: must be a string$/],
  [QueryRequestSchema, { rerank: "true" }, 'rerank: must be true or false, got "true"'],
  [QueryRequestSchema, { minScore: Number.NaN }, "minScore: must be a number, got NaN"],
  [QueryRequestSchema, { vector: [1, "2"] }, 'vector[1]: must be a number, got "2"'],
  [QueryRequestSchema, { vector: "1" }, 'vector: must be an array of numbers, got "1"'],
  [QueryRequestSchema, { filters: [] }, "filters: must be a JSON object, got [object Array]"],
  [QueryRequestSchema, { filters: { at: [1, new Date(0)] } }, "filters.at[1]: must be JSON, got [object Date]"],
  [QueryRequestSchema, { filters: { at: 2n } }, "filters.at: must be JSON, got 2"],
  [QueryRequestSchema, { filters: { at: Number.NaN } }, "filters.at: must be JSON, got NaN"],
  [UploadDocumentRequestSchema, { chunk: [1] }, "chunk: must be bytes, got [object Array]"],
  [QueryRequestSchema, "text", 'the request: must be an object, got "text"'],
])("an invalid request is rejected with the field's name: %#", (schema, request, message) => {
  const convert = () => toMessage(schema)(request, "");
  expect(convert).toThrow(InvalidArgumentError);
  expect(convert).toThrow(message);
});

test("numbersOf reads float32 bytes at any offset of a larger buffer", () => {
  const bytes = bytesOf([0.5, -2, 3e9]);
  const within = new Uint8Array(bytes.byteLength + 3);
  within.set(bytes, 3);
  expect(numbersOf(within.subarray(3))).toEqual([0.5, -2, 3e9]);
});
