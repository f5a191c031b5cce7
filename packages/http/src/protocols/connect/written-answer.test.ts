import { create, type DescMessage, fromBinary, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { BatchQueryResponseSchema, ListChunksResponseSchema, ListDocumentsResponseSchema } from "@quarry/api";
import { expect, test } from "vitest";
import { pagedList } from "../../rpc/handler.ts";
import { AnswerBudget } from "../call/answer-budget.ts";
import type { MessageFields } from "../json/message-encoder.ts";
import { WrittenAnswer } from "./written-answer.ts";

const result = (number: number) => ({
  id: `r${number}`,
  text: "é\n\u2028",
  score: 0.5,
  metadata: { a: [1, null, "x"] },
});
const answer = (count: number) => ({
  results: Array.from({ length: count }, (_, number) => result(number)),
  query: "q",
  collection: "c",
  total: count,
});
const documents = Array.from({ length: 60 }, (_, number) => ({
  id: `d${number}`,
  fileSize: 7n,
  metadata: { n: number },
}));

const pagesOf = async function* (chunks: readonly ReturnType<typeof chunk>[]) {
  for (let start = 0; start < chunks.length; start += 7) yield chunks.slice(start, start + 7);
};
const chunk = (number: number) => ({ id: `c${number}`, text: "t", chunkIndex: number, metadata: { page: number } });
const chunks = Array.from({ length: 30 }, (_, number) => chunk(number));

const CASES: readonly (readonly [string, DescMessage, () => MessageFields, MessageFields])[] = [
  [
    "lists in lists",
    BatchQueryResponseSchema,
    () => ({ results: [answer(40), answer(0), answer(20)] }),
    { results: [answer(40), answer(0), answer(20)] },
  ],
  [
    "a list beside other fields",
    ListDocumentsResponseSchema,
    () => ({ documents, total: 60, nextCursor: "n" }),
    { documents, total: 60, nextCursor: "n" },
  ],
  [
    "a list in pages",
    ListChunksResponseSchema,
    () => ({ chunks: pagedList(pagesOf(chunks)), total: 30 }),
    { chunks, total: 30 },
  ],
];

const bodyOf = async (written: WrittenAnswer, contentType: string, body: readonly Uint8Array[]) => {
  const header = new Headers({ "content-type": contentType });
  const iterated = (async function* () {
    yield* body;
  })();
  const response = written.sentIn({ status: 200, header, body: iterated });
  const segments: Uint8Array[] = [];
  for await (const buffer of response.body as AsyncIterable<Uint8Array>) segments.push(buffer);
  return { bytes: Buffer.concat(segments), header };
};

test.each(CASES)("equals the complete message: %s", async (_, descriptor, output, expected) => {
  const whole = create(descriptor, expected as never);
  for (const format of ["proto", "json"]) {
    const written = new WrittenAnswer();
    const contentType = `application/${format}`;
    const forLibrary = await written.write(descriptor, output(), contentType, new AnswerBudget().open("a"));
    expect(forLibrary).toEqual({});
    const { bytes, header } = await bodyOf(written, contentType, [Buffer.from("{}")]);
    const read =
      format === "proto"
        ? fromBinary(descriptor, bytes)
        : fromJson(descriptor, JSON.parse(bytes.toString()) as JsonValue);
    expect(Buffer.from(toBinary(descriptor, read))).toEqual(Buffer.from(toBinary(descriptor, whole)));
    expect(header.get("content-length")).toBe(String(bytes.byteLength));
  }
});

test("replaces the first message of a stream and preserves its end", async () => {
  const written = new WrittenAnswer();
  await written.write(
    ListDocumentsResponseSchema,
    { documents, total: 60 },
    "application/grpc-web+proto",
    new AnswerBudget().open("a"),
  );
  const end = [0x80, 0, 0, 0, 2, 7, 9];
  // The empty message and the end of the stream, however they are split.
  const { bytes } = await bodyOf(written, "application/grpc-web+proto", [
    new Uint8Array([0, 0, 0, 0, 0]),
    new Uint8Array(end),
  ]);
  const length = bytes.readUInt32BE(1);
  expect([...bytes.subarray(5 + length)]).toEqual(end);
  expect(fromBinary(ListDocumentsResponseSchema, bytes.subarray(5, 5 + length)).documents).toHaveLength(60);
});

test("rejects a response above the size limit while writing it", async () => {
  const large = Array.from({ length: 60 }, () => ({ id: "d", filename: "x".repeat(1_000) }));
  const writing = new WrittenAnswer().write(
    ...([ListDocumentsResponseSchema, { documents: large }, "application/proto"] as const),
    new AnswerBudget(50_000).open("a"),
  );
  await expect(writing).rejects.toThrow("more than 50000 bytes");
});
