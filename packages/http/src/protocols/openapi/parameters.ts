import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { queryParameters } from "../json/query-decoder.ts";
import { defaultValue } from "./default-value.ts";
import { parameterExample } from "./examples.ts";
import { isRequired } from "./field-rules.ts";
import type { JsonNode } from "./json-schema.ts";
import { described, type SchemaBook } from "./schema-book.ts";
import { fieldSchema } from "./value-schema.ts";

/** Variable of a path: its name in the document and the field that it sets. */
export interface PathVariable {
  readonly name: string;
  readonly field: DescField;
}

/** Returns the variables of a path template. The name of `{header.collection_name}` is its last segment. */
export function pathVariables(template: string, input: DescMessage): PathVariable[] {
  return [...template.matchAll(/\{([a-z0-9_.]+)\}/g)].map((match) => {
    const steps = match[1]!.split(".");
    return { name: steps.at(-1)!, field: fieldAt(input, steps) };
  });
}

function fieldAt(message: DescMessage, [name, ...rest]: readonly string[]): DescField {
  const field = message.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${message.typeName}: has no field ${name}`);
  return rest.length === 0 ? field : fieldAt(field.message!, rest);
}

export function pathParameter({ name, field }: PathVariable, book: SchemaBook): JsonNode {
  // An empty value would result in another path.
  const notEmpty = field.scalar === ScalarType.STRING ? { minLength: 1 } : {};
  const schema = { ...fieldSchema(field, book.request), ...notEmpty };
  return { name, in: "path", required: true, ...parts(field, schema) };
}

/** Returns the query parameters: the fields of the request that the path does not contain. */
export function queryStringParameters(fields: readonly DescField[], book: SchemaBook): JsonNode[] {
  return queryParameters(fields).map((field) => {
    const value = defaultValue(field);
    const schema = { ...fieldSchema(field, book.request), ...(value !== undefined && { default: value }) };
    return { name: field.name, in: "query", required: isRequired(field), ...parts(field, schema) };
  });
}

function parts(field: DescField, schema: JsonNode): JsonNode {
  const { description = "", ...rest } = described(field, schema);
  const example = parameterExample(field);
  return { description, schema: rest, ...(example !== undefined && { example }) };
}

/**
 * Headers of a download that select the bytes. They have no examples, because user interfaces would send these
 * unrequested.
 */
export const DOWNLOAD_PARAMETERS: readonly JsonNode[] = [
  {
    name: "Range",
    in: "header",
    required: false,
    description: "One range of bytes, such as `bytes=0-1023` or `bytes=-500`; anything else is ignored.",
    schema: { type: "string" },
  },
  {
    name: "If-Range",
    in: "header",
    required: false,
    description: "The range is sent only if this is the file's `ETag`; otherwise the whole file is sent.",
    schema: { type: "string" },
  },
  {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The response is 304 without content if it contains the file's `ETag`.",
    schema: { type: "string" },
  },
];

/**
 * Idempotency key, with which a request can be repeated without being executed twice. It has no example, for the same
 * reason.
 */
export const IDEMPOTENCY_KEY: JsonNode = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Chosen by the caller. For a day, a repeated request with the same key gets the first response again; another " +
    "request with it gets 409. Extension.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};
