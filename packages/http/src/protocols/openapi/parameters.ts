import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { queryParameters } from "../json/query-decoder.ts";
import { defaultValue } from "./default-value.ts";
import { parameterExample } from "./examples.ts";
import { isRequired } from "./field-rules.ts";
import type { JsonNode } from "./json-schema.ts";
import { described, type SchemaBook } from "./schema-book.ts";
import { fieldSchema } from "./value-schema.ts";

/** A variable of a path: its name in the document and the field that it fills. */
export interface PathVariable {
  readonly name: string;
  readonly field: DescField;
}

/** The variables of a path template; of `{header.collection_name}` the last part is the name. */
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
  // An empty variable would be another path.
  const notEmpty = field.scalar === ScalarType.STRING ? { minLength: 1 } : {};
  const schema = { ...fieldSchema(field, book.request), ...notEmpty };
  return { name, in: "path", required: true, ...parts(field, schema) };
}

/** The parameters of a query string: the fields of the request that the path does not carry. */
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

/** The headers of a download that choose what is sent. No examples: user interfaces would send them unasked. */
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
    description: "The range is sent only while this is the file's `ETag`; otherwise the whole file is.",
    schema: { type: "string" },
  },
  {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "Answers 304 without the bytes when it names the file's `ETag`.",
    schema: { type: "string" },
  },
];

/** The header by which a request can be sent again without being carried out twice. No example, as above. */
export const IDEMPOTENCY_KEY: JsonNode = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Chosen by the caller. For a day the same key with the same request gets the first answer again, with another " +
    "request it is 409. Extension.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};
