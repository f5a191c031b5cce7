import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { body_kind, BodyKind, response_kind, ResponseKind, success_status } from "@quarry/api";
import { commentOf } from "./comments.ts";
import { answerExample } from "./examples.ts";
import { headerRefs } from "./headers.ts";
import type { JsonNode } from "./json-schema.ts";
import type { SchemaBook } from "./schema-book.ts";

/** Describes the success responses of an rpc, by status. */
export function successResponses(method: DescMethod, book: SchemaBook): JsonNode {
  switch (getOption(method, response_kind)) {
    case ResponseKind.BINARY:
      return downloadResponses();
    case ResponseKind.BYTE_STREAM:
      return { "200": byteStreamResponse() };
    case ResponseKind.SSE:
      return { "200": eventStreamResponse(method, book) };
    default:
      return { [String(getOption(method, success_status) || 200)]: jsonResponse(method, book) };
  }
}

/** Describes the JSON answer of an rpc. */
export function jsonResponse(method: DescMethod, book: SchemaBook): JsonNode {
  const example = answerExample(method.output);
  return {
    description: commentOf(method.output),
    headers: headerRefs(
      "X-Ignored-Fields",
      ...(hasField(method, "rerank") ? ["X-Rerank-Status", "X-Query-Words-Left-Out"] : []),
      ...(hasField(method, "filters") ? ["X-Unknown-Filter-Fields"] : []),
      ...(creates(method) ? ["Idempotency-Replayed"] : []),
    ),
    content: { "application/json": { schema: book.response(method.output), example } },
  };
}

/**
 * Whether an rpc creates a resource and therefore accepts an `Idempotency-Key`. Bodies of unlimited length can't be
 * compared with those of an earlier request.
 */
export const creates = (method: DescMethod): boolean =>
  getOption(method, success_status) === 201 && getOption(method, body_kind) !== BodyKind.BYTES;

/** Whether a request has a field, directly or in one of its messages. */
const hasField = ({ input }: DescMethod, name: string): boolean =>
  input.fields.some((field) => field.name === name || field.message?.fields.some((inner) => inner.name === name));

/** Describes an event stream: before OpenAPI 3.2 the schema describes each event. */
function eventStreamResponse(method: DescMethod, book: SchemaBook): JsonNode {
  const description = `Server-sent events; the data of each is a \`${method.output.name}\` as JSON. Comment lines keep an idle stream alive.`;
  const data: JsonNode = {
    type: "string",
    contentMediaType: "application/json",
    contentSchema: book.response(method.output),
  };
  const schema: JsonNode = {
    type: "object",
    description: "One event.",
    properties: { data },
    required: ["data"],
  };
  const example = { data: JSON.stringify(answerExample(method.output)) };
  return { description, headers: headerRefs(), content: { "text/event-stream": { schema, example } } };
}

/** Any media type, because it is that of the file. */
const FILE: JsonNode = { "*/*": { schema: { description: "The bytes of the file." } } };

const downloadResponses = (): JsonNode => ({
  "200": {
    description: "The whole file.",
    headers: headerRefs("ETag", "Content-Disposition", "Accept-Ranges"),
    content: FILE,
  },
  "206": {
    description: "The requested range.",
    headers: headerRefs("ETag", "Content-Disposition", "Accept-Ranges", "Content-Range"),
    content: FILE,
  },
  "304": { description: "The caller has the current file.", headers: headerRefs("ETag") },
});

const byteStreamResponse = (): JsonNode => ({
  description:
    "The bytes, streamed as they are generated. If the connection breaks before the end, they are incomplete.",
  headers: headerRefs("Content-Disposition"),
  content: FILE,
});
