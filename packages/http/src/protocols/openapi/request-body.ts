import { type DescField, type DescMessage, type DescMethod, getOption, ScalarType } from "@bufbuild/protobuf";
import { max_files, multipart_part } from "@quarry/api";
import { isTimestamp } from "../json/field-kinds.ts";
import { commentOf } from "./comments.ts";
import { BODY_EXAMPLES } from "./example-values.ts";
import { isRequired } from "./field-rules.ts";
import type { JsonNode } from "./json-schema.ts";
import type { SchemaBook } from "./schema-book.ts";
import { fieldSchema } from "./value-schema.ts";

/** Describes the JSON body of an rpc. */
export function jsonBody(input: DescMessage, pathFields: readonly string[], book: SchemaBook): JsonNode {
  const example = BODY_EXAMPLES[input.name];
  return {
    // A missing body counts as an empty object.
    required: input.fields.some((field) => !pathFields.includes(field.name) && isRequired(field)),
    description: commentOf(input),
    content: {
      "application/json": { schema: book.body(input, pathFields), ...(example !== undefined && { example }) },
    },
  };
}

/** Describes a body of raw bytes. */
export const bytesBody = (): JsonNode => ({
  required: true,
  description: "The raw bytes, of any length. The declared media type is ignored.",
  content: { "application/octet-stream": { schema: { description: "The bytes of the file." } } },
});

/** Describes the form of an upload, with a part for each field of the stream's message that has one. */
export function formBody(method: DescMethod, book: SchemaBook): JsonNode {
  const maxFiles = getOption(method, max_files) || 1;
  const parts = method.input.fields.filter((field) => getOption(field, multipart_part) !== "");
  const properties = parts.map(
    (field) => [getOption(field, multipart_part), partSchema(field, maxFiles, book)] as const,
  );
  const fileNames = parts.filter(isFile).map((field) => getOption(field, multipart_part));
  return {
    required: true,
    description:
      "A form; its parts may come in any order, and unknown parts are ignored and named in `X-Ignored-Fields`, unless their name is close to a known one.",
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: Object.fromEntries(properties),
          required: fileNames,
        },
        encoding: Object.fromEntries(fileNames.map((name) => [name, { headers: namedFile(name) }])),
      },
    },
  };
}

const isFile = (field: DescField): boolean => field.message?.fields.some((inner) => inner.name === "filename") === true;

/** Replaces the comments of the stream's messages, which describe the stream and not the form. */
const FILE_NAME = "The part needs a file name. Its last extension sets the type; the declared media type is ignored.";

/** Describes a file part; its file name determines the type. */
const namedFile = (name: string): JsonNode => ({
  "Content-Disposition": {
    required: true,
    description: "Contains the file name, whose last extension sets the type.",
    schema: { type: "string" },
    example: `form-data; name="${name}"; filename="remote-work.txt"`,
  },
});

function partSchema(field: DescField, maxFiles: number, book: SchemaBook): JsonNode {
  const description = commentOf(field);
  if (isFile(field)) return filePart(field, maxFiles);
  if (field.scalar === ScalarType.STRING) return { type: "string", description };
  if (field.enum !== undefined || (field.message !== undefined && isTimestamp(field.message))) {
    return { ...fieldSchema(field, book.request), description };
  }
  return {
    type: "string",
    description,
    contentMediaType: "application/json",
    contentSchema: fieldSchema(field, book.request),
    ...(field.name === "metadata" && { examples: ['{"department": "people", "year": 2026}'] }),
  };
}

function filePart(field: DescField, maxFiles: number): JsonNode {
  // User interfaces offer a file picker for this `format`.
  const file: JsonNode = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
  if (maxFiles === 1) return { ...file, description: `The file. ${FILE_NAME}` };
  return {
    type: "array",
    description: `One part for each file. ${FILE_NAME}`,
    minItems: 1,
    maxItems: maxFiles,
    items: file,
  };
}
