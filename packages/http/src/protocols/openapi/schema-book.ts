import { type DescField, type DescMessage, getOption } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { absent_when_unset, null_flag, null_when_unset } from "@quarry/api";
import { jsonFields } from "../json/field-kinds.ts";
import { commentOf } from "./comments.ts";
import { defaultValue } from "./default-value.ts";
import { isRequired } from "./field-rules.ts";
import { type JsonNode, type JsonValue, nullable, ref } from "./json-schema.ts";
import { enumMeanings, fieldSchema, type MessageRef } from "./value-schema.ts";

/** Direction of a message: its required and nullable fields differ. */
type Direction = "request" | "response";

/** Named schemas of the document, each created on first use. */
export class SchemaBook {
  readonly #schemas = new Map<string, JsonNode>();
  readonly #directions = new Map<string, Direction>();

  /** Returns the schema of a message in the JSON of an answer. */
  readonly response: MessageRef = (message) => this.#add(message, "response", []);

  /** Returns the schema of a message in the JSON body of a request. */
  readonly request: MessageRef = (message) => this.#add(message, "request", []);

  /** Returns the schema of a request body, without the fields in the path. */
  body(message: DescMessage, pathFields: readonly string[]): JsonNode {
    return this.#add(message, "request", pathFields);
  }

  /** Adds a schema of the document's own. */
  add(name: string, schema: JsonNode): JsonNode {
    this.#schemas.set(name, schema);
    return ref("schemas", name);
  }

  get schemas(): JsonNode {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #add(message: DescMessage, direction: Direction, pathFields: readonly string[]): JsonNode {
    const { name } = message;
    const known = this.#directions.get(name);
    if (known !== undefined && known !== direction) {
      throw new Error(`${message.typeName}: occurs in requests and in responses, which need different schemas`);
    }
    if (known === undefined) {
      this.#directions.set(name, direction);
      const fields = jsonFields(message).filter((field) => !pathFields.includes(field.name));
      this.#schemas.set(name, this.#messageSchema(message, fields, direction));
    }
    return ref("schemas", name);
  }

  #messageSchema(message: DescMessage, fields: readonly DescField[], direction: Direction): JsonNode {
    const required = fields.filter(direction === "request" ? isRequired : isAlwaysPresent).map((field) => field.name);
    const schemaOf = direction === "request" ? this.#requestField : this.#responseField;
    return {
      type: "object",
      description: commentOf(message),
      properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
      ...(required.length > 0 && { required }),
    };
  }

  readonly #requestField = (field: DescField): JsonNode => {
    const schema = fieldSchema(field, this.request);
    const value = defaultValue(field);
    return described(field, {
      // A null means "not given" for every value that is not required.
      ...(isRequired(field) ? schema : nullable(schema)),
      ...(value !== undefined && { default: value }),
    });
  };

  readonly #responseField = (field: DescField): JsonNode => {
    const schema = fieldSchema(field, this.response);
    return described(field, printsNull(field) ? nullable(schema) : schema);
  };
}

/** Adds the contract's comment on the field to the schema. */
export function described(field: DescField, schema: JsonNode): JsonNode {
  const meanings = field.enum === undefined ? "" : enumMeanings(field.enum, field);
  const text: JsonValue = commentOf(field) + (meanings && `\n${meanings}`);
  return text === "" ? schema : { ...schema, description: text };
}

const printsNull = (field: DescField): boolean =>
  getOption(field, null_when_unset) || getOption(field, null_flag) !== "";

/**
 * Whether a field is present in every answer. Only members of a oneof, and `optional` fields that are not replaced by
 * null, can be missing.
 */
export const isAlwaysPresent = (field: DescField): boolean => {
  if (field.oneof !== undefined || getOption(field, absent_when_unset)) return false;
  const isOptional = field.presence === FeatureSet_FieldPresence.EXPLICIT && field.proto.proto3Optional;
  return !isOptional || getOption(field, null_when_unset);
};
