import {
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  getOption,
  ScalarType,
} from "@bufbuild/protobuf";
import * as contract from "@quarry/api";
import { isAlwaysPresent, isRequired } from "@quarry/http/protocols";
import { contractComments } from "./proto-comments.ts";

const { absent_when_unset, float32_array, http, json_boolean } = contract;
const { json_list, json_string, json_value, null_flag, null_when_unset } = contract;

/** Direction of a message. A caller may omit fields that a response always has. */
type Direction = "input" | "output";

/**
 * Generates the contract's types for the TypeScript client: plain objects, strings for enums, ISO 8601 times, arrays of
 * numbers.
 */
export const clientTypes = (): string => {
  const printer = new Printer(contractComments("quarry.v1"));
  const calls = SERVICES.map((service) => printer.service(service)).join("\n\n");
  const imports = `import type { JsonObject } from "@bufbuild/protobuf";\nimport type { CallOptions } from "@connectrpc/connect";`;
  return `${imports}\n\n${calls}\n\n${printer.types()}\n`;
};

const isService = (value: unknown): value is DescService =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "service";

const SERVICES: readonly DescService[] = Object.values(contract as Readonly<Record<string, unknown>>).filter(isService);

/** Prints services, and collects the types that they refer to. */
class Printer {
  readonly #comments: ReadonlyMap<string, string>;
  readonly #named = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  readonly #directions = new Map<DescMessage, Set<Direction>>();
  /** Required path fields of a request. */
  readonly #inPath = new Set<DescField>();

  constructor(comments: ReadonlyMap<string, string>) {
    this.#comments = comments;
    for (const method of SERVICES.flatMap(({ methods }) => methods)) {
      this.#reach(method.input, "input");
      this.#reach(method.output, "output");
      for (const field of pathFields(method)) this.#inPath.add(field);
    }
  }

  service(service: DescService): string {
    const calls = service.methods.map((method) => {
      const input = this.#message(method.input, "input");
      const output = this.#message(method.output, "output");
      const request = method.methodKind === "client_streaming" ? `AsyncIterable<${input}>` : input;
      const answer = method.methodKind === "server_streaming" ? `AsyncIterable<${output}>` : `Promise<${output}>`;
      const call = `readonly ${method.localName}: (request: ${request}, options?: CallOptions) => ${answer};`;
      return this.#comment(`${service.typeName}.${method.name}`) + call;
    });
    return `${this.#comment(service.typeName)}export interface ${service.name}Calls {\n${calls.join("\n")}\n}`;
  }

  types(): string {
    for (let print = this.#waiting.pop(); print !== undefined; print = this.#waiting.pop()) print();
    return [...this.#named]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n\n");
  }

  #reach(message: DescMessage, direction: Direction): void {
    const directions = this.#directions.get(message) ?? new Set();
    if (directions.has(direction)) return;
    this.#directions.set(message, directions.add(direction));
    for (const field of message.fields) if (field.message !== undefined) this.#reach(field.message, direction);
  }

  /** Prints a type at its first reference. */
  #once(name: string, print: () => string): string {
    if (!this.#named.has(name)) {
      this.#named.set(name, "");
      this.#waiting.push(() => this.#named.set(name, print()));
    }
    return name;
  }

  #message(message: DescMessage, direction: Direction): string {
    if (message.typeName === STRUCT) return "JsonObject";
    if (message.typeName === "google.protobuf.Timestamp") return direction === "input" ? "string | Date" : "string";
    if (getOption(message, json_list)) return this.#field(message.fields[0]!, direction);
    const hasTwoTypes = direction === "input" && this.#directions.get(message)!.size > 1;
    const name = hasTwoTypes ? `${message.name}Input` : message.name;
    this.#once(name, () => this.#interface(name, message, direction));
    if (direction === "output") return name;
    if (getOption(message, json_boolean)) return `${name} | boolean`;
    return getOption(message, json_string) ? `${name} | string` : name;
  }

  #interface(name: string, message: DescMessage, direction: Direction): string {
    const flags = new Set(message.fields.map((field) => getOption(field, null_flag)));
    const fields = message.fields
      .filter(({ name: fieldName }) => !flags.has(fieldName))
      .map((field) => {
        const isGiven = direction === "output" ? isAlwaysGiven(field) : isRequired(field) || this.#inPath.has(field);
        const mayBeNull = direction === "output" ? printsNull(field) : !isGiven;
        const type = this.#field(field, direction) + (mayBeNull ? " | null" : "");
        const line = `readonly ${field.localName}${isGiven ? `: ${type}` : `?: ${type} | undefined`};`;
        return this.#comment(`${message.typeName}.${field.name}`) + line;
      });
    return `${this.#comment(message.typeName)}export interface ${name} {\n${fields.join("\n")}\n}`;
  }

  #field(field: DescField, direction: Direction): string {
    if (field.fieldKind === "list") return `readonly (${this.#value(field, direction)})[]`;
    if (field.fieldKind === "map") throw new Error(`${field.parent.typeName}.${field.name}: maps have no plain form`);
    return this.#value(field, direction);
  }

  #value(field: DescField, direction: Direction): string {
    if (field.enum !== undefined) return this.#enum(field.enum);
    if (field.message !== undefined) return this.#message(field.message, direction);
    if (field.scalar === ScalarType.STRING) return "string";
    if (field.scalar === ScalarType.BOOL) return "boolean";
    if (field.scalar !== ScalarType.BYTES) return "number";
    if (!getOption(field, float32_array)) return "Uint8Array";
    return direction === "input" ? "readonly number[] | Float32Array" : "readonly number[]";
  }

  #enum(type: DescEnum): string {
    return this.#once(type.name, () => {
      const values = type.values.flatMap((value) => {
        if (value.number === 0) return [];
        const name = getOption(value, json_value) || value.localName.toLowerCase();
        return [`${this.#comment(`${type.typeName}.${value.name}`)}${value.localName}: ${JSON.stringify(name)},`];
      });
      const constant = `export const ${type.name} = {\n${values.join("\n")}\n} as const;`;
      const union = `export type ${type.name} = (typeof ${type.name})[keyof typeof ${type.name}];`;
      return `${this.#comment(type.typeName)}${constant}\n${this.#comment(type.typeName)}${union}`;
    });
  }

  #comment(name: string): string {
    const text = this.#comments.get(name);
    return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
  }
}

const STRUCT = "google.protobuf.Struct";

/** Returns the fields that occur in every path of a method; for a stream those of its header. */
const pathFields = (method: DescMethod): readonly DescField[] => {
  const rule = getOption(method, http);
  const paths = [rule, ...rule.additionalBindings].map(({ pattern }) =>
    [...String(pattern.value).matchAll(/\{([a-z0-9_.]+)/g)].map((match) => match[1]!),
  );
  const named = paths[0]!.filter((name) => paths.every((path) => path.includes(name)));
  return named.map((name) => {
    const [field, inner] = name.split(".").map((part, at, parts) => {
      const message = at === 0 ? method.input : fieldOf(method.input, parts[0]!).message!;
      return fieldOf(message, part);
    });
    return inner ?? field!;
  });
};

const fieldOf = (message: DescMessage, name: string): DescField => message.fields.find((field) => field.name === name)!;

const printsNull = (field: DescField): boolean =>
  getOption(field, null_when_unset) || getOption(field, null_flag) !== "";

/** Whether a response always has the field. Fields that REST omits without a value are empty here. */
const isAlwaysGiven = (field: DescField): boolean =>
  isAlwaysPresent(field) || getOption(field, absent_when_unset) || field.message?.typeName === STRUCT;
