import { checkExact, describeValue, isJsonObject, type JsonObject, type JsonValue } from "@quarry/plugin/domain";
import { broken } from "./tar-reader.ts";

/** Same as the maximum nesting of request bodies; data written through the API is never deeper. */
const MAX_DEPTH = 100;

/**
 * Maximum number of values in one object: each needs far more memory than its few bytes of JSON. 64 KiB of metadata,
 * which a chunk can have from its document and from its file, can't contain more.
 */
const MAX_VALUES = 262_144;

/** Reads the fields of one JSON object of an archive one by one. Throws errors that name entry and field. */
export class ArchiveObject {
  readonly #at: string;
  readonly #fields: JsonObject;

  constructor(at: string, fields: JsonObject) {
    this.#at = at;
    this.#fields = fields;
  }

  static parse(at: string, bytes: Uint8Array): ArchiveObject {
    checkShape(at, bytes);
    let value: JsonValue;
    try {
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as JsonValue;
    } catch {
      throw broken(`${at}: must be a JSON object, got something that is no JSON`);
    }
    if (!isJsonObject(value)) throw broken(`${at}: must be a JSON object, got ${describeValue(value)}`);
    return new ArchiveObject(at, value);
  }

  text(name: string, maxLength = Number.POSITIVE_INFINITY): string {
    const value = this.#fields[name];
    if (typeof value !== "string") throw this.mustBe(name, "a string");
    if (value.length > maxLength) throw this.mustBe(name, `at most ${maxLength} characters`);
    return value;
  }

  integer(name: string, minimum: number, maximum: number): number {
    const value = this.#fields[name];
    if (typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    throw this.mustBe(name, `an integer from ${minimum} to ${maximum}`);
  }

  boolean(name: string): boolean {
    const value = this.#fields[name];
    if (typeof value !== "boolean") throw this.mustBe(name, "true or false");
    return value;
  }

  /** Reads a user-defined object, whose numbers must be exact. */
  metadata(field: string): JsonObject {
    const value = this.object("metadata");
    checkExact(value, field);
    return value;
  }

  object(name: string): JsonObject {
    const value = this.#fields[name];
    if (value === undefined || !isJsonObject(value)) throw this.mustBe(name, "an object");
    return value;
  }

  value(name: string): JsonValue | undefined {
    return this.#fields[name];
  }

  /** Returns the object in this field. */
  inner(name: string): ArchiveObject {
    return new ArchiveObject(`${this.#at}.${name}`, this.object(name));
  }

  mustBe(name: string, expected: string) {
    return broken(`${this.#at}: ${name} must be ${expected}, got ${describeValue(this.#fields[name])}`);
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSE: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Rejects JSON that would take much memory or a deep stack, before parsing it. */
const checkShape = (at: string, bytes: Uint8Array): void => {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const byte = bytes[index]!;
    if (isText) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) isText = false;
      continue;
    }
    if (byte === QUOTE) isText = true;
    else if (byte === COMMA) values += 1;
    else if (OPEN.has(byte)) {
      depth += 1;
      values += 1;
    } else if (CLOSE.has(byte)) depth -= 1;
    if (depth > MAX_DEPTH) throw broken(`${at}: must be nested at most ${MAX_DEPTH} levels deep`);
    if (values > MAX_VALUES) throw broken(`${at}: must have at most ${MAX_VALUES} values`);
  }
};
