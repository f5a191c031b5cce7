import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { isJsonObject } from "@quarry/plugin/domain";
import { isStruct, isTimestamp, jsonFields, listField } from "../json/field-kinds.ts";
import { UnknownFields } from "./unknown-fields.ts";

/** Spelling of field names: as in the contract, or in either way of Protobuf's own JSON. */
export type JsonDialect = "rest" | "wire";

/** The names of a message, each with those of the message that it holds, if it is one whose names the contract knows. */
interface Names {
  readonly nested: ReadonlyMap<string, (() => Names) | undefined>;
  /** As they are suggested. */
  readonly list: readonly string[];
}

/** Looks through the parsed JSON of a request; what is in it that has no place in the message is refused, or told. */
export type UnknownInJson = (json: unknown) => UnknownFields | undefined;

/**
 * Compiles the look at a request's body. What callers make up themselves (metadata, filters) is never looked into; nor is a
 * field that the answer has, since clients send back what they were given.
 */
export function unknownInJson(input: DescMessage, dialect: JsonDialect, inPath: readonly string[] = []): UnknownInJson {
  const names = namesOf(input, dialect, inPath);
  const echoed = new Set([...inPath, ...answeredFields(input).flatMap((field) => [field.name, field.jsonName])]);
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

  /** `path` has the indexes that `fieldPath` has not. */
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

/** Made on first use, because a message may hold itself. */
function nestedNames(field: DescField, dialect: JsonDialect): (() => Names) | undefined {
  const message = field.fieldKind === "map" ? undefined : heldMessage(field, dialect);
  if (message === undefined || isStruct(message) || isTimestamp(message)) return undefined;
  let names: Names | undefined;
  return () => (names ??= namesOf(message, dialect, []));
}

/** Some messages stand in the contract's JSON as the list that they hold. */
function heldMessage({ message }: DescField, dialect: JsonDialect): DescMessage | undefined {
  if (message === undefined || dialect === "wire") return message;
  const list = listField(message);
  return list === undefined ? message : list.message;
}

/** The fields of the answers to a request. */
const answeredFields = (input: DescMessage): readonly DescField[] =>
  input.file.services
    .flatMap(({ methods }) => methods)
    .filter((method) => method.input.typeName === input.typeName)
    .flatMap(({ output }) => output.fields);
