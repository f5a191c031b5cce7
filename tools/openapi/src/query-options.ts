import { QueryRequestSchema } from "@quarry/api";
import { sampleDocument } from "./sample-document.ts";

/** Schema of an option in the OpenAPI document. */
interface Schema {
  /** Absent if there are several types. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description: string;
}

const DECLARATION = `
import type { QueryRequest } from "./gen/quarry/v1/query_pb.ts";

/**
 * Options that every kind of query takes besides its subject and the parts of results to include, as a part of its
 * message.
 */
export type QueryOptions = Omit<
  QueryRequest,
  "$typeName" | "$unknown" | "collectionName" | "query" | "vector" | "include"
>;

/** An option of queries, as the contract has it. */
export interface QueryOption {
  readonly name: string;
  /** Its name in messages. */
  readonly property: string;
  /** Allowed values and effect, with the default, as a JSON Schema. */
  readonly schema: {
    type: "boolean" | "integer" | "number" | "object" | "string";
    enum?: string[];
    minimum?: number;
    maximum?: number;
    description: string;
  };
}

/** All of them. */
export const QUERY_OPTIONS: readonly QueryOption[] = `;

/**
 * Generates the query options as data, from their declarations in the proto, for programs that offer them. Excludes
 * lists, for example a vector, which programs create and people don't type. Also excludes nested messages
 * (`highlight`), which determine how a program shows results and are its own choice.
 */
export const queryOptions = (): string => {
  const { QueryRequest } = (sampleDocument(true) as Document).components.schemas;
  const options = Object.entries(QueryRequest.properties).flatMap(([name, schema]) =>
    name === "query" || isList(schema) || schema.type === undefined ? [] : [optionOf(name, schema)],
  );
  return `${DECLARATION}${JSON.stringify(options)};\n`;
};

interface Document {
  readonly components: {
    readonly schemas: { readonly QueryRequest: { readonly properties: Readonly<Record<string, Schema>> } };
  };
}

const isList = ({ type }: Schema): boolean => [type].flat().includes("array");

const optionOf = (name: string, { type, enum: choices, minimum, maximum, description }: Schema) => ({
  name,
  property: QueryRequestSchema.fields.find((field) => field.name === name)!.localName,
  schema: {
    type: [type].flat()[0],
    enum: choices?.filter((choice) => choice !== null),
    minimum,
    maximum,
    description: description.replace(/ Extension\.$/, ""),
  },
});
