import { describeValue, isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import { ApiProblem, invalid, missing } from "./problems.ts";

/**
 * Reads the fields of a JSON object of a request. Null counts as absent; unknown fields are ignored, because OpenAI's
 * clients can add some.
 */
export class Fields {
  readonly #object: JsonObject;
  readonly #path: string;

  constructor(object: unknown, path = "") {
    if (!isJsonObject(object as JsonValue)) {
      const got = describeValue(object);
      throw path === ""
        ? new ApiProblem("invalid_argument", `The request body must be a JSON object, got ${got}`, null, "invalid_type")
        : invalid(path, `must be an object, got ${got}`, "invalid_type");
    }
    this.#object = object as JsonObject;
    this.#path = path;
  }

  pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  /** Returns the raw value; undefined if it is null. */
  value(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#object, name) ? (this.#object[name] ?? undefined) : undefined;
  }

  /** Whether the field is null, which clears it. */
  isCleared(name: string): boolean {
    return Object.hasOwn(this.#object, name) && this.#object[name] === null;
  }

  text(name: string, maxLength: number): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "string") throw this.#wrongType(name, "a string", value);
    if (value.length > maxLength)
      throw invalid(this.pathOf(name), `must be at most ${maxLength} characters, got ${value.length}`);
    return value;
  }

  required<Value>(name: string, value: Value | undefined): Value {
    if (value !== undefined && value !== "") return value;
    throw missing(this.pathOf(name));
  }

  integer(name: string, minimum: number, maximum: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!Number.isInteger(value)) throw this.#wrongType(name, "an integer", value);
    return this.#within(name, value as number, minimum, maximum);
  }

  number(name: string, minimum: number, maximum: number): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== "number") throw this.#wrongType(name, "a number", value);
    return this.#within(name, value, minimum, maximum);
  }

  boolean(name: string): boolean | undefined {
    const value = this.value(name);
    if (value === undefined || typeof value === "boolean") return value;
    throw this.#wrongType(name, "true or false", value);
  }

  oneOf<Name extends string>(name: string, names: readonly Name[]): Name | undefined {
    const value = this.value(name);
    if (value === undefined || names.includes(value as Name)) return value as Name | undefined;
    throw invalid(this.pathOf(name), `must be one of ${names.join(", ")}, got ${describeValue(value)}`);
  }

  object(name: string): Fields | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : new Fields(value, this.pathOf(name));
  }

  list(name: string, minimum: number, maximum: number): readonly JsonValue[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw this.#wrongType(name, "an array", value);
    if (value.length < minimum || value.length > maximum) {
      throw invalid(this.pathOf(name), `must have ${minimum} to ${maximum} items, got ${value.length}`);
    }
    return value;
  }

  /** Returns an object of names and values, such as `metadata` and `attributes`. */
  pairs(name: string, takes: "text" | "any"): JsonObject | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const path = this.pathOf(name);
    if (!isJsonObject(value)) throw this.#wrongType(name, "an object", value);
    const entries = Object.entries(value);
    if (entries.length > MAX_PAIRS) throw invalid(path, `must have at most ${MAX_PAIRS} keys, got ${entries.length}`);
    for (const [key, item] of entries) checkPair(path, key, item as JsonValue, takes);
    return value;
  }

  #within(name: string, value: number, minimum: number, maximum: number): number {
    if (value >= minimum && value <= maximum) return value;
    throw invalid(this.pathOf(name), `must be from ${minimum} to ${maximum}, got ${describeValue(value)}`);
  }

  #wrongType(name: string, wanted: string, got: unknown): ApiProblem {
    return invalid(this.pathOf(name), `must be ${wanted}, got ${describeValue(got)}`, "invalid_type");
  }
}

const MAX_PAIRS = 16;
const MAX_KEY_LENGTH = 64;
const MAX_VALUE_LENGTH = 512;

const checkPair = (path: string, key: string, value: JsonValue, takes: "text" | "any"): void => {
  if (key === "" || key.length > MAX_KEY_LENGTH) {
    throw invalid(path, `a key must have 1 to ${MAX_KEY_LENGTH} characters, got ${describeValue(key)}`);
  }
  // Filters would treat it as an operator.
  if (takes === "any" && key.startsWith("$"))
    throw invalid(path, `a key must not begin with $, got ${describeValue(key)}`);
  const isTaken =
    typeof value === "string" || (takes === "any" && (typeof value === "number" || typeof value === "boolean"));
  const wanted = takes === "any" ? "a string, a number, true or false" : "a string";
  if (!isTaken) throw invalid(`${path}.${key}`, `must be ${wanted}, got ${describeValue(value)}`, "invalid_type");
  if (typeof value === "string" && value.length > MAX_VALUE_LENGTH) {
    throw invalid(`${path}.${key}`, `must be at most ${MAX_VALUE_LENGTH} characters, got ${value.length}`);
  }
};
