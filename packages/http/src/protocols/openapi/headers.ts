import { type JsonNode, ref } from "./json-schema.ts";

/** Response headers that the document defines once. */
export const HEADERS: Readonly<Record<string, JsonNode>> = {
  "X-Request-Id": {
    description: "Identifies the request in the service's log: the caller's own `X-Request-Id` if it is valid.",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 128 },
    example: "0f1a7c52-6c0e-4d5d-8f7b-9f0e4b1f2a3c",
  },
  "Retry-After": {
    description: "Seconds after which to try again.",
    required: true,
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  "WWW-Authenticate": {
    description: "The scheme to authenticate with.",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  "X-Rerank-Status": {
    description:
      "`applied`, `skipped` or `failed`: whether the results are reranked. Absent if reranking was not requested.",
    schema: { type: "string", enum: ["applied", "skipped", "failed"] },
    example: "applied",
  },
  "X-Query-Words-Left-Out": {
    description:
      "Number of words at the end of the query that were ignored, because it has more than 1,000 distinct ones; the maximum of several queries. Absent if there are none.",
    schema: { type: "integer", minimum: 1 },
    example: 212,
  },
  "X-Ignored-Fields": {
    description:
      "Ignored field names of the request, percent-encoded, separated by commas. A name close to a known one is refused instead. Absent if there are none.",
    schema: { type: "string", maxLength: 2_048 },
    example: "trace",
  },
  "X-Unknown-Filter-Fields": {
    description:
      "Fields of the filter that no visible document or entry of the collections has: names percent-encoded, separated by commas. For several queries those of each. Absent if there are none.",
    schema: { type: "string", maxLength: 2_048 },
    example: "departement",
  },
  "Idempotency-Replayed": {
    description: "`true` if this repeats the first response to the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  ETag: {
    description: "The hash of the file's content.",
    required: true,
    schema: { type: "string", pattern: '^".*"$' },
    example: '"9f86d081884c7d659a2feaa0c55ad015"',
  },
  "Content-Disposition": {
    description: "The original file name (RFC 6266).",
    required: true,
    schema: { type: "string" },
    example: 'attachment; filename="remote-work.pdf"',
  },
  "Accept-Ranges": {
    description: "Byte ranges are supported.",
    required: true,
    schema: { type: "string", const: "bytes" },
    example: "bytes",
  },
  "Content-Range": {
    description: "Range of the bytes and total size; for a refused range the total size only.",
    required: true,
    schema: { type: "string", pattern: "^bytes ([0-9]+-[0-9]+|\\*)/[0-9]+$" },
    example: "bytes 0-1023/48213",
  },
};

/** Returns references to headers, including the header that every answer has. */
export const headerRefs = (...names: readonly string[]): JsonNode =>
  Object.fromEntries(["X-Request-Id", ...names].map((name) => [name, ref("headers", name)]));
