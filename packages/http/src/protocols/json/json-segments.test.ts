import { BatchQueryResponseSchema, QueryResponseSchema, QueryResultSchema } from "@quarry/api";
import type { DescMessage } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { segmentWriter } from "./json-segments.ts";
import { messageEncoder, type MessageFields } from "./message-encoder.ts";

const result = (number: number) => ({ id: `r"${number}`, text: "é\n\u2028", score: 0.5, metadata: { a: [1, null] } });
const answer = (count: number) => ({
  results: Array.from({ length: count }, (_, number) => result(number)),
  query: "q",
  collection: "c",
  total: count,
});

test.each<[string, DescMessage, MessageFields, number]>([
  ["lists in lists", BatchQueryResponseSchema, { results: [answer(3), answer(0), answer(1)] }, 7],
  ["an empty list", BatchQueryResponseSchema, { results: [] }, 0],
  ["a list that is left out", BatchQueryResponseSchema, {}, 0],
  ["a list before other fields", QueryResponseSchema, answer(2), 2],
  ["no list", QueryResultSchema, result(1), 0],
])("segments join to the text of the complete message: %s", (_, descriptor, message, count) => {
  const { segments, count: countOf } = segmentWriter(descriptor);
  expect([...segments(message)].join("")).toBe(JSON.stringify(messageEncoder(descriptor)(message)));
  expect(countOf(message)).toBe(count);
});
