import { type JsonNode, ref } from "./json-schema.ts";

/** Response headers that the document defines once. */
export const HEADERS: Readonly<Record<string, JsonNode>> = {
  "X-Request-Id": {
    description: "Identifies the request in the service's log: the caller's own `X-Request-Id` if it sent a sane one.",
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
      "`applied`, `skipped` or `failed`: whether the order is the reranker's. Absent when nothing was to be reranked.",
    schema: { type: "string", enum: ["applied", "skipped", "failed"] },
    example: "applied",
  },
  "X-Query-Words-Left-Out": {
    description:
      "How many words at its end the query was not searched by, because it has more than 1,000 distinct ones; of several queries the most. Absent when it was searched by all.",
    schema: { type: "integer", minimum: 1 },
    example: 212,
  },
  "X-Ignored-Fields": {
    description:
      "Names of the request that nothing reads, percent-encoded, separated by commas. One that is close to a known name is refused instead. Absent when there are none.",
    schema: { type: "string", maxLength: 2_048 },
    example: "trace",
  },
  "X-Unknown-Filter-Fields": {
    description:
      "Fields of the filter that nothing has, in the collection or in any of several, as far as the key may see: names percent-encoded, separated by commas. Of several queries those of each. Absent when there are none.",
    schema: { type: "string", maxLength: 2_048 },
    example: "departement",
  },
  "Idempotency-Replayed": {
    description: "`true` when this is the first answer to the same `Idempotency-Key`, given again.",
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
    description: "Ranges of bytes can be asked for.",
    required: true,
    schema: { type: "string", const: "bytes" },
    example: "bytes",
  },
  "Content-Range": {
    description: "Which bytes these are, of how many; of a refused range only how many there are.",
    required: true,
    schema: { type: "string", pattern: "^bytes ([0-9]+-[0-9]+|\\*)/[0-9]+$" },
    example: "bytes 0-1023/48213",
  },
};

/** Returns references to headers, including the header that every answer has. */
export const headerRefs = (...names: readonly string[]): JsonNode =>
  Object.fromEntries(["X-Request-Id", ...names].map((name) => [name, ref("headers", name)]));
