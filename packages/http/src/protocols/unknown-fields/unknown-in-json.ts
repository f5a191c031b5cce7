import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { isJsonObject } from "@quarry/plugin/domain";
import { isStruct, isTimestamp, jsonFields, listField } from "../json/field-kinds.ts";
import { UnknownFields } from "./unknown-fields.ts";

/** Spelling of field names: as in the contract, or in both forms of Protobuf's own JSON. */
export type JsonDialect = "rest" | "wire";

/** Field names of a message, each with the names of its nested message, if the contract defines these. */
interface Names {
  readonly nested: ReadonlyMap<string, (() => Names) | undefined>;
  /** Names in the form in which they are suggested. */
  readonly list: readonly string[];
}

/** Searches the parsed JSON of a request for names without a field in the message; these are rejected or reported. */
export type UnknownInJson = (json: unknown) => UnknownFields | undefined;

/**
 * Compiles the search for unknown names in a request's body. It skips free-form content of callers (metadata, filters),
 * and fields of the answer, because clients send back what they received.
 */
export function unknownInJson(
  input: DescMessage,
  dialect: JsonDialect,
  pathFields: readonly string[] = [],
): UnknownInJson {
  const names = namesOf(input, dialect, pathFields);
  const echoed = new Set([...pathFields, ...answeredFields(input).flatMap((field) => [field.name, field.jsonName])]);
  return (json) => {
    const search = new Search(echoed);
    search.visit(names, json, "", "");
    return search.found;
  };
}

class Search {
  readonly #echoed: ReadonlySet<string>;
  found: UnknownFields | undefined;

  constructor(echoed: ReadonlySet<string>) {
    this.#echoed = echoed;
  }

  /** Visits an object. `path` includes indexes, `fieldPath` does not. */
  visit(names: Names, json: unknown, fieldPath: string, path: string): void {
    if (!isJsonObject(json)) return;
    for (const key of Object.keys(json)) {
      const nested = names.nested.get(key);
      if (nested !== undefined) this.#enter(nested(), json[key], joined(fieldPath, key), joined(path, key));
      else if (!names.nested.has(key)) this.#meet(key, names.list, fieldPath, path);
    }
  }

  #enter(names: Names, value: unknown, fieldPath: string, path: string): void {
    if (!Array.isArray(value)) return this.visit(names, value, fieldPath, path);
    for (const [index, item] of value.entries()) this.visit(names, item, fieldPath, `${path}[${index}]`);
  }

  #meet(name: string, known: readonly string[], fieldPath: string, path: string): void {
    this.found ??= new UnknownFields();
    const isEchoed = fieldPath === "" && this.#echoed.has(name);
    this.found.add(name, isEchoed ? NONE : known, fieldPath, (unknown) => joined(path, unknown));
  }
}

const NONE: readonly string[] = [];

const joined = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function namesOf(message: DescMessage, dialect: JsonDialect, except: readonly string[]): Names {
  const fields = (dialect === "rest" ? jsonFields(message) : message.fields).filter(
    ({ name }) => !except.includes(name),
  );
  const entries = fields.flatMap((field) => {
    const nested = nestedNames(field, dialect);
    const spellings = dialect === "rest" ? [field.name] : [field.name, field.jsonName];
    return spellings.map((spelling) => [spelling, nested] as const);
  });
  const list = fields.map((field) => (dialect === "rest" ? field.name : field.jsonName));
  return { nested: new Map(entries), list };
}

/** Compiled on first use, because a message can contain itself. */
function nestedNames(field: DescField, dialect: JsonDialect): (() => Names) | undefined {
  const message = field.fieldKind === "map" ? undefined : nestedMessage(field, dialect);
  if (message === undefined || isStruct(message) || isTimestamp(message)) return undefined;
  let names: Names | undefined;
  return () => (names ??= namesOf(message, dialect, []));
}

/**
 * Returns the nested message of a field. The contract's JSON represents some messages as the list that they contain.
 */
function nestedMessage({ message }: DescField, dialect: JsonDialect): DescMessage | undefined {
  if (message === undefined || dialect === "wire") return message;
  const list = listField(message);
  return list === undefined ? message : list.message;
}

/** Returns the fields of the answers to a request. */
const answeredFields = (input: DescMessage): readonly DescField[] =>
  input.file.services
    .flatMap(({ methods }) => methods)
    .filter((method) => method.input.typeName === input.typeName)
    .flatMap(({ output }) => output.fields);
